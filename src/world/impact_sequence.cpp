#include "impact_sequence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "impact.h"
#include "island_solver.h"
#include "next_touch.h"
#include "pair_contacts.h"
#include "second_order.h"

namespace stiction {
namespace {

constexpr int kMostImpacts = 16;
/// Each impact takes solves of the whole island: in larger ones all are taken at the start of the
/// step, lest a heap take several times as long.
constexpr std::size_t kMostBodiesMet = 8;
constexpr std::size_t kMostContactsMet = 200;
/// Where a body turns by more than this in a step, rad, the rows of one pose tell neither whether
/// it meets what is near nor how.
constexpr double kFastTurn = 0.2;
/// Among more bodies friction takes far more than rows of one pose add, and each solve costs more.
constexpr std::size_t kMostBodiesThrown = 2;
/// A contact that separates faster is held by nothing, m/s.
constexpr double kLeastSeparation = 1e-6;
/// What is left of the step when less than this share is left is gone with the rest, lest gaps be
/// divided by next to nothing.
constexpr double kLeastRest = 1e-9;
/// When a touch is due is known to first order: what is held until then is led with second order
/// over this share of the time, and touches are looked for again.
constexpr double kWayToTouch = 0.9;
/// Shorter legs, as shares of the step, are of first order: to meet a gap of a micrometre in a
/// short time takes a speed that it is not worth (a cylinder on a rough mesh).
constexpr double kLeastSharpLeg = 0.3;
/// Flights shorter than this share of the step end in rest.
constexpr double kLeastFlight = 0.1;

double calc_normal_speed(const BodyMotions& motions, const FoundContact& contact) {
  return calc_relative_velocity(motions, contact,
                                [&](std::size_t i) -> const Vec6& { return motions[i].velocity; })
      .x();
}

class ImpactSequence {
 public:
  ImpactSequence(const StepView& view, const Island& island, bool keep_problem, IslandTools& tools,
                 IslandSolution& solution)
      : view_(view),
        world_(view.world),
        island_(island),
        keep_problem_(keep_problem),
        tools_(tools),
        solution_(solution),
        memory_(tools.sequence),
        course_(tools.sequence.course),
        now_(tools.sequence.now),
        held_(tools.sequence.held),
        rest_(view.h) {}

  void run() {
    start();
    for (int impacts = 0; rest_ > 0; ++impacts) {
      const bool is_last = impacts == kMostImpacts;
      find_contacts();
      if (!is_last && is_struck()) strike();
      choose_paths(is_last);
      std::optional<double> touch;
      if (!is_last) {
        touch =
            find_next_touch(make_view(now_.contacts, now_), island_, memory_.pairs, held_.contacts,
                            memory_.paths, least_approach(view_), tools_.manifolds, memory_.touch);
      }
      const double leg = touch ? kWayToTouch * *touch : rest_;
      if (is_last || !advance_with_second_order(leg)) advance(touch.value_or(rest_));
    }
    // What is hit at the very end, and what came down too slowly to be met.
    find_contacts();
    if (is_struck()) strike();
    hand_over(view_, island_, course_, now_.motions, solution_);
    hand_over_analyses();
  }

 private:
  bool is_movable(std::size_t body) const { return island_.places[body] >= 0; }
  IslandEnd& end_of(std::size_t body) {
    return solution_.ends[static_cast<std::size_t>(island_.places[body])];
  }

  void start();
  void find_contacts();
  bool is_struck(const FoundContact& contact) const;
  bool is_struck() const;
  std::vector<std::size_t> select_struck() const;
  void strike();
  double least_rebound(const FoundContact& contact) const;
  void choose_paths(bool is_last);
  void hold_contacts(bool is_last);
  void remember_held();
  bool advance_with_second_order(double leg);
  void advance(double time);
  void move_others(double time);
  void hand_over_analyses();

  StepView make_view(const std::vector<FoundContact>& contacts, IslandPhase& phase);
  const FoundContact& held_contact(std::size_t k) const {
    return solution_.contacts.empty() ? held_.contacts[k] : solution_.contacts[k];
  }

  const StepView& view_;
  const WorldValue& world_;
  const Island& island_;
  const bool keep_problem_;
  IslandTools& tools_;
  IslandSolution& solution_;
  ImpactSequenceTools& memory_;
  IslandCourse& course_;
  IslandPhase& now_;   ///< the bodies where they are, and all contacts of the island there
  IslandPhase& held_;  ///< of these contacts, those that the rest of the step is solved with
  double rest_;        ///< of the step, s
};

void ImpactSequence::start() {
  course_.clear();
  memory_.pairs.clear();
  memory_.paths.resize(world_.bodies.size());
  now_.motions.resize(world_.bodies.size());
  now_.free_motions.resize(world_.bodies.size());
  for (const std::size_t c : island_.contacts) {
    const FoundContact& contact = view_.contacts[c];
    if (memory_.pairs.empty() || !is_same_pair(memory_.pairs.back().key, contact.key)) {
      memory_.pairs.push_back(contact);
    }
    for (const std::size_t i : {contact.body_a, contact.body_b}) {
      now_.motions[i] = view_.motions[i];
      now_.free_motions[i] = view_.free_motions[i];
      memory_.paths[i] = {};
    }
    if (view_.remembered[c]) course_.known.push_back(*view_.remembered[c]);
  }
  solution_.ends.assign(island_.bodies.size(), {});
}

void ImpactSequence::find_contacts() {
  now_.contacts.clear();
  for (const FoundContact& pair : memory_.pairs) {
    append_contacts_ahead(view_, island_, pair, now_.motions[pair.body_a],
                          now_.motions[pair.body_b], rest_, tools_.manifolds, now_.contacts);
  }
  std::ranges::sort(now_.contacts, {}, &FoundContact::key);
  for (FoundContact& contact : now_.contacts) contact.touching = contact.gap <= kTouchingGap;
  for (const std::size_t i : island_.bodies) {
    now_.free_motions[i] =
        calc_free_motion(world_.bodies[i], now_.motions[i], world_.options.gravity, rest_);
  }
}

StepView ImpactSequence::make_view(const std::vector<FoundContact>& contacts, IslandPhase& phase) {
  phase.remembered.assign(contacts.size(), nullptr);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    phase.remembered[k] = course_.find(contacts[k].key);
  }
  return {world_,           now_.motions, now_.free_motions, contacts,
          phase.remembered, rest_,        view_.searches,    view_.ask_to_stop};
}

/// Whether a contact touches and approaches too fast for the forces of the step to be all that acts
/// on it.
bool ImpactSequence::is_struck(const FoundContact& contact) const {
  return contact.touching && calc_normal_speed(now_.motions, contact) < -least_approach(view_);
}

bool ImpactSequence::is_struck() const {
  return std::ranges::any_of(now_.contacts,
                             [&](const FoundContact& contact) { return is_struck(contact); });
}

/// The contacts that an impact reaches: those that are struck, and what touches their bodies.
std::vector<std::size_t> ImpactSequence::select_struck() const {
  std::vector<char> reached(island_.bodies.size(), 0);
  const auto reach = [&](std::size_t body) {
    if (!is_movable(body)) return false;
    char& mark = reached[static_cast<std::size_t>(island_.places[body])];
    return std::exchange(mark, 1) == 0;
  };
  const auto is_reached = [&](std::size_t body) {
    return is_movable(body) && reached[static_cast<std::size_t>(island_.places[body])];
  };
  for (const FoundContact& contact : now_.contacts) {
    if (!is_struck(contact)) continue;
    reach(contact.body_a);
    reach(contact.body_b);
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const FoundContact& contact : now_.contacts) {
      if (!contact.touching) continue;
      if (is_reached(contact.body_a)) has_changed |= reach(contact.body_b);
      if (is_reached(contact.body_b)) has_changed |= reach(contact.body_a);
    }
  }
  std::vector<std::size_t> selected;
  for (std::size_t k = 0; k < now_.contacts.size(); ++k) {
    const FoundContact& contact = now_.contacts[k];
    if (contact.touching && (is_reached(contact.body_a) || is_reached(contact.body_b))) {
      selected.push_back(k);
    }
  }
  return selected;
}

/// The speed of a rebound that ends within a share of the step.
double ImpactSequence::least_rebound(const FoundContact& contact) const {
  return 0.5 * kLeastFlight * view_.h * calc_pull(world_, contact);
}

/// The impact of all contacts that touch.
void ImpactSequence::strike() {
  const StepView view = make_view(now_.contacts, now_);
  const Island island = now_.island(island_);
  const std::vector<std::size_t> struck = select_struck();
  make_contact_problem(view, island, tools_.model->closed_gap(), tools_.problem);
  const Impact impact = solve_impact(
      view, island, tools_.problem, struck,
      [&](const FoundContact& contact) { return least_rebound(contact); },
      make_contact_solve(view, island, tools_, solution_));
  for (const std::size_t k : struck) {
    const FoundContact& contact = now_.contacts[k];
    course_.acted.push_back({contact, contact.frame * impact.impulses[k], impact.states[k]});
  }
  for (std::size_t k = 0; k < island_.bodies.size(); ++k) {
    const std::size_t i = island_.bodies[k];
    now_.motions[i].velocity = impact.velocities[k];
    now_.free_motions[i] =
        calc_free_motion(world_.bodies[i], now_.motions[i], world_.options.gravity, rest_);
  }
}

/// Of the contacts now those that touch and do not separate; in the end all.
void ImpactSequence::hold_contacts(bool is_last) {
  held_.contacts.clear();
  for (const FoundContact& contact : now_.contacts) {
    const double released = std::max(kLeastSeparation, least_rebound(contact));
    const bool is_held = contact.touching && calc_normal_speed(now_.motions, contact) <= released;
    if (is_held || is_last) held_.contacts.push_back(contact);
  }
}

/// How the bodies go on for the rest of the step if nothing else meets.
void ImpactSequence::choose_paths(bool is_last) {
  hold_contacts(is_last);
  for (const std::size_t i : island_.bodies) memory_.paths[i] = {};
  solution_.analyses.clear();
  if (held_.contacts.empty()) return;
  const StepView view = make_view(held_.contacts, held_);
  const Island island = held_.island(island_);
  solve_forces(view, island, false, keep_problem_, tools_, solution_);
  for (std::size_t k = 0; k < held_.contacts.size(); ++k) {
    if (solution_.impulses[k].isZero(0)) continue;
    for (const std::size_t i : {held_.contacts[k].body_a, held_.contacts[k].body_b}) {
      if (!is_movable(i)) continue;
      const auto place = static_cast<std::size_t>(island_.places[i]);
      memory_.paths[i] = {false, solution_.velocities[place], rest_};
    }
  }
  remember_held();
}

void ImpactSequence::remember_held() {
  for (std::size_t k = 0; k < held_.contacts.size(); ++k) {
    const FoundContact& contact = held_contact(k);
    RememberedContacts::Entry& known = course_.at(contact.key);
    known.force = contact.frame * solution_.next_guess[k] / rest_;
    known.state = solution_.states[k];
    known.memory = solution_.memories.empty() ? ContactMemory{} : solution_.memories[k];
  }
}

/// Moves the bodies on with second order, up to where a contact comes to stick or to the end of the
/// leg, s; false, and nothing moved, where that is not to be had.
bool ImpactSequence::advance_with_second_order(double leg) {
  if (held_.contacts.empty() || leg < kLeastSharpLeg * view_.h) return false;
  StepView view = make_view(held_.contacts, held_);
  view.h = leg;
  const Island island = held_.island(island_);
  if (!moves_with_second_order(view, island, *tools_.model, solution_.velocities)) return false;
  const auto follow_leg = [&](bool stops) {
    return follow_with_second_order(view, island, stops, tools_, course_, solution_).value_or(0);
  };
  double time = follow_leg(tools_.model->has_friction_bound());
  if (0 < time && time < leg) {
    view.h = time;
    time = follow_leg(false);
  }
  if (time == 0) return false;
  for (std::size_t k = 0; k < island_.bodies.size(); ++k) {
    now_.motions[island_.bodies[k]] = solution_.ends[k].motion;
  }
  move_others(time);
  return true;
}

/// Moves the bodies on, and books the share of the contacts' impulses that acts until then.
void ImpactSequence::advance(double time) {
  const bool is_end = rest_ - time <= kLeastRest * view_.h;
  if (is_end) time = rest_;
  const double share = time / rest_;
  if (share > 0) {
    for (std::size_t k = 0; k < held_.contacts.size(); ++k) {
      const FoundContact& contact = held_contact(k);
      const Vec3 impulse = contact.frame * (share * solution_.impulses[k]);
      course_.acted.push_back({contact, impulse, solution_.states[k]});
    }
  }
  for (const std::size_t i : island_.bodies) {
    const PathPoint point = follow(world_, i, now_.motions[i], memory_.paths[i], time);
    IslandEnd& end = end_of(i);
    const double turn = time * point.path_velocity.tail<3>().norm() * world_.bodies[i].radius;
    end.reach += (point.motion.center - now_.motions[i].center).norm() +
                 std::min(turn, 2 * world_.bodies[i].radius);
    end.torque_work += point.torque_work;
    now_.motions[i] = point.motion;
  }
  move_others(time);
}

/// Moves the bodies that are not of the island on, and the time.
void ImpactSequence::move_others(double time) {
  for (const FoundContact& pair : memory_.pairs) {
    for (const std::size_t i : {pair.body_a, pair.body_b}) {
      if (is_movable(i)) continue;
      now_.motions[i] = follow(world_, i, view_.motions[i], {}, view_.h - rest_ + time).motion;
    }
  }
  rest_ = time == rest_ ? 0.0 : rest_ - time;
}

/// Those of the last solve; an impulse that is none is unique.
void ImpactSequence::hand_over_analyses() {
  if (!world_.options.analyse_contacts || !tools_.model->has_friction_bound()) return;
  const std::vector<ContactAnalysis> of_held = std::move(solution_.analyses);
  const bool is_complete = of_held.size() == held_.contacts.size();
  solution_.analyses.assign(is_complete ? solution_.contacts.size() : 0, {});
  for (std::size_t k = 0; k < solution_.analyses.size(); ++k) {
    const auto held =
        std::ranges::lower_bound(held_.contacts, solution_.contacts[k].key, {}, &FoundContact::key);
    if (held == held_.contacts.end() || held->key != solution_.contacts[k].key) continue;
    solution_.analyses[k] = of_held[static_cast<std::size_t>(held - held_.contacts.begin())];
  }
}

}  // namespace

bool can_be_led(const Island& island) {
  // On the way from impact to impact joints are not followed.
  return island.joints.empty() && island.bodies.size() <= kMostBodiesMet &&
         island.contacts.size() <= kMostContactsMet;
}

bool awaits_rebound(const StepView& view, const Island& island) {
  return std::ranges::any_of(island.contacts, [&](std::size_t c) {
    return view.contacts[c].surface.restitution > 0 && meets(view, island, view.contacts[c]);
  });
}

bool is_thrown_about(const StepView& view, const Island& island, const IslandSolution& solution) {
  if (island.bodies.size() > kMostBodiesThrown) return false;
  const auto turns = [&](std::size_t body) {
    const int place = island.places[body];
    if (place < 0 || view.world.bodies[body].is_ball) return false;
    const Vec6& after = solution.velocities[static_cast<std::size_t>(place)];
    return view.h * after.tail<3>().norm() > kFastTurn;
  };
  if (std::ranges::none_of(island.bodies, turns)) return false;
  return std::ranges::any_of(island.contacts, [&](std::size_t c) {
    const FoundContact& contact = view.contacts[c];
    const bool is_open = contact.gap > kTouchingGap || meets(view, island, contact);
    return is_open && (turns(contact.body_a) || turns(contact.body_b));
  });
}

void solve_through_impacts(const StepView& view, const Island& island, bool keep_problem,
                           IslandTools& tools, IslandSolution& solution) {
  ImpactSequence(view, island, keep_problem, tools, solution).run();
}

}  // namespace stiction
