#include "impact_sequence.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "island_solver.h"
#include "joint_pairs.h"
#include "jointed_way.h"
#include "led_islands.h"
#include "rebound.h"
#include "second_order.h"
#include "struck_contacts.h"

namespace stiction {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Of what a body meets; then it has no restitution for the rest of the step.
constexpr int kMostMeetings = 16;
/// In islands of more than `kMostBodiesMet` bodies the rest of the step is solved at once when the
/// squared numbers of bodies in the parts that met something add up to so many times the square of
/// all: with 0.25, 0.5, 1 and 2 two heaps of 200 bodies with e = 0.5 take 62, 61, 80 and 81 ms a
/// step, one of 320 with e = 0.8 155, 143, 156 and 163; all keep as much of their energy.
constexpr double kMostWork = 0.5;
/// A contact that separates faster is held by nothing, m/s.
constexpr double kLeastSeparation = 1e-6;
/// What is left of the step when less than this share is left is gone with the rest, lest gaps be
/// divided by next to nothing.
constexpr double kLeastRest = 1e-9;
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

class ImpactSequence {
 public:
  ImpactSequence(const StepView& view, const Island& island, double first_leg, double most_leg,
                 bool may_hold_at_start, bool keep_problem, IslandTools& tools,
                 IslandSolution& solution)
      : view_(view),
        island_(island),
        first_leg_(first_leg),
        most_leg_(most_leg),
        may_hold_at_start_(may_hold_at_start),
        keep_problem_(keep_problem),
        tools_(tools),
        solution_(solution),
        memory_(tools.sequence),
        ways_(view, island, tools.sequence.ways, solution),
        held_(tools.sequence.held) {}

  void run() {
    start();
    for (double now = 0; now < view_.h;) {
      near_ = kNever;
      const bool was_spent = is_spent();
      begin_part(now, was_spent);
      if (!was_spent) strike(view_, island_, ways_, tools_, solution_);
      hold_contacts(was_spent);
      count_meeting();
      const bool is_last = is_spent();
      if (is_last && !was_spent) {  // That would go beyond: with all bodies instead.
        begin_part(now, true);
        hold_contacts(true);
      }
      double come = is_last ? 0 : go_straight_on();
      if (come == 0) {
        choose_paths();
        const std::optional<double> touch = is_last ? std::nullopt : find_next_touch();
        come = lead(touch, touch ? *touch - now : ahead(), is_last);
      }
      if (is_in_pieces() && !is_of_use()) return;
      now = ways_.rest() - come <= kLeastRest * view_.h ? view_.h : now + come;
    }
    // What is hit at the very end, and what came down too slowly to be met.
    keep_analyses();
    begin_part(view_.h, true);
    strike(view_, island_, ways_, tools_, solution_);
    hand_over(view_, island_, memory_.ways.course, memory_.ways.now.motions, solution_);
    hand_over_joints();
    hand_over_analyses();
  }

 private:
  bool has_joints() const { return !island_.joints.empty(); }
  /// Whether all of the island is solved each time.
  bool goes_as_one() const { return has_joints() || island_.bodies.size() <= kMostBodiesThrown; }

  /// To the end of the piece, s: all bodies are solved for again there, whatever they meet before.
  /// Near a touch not much further than to that.
  double ahead() const {
    const double num_begun = std::floor(ways_.now() / most_leg_ + kLeastRest) + 1;
    return std::min({ways_.rest(), num_begun * most_leg_ - ways_.now(), near_});
  }
  bool is_in_pieces() const { return most_leg_ < view_.h; }
  bool is_of_use() const {
    return solution_.is_on_cone() && (may_hold_at_start_ || !solution_.is_held_at_start);
  }

  void start();
  bool is_spent() const;
  void begin_part(double now, bool is_whole);
  void hold_contacts(bool is_last);
  void count_meeting();
  double go_straight_on();
  bool is_worth_second_order(double leg) const;
  bool is_clear();
  void choose_paths();
  void solve_leg(double leg);
  void remember_held(double leg);
  std::optional<double> find_next_touch();
  double lead(std::optional<double> touch, double leg, bool is_last);
  bool strays(double leg) const;
  double approach(double leg);
  double lead_with_second_order(double leg, std::span<const Vec6> end_velocities);
  void keep_analyses();
  void hand_over_joints();
  void hand_over_analyses();

  /// Whether a body of the contact has met as much as it may in this step.
  bool has_met_all(const FoundContact& contact) const {
    const auto is_one = [&](std::size_t i) {
      return ways_.is_movable(i) &&
             memory_.meetings[static_cast<std::size_t>(island_.places[i])] >= kMostMeetings;
    };
    return is_one(contact.body_a) || is_one(contact.body_b);
  }

  const FoundContact& held_contact(std::size_t k) const {
    return solution_.contacts.empty() ? held_.contacts[k] : solution_.contacts[k];
  }

  const StepView& view_;
  const Island& island_;
  const double first_leg_;        ///< that can be led with second order, s; 0: none is known
  const double most_leg_;         ///< that is solved for at once, s
  const bool may_hold_at_start_;  ///< joints, in pieces
  const bool keep_problem_;
  IslandTools& tools_;
  IslandSolution& solution_;
  ImpactSequenceTools& memory_;
  IslandWays ways_;
  IslandPhase& held_;
  std::vector<std::size_t> seeds_;  ///< bodies that meet something now; empty as a piece begins
  double leg_to_touch_ = 0;  ///< s: those of `seeds_` were led to just before they meet; else 0
  double near_ = kNever;     ///< s: how far bodies are led at most, since a touch is due
  double work_ = 0;          ///< the sum of the squared numbers of bodies in parts
};

void ImpactSequence::start() {
  memory_.touches.assign(memory_.ways.pairs.size(), kNever);
  memory_.meetings.assign(island_.bodies.size(), 0);
  solution_.analyses.clear();
  memory_.grazing.clear();
  if (!has_joints()) return;
  memory_.ways.course.joint_motions.assign(view_.world.joints.size(), {});
  memory_.ends.resize(view_.world.bodies.size());
  memory_.velocities.resize(view_.world.bodies.size());
  const auto put_other = [&](std::size_t i) {
    if (i != kWorldBody && !ways_.is_movable(i)) memory_.velocities[i] = view_.motions[i].velocity;
  };
  for (const FoundContact& pair : memory_.ways.pairs) {
    put_other(pair.body_a);
    put_other(pair.body_b);
  }
  for (const std::size_t j : island_.joints) {
    visit_bodies(view_.world, view_.world.joints[j], put_other);
  }
}

/// Whether no more is to be met one by one.
bool ImpactSequence::is_spent() const {
  if (solution_.has_spent_all(view_.world.options.effort)) return true;
  if (goes_as_one() && std::ranges::max(memory_.meetings) >= kMostMeetings) return true;
  const auto size = static_cast<double>(island_.bodies.size());
  return island_.bodies.size() > kMostBodiesMet && work_ > kMostWork * size * size;
}

/// The part of the island that meets something now, or all of it.
void ImpactSequence::begin_part(double now, bool is_whole) {
  ways_.begin_part(now);
  const bool takes_all = is_whole || goes_as_one() || seeds_.empty();
  for (const std::size_t i : takes_all ? island_.bodies : std::span<const std::size_t>(seeds_)) {
    ways_.join(i);
  }
  ways_.close_part();
}

/// How the bodies of the part go on to the end of the piece if nothing else meets.
void ImpactSequence::choose_paths() {
  const std::vector<std::size_t>& part = memory_.ways.part;
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
      const auto place = static_cast<std::size_t>(memory_.ways.places[i]);
      ways_.send(i, {false, solution_.velocities[place], ahead()});
    }
  }
  remember_held(ahead());
}

/// Of the contacts now those that touch and do not separate, and where contacts are anticipated
/// those that will not rebound; of bodies that have met all, and in the end, all. What does not
/// close by itself ties no bodies together, lest a ball that is hit take a row of balls with it.
///
/// In a heap what touches is often pushed back as soon as it parts, and then the heap is solved
/// again for it: there it is held unless its own fall ends within the leg. Without that, of the
/// legs of heaps of some 30 bodies two in five begin where the last one did. Not in pieces, which
/// are solved for what the whole was too hard for: a wall of 500 that is hit is left unsolved then.
void ImpactSequence::hold_contacts(bool is_last) {
  const IslandPhase& now = memory_.ways.now;
  const auto closing_speed = [&](const FoundContact& contact) {
    return calc_closing_speed(view_.world, now.motions, contact);
  };
  const auto is_held = [&](const FoundContact& contact) {
    if (is_last || has_met_all(contact)) return true;
    if (std::ranges::find(memory_.grazing, contact.key) != memory_.grazing.end()) return true;
    if (!contact.touching) {
      return anticipates(island_) && !rebounds(view_, island_, contact, closing_speed(contact));
    }
    const double speed = calc_normal_speed(now.motions, contact);
    // Joints press back at once what parts from a wheel that they are drawn round.
    if (has_joints() && !rebounds(view_, island_, contact, speed)) return true;
    const bool holds_on = anticipates(island_) && !is_in_pieces();
    if (holds_on && speed >= calc_pull(view_.world, contact) * ahead()) return true;
    return speed <= std::max(kLeastSeparation, calc_least_rebound(view_, island_, contact));
  };
  const auto ties = [&](const FoundContact& contact) {
    return contact.touching || has_met_all(contact) || closing_speed(contact) > 0;
  };
  for (bool grows = true; grows;) {
    grows = false;
    held_.contacts.clear();
    std::ranges::copy_if(now.contacts, std::back_inserter(held_.contacts), is_held);
    for (const FoundContact& contact : held_.contacts) {
      if (!ties(contact)) continue;
      grows |= ways_.join(contact.body_a);
      grows |= ways_.join(contact.body_b);
    }
    if (grows) ways_.close_part();
  }
  const auto is_elsewhere = [&](std::size_t i) {
    return ways_.is_movable(i) && !ways_.is_in_part(i);
  };
  std::erase_if(held_.contacts, [&](const FoundContact& contact) {
    return is_elsewhere(contact.body_a) || is_elsewhere(contact.body_b);
  });
}

void ImpactSequence::count_meeting() {
  if (leg_to_touch_ > 0) return;
  for (const std::size_t i : seeds_) {
    ++memory_.meetings[static_cast<std::size_t>(island_.places[i])];
  }
  if (!seeds_.empty() && !has_joints()) {
    work_ += std::pow(static_cast<double>(memory_.ways.part.size()), 2);
  }
}

/// Leads the bodies with second order where nothing else has to be known: over the first leg, if
/// that was found before, or from a later time on to the end of the piece, if nothing is met until
/// then. How far, s; 0, and nothing is moved, where that is not to be had.
double ImpactSequence::go_straight_on() {
  if (has_joints() || !goes_as_one()) return 0;
  if (ways_.now() == 0) return first_leg_ > 0 ? lead_with_second_order(first_leg_, {}) : 0;
  return ahead() >= kLeastSharpLeg * view_.h && is_clear() ? lead_with_second_order(ahead(), {})
                                                           : 0;
}

/// Whether a leg before a touch is led with second order.
bool ImpactSequence::is_worth_second_order(double leg) const {
  if (leg >= kLeastSharpLeg * view_.h) return true;
  const auto& motions = memory_.ways.now.motions;
  const auto turns = [&](std::size_t i) {
    const double turn = leg * motions[i].velocity.tail<3>().norm();
    return turn > kLeastSharpTurn && !view_.world.bodies[i].is_ball;
  };
  return std::ranges::any_of(memory_.ways.part, turns) &&
         std::ranges::all_of(held_.contacts, [](const FoundContact& contact) {
           return contact.gap <= kTouchingGap;
         });
}

/// Whether the rest of the piece meets none of the contacts that are not held.
bool ImpactSequence::is_clear() {
  const std::vector<FoundContact>& contacts = memory_.ways.now.contacts;
  const StepView view = ways_.make_view(contacts, held_, ahead());
  return std::ranges::none_of(contacts, [&](const FoundContact& contact) {
    return !std::ranges::binary_search(held_.contacts, contact.key, {}, &FoundContact::key) &&
           meets(view, contact);
  });
}

/// Solves for the forces that act on the part until something else meets it.
void ImpactSequence::solve_leg(double leg) {
  const StepView view = ways_.make_view(held_.contacts, held_, leg);
  Island part = ways_.make_part(held_);
  solve_forces(view, part, false, keep_problem_, tools_, solution_);
}

void ImpactSequence::remember_held(double leg) {
  std::vector<HeldContact> held(held_.contacts.size());
  for (std::size_t k = 0; k < held.size(); ++k) {
    const FoundContact& contact = held_contact(k);
    held[k] = {contact, solution_.impulses[k], solution_.states[k], ways_.now(), leg, {}};
    RememberedContacts::Entry& known = memory_.ways.course.at(contact.key);
    known.force = contact.frame * solution_.next_guess[k] / leg;
    known.state = solution_.states[k];
    known.memory = solution_.memories.empty() ? ContactMemory{} : solution_.memories[k];
    if (k < solution_.analyses.size()) held[k].analysis = solution_.analyses[k];
  }
  ways_.hold(held);
}

/// When the next contact of the piece closes, s of the step; its bodies are the seeds of the next
/// part.
std::optional<double> ImpactSequence::find_next_touch() {
  const std::vector<FoundContact>& pairs = memory_.ways.pairs;
  std::size_t first = pairs.size();
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const FoundContact& pair = pairs[p];
    if (has_met_all(pair)) {
      memory_.touches[p] = kNever;
    } else if (ways_.is_in_part(pair.body_a) || ways_.is_in_part(pair.body_b)) {
      memory_.touches[p] =
          find_touch(
              view_, island_, pair, ways_.contacts_of(pair.key), memory_.ways.ways, ways_.now(),
              [&](const ContactKey& key) { return ways_.is_held(key); }, least_approach(view_),
              tools_.manifolds, memory_.touch)
              .value_or(kNever);
    }
    if (memory_.touches[p] == kNever) continue;
    if (first == pairs.size() || memory_.touches[p] < memory_.touches[first]) first = p;
  }
  seeds_.clear();
  const bool is_any = first < pairs.size() && memory_.touches[first] - ways_.now() <= ahead();
  if (!is_any) {
    if (goes_as_one()) seeds_.assign(island_.bodies.begin(), island_.bodies.end());
    return std::nullopt;
  }
  for (const std::size_t i : {pairs[first].body_a, pairs[first].body_b}) {
    if (ways_.is_movable(i)) seeds_.push_back(i);
  }
  return memory_.touches[first];
}

/// How far the bodies are led, s: to the touch or to the end of the piece, or less.
double ImpactSequence::lead(std::optional<double> touch, double leg, bool is_last) {
  const double last_leg = std::exchange(leg_to_touch_, 0);
  if (has_joints()) {
    ways_.release_all();
    const double come = follow_jointed(
        view_, island_, touch ? std::optional(leg) : std::nullopt, ahead(),
        [&](double time) { solve_leg(time); }, ways_, tools_, solution_);
    if (come > 0) remember_held(come);
    return come;
  }
  // Contacts of the part that touch and part from each other, but close at once on the way that the
  // forces without them lead.
  const bool closes_at_once =
      touch && leg <= kLeastRest * view_.h &&
      std::ranges::any_of(seeds_, [&](std::size_t i) { return ways_.is_in_part(i); });
  if (closes_at_once) {
    for (const std::size_t i : seeds_) {
      memory_.meetings[static_cast<std::size_t>(island_.places[i])] = kMostMeetings;
    }
  }
  if (is_last || !goes_as_one()) return leg;
  const bool is_sought = touch && !(last_leg > 0 && leg > kReceding * last_leg);
  const double way = is_sought ? (1 - kShortOfTouch * leg / view_.h) * leg : ahead();
  const double come =
      is_worth_second_order(way) ? lead_with_second_order(way, solution_.velocities) : 0.0;
  if (come == 0) return touch && strays(leg) ? approach(leg) : leg;
  if (is_sought) leg_to_touch_ = leg;
  return come;
}

/// Whether the way to the end of the piece leaves what bodies turn about noticeably, in a leg of it
/// to a touch: contacts are kept at the end of a way only. What comes down together would be hit
/// one after the other.
bool ImpactSequence::strays(double leg) const {
  const auto acts = [](const HeldContact& held) { return !held.impulse.isZero(0); };
  if (std::ranges::none_of(memory_.ways.held, acts)) return false;
  return std::ranges::any_of(memory_.ways.part, [&](std::size_t i) {
    const BodyRecord& body = view_.world.bodies[i];
    const Vec3 w = memory_.ways.now.motions[i].velocity.tail<3>();
    return !body.is_ball && 0.5 * w.squaredNorm() * body.radius * ahead() * leg > kMostStray;
  });
}

/// Leads the bodies to a touch that is due in a leg by what holds them about until then. It may
/// come later then, or not at all.
double ImpactSequence::approach(double leg) {
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
double ImpactSequence::lead_with_second_order(double leg, std::span<const Vec6> end_velocities) {
  if (held_.contacts.empty()) return 0;
  StepView view = ways_.make_view(held_.contacts, held_, leg);
  const Island part = ways_.make_part(held_);
  if (!moves_with_second_order(view, part, *tools_.model, end_velocities)) return 0;
  const auto follow_leg = [&](bool stops) {
    IslandCourse& course = memory_.ways.course;
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

void ImpactSequence::hand_over_joints() {
  solution_.final_velocities.clear();
  for (const std::size_t j : island_.joints) {
    solution_.joint_motions.push_back(memory_.ways.course.joint_motions[j]);
  }
}

/// Those of the contacts that are held at the end.
void ImpactSequence::keep_analyses() {
  memory_.analysed.clear();
  for (const HeldContact& held : memory_.ways.held) {
    if (held.analysis) memory_.analysed.push_back(held);
  }
}

/// An impulse that is none is unique, but of what was hit and has not parted: it might bear as
/// well. Legs of second order are not analysed: none of the island is then told, rather than that
/// what acts at the end is unique.
void ImpactSequence::hand_over_analyses() {
  solution_.analyses.clear();
  if (!view_.world.options.analyse_contacts || !tools_.model->has_friction_bound()) return;
  solution_.analyses.assign(solution_.contacts.size(), {});
  for (std::size_t k = 0; k < solution_.analyses.size(); ++k) {
    const FoundContact& contact = solution_.contacts[k];
    const auto key_of = [](const HeldContact& held) { return held.contact.key; };
    const auto held = std::ranges::find(memory_.analysed, contact.key, key_of);
    const auto bears = [&] {
      return !memory_.ways.course.at(contact.key).force.isZero(0) ||
             (!solution_.impulses[k].isZero(0) &&
              calc_normal_speed(memory_.ways.now.motions, contact) <= kLeastSeparation);
    };
    if (held != memory_.analysed.end()) {
      solution_.analyses[k] = *held->analysis;
    } else if (bears()) {
      return solution_.analyses.clear();
    }
  }
}

}  // namespace

void solve_through_impacts(const StepView& view, const Island& island, double first_leg,
                           bool keep_problem, IslandTools& tools, IslandSolution& solution) {
  ImpactSequence(view, island, first_leg, view.h, true, keep_problem, tools, solution).run();
}

void solve_in_pieces(const StepView& view, const Island& island, double most_leg,
                     bool may_hold_at_start, bool keep_problem, IslandTools& tools,
                     IslandSolution& solution) {
  ImpactSequence(view, island, 0, most_leg, may_hold_at_start, keep_problem, tools, solution).run();
}

}  // namespace stiction
