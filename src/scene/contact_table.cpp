#include <stiction/scene/contact_table.h>

#include "csv_text.h"

namespace stiction {

ContactTableWriter::ContactTableWriter(std::ostream& out, std::size_t every)
    : RunTable(out, every,
               "time,body_a,body_b,x,y,z,nx,ny,nz,gap,normal_impulse,friction_x,friction_y,"
               "friction_z,state") {}

void ContactTableWriter::append_rows(const Simulation& simulation) {
  const World& world = simulation.world();
  std::string& text = rows();
  for (const Contact& contact : world.contacts()) {
    if (!contact.is_touching()) continue;
    append_csv_number(text, simulation.time());
    for (const BodyId body : {contact.body_a, contact.body_b}) {
      text += ',';
      append_csv_name(text, world.definition(body).name);
    }
    append_csv_vector(text, contact.point);
    append_csv_vector(text, contact.normal);
    for (const double value : {contact.gap, contact.normal_impulse}) {
      text += ',';
      append_csv_number(text, value);
    }
    append_csv_vector(text, contact.friction_impulse);
    text += ',';
    text += to_string(contact.state);
    text += '\n';
  }
}

}  // namespace stiction
