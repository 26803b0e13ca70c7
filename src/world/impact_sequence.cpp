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
#include "rebound.h"
#include "second_order.h"

namespace stiction {
namespace {

constexpr int kMostImpacts = 16;
/// Each impact takes solves of the whole island: in larger ones all are taken at the start of the
/// step, lest a heap take several times as long. 20 boxes thrown in a bin take 1.1 times the time
/// of impacts at the start, 40 of them 1.4 times (e = 1: 1.8); with 40 here these took 3 times.
constexpr std::size_t kMostBodiesMet = 20;
constexpr std::size_t kMostContactsMet = 200;
/// Where a body turns by more than this in a step, rad, the rows of one pose tell neither whether
/// it meets what is near nor how.
constexpr double kFastTurn = 0.2;
/// What turns less is led with second order elsewhere; damped, its corners would come down by
/// (h w)^2 r/2 unseen and be lifted.
constexpr double kFastTurnDamped = 0.02;
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
/// Bodies that joints lead are not led over shorter shares of the step: it would be round-off that
/// their conditions are divided by.
constexpr double kLeastLegShare = 1e-6;
/// Newton's method on the time of a touch takes three to five looks; what grazes is left at that.
constexpr int kMostLooksAhead = 10;
/// What it aims at: touching, and not overlapping.
constexpr double kAimedGap = 0.2 * kTouchingGap;

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
      if (has_joints()) {
        advance_jointed(touch);
      } else if (is_last || !advance_with_second_order(leg)) {
        advance(touch.value_or(rest_));
      }
    }
    // What is hit at the very end, and what came down too slowly to be met.
    find_contacts();
    if (is_struck()) strike();
    hand_over(view_, island_, course_, now_.motions, solution_);
    hand_over_joints();
    hand_over_analyses();
  }

 private:
  bool is_movable(std::size_t body) const {
    return body != kWorldBody && island_.places[body] >= 0;
  }
  bool has_joints() const { return !island_.joints.empty(); }
  IslandEnd& end_of(std::size_t body) {
    return solution_.ends[static_cast<std::size_t>(island_.places[body])];
  }

  void start();
  void find_contacts();
  void calc_free_motions(double time);
  bool is_struck(const FoundContact& contact) const;
  bool is_struck() const;
  std::vector<std::size_t> select_struck() const;
  void strike();
  double least_rebound(const FoundContact& contact) const;
  void choose_paths(bool is_last);
  void hold_contacts(bool is_last);
  void solve_leg(double leg);
  void remember_held(double leg);
  bool advance_with_second_order(double leg);
  void advance(double time);
  void advance_jointed(std::optional<double> touch);
  void place_at_end_of_leg(double leg);
  double calc_time_to_touch() const;
  void book_impulses(double share);
  void book_joints_struck(const Impact& impact);
  void book_joints_of_leg(double leg);
  void move_others(double time);
  void hand_over_joints();
  void hand_over_analyses();

  /// Calls `visit(body)` for what touches bodies of the island or is tied to them.
  template <typename Visit>
  void for_each_other(Visit visit) const {
    const auto visit_other = [&](std::size_t i) {
      if (i != kWorldBody && !is_movable(i)) visit(i);
    };
    for (const FoundContact& pair : memory_.pairs) {
      visit_other(pair.body_a);
      visit_other(pair.body_b);
    }
    for (const std::size_t j : island_.joints) {
      visit_other(world_.joints[j].parent);
      visit_other(world_.joints[j].child);
    }
  }

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
    if (view_.remembered[c]) course_.known.push_back(*view_.remembered[c]);
  }
  const auto put = [&](std::size_t i) {
    now_.motions[i] = view_.motions[i];
    now_.free_motions[i] = view_.free_motions[i];
    memory_.paths[i] = {};
  };
  std::ranges::for_each(island_.bodies, put);
  for_each_other(put);
  if (has_joints()) {
    course_.joint_motions.assign(world_.joints.size(), {});
    memory_.ends.resize(world_.bodies.size());
    memory_.velocities.resize(world_.bodies.size());
    for_each_other([&](std::size_t i) { memory_.velocities[i] = view_.motions[i].velocity; });
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
  calc_free_motions(rest_);
}

/// What the bodies would do from where they are if nothing touched or held them.
void ImpactSequence::calc_free_motions(double time) {
  for (const std::size_t i : island_.bodies) {
    now_.free_motions[i] =
        calc_free_motion(world_.bodies[i], now_.motions[i], world_.options.gravity, time);
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
  if (!contact.touching) return false;
  const double approach = -calc_normal_speed(now_.motions, contact);
  if (anticipates(island_)) return rebounds(view_, island_, contact, approach);
  return approach > least_approach(view_);
}

bool ImpactSequence::is_struck() const {
  return std::ranges::any_of(now_.contacts,
                             [&](const FoundContact& contact) { return is_struck(contact); });
}

/// The contacts that an impact reaches: those that are struck, and what touches their bodies or
/// is tied to them.
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
    for (const std::size_t j : island_.joints) {
      const JointRecord& joint = world_.joints[j];
      if (is_reached(joint.parent)) has_changed |= reach(joint.child);
      if (is_reached(joint.child)) has_changed |= reach(joint.parent);
      if (joint.leader == kNoJoint) continue;
      const JointRecord& leader = world_.joints[joint.leader];
      if (is_reached(joint.parent) || is_reached(joint.child)) {
        has_changed |= reach(leader.parent) | reach(leader.child);
      } else if (is_reached(leader.parent) || is_reached(leader.child)) {
        has_changed |= reach(joint.parent) | reach(joint.child);
      }
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

double ImpactSequence::least_rebound(const FoundContact& contact) const {
  return calc_least_rebound(view_, island_, contact);
}

/// The impact of all contacts that touch.
void ImpactSequence::strike() {
  const StepView view = make_view(now_.contacts, now_);
  const Island island = now_.island(island_);
  const std::vector<std::size_t> struck = select_struck();
  make_contact_problem(view, island, tools_.model->closed_gap(), tools_.problem);
  tools_.joint_posing = {.is_curved = false, .with_met_limits_only = true};
  add_joint_rows(view, island, tools_.joint_posing, tools_.problem, tools_.joint_places);
  const Impact impact = solve_impact(
      view, island, tools_.problem, struck,
      [&](const FoundContact& contact) { return least_rebound(contact); },
      make_contact_solve(view, island, tools_, solution_));
  for (const std::size_t k : struck) {
    const FoundContact& contact = now_.contacts[k];
    const Vec3& impulse = impact.impulses[k];
    course_.acted.push_back({contact, contact.frame * impulse, impact.states[k],
                             calc_driven_work(view, contact, impulse)});
  }
  if (has_joints()) book_joints_struck(impact);
  for (std::size_t k = 0; k < island_.bodies.size(); ++k) {
    now_.motions[island_.bodies[k]].velocity = impact.velocities[k];
  }
  calc_free_motions(rest_);
}

/// Of the contacts now those that touch and do not separate, and where contacts are anticipated
/// those that will not rebound; in the end all.
void ImpactSequence::hold_contacts(bool is_last) {
  held_.contacts.clear();
  const auto is_held = [&](const FoundContact& contact) {
    if (!contact.touching) {
      const double speed = calc_closing_speed(world_, now_.motions, contact);
      return anticipates(island_) && !rebounds(view_, island_, contact, speed);
    }
    const double released = std::max(kLeastSeparation, least_rebound(contact));
    return calc_normal_speed(now_.motions, contact) <= released;
  };
  for (const FoundContact& contact : now_.contacts) {
    if (is_last || is_held(contact)) held_.contacts.push_back(contact);
  }
}

/// How the bodies go on for the rest of the step if nothing else meets.
void ImpactSequence::choose_paths(bool is_last) {
  hold_contacts(is_last);
  for (const std::size_t i : island_.bodies) memory_.paths[i] = {};
  solution_.analyses.clear();
  if (held_.contacts.empty() && !has_joints()) return;
  solve_leg(rest_);
  if (has_joints()) {
    for (std::size_t k = 0; k < island_.bodies.size(); ++k) {
      memory_.paths[island_.bodies[k]] = {false, solution_.velocities[k], rest_};
    }
    return;
  }
  for (std::size_t k = 0; k < held_.contacts.size(); ++k) {
    if (solution_.impulses[k].isZero(0)) continue;
    for (const std::size_t i : {held_.contacts[k].body_a, held_.contacts[k].body_b}) {
      if (!is_movable(i)) continue;
      const auto place = static_cast<std::size_t>(island_.places[i]);
      memory_.paths[i] = {false, solution_.velocities[place], rest_};
    }
  }
  remember_held(rest_);
}

/// The forces on the island from where it is, as long as nothing else meets.
void ImpactSequence::solve_leg(double leg) {
  StepView view = make_view(held_.contacts, held_);
  view.h = leg;
  if (leg != rest_) calc_free_motions(leg);
  solve_forces(view, held_.island(island_), false, keep_problem_, tools_, solution_);
}

void ImpactSequence::remember_held(double leg) {
  for (std::size_t k = 0; k < held_.contacts.size(); ++k) {
    const FoundContact& contact = held_contact(k);
    RememberedContacts::Entry& known = course_.at(contact.key);
    known.force = contact.frame * solution_.next_guess[k] / leg;
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
  if (share > 0) book_impulses(share);
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

/// Books a share of the impulses of the held contacts.
void ImpactSequence::book_impulses(double share) {
  const StepView view = make_view(held_.contacts, held_);
  for (std::size_t k = 0; k < held_.contacts.size(); ++k) {
    const FoundContact& contact = held_contact(k);
    const Vec3 impulse = share * solution_.impulses[k];
    course_.acted.push_back({contact, contact.frame * impulse, solution_.states[k],
                             calc_driven_work(view, contact, impulse)});
  }
}

/// Moves bodies that joints lead on, to the touch that is expected on their straight way, or to the
/// end. Where they are after another time is another solve's answer, since that holds the joints
/// there: the touch itself is found by Newton's method on the time, one solve a look.
void ImpactSequence::advance_jointed(std::optional<double> touch) {
  const auto bounded = [&](double time) {
    return std::min(rest_, std::max(time, kLeastLegShare * view_.h));
  };
  double leg = touch ? bounded(*touch) : rest_;
  if (leg < rest_) solve_leg(leg);
  place_at_end_of_leg(leg);
  for (int looks = 1; touch && looks < kMostLooksAhead; ++looks) {
    const double left = calc_time_to_touch();
    if (left == 0) break;
    const double next = bounded(leg + left);
    if (next == leg || solution_.unsolved) break;
    leg = next;
    solve_leg(leg);
    place_at_end_of_leg(leg);
  }
  remember_held(leg);
  book_impulses(1);
  book_joints_of_leg(leg);
  for (std::size_t k = 0; k < island_.bodies.size(); ++k) {
    const std::size_t i = island_.bodies[k];
    const BodyRecord& body = world_.bodies[i];
    const Vec6& mean = solution_.velocities[k];
    IslandEnd& end = solution_.ends[k];
    end.reach +=
        leg * mean.head<3>().norm() + std::min(leg * mean.tail<3>().norm(), 2.0) * body.radius;
    end.torque_work += leg * body.torque.dot(mean.tail<3>());
    now_.motions[i] = memory_.ends[i];
  }
  const bool is_end = rest_ - leg <= kLeastRest * view_.h;
  move_others(is_end ? rest_ : leg);
}

/// Where the last solve's velocities lead in its time, and how the bodies move there.
void ImpactSequence::place_at_end_of_leg(double leg) {
  for (std::size_t k = 0; k < island_.bodies.size(); ++k) {
    const std::size_t i = island_.bodies[k];
    BodyMotion& end = memory_.ends[i];
    end = follow(world_, i, now_.motions[i], {false, solution_.velocities[k], leg}, leg).motion;
    end.velocity = solution_.final_velocities[k];
  }
  for_each_other([&](std::size_t i) {
    memory_.ends[i] = follow(world_, i, view_.motions[i], {}, view_.h - rest_ + leg).motion;
  });
}

/// How long the bodies may go on from the end of the leg, s, until the first contact that is not
/// held closes; negative where it should have ended earlier, 0 where it ends in time.
double ImpactSequence::calc_time_to_touch() const {
  std::vector<FoundContact>& found = memory_.touch.found;
  found.clear();
  for (const FoundContact& pair : memory_.pairs) {
    append_contacts_ahead(view_, island_, pair, memory_.ends[pair.body_a],
                          memory_.ends[pair.body_b], rest_, tools_.manifolds, found);
  }
  double first = std::numeric_limits<double>::infinity();
  bool is_in_time = false;
  for (const FoundContact& contact : found) {
    if (std::ranges::binary_search(held_.contacts, contact.key, {}, &FoundContact::key)) continue;
    const double approach = -calc_normal_speed(memory_.ends, contact);
    if (approach <= least_approach(view_)) continue;
    if (std::abs(contact.gap) <= kTouchingGap) {
      is_in_time = true;
    } else {
      first = std::min(first, (contact.gap - kAimedGap) / approach);
    }
  }
  return is_in_time && first > 0 ? 0.0 : first;
}

/// What the joints' rows gave in the impact, and what motors and driven bodies put in.
void ImpactSequence::book_joints_struck(const Impact& impact) {
  const StepView view = make_view(now_.contacts, now_);
  for (std::size_t k = 0; k < island_.bodies.size(); ++k) {
    const std::size_t i = island_.bodies[k];
    memory_.velocities[i] = 0.5 * (now_.motions[i].velocity + impact.velocities[k]);
  }
  const std::span<const JointRowPlace> places = tools_.joint_places;
  add_joint_impulses(view, island_, places, {}, impact.row_impulses, view_.h,
                     course_.joint_motions);
  solution_.joint_work += calc_row_work(view, places, impact.row_impulses, memory_.velocities);
}

/// Likewise of the forces of a leg, which the last solve found.
void ImpactSequence::book_joints_of_leg(double leg) {
  StepView view = make_view(now_.contacts, now_);
  view.h = leg;
  for (std::size_t k = 0; k < island_.bodies.size(); ++k) {
    memory_.velocities[island_.bodies[k]] = solution_.velocities[k];
  }
  const std::vector<JointRowPlace>& places = solution_.joint_places;
  const std::vector<double>& forces = solution_.row_impulses;
  add_joint_impulses(view, island_, places, forces, {}, view_.h, course_.joint_motions);
  solution_.joint_work += calc_joint_work(view, island_, places, forces, memory_.velocities);
}

/// Moves the bodies that are not of the island on, and the time.
void ImpactSequence::move_others(double time) {
  for_each_other([&](std::size_t i) {
    now_.motions[i] = follow(world_, i, view_.motions[i], {}, view_.h - rest_ + time).motion;
  });
  rest_ = time == rest_ ? 0.0 : rest_ - time;
}

void ImpactSequence::hand_over_joints() {
  solution_.final_velocities.clear();
  for (const std::size_t j : island_.joints) {
    solution_.joint_motions.push_back(course_.joint_motions[j]);
  }
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
  return island.bodies.size() <= kMostBodiesMet && island.contacts.size() <= kMostContactsMet;
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
    const bool is_open = contact.gap > kTouchingGap || meets(view, island, contact);
    return is_open && (turns(contact.body_a) || turns(contact.body_b));
  });
}

void solve_through_impacts(const StepView& view, const Island& island, bool keep_problem,
                           IslandTools& tools, IslandSolution& solution) {
  ImpactSequence(view, island, keep_problem, tools, solution).run();
}

}  // namespace stiction
