#include "impact_sequence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "impact.h"
#include "island_solver.h"
#include "pair_contacts.h"

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
/// Approaches up to this, m/s, are no impacts, nor are those of |g| h / 20: a rebound would end
/// within h/10.
constexpr double kLeastApproach = 1e-3;
/// A contact that separates faster is held by nothing, m/s.
constexpr double kLeastSeparation = 1e-6;
/// What is left of the step when less than this share is left is gone with the rest, lest gaps be
/// divided by next to nothing.
constexpr double kLeastRest = 1e-9;
/// Flights shorter than this share of the step end in rest.
constexpr double kLeastFlight = 0.1;

double least_approach(const StepView& view) {
  const double fallen = 0.5 * kLeastFlight * view.world.options.gravity.norm() * view.h;
  return std::max(kLeastApproach, fallen);
}

/// Of the external forces, m/s^2; without those of contacts.
Vec3 calc_acceleration(const WorldValue& world, std::size_t body) {
  const BodyRecord& record = world.bodies[body];
  if (!record.is_dynamic()) return Vec3::Zero();
  return world.options.gravity + record.force / record.mass.mass;
}

/// How fast external forces drive the bodies of a contact together, m/s^2, >= 0.
double calc_pull(const WorldValue& world, const FoundContact& contact) {
  const Vec3 apart =
      calc_acceleration(world, contact.body_a) - calc_acceleration(world, contact.body_b);
  return std::max(0.0, -contact.normal().dot(apart));
}

/// How much a point of the body that turns is accelerated at most, m/s^2: by w x (w x r), and where
/// nothing holds the body by the angular acceleration of its free motion.
double calc_turning(const WorldValue& world, std::size_t body, const BodyMotion& motion,
                    const Vec3& w, const Vec3& point, bool is_free) {
  const BodyRecord& record = world.bodies[body];
  if (record.is_ball) return 0;
  const Vec3 arm = point - motion.center;
  Vec3 acceleration = w.cross(w.cross(arm));
  if (is_free) {
    const Vec3 w_B = motion.rotation.conjugate() * w;
    const Vec3 torque_B = motion.rotation.conjugate() * record.torque;
    const Vec3 change_B =
        record.inverse_inertia * (torque_B - w_B.cross(record.mass.inertia * w_B));
    acceleration += (motion.rotation * change_B).cross(arm);
  }
  return acceleration.norm();
}

double calc_normal_speed(const BodyMotions& motions, const FoundContact& contact) {
  return calc_relative_velocity(motions, contact,
                                [&](std::size_t i) -> const Vec6& { return motions[i].velocity; })
      .x();
}

/// Whether the bodies of a contact may meet within the step, and fast enough for an impact.
bool meets(const StepView& view, const Island& island, const FoundContact& contact) {
  const double start = calc_normal_speed(view.motions, contact);
  if (contact.gap <= kTouchingGap) return start < -least_approach(view);
  const double end = calc_relative_velocity(view.motions, contact, [&](std::size_t i) {
                       return view.free_motions[i].velocity;
                     }).x();
  const double lowest = std::min(start, end);
  // Where a contact turns, its speed changes by up to w^2 r, and so does its way.
  double turning = 0;
  for (const std::size_t i : {contact.body_a, contact.body_b}) {
    if (island.places[i] < 0) continue;
    const Vec3 w = view.motions[i].velocity.tail<3>();
    turning += calc_turning(view.world, i, view.motions[i], w, contact.point, true);
  }
  const double reached = contact.gap + view.h * (lowest - 0.5 * view.h * turning);
  if (reached > 0) return false;
  // v^2 = u^2 + 2 a gap where it is met.
  const double pull = std::max(0.0, start - end) / view.h + turning;
  const double fast = std::min(start, 0.0);
  return fast * fast + 2 * pull * contact.gap > least_approach(view) * least_approach(view);
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
      const std::optional<double> touch = is_last ? std::nullopt : find_next_touch();
      advance(touch.value_or(rest_));
    }
    // What is hit at the very end, and what came down too slowly to be met.
    find_contacts();
    if (is_struck()) strike();
    hand_over();
  }

 private:
  bool is_movable(std::size_t body) const { return island_.places[body] >= 0; }
  IslandEnd& end_of(std::size_t body) {
    return solution_.ends[static_cast<std::size_t>(island_.places[body])];
  }

  void start();
  void find_contacts();
  void append_contacts(const FoundContact& pair, const BodyMotion& a, const BodyMotion& b,
                       double time, std::vector<FoundContact>& contacts);
  bool is_struck(const FoundContact& contact) const;
  bool is_struck() const;
  std::vector<std::size_t> select_struck() const;
  void strike();
  double least_rebound(const FoundContact& contact) const;
  void choose_paths(bool is_last);
  void hold_contacts(bool is_last);
  void remember_held();
  std::optional<double> find_next_touch();
  const std::vector<ContactOnPath>& look(const FoundContact& pair, double time);
  void advance(double time);
  void hand_over();
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
  IslandPhase& now_;   ///< the bodies where they are, and all contacts of the island there
  IslandPhase& held_;  ///< of these contacts, those that the rest of the step is solved with
  double rest_;        ///< of the step, s
};

void ImpactSequence::start() {
  memory_.acted.clear();
  memory_.known.clear();
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
    if (view_.remembered[c]) memory_.known.push_back(*view_.remembered[c]);
  }
  solution_.ends.assign(island_.bodies.size(), {});
}

/// The contacts of a pair of shapes on bodies that are there, which have so much time left.
void ImpactSequence::append_contacts(const FoundContact& pair, const BodyMotion& a,
                                     const BodyMotion& b, double time,
                                     std::vector<FoundContact>& contacts) {
  const PosedShape shape_a = pose_shape(world_, a, pair.body_a, pair.key.shape_a);
  const PosedShape shape_b = pose_shape(world_, b, pair.body_b, pair.key.shape_b);
  NarrowPhaseQuery query;
  // Twice what was enough for the contacts at the start, from which the bodies have moved on.
  query.margin = 2 * (view_.searches[pair.body_a].margin + view_.searches[pair.body_b].margin);
  const Vec3 speed = point_velocity(a, a.velocity, middle_of(world_, shape_a)) -
                     point_velocity(b, b.velocity, middle_of(world_, shape_b));
  query.relative_displacement = time * speed;
  // What is met is what is near, not what a sweep beyond the shapes' sizes would hit.
  double size = std::numeric_limits<double>::infinity();
  for (const std::size_t i : {pair.body_a, pair.body_b}) {
    if (is_movable(i)) size = std::min(size, 0.1 * world_.bodies[i].radius);
  }
  const double way = query.relative_displacement.norm();
  if (way > size) query.relative_displacement *= size / way;
  append_pair_contacts(world_, shape_a, shape_b, query, tools_.manifolds, contacts);
}

void ImpactSequence::find_contacts() {
  now_.contacts.clear();
  for (const FoundContact& pair : memory_.pairs) {
    append_contacts(pair, now_.motions[pair.body_a], now_.motions[pair.body_b], rest_,
                    now_.contacts);
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
    const auto known =
        std::ranges::find(memory_.known, contacts[k].key, &RememberedContacts::Entry::key);
    if (known != memory_.known.end()) phase.remembered[k] = &*known;
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
    memory_.acted.push_back({contact, contact.frame * impact.impulses[k], impact.states[k]});
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
    auto known = std::ranges::find(memory_.known, contact.key, &RememberedContacts::Entry::key);
    if (known == memory_.known.end()) {
      memory_.known.emplace_back();
      known = std::prev(memory_.known.end());
    }
    known->key = contact.key;
    known->force = contact.frame * solution_.next_guess[k] / rest_;
    known->state = solution_.states[k];
    known->memory = solution_.memories.empty() ? ContactMemory{} : solution_.memories[k];
  }
}

/// When the first contact that is not held closes, if it does in this step.
std::optional<double> ImpactSequence::find_next_touch() {
  std::optional<double> first;
  const auto is_held = [&](const ContactKey& key) {
    return std::ranges::binary_search(held_.contacts, key, {}, &FoundContact::key);
  };
  const auto stays = [&](std::size_t i) {
    if (!is_movable(i)) return world_.bodies[i].is_fixed();
    return !memory_.paths[i].is_free && memory_.paths[i].end_velocity.isZero(0);
  };
  for (const FoundContact& pair : memory_.pairs) {
    if (stays(pair.body_a) && stays(pair.body_b)) continue;
    // What flies falls on once it touches; what is held goes on as it came.
    const auto flies = [&](std::size_t i) { return is_movable(i) && memory_.paths[i].is_free; };
    const bool has_flying = flies(pair.body_a) || flies(pair.body_b);
    const auto time = find_time_of_impact(
        [&](double t) -> const std::vector<ContactOnPath>& { return look(pair, t); }, is_held,
        has_flying ? 0.0 : least_approach(view_), first.value_or(rest_));
    if (time) first = time;
  }
  return first;
}

const std::vector<ContactOnPath>& ImpactSequence::look(const FoundContact& pair, double time) {
  const auto follow_body = [&](std::size_t i) {
    return follow(world_, i, now_.motions[i], memory_.paths[i], time);
  };
  const PathPoint a = follow_body(pair.body_a);
  const PathPoint b = follow_body(pair.body_b);
  memory_.found.clear();
  append_contacts(pair, a.motion, b.motion, rest_ - time, memory_.found);
  memory_.looks.clear();
  for (const FoundContact& contact : memory_.found) {
    const Vec3 n = contact.normal();
    const auto speed_of = [&](const PathPoint& point) {
      return n.dot(point_velocity(point.motion, point.path_velocity, contact.point));
    };
    Vec3 apart = Vec3::Zero();
    double turning = 0;
    const auto add = [&](std::size_t i, const PathPoint& point, double sign) {
      if (!is_movable(i)) return;
      if (memory_.paths[i].is_free) apart += sign * calc_acceleration(world_, i);
      const Vec3 w = point.path_velocity.tail<3>();
      // Of the point that turns, and as much for the curvature of the shape that it rolls along.
      turning +=
          2 * calc_turning(world_, i, point.motion, w, contact.point, memory_.paths[i].is_free);
    };
    add(pair.body_a, a, 1);
    add(pair.body_b, b, -1);
    memory_.looks.push_back({contact.key, contact.gap, speed_of(a) - speed_of(b),
                             std::max(0.0, -n.dot(apart)) + turning});
  }
  return memory_.looks;
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
      memory_.acted.push_back({contact, impulse, solution_.states[k]});
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
  for (const FoundContact& pair : memory_.pairs) {
    for (const std::size_t i : {pair.body_a, pair.body_b}) {
      if (is_movable(i)) continue;
      now_.motions[i] = follow(world_, i, view_.motions[i], {}, view_.h - rest_ + time).motion;
    }
  }
  rest_ = is_end ? 0.0 : rest_ - time;
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

void ImpactSequence::hand_over() {
  std::vector<FoundContact>& contacts = solution_.contacts;
  contacts.clear();
  for (const std::size_t c : island_.contacts) contacts.push_back(view_.contacts[c]);
  std::vector<Vec3> impulses(contacts.size(), Vec3::Zero());
  solution_.states.assign(contacts.size(), ContactState::open);
  for (const ActedImpulse& acted : memory_.acted) {
    const auto at = std::ranges::find(contacts, acted.contact.key, &FoundContact::key);
    const auto place = static_cast<std::size_t>(at - contacts.begin());
    if (at == contacts.end()) {
      contacts.push_back(acted.contact);
      impulses.push_back(Vec3::Zero());
      solution_.states.push_back(ContactState::open);
    }
    impulses[place] += acted.impulse;
    if (acted.state == ContactState::open) continue;
    solution_.states[place] = acted.state;
    contacts[place].point = acted.contact.point;
    contacts[place].frame = acted.contact.frame;
  }
  solution_.impulses.clear();
  solution_.next_guess.assign(contacts.size(), Vec3::Zero());
  solution_.memories.assign(contacts.size(), {});
  solution_.speeds.clear();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Mat3 to_frame = contacts[k].frame.transpose();
    solution_.impulses.push_back(to_frame * impulses[k]);
    const auto known =
        std::ranges::find(memory_.known, contacts[k].key, &RememberedContacts::Entry::key);
    if (known != memory_.known.end()) {
      solution_.next_guess[k] = view_.h * (to_frame * known->force);
      solution_.memories[k] = known->memory;
    }
    solution_.speeds.push_back(calc_relative_velocity(
        now_.motions, contacts[k],
        [&](std::size_t i) -> const Vec6& { return now_.motions[i].velocity; }));
  }
  hand_over_analyses();
  solution_.velocities.resize(island_.bodies.size());
  for (std::size_t k = 0; k < island_.bodies.size(); ++k) {
    const std::size_t i = island_.bodies[k];
    const BodyMotion& from = view_.motions[i];
    IslandEnd& end = solution_.ends[k];
    end.motion = now_.motions[i];
    const Eigen::AngleAxisd turn(
        Eigen::Quaterniond(end.motion.rotation * from.rotation.conjugate()));
    end.mean_velocity.head<3>() = (end.motion.center - from.center) / view_.h;
    end.mean_velocity.tail<3>() = turn.angle() * turn.axis() / view_.h;
    solution_.velocities[k] = end.motion.velocity;
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
