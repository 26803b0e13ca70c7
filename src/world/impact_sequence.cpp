#include "impact_sequence.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "island_solver.h"
#include "joint_pairs.h"
#include "led_islands.h"
#include "leg_between_impacts.h"
#include "pair_contacts.h"
#include "rebound.h"
#include "struck_contacts.h"

namespace stiction {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// After this many meetings a body has no restitution for the rest of the step.
constexpr int kMostMeetings = 16;
/// In islands of more than `kMostBodiesMet` bodies, the rest of the step is solved at once when the
/// sum of the squared sizes (in bodies) of the parts that met something exceeds this many times the
/// squared size of the island. Measured with 0.25, 0.5, 1 and 2: two heaps of 200 bodies with
/// e = 0.5 take 62, 61, 80 and 81 ms per step, one of 320 with e = 0.8 takes 155, 143, 156 and
/// 163 ms; all keep the same share of their energy.
constexpr double kMostWork = 0.5;

class ImpactSequence {
 public:
  ImpactSequence(const StepView& view, const Island& island, const LegLengths& lengths,
                 bool may_hold_at_start, bool keep_problem, IslandTools& tools,
                 IslandSolution& solution)
      : view_(view),
        island_(island),
        may_hold_at_start_(may_hold_at_start),
        tools_(tools),
        solution_(solution),
        memory_(tools.sequence),
        ways_(view, island, tools.sequence.ways, solution),
        held_(tools.sequence.held),
        leg_(view, island, lengths, keep_problem, ways_, tools, solution) {}

  void run() {
    start();
    const auto find_next = [&] { return find_next_touch(); };
    for (double now = 0; now < view_.h;) {
      const bool was_spent = is_spent();
      begin_part(now, was_spent);
      if (!was_spent) strike(view_, island_, ways_, tools_, solution_);
      leg_.begin();
      hold_contacts(was_spent);
      count_meeting();
      const bool is_last = is_spent();
      if (is_last && !was_spent) {  // beyond the bound: with all bodies instead
        begin_part(now, true);
        hold_contacts(true);
      }
      double come = is_last ? 0 : leg_.lead_with_second_order(find_next);
      if (come == 0) {
        leg_.choose_paths();
        const std::optional<double> touch = is_last ? std::nullopt : find_next_touch();
        come = leg_.lead(touch, is_last, find_next);
        if (touch) stop_what_closes_at_once(come);
      }
      if (leg_.is_in_pieces() && !is_of_use()) return;
      now = ways_.rest() - come <= kLeastRest * view_.h ? view_.h : now + come;
    }
    // Contacts that are hit at the very end, or came down too slowly to be met.
    keep_analyses();
    begin_part(view_.h, true);
    strike(view_, island_, ways_, tools_, solution_);
    hand_over(view_, island_, memory_.ways.course, memory_.ways.now.motions, solution_);
    hand_over_joints();
    hand_over_analyses();
  }

 private:
  bool has_joints() const { return !island_.joints.empty(); }
  bool is_of_use() const {
    return solution_.is_on_cone() && (may_hold_at_start_ || !solution_.is_held_at_start);
  }

  void start();
  bool is_spent() const;
  void begin_part(double now, bool is_whole);
  void hold_contacts(bool is_last);
  void count_meeting();
  std::optional<double> find_next_touch();
  void stop_what_closes_at_once(double leg);
  void keep_analyses();
  void hand_over_joints();
  void hand_over_analyses();

  /// True if a body of the contact has used up its meetings in this step.
  bool has_met_all(const FoundContact& contact) const {
    const auto is_one = [&](std::size_t i) {
      return ways_.is_movable(i) &&
             memory_.meetings[static_cast<std::size_t>(island_.places[i])] >= kMostMeetings;
    };
    return is_one(contact.body_a) || is_one(contact.body_b);
  }

  const StepView& view_;
  const Island& island_;
  const bool may_hold_at_start_;  ///< whether legs of pieces may hold joints as at their start
  IslandTools& tools_;
  IslandSolution& solution_;
  ImpactSequenceTools& memory_;
  IslandWays ways_;
  IslandPhase& held_;
  LegBetweenImpacts leg_;
  std::vector<std::size_t> seeds_;  ///< bodies that meet something now; empty when a piece begins
  double work_ = 0;                 ///< sum of the squared numbers of bodies in parts
};

void ImpactSequence::start() {
  memory_.touches.assign(memory_.ways.pairs.size(), kNever);
  memory_.meetings.assign(island_.bodies.size(), 0);
  solution_.analyses.clear();
  memory_.grazing.clear();
  if (!has_joints()) return;
  memory_.ways.course.joint_motions.assign(view_.world.joints.size(), {});
  for (const std::size_t j : island_.joints) {
    memory_.ways.course.joint_motions[j].position = view_.world.joints[j].position;
  }
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

/// True if no more impacts are to be solved one by one.
bool ImpactSequence::is_spent() const {
  if (solution_.has_spent_all(view_.world.options.effort)) return true;
  if (goes_as_one(island_) && std::ranges::max(memory_.meetings) >= kMostMeetings) return true;
  const auto size = static_cast<double>(island_.bodies.size());
  return island_.bodies.size() > kMostBodiesMet && work_ > kMostWork * size * size;
}

/// Forms the part of the island that meets something now, or that is the whole island.
void ImpactSequence::begin_part(double now, bool is_whole) {
  ways_.begin_part(now);
  const bool takes_all = is_whole || goes_as_one(island_) || seeds_.empty();
  for (const std::size_t i : takes_all ? island_.bodies : std::span<const std::size_t>(seeds_)) {
    ways_.join(i);
  }
  ways_.close_part();
}

/// Chooses the contacts to hold: those that touch and do not separate; if contacts are anticipated,
/// also those that will not rebound; and all contacts of bodies that have used up their meetings,
/// or simply all in the last leg. A contact that will not close by itself in the leg does not tie
/// its bodies together: otherwise a ball that is hit would take a row of balls with it. Bodies that
/// join the part are struck if they land at this moment.
///
/// In a heap, bodies that part are often pushed together again at once, and the heap must be solved
/// again. There a contact is held unless its bodies fall back by themselves within the leg. Without
/// this, two in five legs of heaps of some 30 bodies begin where the previous one did. It does not
/// apply to pieces, which serve problems that were too hard as a whole: with it, a wall of 500 that
/// is hit is left unsolved.
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
    // A chain of joints round a wheel at once presses back a body that parts from the wheel.
    if (has_joints() && !rebounds(view_, island_, contact, speed)) return true;
    const bool holds_on = anticipates(island_) && !leg_.is_in_pieces();
    if (holds_on && speed >= calc_pull(view_.world, contact) * leg_.ahead()) return true;
    return speed <= std::max(kLeastSeparation, calc_least_rebound(view_, island_, contact));
  };
  const auto ties = [&](const FoundContact& contact) {
    if (contact.touching || has_met_all(contact)) return true;
    const double approach = std::max(0.0, -calc_normal_speed(now.motions, contact));
    const double mean = 0.5 * (approach + closing_speed(contact));  // mean speed until it closes
    return mean * leg_.ahead() >= contact.gap;
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
    if (grows && !is_last) strike(view_, island_, ways_, tools_, solution_);
  }
  const auto is_elsewhere = [&](std::size_t i) {
    return ways_.is_movable(i) && !ways_.is_in_part(i);
  };
  std::erase_if(held_.contacts, [&](const FoundContact& contact) {
    return is_elsewhere(contact.body_a) || is_elsewhere(contact.body_b);
  });
}

void ImpactSequence::count_meeting() {
  if (leg_.is_short_of_touch()) return;
  for (const std::size_t i : seeds_) {
    ++memory_.meetings[static_cast<std::size_t>(island_.places[i])];
  }
  if (!seeds_.empty() && !has_joints()) {
    work_ += std::pow(static_cast<double>(memory_.ways.part.size()), 2);
  }
}

/// Returns the time in the step, s, at which the next contact of the piece closes. Its bodies
/// become the seeds of the next part.
std::optional<double> ImpactSequence::find_next_touch() {
  const std::vector<FoundContact>& pairs = memory_.ways.pairs;
  std::size_t first = pairs.size();
  const auto is_held = [&](const ContactKey& key) {
    return ways_.is_held(key) ||
           std::ranges::binary_search(held_.contacts, key, {}, &FoundContact::key);
  };
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const FoundContact& pair = pairs[p];
    if (has_met_all(pair)) {
      memory_.touches[p] = kNever;
    } else if (ways_.is_in_part(pair.body_a) || ways_.is_in_part(pair.body_b)) {
      memory_.touches[p] =
          find_touch(view_, island_, pair, contacts_of(memory_.ways.now.contacts, pair.key),
                     memory_.ways.ways, ways_.now(), is_held, least_approach(view_),
                     tools_.manifolds, memory_.touch)
              .value_or(kNever);
    }
    if (memory_.touches[p] == kNever) continue;
    if (first == pairs.size() || memory_.touches[p] < memory_.touches[first]) first = p;
  }
  seeds_.clear();
  const bool is_any = first < pairs.size() && memory_.touches[first] - ways_.now() <= leg_.ahead();
  if (!is_any) {
    if (goes_as_one(island_)) seeds_.assign(island_.bodies.begin(), island_.bodies.end());
    return std::nullopt;
  }
  for (const std::size_t i : {pairs[first].body_a, pairs[first].body_b}) {
    if (ways_.is_movable(i)) seeds_.push_back(i);
  }
  return memory_.touches[first];
}

/// Ends restitution for the rest of the step at bodies of the part that part from each other but
/// meet again at once under the forces that act without their contacts.
void ImpactSequence::stop_what_closes_at_once(double leg) {
  const auto is_in_part = [&](std::size_t i) { return ways_.is_in_part(i); };
  if (has_joints() || leg > kLeastRest * view_.h || std::ranges::none_of(seeds_, is_in_part))
    return;
  for (const std::size_t i : seeds_) {
    memory_.meetings[static_cast<std::size_t>(island_.places[i])] = kMostMeetings;
  }
}

void ImpactSequence::hand_over_joints() {
  solution_.final_velocities.clear();
  for (const std::size_t j : island_.joints) {
    solution_.joint_motions.push_back(memory_.ways.course.joint_motions[j]);
  }
}

/// Keeps the analyses of the contacts that are held at the end.
void ImpactSequence::keep_analyses() {
  memory_.analysed.clear();
  for (const HeldContact& held : memory_.ways.held) {
    if (held.analysis) memory_.analysed.push_back(held);
  }
}

/// A contact without an analysis has no impulse, which is unique, unless it bears a force, or was
/// hit and has not parted. Then the island reports nothing, rather than wrongly that its impulses
/// are unique. This includes legs of second order, which are not analysed.
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
             (!solution_.impulses[k].isZero(0) && solution_.speeds[k].x() <= kLeastSeparation);
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
  ImpactSequence(view, island, {first_leg, view.h}, true, keep_problem, tools, solution).run();
}

void solve_in_pieces(const StepView& view, const Island& island, double most_leg,
                     bool may_hold_at_start, bool keep_problem, IslandTools& tools,
                     IslandSolution& solution) {
  ImpactSequence(view, island, {0, most_leg}, may_hold_at_start, keep_problem, tools, solution)
      .run();
}

}  // namespace stiction
