#include "leg_between_impacts.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "island_solver.h"
#include "jointed_way.h"
#include "led_islands.h"
#include "leg_to_touch.h"
#include "next_touch.h"

namespace stiction {
namespace {

/// Legs shorter than this share of the step are of first order if contacts are apart: closing a gap
/// of a micrometre in a short time takes a speed that is not worth it (a cylinder on a rough mesh).
constexpr double kLeastSharpLeg = 0.3;
/// So are short legs in which nothing turns by more than this, rad: the direction of a pivoting
/// body is off by as much when it is hit. Measured with 1e-2, 1e-3, 3e-4 and 1e-4: a hexagonal bar
/// that rolls from edge to edge (h = 1 ms) turns too fast by 7.1e-3, 7.1e-3, 1.8e-3 and 9e-5 of
/// 4.3 rad/s after two edges; boxes that rattle to rest take 1.06, 1.10 and 1.14 times the problems
/// with the last three.
constexpr double kLeastSharpTurn = 3e-4;
/// How far contacts about which bodies turn may be off on the way to a touch, m. Measured on 192
/// boxes and cylinders of two parts that are thrown on a plane (h = 2 to 20 ms): 35 land otherwise
/// than whole ones without this bound, 15 with it; bins of 20 with e = 0.5 take 1.03 times the
/// factorisations.
constexpr double kMostStray = 10 * kTouchingGap;
/// How far bodies are led at once near a touch, as a multiple of the time until it is due.
constexpr double kNearTouch = 1.25;
/// How much further if it is not met.
constexpr double kFurther = 4;
/// Contacts that are met in legs shorter than this share of the step close at once.
constexpr double kLeastLed = 0.02;
/// Legs of second order that are tried until one ends at the touch on its path. With 6, coins that
/// lie nearly flat gain up to 1.7 % of their energy in 1 s (h = 2 ms), with 12 less than 0.6 %.
constexpr int kMostLooks = 12;
/// How many of them may be shortened in turn, to where a contact ceases to slip or runs far on its
/// bodies. With 1, a body that rolled and rocked after its fall gained 1 % of its energy.
constexpr int kMostStops = 3;

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

double LegBetweenImpacts::lead_with_second_order(const FindNextTouch& find_next_touch) {
  is_short_of_touch_ = has_looked_ = false;
  if (has_joints() || !goes_as_one(island_) || !is_worth_second_order(ahead())) return 0;
  if (!is_followed({})) return 0;
  double leg = ways_.now() == 0 && lengths_.first > 0 ? lengths_.first : ahead();
  // A contact that closes is met at about its present speed.
  for (const FoundContact& contact : memory_.now.contacts) {
    if (std::ranges::binary_search(held_.contacts, contact.key, {}, &FoundContact::key)) continue;
    const double speed = calc_normal_speed(memory_.now.motions, contact);
    if (speed < 0 && contact.gap > kTouchingGap) leg = std::min(leg, contact.gap / -speed);
  }
  return lead_to_touch(leg, find_next_touch);
}

/// True if a leg of this length is to be led with second order.
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

/// Solves for the forces that act on the part until it meets something else.
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
  is_short_of_touch_ = false;
  if (has_joints()) {
    ways_.release_all();
    const double come = follow_jointed(
        view_, island_, touch ? std::optional(leg) : std::nullopt, ahead(),
        [&](double time) { solve_leg(time); }, ways_, tools_, solution_);
    if (come > 0) remember_held(come);
    return come;
  }
  if (is_last || !goes_as_one(island_)) return leg;
  // Bodies that move by themselves were tried, but may have moved to other facets before their path
  // was searched.
  const bool is_new = !has_looked_ || !is_followed({});
  if (is_new && is_worth_second_order(ahead()) && is_followed(solution_.velocities)) {
    const double come = lead_to_touch(leg, find_next_touch);
    if (come > 0) return come;
    ways_.release_all();
    choose_paths();
  }
  return touch && strays(leg) ? approach(leg, find_next_touch) : leg;
}

/// True if in a leg to a touch the path to the end of the piece noticeably leaves contacts about
/// which bodies turn, since contacts are kept only at the end of a path. Contacts that come down
/// together would be hit one after the other.
bool LegBetweenImpacts::strays(double leg) const {
  const auto acts = [](const HeldContact& held) { return !held.impulse.isZero(0); };
  if (std::ranges::none_of(memory_.held, acts)) return false;
  return std::ranges::any_of(memory_.part, [&](std::size_t i) {
    const BodyRecord& body = view_.world.bodies[i];
    const Vec3 w = memory_.now.motions[i].velocity.tail<3>();
    return !body.is_ball && 0.5 * w.squaredNorm() * body.radius * ahead() * leg > kMostStray;
  });
}

/// Leads the bodies to a touch that is due in `leg`, by the forces that hold them until about then.
/// It may come later then, or not at all.
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

/// True if the part, with its held contacts, is to be followed with second order.
bool LegBetweenImpacts::is_followed(std::span<const Vec6> end_velocities) {
  if (held_.contacts.empty()) return false;
  const StepView view = ways_.make_view(held_.contacts, held_, ahead());
  return moves_with_second_order(view, ways_.make_part(held_), *tools_.model, end_velocities);
}

double LegBetweenImpacts::follow_leg(double leg, bool stops, const ChooseLeg& choose) {
  const StepView view = ways_.make_view(held_.contacts, held_, leg);
  const Island part = ways_.make_part(held_);
  return follow_with_second_order(view, part, stops, tools_, memory_.course, solution_, choose)
      .value_or(0);
}

/// The search for the next leg begins with what this one began with.
void LegBetweenImpacts::remember_first(double leg) {
  const ContactSolution& first = tools_.second_order.first;
  for (std::size_t k = 0; k < held_.contacts.size(); ++k) {
    const FoundContact& contact = held_.contacts[k];
    RememberedContacts::Entry& known = memory_.course.at(contact.key);
    known.force = contact.frame * first.impulses[k] / (0.5 * leg);
    known.state = first.states[k];
  }
}

/// Puts the part where the leg that was followed ends.
void LegBetweenImpacts::put(double leg) {
  ways_.release_all();
  for (std::size_t k = 0; k < memory_.part.size(); ++k) {
    ways_.put(memory_.part[k], solution_.ends[k].motion, ways_.now() + leg);
  }
}

/// Moves the bodies on with second order, to the next touch on their path, to where a contact comes
/// to stick, or to the end of the piece. Returns how far, s: 0, with nothing moved, if that is
/// impossible. The first leg to try may be any.
double LegBetweenImpacts::lead_to_touch(double leg, const FindNextTouch& find_next_touch) {
  LegToTouch search(ahead(), kLeastLed * view_.h);
  double chosen = 0;
  const auto choose = [&](std::span<const Vec6> velocities) {
    has_looked_ = true;
    double fastest = 0;
    for (std::size_t k = 0; k < memory_.part.size(); ++k) {
      const std::size_t i = memory_.part[k];
      ways_.send_off(i, velocities[k]);
      const double turning = view_.world.bodies[i].radius * velocities[k].tail<3>().norm();
      fastest = std::max(fastest, velocities[k].head<3>().norm() + turning);
    }
    const std::optional<double> touch = find_next_touch();
    const double due = touch ? *touch - ways_.now() : std::numeric_limits<double>::infinity();
    chosen = search.try_next(leg, due, kTouchingGap / fastest);
    if (chosen != leg) remember_first(leg);
    return chosen;
  };
  for (int looks = 0, stops = 0; looks < kMostLooks; ++looks) {
    chosen = 0;
    const double next = follow_leg(leg, stops < kMostStops, choose);
    if (next == leg) {
      is_short_of_touch_ = search.is_short();
      put(leg);
      return leg;
    }
    if (next == 0) break;
    if (next < leg && next != chosen) {
      search.end_at(next);
      ++stops;
    }
    leg = next;
  }
  const double clear = search.clear();
  if (clear == 0 || follow_leg(clear, false, {}) != clear) return 0;
  is_short_of_touch_ = true;
  put(clear);
  return clear;
}

}  // namespace stiction
