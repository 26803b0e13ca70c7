#include <stiction/scene/trajectory.h>

#include "csv_text.h"

namespace stiction {

TrajectoryWriter::TrajectoryWriter(std::ostream& out, const Simulation& start, std::size_t every)
    : RunTable(out, every, "time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz") {
  TrajectoryWriter::append_rows(start);
}

void TrajectoryWriter::append_rows(const Simulation& simulation) {
  const World& world = simulation.world();
  std::string& text = rows();
  for (const BodyId body : world.bodies()) {
    const BodyDefinition& definition = world.definition(body);
    if (definition.kind == BodyKind::fixed) continue;
    const BodyState state = world.state(body);
    append_csv_number(text, simulation.time());
    text += ',';
    append_csv_name(text, definition.name);
    append_csv_vector(text, state.pose.translation);
    const Quat& q = state.pose.rotation;
    for (const double value : {q.w(), q.x(), q.y(), q.z()}) {
      text += ',';
      append_csv_number(text, value);
    }
    append_csv_vector(text, state.linear_velocity);
    append_csv_vector(text, state.angular_velocity);
    text += '\n';
  }
}

}  // namespace stiction
