#include "contact_record.h"

#include <algorithm>

namespace stiction {

void fill_contact(const FoundContact& found, Contact& contact) {
  contact.body_a = found.key.body_a;
  contact.body_b = found.key.body_b;
  contact.shape_a = found.key.shape_a;
  contact.shape_b = found.key.shape_b;
  contact.feature = found.key.feature;
  contact.point = found.point;
  contact.normal = found.normal();
  contact.gap = found.gap;
  contact.normal_impulse = 0;
  contact.friction_impulse.setZero();
  contact.slip_velocity.setZero();
  contact.friction = found.surface.friction;
  contact.state = ContactState::open;
  contact.friction_use = 0;
  contact.separation_speed = 0;
  contact.analysis.reset();
}

void ContactCounts::add(const Contact& contact) {
  if (!contact.is_touching()) return;
  switch (contact.state) {
    case ContactState::open:
      ++open;
      break;
    case ContactState::sticking:
      ++sticking;
      friction_use = std::max(friction_use, contact.friction_use);
      break;
    case ContactState::sliding:
      ++sliding;
      break;
  }
  if (!contact.analysis) {
    ++unanalysed;
  } else {
    not_unique += !contact.analysis->is_unique();
  }
}

void ContactCounts::add(const ContactCounts& other) {
  open += other.open;
  sticking += other.sticking;
  sliding += other.sliding;
  friction_use = std::max(friction_use, other.friction_use);
  unanalysed += other.unanalysed;
  not_unique += other.not_unique;
}

}  // namespace stiction
