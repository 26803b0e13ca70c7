#include "world_step.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <utility>

#include "contact_events.h"
#include "free_motion.h"
#include "joint_loops.h"
#include "same_bits.h"
#include "stage_stopwatch.h"

namespace stiction {
namespace {

/// Positions and velocities beyond this are out of range: products of four would overflow.
constexpr double kLargest = kLargestPlace;
/// Search margins exceed a body's expected movement by this factor, and by this share of its size.
constexpr double kReachFactor = 1.1;
constexpr double kSizeFactor = 1e-4;
/// Bodies that a thread takes at a time, at 0.05 us each.
constexpr std::size_t kBodiesPerShare = 64;

template <typename Vector>
bool is_in_range(const Vector& v) {
  return v.allFinite() && v.cwiseAbs().maxCoeff() < kLargest;
}

/// True if the body rests and no force acts on it but gravity.
bool is_left_alone(const BodyRecord& body) {
  return body.velocity.isZero(0) && body.force.isZero(0) && body.torque.isZero(0);
}

/// True if the body is still where the step began, to the last bit, and does not move.
bool has_stayed(const BodyRecord& body) {
  return body.velocity.isZero(0) && has_same_bits(body.center, body.previous_center) &&
         has_same_bits(body.rotation.coeffs(), body.previous_rotation.coeffs());
}

}  // namespace

StepTools::StepTools(const WorldOptions& options) : pool(options.threads), finder(&pool) {
  if (options.should_stop) {
    ask_to_stop = [this, asked = options.should_stop] {
      try {
        if (!is_cancelled && asked()) is_cancelled = true;
        // An exception stops the step, too; it is rethrown once the world is restored.
      } catch (...) {
        const std::scoped_lock lock(stop_error_mutex);
        if (!stop_error) stop_error = std::current_exception();
        is_cancelled = true;
      }
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
      repeats_(std::exchange(tools.last_h, std::nullopt) == h && !world.is_edited &&
               !world.options.keep_problems),
      free_(tools.buffers.free_motions),
      searches_(tools.buffers.searches),
      found_(tools.buffers.found),
      num_missed_(tools.buffers.num_missed),
      islands_(tools.buffers.islands),
      solutions_(tools.buffers.solutions),
      end_velocities_(tools.buffers.end_velocities),
      final_velocities_(tools.buffers.final_velocities),
      ends_(tools.buffers.ends),
      posed_at_(tools.buffers.posed_at),
      others_(tools.buffers.others),
      in_free_flight_(tools.buffers.in_free_flight),
      contacts_(tools.buffers.contacts),
      memory_(tools.buffers.memory),
      joint_motions_(tools.buffers.joint_motions) {
  tools_.is_cancelled = false;
  tools_.stop_error = nullptr;
  num_missed_.assign(world.bodies.size(), 0);
  tools.buffers.tried_in_pieces.assign(world.bodies.size(), 0);
  if (tools.solvers.front().model->has_true_cone()) report_.cone_residual = 0;
}

StepReport WorldStep::run() {
  {
    const StageStopwatch total(report_.total_seconds);
    make();
  }
  return report_;
}

void WorldStep::make() {
  if (!calc_free_motions()) return;
  mark_joint_loops(world_, tools_.buffers.tied_bodies);
  look_for_placed_overlap();
  find_contacts();
  do {
    select_contacts();
    solve_islands();
    if (report_.status == StepStatus::cancelled) return;
  } while (add_missed_contacts());
  record_islands();
  // An unsolved round counts only if it is the last: it often fails for want of the contacts that
  // it missed.
  if (report_.unsolved > 0) {
    const bool goes_on = world_.options.on_unsolved == OnUnsolved::best;
    report_.status = goes_on ? StepStatus::approximate : StepStatus::unsolved;
    if (!goes_on) return;
  }
  choose_displacements();
  record_contacts();
  record_joints();
  record_driven_work();
  if (!advance()) return;
  carry();
  calc_work();
  restore_contacts();
  remove_depth();
  if (tools_.is_cancelled) return take_back();
  watch_triggers();
  finish();
}

bool WorldStep::calc_free_motions() {
  const std::size_t num_bodies = world_.bodies.size();
  free_.resize(num_bodies);
  searches_.resize(num_bodies);
  tools_.buffers.starts_at_rest.resize(num_bodies);
  std::atomic<bool> is_finite = true;
  const auto start = [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      free_[i] = calc_free_motion(world_.bodies[i], world_.options.gravity, h_);
      if (!starts_in_range(i)) is_finite = false;
      tools_.buffers.starts_at_rest[i] = is_left_alone(world_.bodies[i]);
      searches_[i] = calc_search(i);
    }
  };
  tools_.pool.for_each_share(num_bodies, kBodiesPerShare, std::ref(start));
  if (!is_finite) report_.status = StepStatus::not_finite;
  return is_finite;
}

/// True if the body's position, free motion and acceleration are in the range of numbers.
bool WorldStep::starts_in_range(std::size_t i) const {
  const BodyRecord& body = world_.bodies[i];
  const FreeMotion& free = free_[i];
  if (!is_in_range(body.center) || !is_in_range(free.velocity)) return false;
  if (!free.rotation.coeffs().allFinite()) return false;
  return !body.is_dynamic() ||
         is_in_range(Vec3(world_.options.gravity + body.force / body.mass.mass));
}

/// Returns how far, and which way, the body may move in the step.
SearchMotion WorldStep::calc_search(std::size_t i) const {
  const BodyRecord& body = world_.bodies[i];
  const Vec6& free_velocity = free_[i].velocity;
  SearchMotion search;
  const double reach = std::max(calc_reach(i, body.velocity), calc_reach(i, free_velocity));
  search.margin = body.is_fixed() ? 0.0 : kReachFactor * reach + kSizeFactor * body.radius;
  // Use the velocity before this step's forces: a body at rest has none, rather than the fall that
  // its support will prevent. Except for forces that throw it further than its size.
  const Vec6 change = free_velocity - body.velocity;
  const double thrown = h_ * change.head<3>().norm();
  search.velocity = thrown > body.radius ? free_velocity : body.velocity;
  // The distance between the free path, on which the velocity changes evenly, and the straight one.
  const double turned = body.is_ball ? 0.0 : h_ * body.radius * change.tail<3>().norm();
  search.deviation = 0.5 * (thrown + turned);
  return search;
}

/// Returns a bound on how far any point of the body moves in the step, m.
double WorldStep::calc_reach(std::size_t body, const Vec6& velocity) const {
  if (velocity.isZero(0)) return 0;
  const double radius = world_.bodies[body].radius;
  const double turned = std::min(h_ * velocity.tail<3>().norm() * radius, 2 * radius);
  return h_ * velocity.head<3>().norm() + turned;
}

StepView WorldStep::make_view() const {
  return {.world = world_,
          .motions = world_.bodies,
          .free_motions = free_,
          .contacts = posed_,
          .remembered = tools_.buffers.selection.remembered,
          .h = h_,
          .searches = searches_,
          .ask_to_stop = &tools_.ask_to_stop,
          .answered = tools_.buffers.answered,
          .tried_in_pieces = tools_.buffers.tried_in_pieces};
}

/// Bodies on which no contact acts follow the exact path of constant forces, unless it leads into
/// another body and v+ does so less; all others move with v+, or to where impacts led them. If
/// bodies turn, both may seem to lead into it along the rows of the start, although the rows
/// half-way found that nothing is met.
void WorldStep::choose_displacements() {
  const auto& pairs = tools_.buffers.selection.pairs;  // of posed_
  const bool is_any_free = std::ranges::any_of(pairs, [&](const auto& pair) {
    return in_free_flight_[pair.first] || in_free_flight_[pair.second];
  });
  bool has_changed = is_any_free || posed_.data() != found_.data();
  while (has_changed) {
    has_changed = false;
    for (const FoundContact& contact : found_) {
      if (!in_free_flight_[contact.body_a] && !in_free_flight_[contact.body_b]) continue;
      const double gap = calc_end_gap(contact, true);
      if (gap >= std::min(0.0, contact.gap) || gap >= calc_end_gap(contact, false)) continue;
      in_free_flight_[contact.body_a] = in_free_flight_[contact.body_b] = 0;
      has_changed = true;
    }
  }
}

/// The mean velocity over the step; on its exact path if the body may fly.
Vec6 WorldStep::calc_mean_velocity(std::size_t body, bool may_fly) const {
  if (ends_[body]) return ends_[body]->mean_velocity;
  Vec6 mean = end_velocities_[body];
  if (may_fly && in_free_flight_[body]) mean.head<3>() = free_[body].displacement / h_;
  return mean;
}

/// The gap at the end of the step, to first order in the rotation, m.
double WorldStep::calc_end_gap(const FoundContact& contact, bool may_fly) const {
  const Vec3 u = calc_relative_velocity(
      world_.bodies, contact, [&](std::size_t i) { return calc_mean_velocity(i, may_fly); });
  return contact.gap + h_ * u.x();
}

/// Sets the new poses and velocities. Returns false, with nothing moved, if one would leave the
/// range of numbers.
bool WorldStep::advance() {
  const std::size_t num_bodies = world_.bodies.size();
  std::vector<Vec3>& centers = tools_.buffers.centers;
  centers.clear();
  for (std::size_t i = 0; i < num_bodies; ++i) {
    const Vec3 way =
        in_free_flight_[i] ? free_[i].displacement : Vec3(h_ * end_velocities_[i].head<3>());
    centers.push_back(ends_[i] ? ends_[i]->motion.center : Vec3(world_.bodies[i].center + way));
    if (is_in_range(end_velocities_[i]) && is_in_range(centers.back())) continue;
    report_.status = StepStatus::not_finite;
    return false;
  }
  if (tools_.ask_to_stop) {
    tools_.buffers.before.assign(world_.bodies.begin(), world_.bodies.end());
  }
  tools_.buffers.at_rest.resize(num_bodies);
  const auto move = [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) move_body(i);
  };
  tools_.pool.for_each_share(num_bodies, kBodiesPerShare, std::ref(move));
  for (std::size_t i = 0; i < num_bodies; ++i) {
    if (world_.bodies[i].is_fixed()) continue;
    const double turn = h_ * final_velocity(i).tail<3>().norm();
    if (turn <= report_.turn) continue;
    report_.turn = turn;
    report_.turning_most = world_.bodies[i].id;
  }
  return true;
}

void WorldStep::move_body(std::size_t i) {
  BodyRecord& body = world_.bodies[i];
  tools_.buffers.at_rest[i] = is_at_rest(i);
  body.previous_center = body.center;
  body.previous_rotation = body.rotation;
  if (body.is_fixed()) return;
  body.center = tools_.buffers.centers[i];
  body.rotation = ends_[i]             ? ends_[i]->motion.rotation
                  : in_free_flight_[i] ? free_[i].rotation
                                       : rotated(body.rotation, end_velocities_[i].tail<3>(), h_);
  body.velocity = final_velocity(i);
  if (in_free_flight_[i] && body.is_dynamic()) body.velocity.tail<3>() = free_[i].end_spin;
}

/// The velocity at the end, except for the change of spin in free flight.
const Vec6& WorldStep::final_velocity(std::size_t body) const {
  return final_velocities_[body] ? *final_velocities_[body] : end_velocities_[body];
}

/// True if the body hardly moves, and was not expected to when contacts were searched for.
bool WorldStep::is_at_rest(std::size_t body) const {
  const Vec6& moved = in_free_flight_[body] ? free_[body].velocity : end_velocities_[body];
  if (!world_.bodies[body].is_dynamic()) return moved.isZero(0);
  const double reach = ends_[body] ? ends_[body]->reach : calc_reach(body, moved);
  return calc_reach(body, searches_[body].velocity) <= kRestingWay && reach <= kRestingWay;
}

void WorldStep::watch_triggers() {
  const StageStopwatch stopwatch(report_.collide_seconds);
  TriggerFindings found = tools_.triggers.find(world_);
  world_.trigger_events = make_trigger_events(world_.trigger_pairs, found);
  world_.trigger_pairs = std::move(found.overlapping);
}

/// Updates the positions of the joints and whether they are off, and finds the largest error.
void WorldStep::update_joints() {
  for (std::size_t i = 0; i < world_.joints.size(); ++i) {
    JointRecord& joint = world_.joints[i];
    JointMotion& motion = joint_motions_[i];
    motion.position = find_joint_position(joint, world_.bodies, motion.position);
    static_cast<JointMotion&>(joint) = motion;
  }
  for (JointRecord& joint : world_.joints) {
    const double leader = joint.leader == kNoJoint ? 0.0 : world_.joints[joint.leader].position;
    const double error = find_joint_error(joint, leader, world_.bodies);
    joint.is_off &= error > kTouchingGap;
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
  world_.freed_bodies.clear();
  world_.freed_groups.clear();
  world_.has_left_overlap = pushes_out_ && report_.penetration > kTouchingGap;
  world_.time += h_;
  world_.is_edited = false;
  for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
    BodyRecord& body = world_.bodies[i];
    body.is_unchanged = tools_.buffers.starts_at_rest[i] && has_stayed(body);
    if (body.is_unchanged && body.is_dynamic()) tools_.last_h = h_;
    body.force.setZero();
    body.torque.setZero();
    body.is_placed = false;
  }
}

}  // namespace stiction
