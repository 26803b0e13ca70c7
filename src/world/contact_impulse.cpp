#include <stiction/world/contact.h>

#include <algorithm>
#include <utility>

namespace stiction {

Vec3 calc_contact_impulse(std::span<const Contact> contacts, BodyId on, BodyId by) {
  const auto bodies_of = [](const Contact& contact) {
    return std::pair(contact.body_a, contact.body_b);
  };
  Vec3 impulse = Vec3::Zero();
  for (const bool is_first : {true, false}) {
    const std::pair pair = is_first ? std::pair(on, by) : std::pair(by, on);
    for (const Contact& contact : std::ranges::equal_range(contacts, pair, {}, bodies_of)) {
      const Vec3 on_a = contact.normal_impulse * contact.normal + contact.friction_impulse;
      impulse += is_first ? on_a : Vec3(-on_a);
    }
  }
  return impulse;
}

}  // namespace stiction
