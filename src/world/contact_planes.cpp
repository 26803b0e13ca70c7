#include "contact_planes.h"

#include "world_value.h"

namespace stiction {

double turn_between(const FoundContact& a, const FoundContact& b) {
  return (a.normal() - b.normal()).norm();
}

bool is_held_alike(const WorldValue& world, const FoundContact& a, const FoundContact& b) {
  const auto is_same = [&](std::size_t i, std::size_t k) {
    return i == k || (world.bodies[i].is_fixed() && world.bodies[k].is_fixed());
  };
  return is_same(a.body_a, b.body_a) && is_same(a.body_b, b.body_b);
}

bool is_in_same_plane(const WorldValue& world, const FoundContact& a, const FoundContact& b,
                      double most_turn) {
  return is_held_alike(world, a, b) && turn_between(a, b) <= most_turn;
}

}  // namespace stiction
