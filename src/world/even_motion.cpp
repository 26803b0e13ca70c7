#include "even_motion.h"

#include <algorithm>

#include "next_touch.h"

namespace stiction {
namespace {

/// If no velocity changes by more than this over h, m/s, bodies end within half of it from where
/// second order leads them, m.
constexpr double kMostChange = 2 * kRestingWay;

/// True if a body turns by more than round-off in a way that matters.
bool turns(const StepView& view, std::size_t body) {
  const BodyRecord& record = view.world.bodies[body];
  return !is_even_ball(record) &&
         view.h * record.radius * view.motions[body].velocity.tail<3>().norm() > kRestingWay;
}

}  // namespace

bool may_move_evenly(const StepView& view, const Island& island) {
  for (const std::size_t i : island.bodies) {
    const BodyRecord& body = view.world.bodies[i];
    if (turns(view, i) || !body.torque.isZero(0)) return false;
    Vec3 change = view.free_motions[i].velocity.head<3>() - view.motions[i].velocity.head<3>();
    for (const std::size_t c : island.contacts) {
      const FoundContact& contact = view.contacts[c];
      if (!view.remembered[c] || (contact.body_a != i && contact.body_b != i)) continue;
      const double sign = contact.body_a == i ? 1 : -1;
      change += sign * view.h / body.mass.mass * view.remembered[c]->force;
    }
    if (view.h * change.norm() > kMostChange) return false;
  }
  return std::ranges::none_of(island.contacts, [&](std::size_t c) {
    return turns(view, view.contacts[c].body_a) || turns(view, view.contacts[c].body_b);
  });
}

bool moves_evenly(const StepView& view, const Island& island, std::span<const Vec6> velocities) {
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    const std::size_t i = island.bodies[k];
    Vec6 change = velocities[k] - view.motions[i].velocity;
    change.tail<3>() *= view.world.bodies[i].radius;
    if (view.h * change.norm() > kMostChange) return false;
  }
  return std::ranges::none_of(island.contacts, [&](std::size_t c) {
    const FoundContact& contact = view.contacts[c];
    return !contact.touching && view.h * calc_normal_speed(view.motions, contact) < -kRestingWay;
  });
}

}  // namespace stiction
