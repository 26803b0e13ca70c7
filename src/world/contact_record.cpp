#include "contact_record.h"

namespace stiction {

Contact make_contact(const FoundContact& found) {
  Contact contact;
  contact.body_a = found.key.body_a;
  contact.body_b = found.key.body_b;
  contact.shape_a = found.key.shape_a;
  contact.shape_b = found.key.shape_b;
  contact.feature = found.key.feature;
  contact.point = found.point;
  contact.normal = found.normal();
  contact.gap = found.gap;
  contact.friction = found.surface.friction;
  return contact;
}

std::vector<FoundContact> find_present_contacts(const WorldValue& world, ContactFinder& finder,
                                                double margin) {
  SearchMotion motion;
  motion.margin = 0.5 * margin;  // of each of the two bodies
  const std::vector<SearchMotion> motions(world.bodies.size(), motion);
  std::vector<FoundContact> contacts;
  finder.find(world, motions, 0.0, contacts);
  return contacts;
}

}  // namespace stiction
