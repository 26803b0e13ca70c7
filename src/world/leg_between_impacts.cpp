#include "leg_between_impacts.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "island_solver.h"
#include "jointed_way.h"
#include "led_islands.h"
#include "next_touch.h"
#include "second_order.h"

namespace stiction {
namespace {

/// When a touch is due is known to first order: what is held until then is led with second order
/// up to this share of the time before it, which falls with the time, and touches are looked for
/// again.
constexpr double kShortOfTouch = 0.1;
/// Shorter legs, as shares of the step, are of first order where contacts are apart: to meet a gap
/// of a micrometre in a short time takes a speed that it is not worth (a cylinder on a rough mesh).
constexpr double kLeastSharpLeg = 0.3;
/// Those in which nothing turns by more, rad, are, too: what pivots goes in a direction that is off
/// by as much when it is hit. With 1e-2, 1e-3, 3e-4 and 1e-4 a hexagonal bar that rolls from edge
/// to edge (h = 1 ms) turns too fast by 7.1e-3, 7.1e-3, 1.8e-3 and 9e-5 of 4.3 rad/s after two of
/// them, and boxes that rattle to rest take 1.06, 1.10 and 1.14 times the problems with the last
/// three.
constexpr double kLeastSharpTurn = 3e-4;
/// A touch that is still due after more than this share of the time that it was due in before goes
/// away from what turns: it is not on the way.
constexpr double kReceding = 0.5;
/// Contacts about which bodies turn may be off by so much on the way to a touch, m. Of 192 boxes
/// and cylinders of two parts that are thrown on a plane (h = 2 to 20 ms) 35 land otherwise than
/// whole ones without this bound, 15 with it; bins of 20 with e = 0.5 take 1.03 times the
/// factorisations.
constexpr double kMostStray = 10 * kTouchingGap;
/// How far bodies are led at once near a touch, times the time in which it is due.
constexpr double kNearTouch = 1.25;
/// And how much further if it is not met.
constexpr double kFurther = 4;

}  // namespace

LegBetweenImpacts::LegBetweenImpacts(const StepView& view, const Island& island,
                                     const LegLengths& lengths, bool keep_problem, IslandWays& ways,
                                     IslandTools& tools, IslandSolution& solution)
    : view_(view),
      island_(island),
      lengths_(lengths),
      keep_problem_(keep_problem),
      ways_(ways),
      tools_(tools),
      memory_(tools.sequence.ways),
      held_(tools.sequence.held),
      solution_(solution) {}

double LegBetweenImpacts::ahead() const {
  const double num_begun = std::floor(ways_.now() / lengths_.most + kLeastRest) + 1;
  return std::min({ways_.rest(), num_begun * lengths_.most - ways_.now(), near_});
}

double LegBetweenImpacts::go_straight_on() {
  if (has_joints() || !goes_as_one(island_)) return 0;
  if (ways_.now() == 0) return lengths_.first > 0 ? lead_with_second_order(lengths_.first, {}) : 0;
  return ahead() >= kLeastSharpLeg * view_.h && is_clear() ? lead_with_second_order(ahead(), {})
                                                           : 0;
}

/// Whether a leg before a touch is led with second order.
bool LegBetweenImpacts::is_worth_second_order(double leg) const {
  if (leg >= kLeastSharpLeg * view_.h) return true;
  const auto& motions = memory_.now.motions;
  const auto turns = [&](std::size_t i) {
    const double turn = leg * motions[i].velocity.tail<3>().norm();
    return turn > kLeastSharpTurn && !view_.world.bodies[i].is_ball;
  };
  return std::ranges::any_of(memory_.part, turns) &&
         std::ranges::all_of(held_.contacts, [](const FoundContact& contact) {
           return contact.gap <= kTouchingGap;
         });
}

/// Whether the rest of the piece meets none of the contacts that are not held.
bool LegBetweenImpacts::is_clear() {
  const std::vector<FoundContact>& contacts = memory_.now.contacts;
  const StepView view = ways_.make_view(contacts, held_, ahead());
  return std::ranges::none_of(contacts, [&](const FoundContact& contact) {
    return !std::ranges::binary_search(held_.contacts, contact.key, {}, &FoundContact::key) &&
           meets(view, contact);
  });
}

/// Solves for the forces that act on the part until something else meets it.
void LegBetweenImpacts::solve_leg(double leg) {
  const StepView view = ways_.make_view(held_.contacts, held_, leg);
  Island part = ways_.make_part(held_);
  solve_forces(view, part, false, keep_problem_, tools_, solution_);
}

void LegBetweenImpacts::remember_held(double leg) {
  std::vector<HeldContact> held(held_.contacts.size());
  for (std::size_t k = 0; k < held.size(); ++k) {
    const FoundContact& contact =
        solution_.contacts.empty() ? held_.contacts[k] : solution_.contacts[k];
    held[k] = {contact, solution_.impulses[k], solution_.states[k], ways_.now(), leg, {}};
    RememberedContacts::Entry& known = memory_.course.at(contact.key);
    known.force = contact.frame * solution_.next_guess[k] / leg;
    known.state = solution_.states[k];
    known.memory = solution_.memories.empty() ? ContactMemory{} : solution_.memories[k];
    if (k < solution_.analyses.size()) held[k].analysis = solution_.analyses[k];
  }
  ways_.hold(held);
}

void LegBetweenImpacts::choose_paths() {
  const std::vector<std::size_t>& part = memory_.part;
  if (held_.contacts.empty() && !has_joints()) return;
  solve_leg(ahead());
  for (std::size_t k = 0; k < part.size(); ++k) {
    ways_.send(part[k],
               has_joints() ? BodyPath{false, solution_.velocities[k], ahead()} : BodyPath{});
  }
  for (std::size_t k = 0; k < held_.contacts.size() && !has_joints(); ++k) {
    if (solution_.impulses[k].isZero(0)) continue;
    for (const std::size_t i : {held_.contacts[k].body_a, held_.contacts[k].body_b}) {
      if (!ways_.is_movable(i)) continue;
      const auto place = static_cast<std::size_t>(memory_.places[i]);
      ways_.send(i, {false, solution_.velocities[place], ahead()});
    }
  }
  remember_held(ahead());
}

double LegBetweenImpacts::lead(std::optional<double> touch, bool is_last,
                               const FindNextTouch& find_next_touch) {
  const double leg = touch ? *touch - ways_.now() : ahead();
  const double last_leg = std::exchange(leg_to_touch_, 0);
  if (has_joints()) {
    ways_.release_all();
    const double come = follow_jointed(
        view_, island_, touch ? std::optional(leg) : std::nullopt, ahead(),
        [&](double time) { solve_leg(time); }, ways_, tools_, solution_);
    if (come > 0) remember_held(come);
    return come;
  }
  if (is_last || !goes_as_one(island_)) return leg;
  const bool is_sought = touch && !(last_leg > 0 && leg > kReceding * last_leg);
  const double way = is_sought ? (1 - kShortOfTouch * leg / view_.h) * leg : ahead();
  const double come =
      is_worth_second_order(way) ? lead_with_second_order(way, solution_.velocities) : 0.0;
  if (come == 0) return touch && strays(leg) ? approach(leg, find_next_touch) : leg;
  if (is_sought) leg_to_touch_ = leg;
  return come;
}

/// Whether the way to the end of the piece leaves what bodies turn about noticeably, in a leg of it
/// to a touch: contacts are kept at the end of a way only. What comes down together would be hit
/// one after the other.
bool LegBetweenImpacts::strays(double leg) const {
  const auto acts = [](const HeldContact& held) { return !held.impulse.isZero(0); };
  if (std::ranges::none_of(memory_.held, acts)) return false;
  return std::ranges::any_of(memory_.part, [&](std::size_t i) {
    const BodyRecord& body = view_.world.bodies[i];
    const Vec3 w = memory_.now.motions[i].velocity.tail<3>();
    return !body.is_ball && 0.5 * w.squaredNorm() * body.radius * ahead() * leg > kMostStray;
  });
}

/// Leads the bodies to a touch that is due in a leg by what holds them about until then. It may
/// come later then, or not at all.
double LegBetweenImpacts::approach(double leg, const FindNextTouch& find_next_touch) {
  const double most = ahead();
  std::optional<double> touch;
  for (near_ = kNearTouch * leg;; near_ *= kFurther) {
    ways_.release_all();
    choose_paths();
    touch = find_next_touch();
    if (touch || near_ >= most) break;
  }
  return touch ? *touch - ways_.now() : ahead();
}

/// Moves the bodies on with second order, up to where a contact comes to stick or to the end of the
/// leg; how far, s: 0, and nothing is moved, where that is not to be had.
double LegBetweenImpacts::lead_with_second_order(double leg, std::span<const Vec6> end_velocities) {
  if (held_.contacts.empty()) return 0;
  StepView view = ways_.make_view(held_.contacts, held_, leg);
  const Island part = ways_.make_part(held_);
  if (!moves_with_second_order(view, part, *tools_.model, end_velocities)) return 0;
  const auto follow_leg = [&](bool stops) {
    IslandCourse& course = memory_.course;
    return follow_with_second_order(view, part, stops, tools_, course, solution_).value_or(0);
  };
  double time = follow_leg(true);
  if (0 < time && time < leg) {
    view.h = time;
    time = follow_leg(false);
  }
  if (time == 0) return 0;
  ways_.release_all();
  for (std::size_t k = 0; k < part.bodies.size(); ++k) {
    ways_.put(part.bodies[k], solution_.ends[k].motion, ways_.now() + time);
  }
  return time;
}

}  // namespace stiction
