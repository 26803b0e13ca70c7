#include "rebound.h"

#include <algorithm>
#include <cmath>

#include "island_solution.h"
#include "next_touch.h"

namespace stiction {
namespace {

/// Islands of up to this many bodies without joints, in which a touch costs little.
constexpr std::size_t kMostBodiesSharp = 8;
/// Flights shorter than this share of the step end in rest; if contacts are anticipated, also
/// flights after which all further rebounds end within the step: T + e T + e^2 T ... = T/(1 - e);
/// and if joints lead bodies, flights that end within the step: a figure of eleven parts that came
/// to rest took 14 solves per step at a tenth, 7 in half as many steps at one.
constexpr double kLeastFlight = 0.1;
constexpr double kLeastFlightJointed = 1;

}  // namespace

bool anticipates(const Island& island) {
  return !island.joints.empty() || island.bodies.size() > kMostBodiesSharp;
}

double calc_least_rebound(const StepView& view, const Island& island, const FoundContact& contact) {
  double flight = island.joints.empty() ? kLeastFlight : kLeastFlightJointed;
  if (anticipates(island)) flight = std::max(flight, 1 - contact.surface.restitution);
  return 0.5 * flight * view.h * calc_pull(view.world, contact);
}

bool rebounds(const StepView& view, const Island& island, const FoundContact& contact,
              double speed) {
  const double e = contact.surface.restitution;
  return e > 0 && speed > least_approach(view) &&
         e * speed > calc_least_rebound(view, island, contact);
}

double calc_closing_speed(const WorldValue& world, const BodyMotions& motions,
                          const FoundContact& contact) {
  const double approach = std::max(0.0, -calc_normal_speed(motions, contact));
  // When it closes, v^2 = u^2 + 2 a gap.
  const double fall = 2 * calc_pull(world, contact) * std::max(0.0, contact.gap);
  return std::sqrt(approach * approach + fall);
}

bool awaits_rebound(const StepView& view, const Island& island) {
  return std::ranges::any_of(island.contacts, [&](std::size_t c) {
    const FoundContact& contact = view.contacts[c];
    if (const double approach = contact.flight_approach; approach > 0) {
      return !anticipates(island) || rebounds(view, island, contact, approach);
    }
    if (contact.surface.restitution == 0 || !meets(view, contact)) return false;
    const double speed = calc_closing_speed(view.world, view.motions, contact);
    return !anticipates(island) || rebounds(view, island, contact, speed);
  });
}

bool has_met_rebound(const StepView& view, const Island& island, const IslandSolution& solution) {
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    const FoundContact& contact = view.contacts[island.contacts[k]];
    if (contact.gap > kTouchingGap && !solution.impulses[k].isZero(0) &&
        rebounds(view, island, contact, contact.gap / view.h)) {
      return true;
    }
  }
  return false;
}

}  // namespace stiction
