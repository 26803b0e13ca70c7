#include "contact_record.h"

namespace stiction {

Contact& add_contact(const FoundContact& found, std::vector<Contact>& contacts) {
  static const Contact kNew;  // made there by itself, a contact would have its memory cleared first
  Contact& contact = contacts.emplace_back(kNew);
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
