#include "joint_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "joint_loops.h"

namespace stiction {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// Curvature along a step that is less than this, m or rad, is left out: the errors that it is the
/// difference of are known to no more.
constexpr double kLeastCurvature = 1e-13;
/// A limit is posed if it may be met at so many times the expected speed.
constexpr double kLimitReach = 4;
/// Of a gear's row, less is what round-off leaves of parts that cancel out, as a share of their
/// compliance: of relative size 1e-8 or so in the row itself, far from that of any mechanism.
constexpr double kLeastGearCompliance = 1e-16;
/// Where all relative speeds at an island's joints are less than this share of the largest speeds
/// that they are made of (of bodies, and by impulses of the step before), they are what solves
/// before have left: no answer could be exact to a part of them.
constexpr double kRowSpeedRoundOff = 1e-9;

/// Of an effort motor, N or N m.
double calc_effort(const JointMotor& motor) {
  return std::clamp(motor.target, -motor.max_effort, motor.max_effort);
}

template <typename Visit>
void for_each_part(const JointRowPlace& place, Visit visit) {
  visit(place.part);
  if (place.leader) visit(*place.leader);
}

/// Where the bodies of an island's joints are and how they move, and where they would be.
class JointView {
 public:
  JointView(const StepView& view, const Island& island, std::span<const Vec6> expected)
      : view_(view), island_(island), expected_(expected) {}

  /// The index into the problem's bodies; -1 for the world and bodies that forces do not move.
  int place_of(std::size_t body) const { return body == kWorldBody ? -1 : island_.places[body]; }

  Vec6 start_velocity(std::size_t body) const {
    return body == kWorldBody ? Vec6(Vec6::Zero()) : view_.motions[body].velocity;
  }
  Vec6 expected_velocity(std::size_t body) const {
    const int place = place_of(body);
    if (place < 0 || expected_.empty()) return start_velocity(body);
    return expected_[static_cast<std::size_t>(place)];
  }
  RigidTransform start_frame(std::size_t body) const { return central_frame(view_.motions, body); }
  RigidTransform end_frame(std::size_t body) const {
    const RigidTransform start = start_frame(body);
    const Vec6 v = expected_velocity(body);
    return {rotated(start.rotation, v.tail<3>(), view_.h),
            start.translation + view_.h * v.head<3>()};
  }

  /// On the way through impacts it is not the one that the step started with.
  double find_position(const JointRecord& joint) const {
    return find_joint_position(joint, view_.motions, joint.position);
  }
  double start_speed(const JointRecord& joint, const JointRow& row) const {
    return row.parent.dot(start_velocity(joint.parent)) +
           row.child.dot(start_velocity(joint.child));
  }
  double expected_speed(const JointRecord& joint, const JointRow& row) const {
    return row.parent.dot(expected_velocity(joint.parent)) +
           row.child.dot(expected_velocity(joint.child));
  }
  /// The part of the speed that bodies make which forces do not move.
  double given_speed(const JointRecord& joint, const JointRow& row) const {
    double u = 0;
    if (place_of(joint.parent) < 0) u += row.parent.dot(start_velocity(joint.parent));
    if (place_of(joint.child) < 0) u += row.child.dot(start_velocity(joint.child));
    return u;
  }

  void get_conditions(const JointRecord& joint, JointConditions& conditions) const {
    calc_joint_conditions(joint.geometry, start_frame(joint.parent), start_frame(joint.child),
                          conditions);
  }
  JointRow rate_row(const JointRecord& joint) const {
    return calc_joint_rate_row(joint.geometry, start_frame(joint.parent), start_frame(joint.child));
  }

  /// What the position changes by along the step beyond the linear part. Where the step ends it is
  /// the angle next to the expected one that counts.
  double calc_position_curvature(const JointRecord& joint, const JointRow& rate) const {
    const double linear = view_.h * expected_speed(joint, rate);
    const double change =
        calc_joint_position(joint.geometry, end_frame(joint.parent), end_frame(joint.child)) -
        calc_joint_position(joint.geometry, start_frame(joint.parent), start_frame(joint.child));
    return (rate.is_angular ? unwrap_angle(change, linear) : change) - linear;
  }

  /// The same of what its gear keeps.
  double calc_gear_curvature(const JointRecord& joint) const {
    const JointRecord& leader = view_.world.joints[joint.leader];
    const double curvature =
        calc_position_curvature(joint, rate_row(joint)) -
        joint.definition.gear->ratio * calc_position_curvature(leader, rate_row(leader));
    return std::abs(curvature) > kLeastCurvature ? curvature : 0.0;
  }

  /// What the errors of the conditions change by along the step beyond the linear part.
  std::array<double, kMostJointConditions> calc_curvatures(
      const JointRecord& joint, const JointConditions& conditions) const {
    std::array<double, kMostJointConditions> curvatures{};
    if (expected_velocity(joint.parent).isZero(0) && expected_velocity(joint.child).isZero(0)) {
      return curvatures;
    }
    JointConditions end;
    calc_joint_errors(joint.geometry, end_frame(joint.parent), end_frame(joint.child), end);
    for (int i = 0; i < conditions.count; ++i) {
      const double linear = view_.h * expected_speed(joint, conditions.rows[i]);
      const double curvature = end.errors[i] - conditions.errors[i] - linear;
      if (std::abs(curvature) > kLeastCurvature) curvatures[i] = curvature;
    }
    return curvatures;
  }

 private:
  const StepView& view_;
  const Island& island_;
  std::span<const Vec6> expected_;
};

/// Adds the rows of one island's joints.
class JointRowAssembly {
 public:
  JointRowAssembly(const StepView& view, const Island& island, const JointPosing& posing,
                   ContactProblem& problem, std::vector<JointRowPlace>& places)
      : joints_(view, island, posing.expected),
        view_(view),
        island_(island),
        posing_(posing),
        problem_(problem),
        places_(places) {}

  void add(std::size_t index) {
    index_ = index;
    joint_ = &view_.world.joints[index];
    add_conditions();
    if (!has_position(joint_->geometry.kind)) return;
    position_ = joints_.find_position(*joint_);
    const JointRow rate = joints_.rate_row(*joint_);
    if (joint_->leader != kNoJoint) add_gear(rate);
    add_limits(rate);
    const JointDefinition& definition = joint_->definition;
    const double h = view_.h;
    if (definition.friction > 0) {
      Row& row = add_row(kFrictionSlot, rate);
      row.lower = -h * definition.friction;
      row.upper = h * definition.friction;
    }
    if (definition.damping > 0) {
      add_row(kDampingSlot, rate).softness = 1 / (h * definition.damping);
    }
    if (definition.motor) add_motor(*definition.motor, rate);
  }

  /// Behind all joints.
  void raise_scale_to_start() {
    if (!(most_start_speed_ > kRowSpeedRoundOff * most_start_parts_)) return;
    raise_scale(std::max(most_start_speed_, kLeastVelocityScale * most_start_parts_));
  }

 private:
  using Row = ContactProblem::Row;

  void add_conditions() {
    JointConditions conditions;
    joints_.get_conditions(*joint_, conditions);
    std::array<double, kMostJointConditions> curvatures{};
    if (posing_.is_curved) curvatures = joints_.calc_curvatures(*joint_, conditions);
    for (int i = 0; i < conditions.count; ++i) {
      Row& row = add_row(i, conditions.rows[i]);
      if (posing_.is_curved) bend(curvatures[i], row);
    }
  }

  /// Adds kappa to a row.
  void bend(double curvature, Row& row) {
    places_.back().curvature = curvature / view_.h;
    row.offset += places_.back().curvature;
    raise_scale(row.length * std::abs(places_.back().curvature));
  }

  void add_gear(const JointRow& rate) {
    const JointRowPlace place{.part = {index_, rate},
                              .slot = kGearSlot,
                              .leader = calc_leader_part(view_.world, *joint_, view_.motions)};
    const Row row = make_row(place);
    if (has_no_effect(view_.world, island_, place.part, *place.leader, problem_, row)) return;
    Row& added = add_row(place);
    if (posing_.is_curved) bend(joints_.calc_gear_curvature(*joint_), added);
  }

  void add_limits(const JointRow& rate) {
    const JointDefinition& definition = joint_->definition;
    if (definition.lower == definition.upper) {
      add_row(kLowerSlot, rate);
      return;
    }
    add_limit(kLowerSlot, rate, position_ - definition.lower);
    add_limit(kUpperSlot, -1.0 * rate, definition.upper - position_);
  }

  void add_limit(int slot, const JointRow& inwards, double gap) {
    if (!std::isfinite(gap)) return;
    if (posing_.with_met_limits_only) {
      if (gap <= kTouchingGap) add_row(slot, inwards).lower = 0;
      return;
    }
    const double way = view_.h * std::abs(joints_.expected_speed(*joint_, inwards));
    const bool is_near = gap <= kLimitReach * way + kTouchingGap;
    if (!is_near && joint_->efforts[slot] == 0 && !posing_.with_all_limits) return;
    Row& row = add_row(slot, inwards);
    row.lower = 0;
    row.offset += std::max(0.0, gap) / view_.h;
  }

  void add_motor(const JointMotor& motor, const JointRow& rate) {
    if (motor.max_effort == 0) return;
    const JointDefinition& definition = joint_->definition;
    const double h = view_.h;
    const double q = position_;
    if (motor.mode == MotorMode::effort) {
      push(rate, h * calc_effort(motor));
      return;
    }
    Row& row = add_row(kMotorSlot, rate);
    row.lower = -h * motor.max_effort;
    row.upper = h * motor.max_effort;
    if (motor.mode == MotorMode::velocity) {
      // No motor is stronger than a limit of its own joint.
      const double target =
          std::isfinite(motor.max_effort)
              ? motor.target
              : std::clamp(motor.target, (definition.lower - q) / h,
                           std::max(definition.lower - q, definition.upper - q) / h);
      row.offset -= target;
    } else {
      const double gain = motor.kd + h * motor.kp;
      row.softness = 1 / (h * gain);
      row.offset -= motor.kp * (motor.target - q) / gain;
    }
    // What it can bring about.
    const double compliance = calc_row_compliance(problem_, row);
    const double wanted =
        row.offset + joints_.start_speed(*joint_, rate) - joints_.given_speed(*joint_, rate);
    raise_scale(row.length * compliance *
                std::min(std::abs(wanted) / (compliance + row.softness), row.upper));
  }

  /// A known impulse.
  void push(const JointRow& rate, double impulse) {
    const Row row = make_row({.part = {index_, rate}, .slot = kMotorSlot});
    for (const auto& [body, jacobian] : row.sides) {
      if (body < 0) continue;
      ContactProblem::Body& pushed = problem_.bodies[static_cast<std::size_t>(body)];
      pushed.free_velocity.head<3>() += impulse * pushed.inverse_mass * jacobian.head<3>();
      pushed.free_velocity.tail<3>() += impulse * (pushed.inverse_inertia * jacobian.tail<3>());
    }
    raise_scale(row.length * std::abs(impulse) * calc_row_compliance(problem_, row));
  }

  Row make_row(const JointRowPlace& place) const {
    Row row;
    for_each_part(place, [&](const JointRowPart& part) {
      add_sides(view_.world, island_, part, row);
      row.offset += joints_.given_speed(view_.world.joints[part.joint], part.row);
    });
    row.length = place.part.row.is_angular ? joint_->gyration : 1;
    return row;
  }

  Row& add_row(int slot, const JointRow& row) {
    return add_row({.part = {index_, row}, .slot = slot});
  }

  Row& add_row(const JointRowPlace& place) {
    places_.push_back(place);
    Row& row = problem_.rows.emplace_back(make_row(place));
    row.start_impulse = posing_.share * view_.h * joint_->efforts[place.slot];
    watch_start(row, place);
    return row;
  }

  /// Notes the speed that the row has at the start, and the speeds that it is the difference of.
  void watch_start(const Row& row, const JointRowPlace& place) {
    const auto size = [](const Vec6& jacobian, const Vec6& v) {
      return jacobian.head<3>().norm() * v.head<3>().norm() +
             jacobian.tail<3>().norm() * v.tail<3>().norm();
    };
    double speed = 0;
    double parts = calc_row_compliance(problem_, row) * std::abs(row.start_impulse);
    for_each_part(place, [&](const JointRowPart& part) {
      const JointRecord& joint = view_.world.joints[part.joint];
      parts += size(part.row.parent, joints_.start_velocity(joint.parent)) +
               size(part.row.child, joints_.start_velocity(joint.child));
      speed += joints_.start_speed(joint, part.row);
    });
    most_start_parts_ = std::max(most_start_parts_, row.length * parts);
    most_start_speed_ = std::max(most_start_speed_, row.length * std::abs(speed));
  }

  void raise_scale(double speed) {
    problem_.velocity_scale = std::max(problem_.velocity_scale, speed);
  }

  JointView joints_;
  const StepView& view_;
  const Island& island_;
  const JointPosing& posing_;
  ContactProblem& problem_;
  std::vector<JointRowPlace>& places_;
  std::size_t index_ = 0;
  const JointRecord* joint_ = nullptr;
  double position_ = 0;          ///< of the joint, where it has one
  double most_start_speed_ = 0;  ///< of a row, times its length, m/s
  double most_start_parts_ = 0;
};

}  // namespace

std::vector<Islands::BodyPair> pair_joints(const WorldValue& world) {
  std::vector<Islands::BodyPair> pairs;
  for (const JointRecord& joint : world.joints) {
    const std::size_t body = joint.child != kWorldBody ? joint.child : joint.parent;
    pairs.emplace_back(joint.parent != kWorldBody ? joint.parent : body, body);
  }
  return pairs;
}

Islands::BodyPair pair_gear(const WorldValue& world, const JointRecord& follower) {
  const auto dynamic_body_of = [&](const JointRecord& joint) {
    const bool is_child = joint.child != kWorldBody && world.bodies[joint.child].is_dynamic();
    return is_child ? joint.child : joint.parent;
  };
  return {dynamic_body_of(follower), dynamic_body_of(world.joints[follower.leader])};
}

std::vector<Islands::BodyPair> pair_gears(const WorldValue& world) {
  std::vector<Islands::BodyPair> pairs;
  for (const JointRecord& joint : world.joints) {
    if (joint.leader != kNoJoint) pairs.push_back(pair_gear(world, joint));
  }
  return pairs;
}

void add_sides(const WorldValue& world, const Island& island, const JointRowPart& part,
               ContactProblem::Row& row) {
  const JointRecord& joint = world.joints[part.joint];
  for (const auto& [body, jacobian] :
       {std::pair(joint.child, part.row.child), std::pair(joint.parent, part.row.parent)}) {
    const int place = body == kWorldBody ? -1 : island.places[body];
    if (place < 0) continue;
    auto side = std::ranges::find(row.sides, place, &ContactProblem::Row::Side::body);
    if (side == row.sides.end()) {
      side = std::ranges::find(row.sides, -1, &ContactProblem::Row::Side::body);
      side->body = place;
    }
    side->jacobian += jacobian;
  }
}

bool has_no_effect(const WorldValue& world, const Island& island, const JointRowPart& part,
                   const JointRowPart& leader, const ContactProblem& problem,
                   const ContactProblem::Row& row) {
  double compliance = 0;
  for (const JointRowPart& one : {part, leader}) {
    ContactProblem::Row alone;
    add_sides(world, island, one, alone);
    compliance += calc_row_compliance(problem, alone);
  }
  return calc_row_compliance(problem, row) <= kLeastGearCompliance * compliance;
}

double expect_joint_position(const WorldValue& world, std::size_t index,
                             std::span<const Vec6> velocities, double h) {
  const JointRecord& joint = world.joints[index];
  if (!has_position(joint.geometry.kind)) return 0;
  const JointRow rate =
      calc_joint_rate_row(joint.geometry, central_frame(world.bodies, joint.parent),
                          central_frame(world.bodies, joint.child));
  double position = joint.position;
  if (joint.parent != kWorldBody) position += h * rate.parent.dot(velocities[joint.parent]);
  if (joint.child != kWorldBody) position += h * rate.child.dot(velocities[joint.child]);
  return position;
}

void add_joint_rows(const StepView& view, const Island& island, const JointPosing& posing,
                    ContactProblem& problem, std::vector<JointRowPlace>& places) {
  places.clear();
  JointRowAssembly assembly(view, island, posing, problem, places);
  for (const std::size_t joint : island.joints) assembly.add(joint);
  assembly.raise_scale_to_start();
}

double calc_curvature_change(const StepView& view, const Island& island, const JointPosing& posed,
                             std::span<const Vec6> velocities) {
  const JointView before(view, island, posed.expected);
  const JointView after(view, island, velocities);
  double most = 0;
  for (const std::size_t index : island.joints) {
    const JointRecord& joint = view.world.joints[index];
    JointConditions conditions;
    before.get_conditions(joint, conditions);
    const auto expected = before.calc_curvatures(joint, conditions);
    const auto found = after.calc_curvatures(joint, conditions);
    for (int i = 0; i < conditions.count; ++i) {
      const double arm = conditions.rows[i].is_angular ? joint.gyration : 1;
      most = std::max(most, arm * std::abs(found[i] - expected[i]));
    }
    if (joint.leader == kNoJoint) continue;
    const double arm = joint.geometry.kind == JointKind::revolute ? joint.gyration : 1;
    most = std::max(
        most, arm * std::abs(after.calc_gear_curvature(joint) - before.calc_gear_curvature(joint)));
  }
  return most;
}

bool is_limit_missed(const StepView& view, const Island& island, std::span<const Vec6> velocities) {
  const JointView joints(view, island, velocities);
  return std::ranges::any_of(island.joints, [&](std::size_t index) {
    const JointRecord& joint = view.world.joints[index];
    if (!has_position(joint.geometry.kind)) return false;
    const double way = view.h * joints.expected_speed(joint, joints.rate_row(joint));
    const double position = joints.find_position(joint);
    const double excess = std::abs(calc_excess(joint, position + way));
    return excess > std::abs(calc_excess(joint, position)) + kTouchingGap;
  });
}

void make_curvature_feasible(const WorldValue& world, const Island& island, CurvatureTools& tools,
                             std::vector<JointRowPlace>& places, ContactProblem& problem) {
  const bool is_curved =
      std::ranges::any_of(places, [](const JointRowPlace& place) { return place.curvature != 0; });
  if (!is_curved || !may_be_redundant(world, island)) return;
  tools.speeds.clear();
  for (const JointRowPlace& place : places) tools.speeds.push_back(-place.curvature);
  tools.feasible.make_feasible(problem, tools.speeds);
  for (std::size_t i = 0; i < places.size(); ++i) {
    problem.rows[i].offset -= places[i].curvature + tools.speeds[i];
    places[i].curvature = -tools.speeds[i];
  }
}

void straighten_joint_rows(std::vector<JointRowPlace>& places, ContactProblem& problem) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    problem.rows[i].offset -= places[i].curvature;
    places[i].curvature = 0;
  }
}

namespace {

/// Calls `visit(part, impulse)` for each effort motor of the island.
template <typename Visit>
void for_each_push(const StepView& view, const Island& island, Visit visit) {
  const JointView joints(view, island, {});
  for (const std::size_t index : island.joints) {
    const JointRecord& joint = view.world.joints[index];
    const std::optional<JointMotor>& motor = joint.definition.motor;
    if (!motor || motor->mode != MotorMode::effort) continue;
    visit(JointRowPart{index, joints.rate_row(joint)}, view.h * calc_effort(*motor));
  }
}

}  // namespace

void add_joint_impulses(const StepView& view, const Island& island,
                        std::span<const JointRowPlace> places, std::span<const double> forces,
                        std::span<const double> impact, double duration,
                        std::vector<JointMotion>& motions) {
  const auto add = [&](const JointRowPart& part, double impulse) {
    const JointRecord& joint = view.world.joints[part.joint];
    const RigidTransform X_WC = central_frame(view.motions, joint.child);
    const Vec3 arm = X_WC.rotation * joint.geometry.X_CJ.translation;
    const Vec3 force = impulse / duration * part.row.child.head<3>();
    motions[part.joint].force += force;
    motions[part.joint].torque += impulse / duration * part.row.child.tail<3>() - arm.cross(force);
  };
  const auto add_all = [&](std::span<const double> impulses) {
    for (std::size_t i = 0; i < impulses.size(); ++i) {
      for_each_part(places[i], [&](const JointRowPart& part) { add(part, impulses[i]); });
    }
  };
  add_all(impact);
  if (forces.empty()) return;
  add_all(forces);
  for (std::size_t i = 0; i < places.size(); ++i) {
    motions[places[i].part.joint].efforts[places[i].slot] += forces[i] / duration;
  }
  for_each_push(view, island, [&](const JointRowPart& part, double impulse) {
    motions[part.joint].efforts[kMotorSlot] += impulse / duration;
    add(part, impulse);
  });
}

namespace {

/// What one row puts in, as `calc_row_work` adds it up.
double calc_work_of_row(const WorldValue& world, const JointRowPart& part, double impulse,
                        bool is_motor, std::span<const Vec6> velocities) {
  const JointRecord& joint = world.joints[part.joint];
  double work = 0;
  const auto add_side = [&](std::size_t body, const Vec6& jacobian) {
    if (body == kWorldBody) return;
    const double power = impulse * jacobian.dot(velocities[body]);
    if (is_motor) work += power;
    if (!world.bodies[body].is_dynamic()) work -= power;
  };
  add_side(joint.parent, part.row.parent);
  add_side(joint.child, part.row.child);
  return work;
}

}  // namespace

double calc_row_work(const StepView& view, std::span<const JointRowPlace> places,
                     std::span<const double> impulses, std::span<const Vec6> velocities) {
  double work = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for_each_part(places[i], [&](const JointRowPart& part) {
      work +=
          calc_work_of_row(view.world, part, impulses[i], places[i].slot == kMotorSlot, velocities);
    });
  }
  return work;
}

double calc_joint_work(const StepView& view, const Island& island,
                       std::span<const JointRowPlace> places, std::span<const double> forces,
                       std::span<const Vec6> velocities) {
  double work = calc_row_work(view, places, forces, velocities);
  for_each_push(view, island, [&](const JointRowPart& part, double impulse) {
    work += calc_work_of_row(view.world, part, impulse, true, velocities);
  });
  return work;
}

}  // namespace stiction
