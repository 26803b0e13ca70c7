#include "led_islands.h"

#include <algorithm>

#include "island_solution.h"
#include "joint_pairs.h"
#include "next_touch.h"
#include "second_order.h"

namespace stiction {
namespace {

/// If a body turns by more than this in a step, rad, the rows of one pose do not tell whether and
/// how it meets bodies nearby.
constexpr double kFastTurn = 0.2;
/// The same with damped slip. Bodies that turn less are otherwise led with second order; damped,
/// their corners would come down by (h w)^2 r/2 unseen and be lifted.
constexpr double kFastTurnDamped = 0.02;

}  // namespace

bool can_be_led(const StepView& view, const Island& island) {
  return island.bodies.size() <= kMostBodiesMet ||
         std::ranges::all_of(island.joints, [&](std::size_t j) {
           int num_tied = 0;
           visit_bodies(view.world, view.world.joints[j],
                        [&](std::size_t i) { num_tied += island.places[i] >= 0; });
           return num_tied <= 1;
         });
}

bool is_thrown_about(const StepView& view, const Island& island, const ContactModel& model,
                     const IslandSolution& solution) {
  const double fast = is_damped(view, island, model) ? kFastTurnDamped : kFastTurn;
  if (island.bodies.size() > kMostBodiesThrown) return false;
  const auto turns = [&](std::size_t body) {
    const int place = island.places[body];
    if (place < 0 || view.world.bodies[body].is_ball) return false;
    const Vec6& after = solution.velocities[static_cast<std::size_t>(place)];
    return view.h * after.tail<3>().norm() > fast;
  };
  if (std::ranges::none_of(island.bodies, turns)) return false;
  return std::ranges::any_of(island.contacts, [&](std::size_t c) {
    const FoundContact& contact = view.contacts[c];
    const bool is_open = contact.gap > kTouchingGap || meets(view, contact);
    return is_open && (turns(contact.body_a) || turns(contact.body_b));
  });
}

}  // namespace stiction
