#include "world_step.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>

#include "contact_events.h"
#include "contact_record.h"
#include "depth_removal.h"
#include "pair_contacts.h"

namespace stiction {
namespace {

/// Adds the time that it lives to a sum of seconds.
class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum) {}
  ~Stopwatch() {
    sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& sum_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Contacts are looked for a little further than bodies are expected to move: of the way, and of
/// the body's size.
constexpr double kReachFactor = 1.1;
constexpr double kSizeFactor = 1e-4;
/// A contact is posed if the bodies are expected to leave less than this share of the search
/// margins between them.
constexpr double kCloseFactor = 0.1;
/// Where contacts were missed that many times, every contact within reach is posed; after twice as
/// many it is enough.
constexpr int kMaxSelectiveRounds = 4;
constexpr int kMaxRounds = 2 * kMaxSelectiveRounds;
/// Positions and velocities beyond this are out of range: products of four would overflow.
constexpr double kLargest = 1e75;
/// A thread records so many contacts together, at 0.05 us each.
constexpr std::size_t kRecordsPerShare = 128;

template <typename Vector>
bool is_in_range(const Vector& v) {
  return v.allFinite() && v.cwiseAbs().maxCoeff() < kLargest;
}

bool is_same_place(const FoundContact& a, const FoundContact& b) {
  return a.key == b.key && a.gap == b.gap && a.point == b.point && a.frame == b.frame;
}

/// The bodies of each contact that is posed, and what is remembered of it; in the order of keys.
class Matching {
 public:
  Matching(const RememberedContacts& memory, StepBuffers& buffers)
      : memory_(memory), pairs_(buffers.pairs), remembered_(buffers.remembered) {
    pairs_.clear();
    remembered_.clear();
  }

  /// What is remembered of the contact, or null.
  const RememberedContacts::Entry* add(const FoundContact& contact) {
    pairs_.emplace_back(contact.body_a, contact.body_b);
    return remembered_.emplace_back(memory_.find_next(contact.key, next_));
  }

 private:
  const RememberedContacts& memory_;
  std::vector<std::pair<std::size_t, std::size_t>>& pairs_;
  std::vector<const RememberedContacts::Entry*>& remembered_;
  std::size_t next_ = 0;
};

}  // namespace

StepTools::StepTools(const WorldOptions& options) : pool(options.threads), finder(&pool) {
  if (options.should_stop) {
    ask_to_stop = [this, asked = options.should_stop] {
      if (!is_cancelled && asked()) is_cancelled = true;
      return is_cancelled.load();
    };
  }
  ContactModelOptions contact = options.contact;
  contact.effort = options.effort;
  contact.should_stop = ask_to_stop;
  depth_model = make_contact_model({.effort = options.effort, .should_stop = ask_to_stop});
  solvers.resize(static_cast<std::size_t>(options.threads));
  solvers.front().model = options.models.make(contact);
  for (std::size_t i = 1; i < solvers.size(); ++i) {
    solvers[i].model = solvers.front().model->clone();
  }
}

WorldStep::WorldStep(WorldValue& world, StepTools& tools, double h)
    : world_(world),
      tools_(tools),
      h_(h),
      free_(tools.buffers.free_motions),
      searches_(tools.buffers.searches),
      found_(tools.buffers.found),
      num_missed_(tools.buffers.num_missed),
      selected_(tools.buffers.selected),
      islands_(tools.buffers.islands),
      solutions_(tools.buffers.solutions),
      end_velocities_(tools.buffers.end_velocities),
      final_velocities_(tools.buffers.final_velocities),
      ends_(tools.buffers.ends),
      recorded_(tools.buffers.recorded),
      in_free_flight_(tools.buffers.in_free_flight),
      contacts_(tools.buffers.contacts),
      memory_(tools.buffers.memory),
      joint_motions_(tools.buffers.joint_motions) {
  tools_.is_cancelled = false;
  num_missed_.assign(world.bodies.size(), 0);
  if (tools.solvers.front().model->has_true_cone()) report_.cone_residual = 0;
}

StepReport WorldStep::run() {
  {
    const Stopwatch total(report_.total_seconds);
    if (!calc_free_motions()) return report_;
    look_for_placed_overlap();
    find_contacts();
    do {
      select_contacts();
      solve_islands();
      if (report_.status == StepStatus::cancelled) return report_;
    } while (add_missed_contacts());
    // A round that was left unsolved counts only if it is the last: contacts that it would have
    // missed often are what was wanting.
    if (report_.unsolved > 0) {
      const bool goes_on = world_.options.on_unsolved == OnUnsolved::best;
      report_.status = goes_on ? StepStatus::approximate : StepStatus::unsolved;
      if (!goes_on) return report_;
    }
    choose_displacements();
    record_contacts();
    record_joints();
    record_driven_work();
    if (!advance()) return report_;
    calc_work();
    remove_depth();
    if (tools_.is_cancelled) {
      take_back();
      return report_;
    }
    watch_triggers();
    finish();
  }
  return report_;
}

bool WorldStep::calc_free_motions() {
  free_.clear();
  searches_.clear();
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
    const BodyRecord& body = world_.bodies[i];
    free_.push_back(calc_free_motion(body, world_.options.gravity, h_));
    const FreeMotion& motion = free_.back();
    if (!is_in_range(motion.velocity) || !motion.rotation.coeffs().allFinite()) {
      report_.status = StepStatus::not_finite;
      return false;
    }
    SearchMotion search;
    const double reach = std::max(calc_reach(i, body.velocity), calc_reach(i, motion.velocity));
    search.margin = body.is_fixed() ? 0.0 : kReachFactor * reach + kSizeFactor * body.radius;
    // The motion before this step's forces: a body at rest has none, not the fall that its support
    // will prevent. Forces that throw it further than its size are no such thing.
    const double thrown = h_ * (motion.velocity - body.velocity).head<3>().norm();
    search.velocity = thrown > body.radius ? motion.velocity : body.velocity;
    searches_.push_back(search);
  }
  return true;
}

/// No point of the body moves further in the step, m.
double WorldStep::calc_reach(std::size_t body, const Vec6& velocity) const {
  if (velocity.isZero(0)) return 0;
  const double radius = world_.bodies[body].radius;
  const double turned = std::min(h_ * velocity.tail<3>().norm() * radius, 2 * radius);
  return h_ * velocity.head<3>().norm() + turned;
}

void WorldStep::find_contacts() {
  const Stopwatch stopwatch(report_.collide_seconds);
  tools_.finder.find(world_, searches_, h_, found_);
}

/// How often contacts were missed about the two bodies.
int WorldStep::num_missed(const FoundContact& contact) const {
  return std::max(num_missed_[contact.body_a], num_missed_[contact.body_b]);
}

bool WorldStep::is_posed_in_any_case(const FoundContact& contact) const {
  return num_missed(contact) >= kMaxSelectiveRounds || required_.contains(contact.key);
}

/// Of the contacts within reach, those that may carry an impulse. The others are looked at again
/// when the velocities are known.
void WorldStep::select_contacts() {
  selected_.clear();
  Matching matching(world_.memory, tools_.buffers);
  for (std::size_t k = 0; k < found_.size(); ++k) {
    FoundContact& contact = found_[k];
    const auto normal_speed = [&](auto velocity_of) {
      return calc_relative_velocity(world_.bodies, contact, velocity_of).x();
    };
    const auto approach = [&] {
      const double before = normal_speed([&](std::size_t i) { return world_.bodies[i].velocity; });
      const double after = normal_speed([&](std::size_t i) { return free_[i].velocity; });
      return h_ * std::min({before, after, 0.0});
    };
    const double margin = searches_[contact.body_a].margin + searches_[contact.body_b].margin;
    const double close = kCloseFactor * margin + kTouchingGap;
    const bool is_close = contact.gap <= close || contact.gap + approach() <= close;
    if (!is_close && !is_posed_in_any_case(contact)) continue;
    selected_.push_back(k);
    contact.touching = touches_at_start(world_, contact, matching.add(contact), h_);
  }
  if (report_.resolved > 0) return pose_again();
  posed_searches_ = searches_;
  posed_ = found_;
  if (selected_.size() == found_.size()) return;
  std::vector<FoundContact>& some = tools_.buffers.posed;
  some.clear();
  for (const std::size_t k : selected_) some.push_back(found_[k]);
  posed_ = some;
}

/// Where contacts were missed, those that are selected now; elsewhere the same as before.
void WorldStep::pose_again() {
  const auto& has_missed = tools_.buffers.has_missed;
  const auto is_elsewhere = [&](const FoundContact& contact) {
    return !has_missed[contact.body_a] && !has_missed[contact.body_b];
  };
  std::vector<FoundContact> all;
  std::ranges::copy_if(posed_, std::back_inserter(all), is_elsewhere);
  for (const std::size_t k : selected_) {
    if (!is_elsewhere(found_[k])) all.push_back(found_[k]);
  }
  std::ranges::sort(all, {}, &FoundContact::key);
  tools_.buffers.posed = std::move(all);
  posed_ = tools_.buffers.posed;
  if (posed_searches_.data() != searches_.data()) {
    for (std::size_t i = 0; i < searches_.size(); ++i) {
      if (has_missed[i]) tools_.buffers.posed_searches[i] = searches_[i];
    }
  }
  Matching matching(world_.memory, tools_.buffers);
  for (const FoundContact& contact : posed_) matching.add(contact);
}

void WorldStep::solve_islands() {
  const Stopwatch stopwatch(report_.solve_seconds);
  auto& movable = tools_.buffers.movable;
  movable.clear();
  for (const BodyRecord& body : world_.bodies) movable.push_back(body.is_dynamic());
  tools_.buffers.joint_pairs = pair_joints(world_);
  islands_.split(movable, tools_.buffers.pairs, tools_.buffers.joint_pairs, pair_gears(world_));

  if (solutions_.size() < islands_.size()) solutions_.resize(islands_.size());
  end_velocities_.clear();
  for (const FreeMotion& motion : free_) end_velocities_.push_back(motion.velocity);
  final_velocities_.assign(world_.bodies.size(), std::nullopt);
  ends_.assign(world_.bodies.size(), nullptr);
  in_free_flight_.assign(movable.begin(), movable.end());
  const StepView view = make_view();
  const auto solve = [&](int thread, std::size_t i) {
    if (tools_.should_stop()) return;
    solve_island(view, islands_[i], world_.options.keep_problems,
                 tools_.solvers[static_cast<std::size_t>(thread)], solutions_[i]);
    take_motion(i);
  };
  tools_.pool.for_each(islands_.size(), std::ref(solve));

  if (tools_.should_stop()) {
    report_.status = StepStatus::cancelled;
    return;
  }
  record_islands();
}

StepView WorldStep::make_view() const {
  return {.world = world_,
          .motions = world_.bodies,
          .free_motions = free_,
          .contacts = posed_,
          .remembered = tools_.buffers.remembered,
          .h = h_,
          .searches = posed_searches_,
          .ask_to_stop = &tools_.ask_to_stop};
}

/// v+ of the island's bodies, where they were led, and on which of them a contact acts: while its
/// solution is still in the cache. No other island has these bodies.
void WorldStep::take_motion(std::size_t i) {
  const Island island = islands_[i];
  const IslandSolution& solution = solutions_[i];
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    end_velocities_[island.bodies[k]] = solution.velocities[k];
    if (!solution.final_velocities.empty()) {
      final_velocities_[island.bodies[k]] = solution.final_velocities[k];
    }
    if (solution.ends.empty()) continue;
    ends_[island.bodies[k]] = &solution.ends[k];
    in_free_flight_[island.bodies[k]] = 0;
  }
  // Bodies of a joint move alike.
  for (const std::size_t index : island.joints) {
    const JointRecord& joint = world_.joints[index];
    for (const std::size_t body : {joint.parent, joint.child}) {
      if (body != kWorldBody && world_.bodies[body].is_dynamic()) in_free_flight_[body] = 0;
    }
  }
  const auto& pairs = tools_.buffers.pairs;
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    if (solution.total_impulse(k).isZero(0)) continue;
    const auto [a, b] = pairs[island.contacts[k]];
    if (world_.bodies[a].is_dynamic()) in_free_flight_[a] = 0;
    if (world_.bodies[b].is_dynamic()) in_free_flight_[b] = 0;
  }
}

/// The counts are those of all rounds, the rest that of the last.
void WorldStep::record_islands() {
  report_.status = StepStatus::solved;
  report_.islands = islands_.size();
  report_.residual = report_.cone_angle = report_.cone_force = report_.pass_change = 0;
  report_.warm_started = report_.fallbacks = report_.unsolved = report_.off_cone = 0;
  report_.rungs = {};
  report_.problems.clear();
  report_.unsolved_islands.clear();
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    IslandSolution& solution = solutions_[i];
    report_.residual = std::max(report_.residual, solution.residual.max);
    report_.off_cone += solution.off_cone;
    report_.cone_angle = std::max(report_.cone_angle, solution.residual.cone_angle);
    report_.cone_force = std::max(report_.cone_force, solution.residual.cone_force);
    report_.effort = std::max(report_.effort, solution.statistics.effort);
    report_.pivots += solution.statistics.pivots;
    report_.factorisations += solution.statistics.factorisations;
    for (std::size_t k = 0; k < kNumRungs; ++k) report_.rungs[k] += solution.rungs[k];
    report_.passes += solution.statistics.passes;
    report_.pass_change = std::max(report_.pass_change, solution.statistics.pass_change);
    report_.warm_started += solution.statistics.warm_started;
    report_.fallbacks += solution.statistics.fallback;
    report_.unsolved += solution.unsolved != nullptr;
    if (solution.unsolved) report_.unsolved_islands.push_back(*std::move(solution.unsolved));
    if (!solution.problem) continue;
    solution.problem->island = i;
    report_.problems.push_back(std::move(*solution.problem));
  }
  if (report_.cone_residual) report_.cone_residual = report_.residual;
}

/// Whether the solution makes bodies overlap at a contact that was not posed: it is now, and the
/// step must be solved again. What is missed in one island has no influence on another.
bool WorldStep::add_missed_contacts() {
  extend_search();
  if (posed_.data() == found_.data()) return false;
  auto& has_missed = tools_.buffers.has_missed;
  has_missed.assign(world_.bodies.size(), 0);
  bool is_any_missed = false;
  auto next_posed = posed_.begin();
  for (const FoundContact& contact : found_) {
    while (next_posed != posed_.end() && next_posed->key < contact.key) ++next_posed;
    if (next_posed != posed_.end() && is_same_place(*next_posed, contact)) continue;
    if (is_pair_followed(contact)) continue;
    const Vec3 u = calc_relative_velocity(world_.bodies, contact, [&](std::size_t i) {
      return ends_[i] ? ends_[i]->mean_velocity : end_velocities_[i];
    });
    if (contact.gap + h_ * u.x() >= -kTouchingGap || u.x() >= 0) continue;
    if (num_missed(contact) >= kMaxRounds || !required_.insert(contact.key).second) continue;
    for (const std::size_t i : {contact.body_a, contact.body_b}) {
      if (world_.bodies[i].is_dynamic()) has_missed[i] = 1;
    }
    is_any_missed = true;
  }
  if (!is_any_missed) return false;
  spread_within_islands(has_missed);
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) num_missed_[i] += has_missed[i];
  ++report_.resolved;
  return true;
}

/// Whether all contacts of the pair were looked at on the way through impacts.
bool WorldStep::is_pair_followed(const FoundContact& contact) const {
  if (!ends_[contact.body_a] && !ends_[contact.body_b]) return false;
  ContactKey first = contact.key;
  first.feature = 0;
  const auto posed = std::ranges::lower_bound(posed_, first, {}, &FoundContact::key);
  return posed != posed_.end() && is_same_pair(posed->key, contact.key);
}

/// Marks all bodies of the islands that have a marked one.
void WorldStep::spread_within_islands(std::vector<char>& marks) const {
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const auto bodies = islands_[i].bodies;
    if (std::ranges::none_of(bodies, [&](std::size_t body) { return marks[body]; })) continue;
    for (const std::size_t body : bodies) marks[body] = 1;
  }
}

/// Looks for contacts further away where a body became faster than was expected.
void WorldStep::extend_search() {
  bool is_needed = false;
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
    if (!world_.bodies[i].is_dynamic() || num_missed_[i] >= kMaxRounds) continue;
    const double reach = ends_[i] ? ends_[i]->reach : calc_reach(i, end_velocities_[i]);
    if (!std::isfinite(reach) || reach <= searches_[i].margin) continue;
    if (posed_searches_.data() == searches_.data()) {
      tools_.buffers.posed_searches = searches_;
      posed_searches_ = tools_.buffers.posed_searches;
    }
    searches_[i].margin = 1.5 * reach;
    searches_[i].velocity = end_velocities_[i];
    is_needed = true;
  }
  if (!is_needed) return;
  std::vector<FoundContact>& before = tools_.buffers.found_before;
  std::swap(found_, before);
  if (posed_.data() == before.data()) {
    tools_.buffers.posed = before;
    posed_ = tools_.buffers.posed;
  }
  find_contacts();
  // Bodies that are driven apart seem to pass each other: what they were found to hit stays.
  std::vector<FoundContact> lost;
  std::ranges::set_difference(before, found_, std::back_inserter(lost), {}, &FoundContact::key,
                              &FoundContact::key);
  found_.insert(found_.end(), lost.begin(), lost.end());
  std::ranges::sort(found_, {}, &FoundContact::key);
}

/// Bodies on which no contact acts follow the exact path of constant forces, unless it leads into
/// another body; all others move with v+, or as they were led through impacts.
void WorldStep::choose_displacements() {
  const auto& pairs = tools_.buffers.pairs;  // of posed_
  const bool is_any_free = std::ranges::any_of(pairs, [&](const auto& pair) {
    return in_free_flight_[pair.first] || in_free_flight_[pair.second];
  });
  bool has_changed = is_any_free || posed_.data() != found_.data();
  while (has_changed) {
    has_changed = false;
    for (const FoundContact& contact : found_) {
      if (!in_free_flight_[contact.body_a] && !in_free_flight_[contact.body_b]) continue;
      if (calc_end_gap(contact) >= std::min(0.0, contact.gap)) continue;
      in_free_flight_[contact.body_a] = in_free_flight_[contact.body_b] = 0;
      has_changed = true;
    }
  }
}

/// Of the way through the step.
Vec6 WorldStep::calc_mean_velocity(std::size_t body) const {
  if (ends_[body]) return ends_[body]->mean_velocity;
  Vec6 mean = end_velocities_[body];
  if (in_free_flight_[body]) mean.head<3>() = free_[body].displacement / h_;
  return mean;
}

/// To first order in the rotation, m.
double WorldStep::calc_end_gap(const FoundContact& contact) const {
  const Vec3 u = calc_relative_velocity(world_.bodies, contact,
                                        [&](std::size_t i) { return calc_mean_velocity(i); });
  return contact.gap + h_ * u.x();
}

/// The contacts of the step as a user reads them, and what the next step is to remember.
void WorldStep::record_contacts() {
  collect_recorded();
  contacts_.resize(recorded_.size());
  memory_.resize(num_remembered_);
  auto& counts = tools_.buffers.counts;
  counts.assign(static_cast<std::size_t>(tools_.pool.num_threads()), {});
  const auto record = [&](int thread, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) record_one(i, counts[thread]);
  };
  tools_.pool.for_each_share(recorded_.size(), kRecordsPerShare, std::ref(record));
  ContactCounts sum;
  for (const ContactCounts& one : counts) sum.add(one);
  book(sum);
}

/// Which contacts are recorded, in the order of their keys: those that were solved, and those that
/// are merely near.
void WorldStep::collect_recorded() {
  collect_met();
  // Of each posed contact its island and its place in it.
  auto& solved_at = tools_.buffers.solved_at;
  solved_at.assign(posed_.size(), {islands_.size(), 0});
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const auto contacts = islands_[i].contacts;
    for (std::size_t k = 0; k < contacts.size(); ++k) solved_at[contacts[k]] = {i, k};
  }
  recorded_.clear();
  num_remembered_ = 0;
  auto next_found = found_.begin();
  const auto list_near = [&](const ContactKey* until) {
    for (; next_found != found_.end() && (!until || next_found->key < *until); ++next_found) {
      recorded_.push_back({.contact = &*next_found});
    }
  };
  const auto list_near_before = [&](const ContactKey& key) {
    list_near(&key);
    if (next_found != found_.end() && next_found->key == key) ++next_found;
  };
  auto next_met = tools_.buffers.met.begin();
  const auto list_met = [&](const ContactKey* until) {
    const auto end = tools_.buffers.met.end();
    for (; next_met != end && (!until || next_met->contact->key < *until); ++next_met) {
      list_near_before(next_met->contact->key);
      recorded_.push_back(*next_met);
      recorded_.back().memory = num_remembered_++;
    }
  };
  if (posed_.data() == found_.data()) next_found = found_.end();
  for (std::size_t k = 0; k < posed_.size(); ++k) {
    list_met(&posed_[k].key);
    list_near_before(posed_[k].key);
    const auto [island, place] = solved_at[k];
    if (island == islands_.size()) continue;
    const IslandSolution& solution = solutions_[island];
    const FoundContact& contact = solution.contacts.empty() ? posed_[k] : solution.contacts[place];
    recorded_.push_back({&contact, &solution, place, num_remembered_++});
  }
  list_met(nullptr);
  list_near(nullptr);
}

/// The contacts that islands met on their way through impacts, in the order of their keys.
void WorldStep::collect_met() {
  std::vector<RecordedContact>& met = tools_.buffers.met;
  met.clear();
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const IslandSolution& solution = solutions_[i];
    for (std::size_t k = islands_[i].contacts.size(); k < solution.contacts.size(); ++k) {
      met.push_back({.contact = &solution.contacts[k], .solution = &solution, .place = k});
    }
  }
  std::ranges::sort(met, {}, [](const RecordedContact& one) { return one.contact->key; });
}

/// What the joints gave, and where they are expected to be at the end.
void WorldStep::record_joints() {
  joint_motions_.assign(world_.joints.size(), {});
  if (world_.joints.empty()) return;
  const StepView view = make_view();
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const Island island = islands_[i];
    if (island.joints.empty()) continue;
    const IslandSolution& solution = solutions_[i];
    report_.work += solution.joint_work;
    for (std::size_t k = 0; k < solution.joint_motions.size(); ++k) {
      joint_motions_[island.joints[k]] = solution.joint_motions[k];
    }
    if (!solution.joint_motions.empty()) continue;
    add_joint_impulses(view, island, solution.joint_places, solution.row_impulses,
                       solution.impact_row_impulses, h_, joint_motions_);
    report_.work += calc_joint_work(view, island, solution.joint_places, solution.row_impulses,
                                    end_velocities_);
  }
  for (std::size_t i = 0; i < world_.joints.size(); ++i) {
    joint_motions_[i].position = expect_joint_position(world_, i, end_velocities_, h_);
  }
}

void WorldStep::record_one(std::size_t index, ContactCounts& counts) {
  const RecordedContact& record = recorded_[index];
  const FoundContact& found = *record.contact;
  Contact& contact = contacts_[index];
  fill_contact(found, contact);
  if (const Vec3 u = calc_end_speed(record); !u.isZero(0)) {
    contact.separation_speed = u.x();
    contact.slip_velocity = found.frame * Vec3(0, u.y(), u.z());
  }
  if (record.solution == nullptr) return;
  const IslandSolution& solution = *record.solution;
  const Vec3 total = solution.total_impulse(record.place);
  contact.normal_impulse = total.x();
  contact.friction_impulse = found.frame * Vec3(0, total.y(), total.z());
  contact.state = solution.states[record.place];
  const double bound = contact.friction * contact.normal_impulse;
  if (bound > 0 &&
      tools_.solvers.front().model->has_friction_bound()) {  // beyond 1 by round-off only
    contact.friction_use = std::min(1.0, contact.friction_impulse.norm() / bound);
  }
  if (!solution.analyses.empty()) contact.analysis = solution.analyses[record.place];
  counts.add(contact);

  RememberedContacts::Entry& entry = memory_[record.memory];
  entry.key = found.key;
  entry.force = found.frame * solution.next_guess[record.place] / h_;
  entry.state = contact.state;
  entry.memory = solution.memories.empty() ? ContactMemory{} : solution.memories[record.place];
  entry.touching = contact.is_touching();
}

/// The relative velocity after the step.
Vec3 WorldStep::calc_end_speed(const RecordedContact& record) const {
  if (record.solution && !record.solution->contacts.empty()) {
    return record.solution->speeds[record.place];
  }
  const FoundContact& found = *record.contact;
  const Vec6& v_a = end_velocities_[found.body_a];
  const Vec6& v_b = end_velocities_[found.body_b];
  if (v_a.isZero(0) && v_b.isZero(0)) return Vec3::Zero();
  return calc_relative_velocity(world_.bodies, found,
                                [&](std::size_t i) -> const Vec6& { return end_velocities_[i]; });
}

/// Books the contacts of the solve in the report.
void WorldStep::book(const ContactCounts& counts) {
  report_.contacts += counts.open + counts.sticking + counts.sliding;
  report_.open += counts.open;
  report_.sticking += counts.sticking;
  report_.sliding += counts.sliding;
  report_.friction_use = std::max(report_.friction_use, counts.friction_use);
  if (world_.options.analyse_contacts && counts.unanalysed == 0) {
    report_.not_unique = counts.not_unique;
  }
}

/// New poses and velocities; false, and nothing moved, if one would leave the range of numbers.
bool WorldStep::advance() {
  std::vector<Vec3>& centers = tools_.buffers.centers;
  centers.clear();
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
    const Vec3 way =
        in_free_flight_[i] ? free_[i].displacement : Vec3(h_ * end_velocities_[i].head<3>());
    centers.push_back(ends_[i] ? ends_[i]->motion.center : Vec3(world_.bodies[i].center + way));
    if (is_in_range(end_velocities_[i]) && is_in_range(centers.back())) continue;
    report_.status = StepStatus::not_finite;
    return false;
  }
  tools_.buffers.before.clear();
  tools_.buffers.at_rest.clear();
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
    BodyRecord& body = world_.bodies[i];
    if (tools_.ask_to_stop) tools_.buffers.before.push_back(body);
    tools_.buffers.at_rest.push_back(is_at_rest(i));
    body.previous_center = body.center;
    body.previous_rotation = body.rotation;
    if (body.is_fixed()) continue;
    body.center = centers[i];
    body.rotation = ends_[i]             ? ends_[i]->motion.rotation
                    : in_free_flight_[i] ? free_[i].rotation
                                         : rotated(body.rotation, end_velocities_[i].tail<3>(), h_);
    body.velocity = end_velocities_[i];
    if (final_velocities_[i]) body.velocity = *final_velocities_[i];
    const double turn = h_ * body.velocity.tail<3>().norm();
    if (turn > report_.turn) {
      report_.turn = turn;
      report_.turning_most = body.id;
    }
    if (in_free_flight_[i] && body.is_dynamic()) body.velocity.tail<3>() = free_[i].end_spin;
  }
  return true;
}

/// Whether the body hardly moves, and was not expected to when its contacts were looked for.
bool WorldStep::is_at_rest(std::size_t body) const {
  const Vec6& moved = in_free_flight_[body] ? free_[body].velocity : end_velocities_[body];
  if (!world_.bodies[body].is_dynamic()) return moved.isZero(0);
  const double reach = ends_[body] ? ends_[body]->reach : calc_reach(body, moved);
  return calc_reach(body, searches_[body].velocity) <= kRestingWay && reach <= kRestingWay;
}

/// What kinematic bodies put in through contacts.
void WorldStep::record_driven_work() {
  const auto is_driven = [](const BodyRecord& body) {
    return !body.is_dynamic() && !body.is_fixed() && !body.velocity.isZero(0);
  };
  if (std::ranges::none_of(world_.bodies, is_driven)) return;
  const StepView view = make_view();
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    const IslandSolution& solution = solutions_[i];
    if (!solution.ends.empty()) {
      report_.work += solution.driven_work;
      continue;
    }
    const auto contacts = islands_[i].contacts;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      Vec3 impulse = solution.impulses[k];
      if (!solution.impact_impulses.empty()) impulse += solution.impact_impulses[k];
      const FoundContact& contact =
          solution.contacts.empty() ? posed_[contacts[k]] : solution.contacts[k];
      report_.work += calc_driven_work(view, contact, impulse);
    }
  }
}

/// What the step's forces put in. A body that is touched moves with v+, and so does the point that
/// a force acts on; of one in free flight the way is known exactly.
void WorldStep::calc_work() {
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
    const BodyRecord& body = world_.bodies[i];
    if (!body.is_dynamic() || (body.force.isZero(0) && body.torque.isZero(0))) continue;
    report_.work += body.force.dot(body.center - body.previous_center);
    report_.work += ends_[i]             ? ends_[i]->torque_work
                    : in_free_flight_[i] ? free_[i].torque_work
                                         : h_ * body.torque.dot(end_velocities_[i].tail<3>());
  }
}

/// Bodies that were added or teleported into each other are pushed out, at a bounded speed, and
/// what that lifts is work put in from outside; so is what lifts bodies out of the overlap that an
/// approximate step left. Overlap that a solved step makes itself is none.
void WorldStep::look_for_placed_overlap() {
  const Stopwatch stopwatch(report_.collide_seconds);
  const auto& placed = world_.placed_depths;
  if (world_.has_placed) {
    const auto is_placed = [&](std::size_t a, std::size_t b) {
      return world_.bodies[a].is_placed || world_.bodies[b].is_placed;
    };
    left_to_push_ = find_overlaps(world_, tools_.finder, is_placed);
  }
  left_to_push_.insert(placed.begin(), placed.end());
  pushes_out_ = !left_to_push_.empty() || world_.has_left_overlap;
  for (auto& [pair, depth] : left_to_push_) {
    depth = std::max(0.0, depth - h_ * world_.options.max_push_out);
  }
}

void WorldStep::remove_depth() {
  const Stopwatch stopwatch(report_.collide_seconds);
  if (!world_.options.remove_depth) {
    report_.penetration = calc_depth(world_, tools_.finder);
    return;
  }
  std::swap(world_.placed_depths, left_to_push_);
  pushes_out_ = pushes_out_ || report_.status == StepStatus::approximate;
  const double before = pushes_out_ ? world_.potential_energy() : 0.0;
  const DepthsBefore depths{found_, tools_.buffers.at_rest, joint_motions_,
                            h_ * world_.options.max_push_out};
  report_.penetration = stiction::remove_depth(world_, depths, tools_.finder, *tools_.depth_model);
  if (!pushes_out_ || tools_.is_cancelled) return;
  report_.work += world_.potential_energy() - before;
  const auto overlaps = find_overlaps(world_, tools_.finder);
  auto& placed = world_.placed_depths;
  for (auto entry = placed.begin(); entry != placed.end();) {
    const auto present = overlaps.find(entry->first);
    entry->second = std::min(entry->second, present == overlaps.end() ? 0.0 : present->second);
    entry = entry->second == 0 ? placed.erase(entry) : std::next(entry);
  }
}

/// Makes the world what it was: the step was cancelled while depth was removed.
void WorldStep::take_back() {
  report_.status = StepStatus::cancelled;
  std::swap(world_.placed_depths, left_to_push_);
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
    static_cast<BodyMotion&>(world_.bodies[i]) = tools_.buffers.before[i];
  }
}

void WorldStep::watch_triggers() {
  const Stopwatch stopwatch(report_.collide_seconds);
  TriggerFindings found = tools_.triggers.find(world_);
  world_.trigger_events = make_trigger_events(world_.trigger_pairs, found);
  world_.trigger_pairs = std::move(found.overlapping);
}

/// Where the joints are now, and how far from where they should be.
void WorldStep::update_joints() {
  for (std::size_t i = 0; i < world_.joints.size(); ++i) {
    JointRecord& joint = world_.joints[i];
    JointMotion& motion = joint_motions_[i];
    motion.position = find_joint_position(joint, world_.bodies, motion.position);
    static_cast<JointMotion&>(joint) = motion;
  }
  for (const JointRecord& joint : world_.joints) {
    const double leader = joint.leader == kNoJoint ? 0.0 : world_.joints[joint.leader].position;
    const double error = find_joint_error(joint, leader, world_.bodies);
    if (error <= report_.joint_error) continue;
    report_.joint_error = error;
    report_.worst_joint = joint.id;
  }
}

void WorldStep::finish() {
  update_joints();
  make_contact_events(world_.memory, memory_, world_.events);
  std::swap(world_.contacts, contacts_);
  std::swap(world_.memory, memory_);
  world_.has_placed = false;
  world_.has_left_overlap = report_.penetration > kTouchingGap;
  world_.time += h_;
  for (BodyRecord& body : world_.bodies) {
    body.force.setZero();
    body.torque.setZero();
    body.is_placed = false;
  }
}

}  // namespace stiction
