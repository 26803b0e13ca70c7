// Records of contacts, joints and work: for the user, and for the next step to remember.

#include <stiction/math/rotation.h>

#include <algorithm>
#include <limits>

#include "contact_curvature.h"
#include "contact_record.h"
#include "joint_impulses.h"
#include "world_step.h"

namespace stiction {
namespace {

/// Contacts that a thread records at a time, at 0.05 us each.
constexpr std::size_t kRecordsPerShare = 128;

/// A normal impulse below this share of the momentum of the lighter body, at the contact's speed
/// plus what gravity gives it in the step, is round-off and bears nothing. Where such an impulse
/// counted as a load, bodies that had left a viscous surface were dragged by it.
constexpr double kLeastLoad = 1e-12;

}  // namespace

/// Lists the contacts to be recorded, in the order of their keys: posed ones, merely near ones, and
/// those that islands met on their way.
void WorldStep::list_contacts() {
  tools_.buffers.counts.assign(static_cast<std::size_t>(tools_.pool.num_threads()), {});
  others_.clear();
  posed_at_.clear();
  is_listed_ = true;
  if (posed_.data() == found_.data() && tools_.buffers.met.empty()) {
    contacts_.resize(posed_.size());
    memory_.resize(posed_.size());
    return;
  }
  RecordPlace next;
  auto next_found = posed_.data() == found_.data() ? found_.end() : found_.begin();
  const auto list_near = [&](const ContactKey* until) {
    for (; next_found != found_.end() && (!until || next_found->key < *until); ++next_found) {
      // Contacts that touch at the start are all posed. Any other negative gap is that of a plane
      // chosen later, by the motion that the step found: the shapes are apart along another normal.
      if (next_found->gap <= kTouchingGap) continue;
      others_.push_back({.contact = &*next_found, .at = next});
      ++next.contact;
    }
  };
  const auto list_near_before = [&](const ContactKey& key) {
    list_near(&key);
    if (next_found != found_.end() && next_found->key == key) ++next_found;
  };
  const auto take_place = [&next] { return RecordPlace{next.contact++, next.memory++}; };
  const auto& met = tools_.buffers.met;
  auto next_met = met.begin();
  const auto list_met = [&](const ContactKey* until) {
    for (; next_met != met.end() && (!until || next_met->contact->key < *until); ++next_met) {
      list_near_before(next_met->contact->key);
      others_.push_back(*next_met);
      others_.back().at = take_place();
    }
  };
  for (const FoundContact& contact : posed_) {
    list_met(&contact.key);
    list_near_before(contact.key);
    posed_at_.push_back(take_place());
  }
  list_met(nullptr);
  list_near(nullptr);
  contacts_.resize(next.contact);
  memory_.resize(next.memory);
}

/// Records the contacts of the island for the user and for the next step, while its solution is
/// still in the cache.
void WorldStep::record_island(std::size_t i, int thread) {
  IslandSolution& solution = solutions_[i];
  const auto contacts = islands_[i].contacts;
  ContactCounts counts;  // local: threads would wait for each other's
  // Conditions of islands that are led through impacts act at other places.
  solution.keeps_memory = solution.contacts.empty() && solution.ends.empty() && !solution.unsolved;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const std::size_t posed = contacts[k];
    const RememberedContacts::Entry* remembered = tools_.buffers.selection.remembered[posed];
    const RecordPlace at = posed_at_.empty() ? RecordPlace{posed, posed} : posed_at_[posed];
    record_one({.contact = solution.contacts.empty() ? &posed_[posed] : &solution.contacts[k],
                .solution = &solution,
                .place = k,
                .remembered = remembered,
                .at = at},
               counts);
    solution.keeps_memory &= remembered && memory_[at.memory] == *remembered;
  }
  tools_.buffers.counts[static_cast<std::size_t>(thread)].add(counts);
}

/// Records the remaining contacts: all, if not every contact was posed or if islands met others on
/// their way, which have to be sorted in.
void WorldStep::record_contacts() {
  collect_met();
  if (!is_listed_ || !tools_.buffers.met.empty()) {
    list_contacts();
    const auto record = [this](int thread, std::size_t i) { record_island(i, thread); };
    tools_.pool.for_each(islands_.size(), std::ref(record));
  }
  auto& counts = tools_.buffers.counts;
  const auto record = [&](int thread, std::size_t begin, std::size_t end) {
    ContactCounts share;
    for (std::size_t i = begin; i < end; ++i) record_one(others_[i], share);
    counts[static_cast<std::size_t>(thread)].add(share);
  };
  tools_.pool.for_each_share(others_.size(), kRecordsPerShare, std::ref(record));
  ContactCounts sum;
  for (const ContactCounts& one : counts) sum.add(one);
  book(sum);
}

/// Collects the contacts that islands met on their way through impacts, ordered by key.
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

/// Turns the force along with its bodies if they turn alike in the step.
Vec3 WorldStep::carry_along(const FoundContact& contact, const Vec3& force) const {
  const Vec3 spin = end_velocities_[contact.body_a].tail<3>();
  const Vec3 other = end_velocities_[contact.body_b].tail<3>();
  if (spin.isZero(0) || !turn_alike(spin, other, kStuckShare)) return force;
  return exp_rotation(h_ * spin) * force;
}

void WorldStep::record_one(const RecordedContact& record, ContactCounts& counts) {
  const FoundContact& found = *record.contact;
  Contact& contact = contacts_[record.at.contact];
  fill_contact(found, contact);
  const Vec3 u = calc_end_speed(record);
  if (!u.isZero(0)) {
    contact.separation_speed = u.x();
    contact.slip_velocity = found.frame * Vec3(0, u.y(), u.z());
  }
  if (record.solution == nullptr) return;
  const IslandSolution& solution = *record.solution;
  const Vec3 total = solution.total_impulse(record.place);
  // Friction that acted along other tangents on the way may point into the surface here.
  contact.normal_impulse = std::max(0.0, total.x());
  contact.friction_impulse = found.frame * Vec3(std::min(0.0, total.x()), total.y(), total.z());
  contact.state = solution.states[record.place];
  const double bound = contact.friction * contact.normal_impulse;
  if (bound > 0 &&
      tools_.solvers.front().model->has_friction_bound()) {  // beyond 1 by round-off only
    contact.friction_use = std::min(1.0, contact.friction_impulse.norm() / bound);
  }
  if (!solution.analyses.empty()) contact.analysis = solution.analyses[record.place];
  counts.add(contact);

  RememberedContacts::Entry& entry = memory_[record.at.memory];
  entry.key = found.key;
  const Vec3& next = solution.next_guess[record.place];
  ContactGuess guess;
  get_contact_guess(record.remembered, found.frame, h_, guess);
  // Forces that are those remembered stay so to the last bit.
  const bool is_as_remembered = guess.known && guess.impulse == next;
  entry.force =
      carry_along(found, is_as_remembered ? record.remembered->force : found.frame * next / h_);
  entry.state = contact.state;
  entry.memory = solution.memories.empty() ? ContactMemory{} : solution.memories[record.place];
  entry.touching = contact.is_touching();
  const bool has_parted = !solution.has_parted.empty() && solution.has_parted[record.place];
  entry.loaded = contact.normal_impulse > calc_least_load(found, u) && !has_parted;
}

/// The normal impulse from which on a contact of that relative speed bears a load, N s.
double WorldStep::calc_least_load(const FoundContact& contact, const Vec3& velocity) const {
  double mass = std::numeric_limits<double>::infinity();
  for (const std::size_t i : {contact.body_a, contact.body_b}) {
    const BodyRecord& body = world_.bodies[i];
    if (body.is_dynamic()) mass = std::min(mass, body.mass.mass);
  }
  return kLeastLoad * mass * (velocity.norm() + h_ * world_.options.gravity.norm());
}

/// The relative velocity after the step, in the contact frame.
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

/// Adds the counts of contacts to the report.
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

/// Records the joints' impulses, and their expected positions at the end of the step.
void WorldStep::record_joints() {
  joint_motions_.assign(world_.joints.size(), {});
  if (world_.joints.empty()) return;
  for (std::size_t i = 0; i < world_.joints.size(); ++i) {
    const JointRecord& joint = world_.joints[i];
    joint_motions_[i].position =
        expect_joint_position(joint, joint.position, world_.bodies, end_velocities_, h_);
  }
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
    report_.work +=
        calc_joint_work(view, island, solution.joint_places, solution.row_impulses,
                        end_velocities_) +
        calc_row_work(view, solution.joint_places, solution.impact_row_impulses, end_velocities_);
  }
}

/// Adds the work that kinematic bodies do through contacts.
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
      const bool is_curved = !islands_[i].joints.empty() && !solution.is_held_at_start;
      if (!is_curved || !holds_where_step_ends(view, contact)) continue;
      // The point where the force acts moves on an arc.
      const auto arc = [&](const BodyRecord& body) -> Vec3 {
        if (!is_driven(body)) return Vec3::Zero();
        return calc_arc_velocity(body, body.velocity, contact.point, h_);
      };
      const Vec3 bent = arc(world_.bodies[contact.body_a]) - arc(world_.bodies[contact.body_b]);
      report_.work -= (contact.frame * solution.impulses[k]).dot(bent);
    }
  }
}

/// Adds the work of the step's forces. A body that is touched moves with v+, and so does the point
/// that a force acts on; the path of a body in free flight is known exactly.
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

}  // namespace stiction
