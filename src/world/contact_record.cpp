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

}  // namespace stiction
