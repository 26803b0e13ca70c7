#include "joint_rows.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <cmath>

#include "joint_view.h"

namespace stiction {
namespace {

/// A limit is posed if it may be reached at this many times the expected speed.
constexpr double kLimitReach = 4;
/// If all relative speeds at an island's joints, including those that curvature asks for, are below
/// this share of the largest speeds that they consist of (those of bodies, and by impulses of the
/// step before), they are the residue of earlier solves: no answer could be exact to a fraction of
/// them.
constexpr double kRowSpeedRoundOff = 1e-9;
/// V is at least this share of those speeds: speeds of rows, sums of up to a dozen products, are
/// known to some 2e-16 of them, and answers are accepted at 1e-9 V. Without a bound, 14 of 200
/// bodies that flew on one joint were left unsolved; with 1e-7 one step in forty on a planar joint
/// searched for a better answer for more than 20 ms.
constexpr double kLeastRowScale = 1e-6;
/// A damper or spring is resolved if, in half a step, it changes a speed by at most this share of
/// it. Beyond 1 the midpoint rule reverses the speed in each step.
constexpr double kResolvedShare = 0.5;
/// A damper or spring gets no row if it changes a speed of 1 m/s or rad/s, or the one that it asks
/// for, by less than this: that is a hundredth of the 1e-9 V to which answers are accepted. Models
/// with linear friction, or none, left steps unsolved for rows of less than 1e-12.
constexpr double kWeakest = 1e-11;

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
    arm_ = calc_child_arm(view_.motions, *joint_);
    first_row_ = problem_.rows.size();
    add_conditions();
    if (!has_position(joint_->geometry.kind)) return;
    position_ = joints_.find_position(*joint_);
    const JointRow rate = joints_.rate_row(*joint_);
    rate_curvature_ = posing_.is_curved ? joints_.calc_rate_curvature(*joint_, rate) : 0;
    if (joint_->leader != kNoJoint) add_gear(rate);
    add_limits(rate);
    const JointDefinition& definition = joint_->definition;
    const double h = view_.h;
    if (definition.friction > 0) {
      Row& row = add_rate_row(kFrictionSlot, rate);
      row.upper = posing_.share * h * definition.friction;
      row.lower = -row.upper;
    }
    if (const double strength = posing_.share * h * definition.damping; is_felt(rate, strength)) {
      add_damper(strength, rate);
    }
    if (definition.motor) add_motor(*definition.motor, rate);
  }

  /// To be called after all joints were added.
  void raise_scale_to_rows() {
    if (most_speed_ > kRowSpeedRoundOff * most_parts_) raise_scale(most_speed_);
    if (problem_.velocity_scale > 0) raise_scale(kLeastRowScale * most_parts_);
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

  /// Adds a row for the rate of the position, or for its negative.
  Row& add_rate_row(int slot, const JointRow& rate, double sign = 1) {
    Row& row = add_row(slot, sign * rate);
    if (rate_curvature_ != 0) bend(sign * rate_curvature_, row);
    return row;
  }

  /// Adds kappa to a row.
  void bend(double curvature, Row& row) {
    places_.back().curvature = curvature / view_.h;
    row.offset += places_.back().curvature;
    most_speed_ = std::max(most_speed_, row.length * std::abs(places_.back().curvature));
  }

  void add_gear(const JointRow& rate) {
    const JointRowPlace place{.part = {index_, rate, arm_},
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
      add_rate_row(kLowerSlot, rate);
      return;
    }
    add_limit(kLowerSlot, rate, 1, position_ - definition.lower);
    add_limit(kUpperSlot, rate, -1, definition.upper - position_);
  }

  /// `sign` of the rate points inwards.
  void add_limit(int slot, const JointRow& rate, double sign, double gap) {
    if (!std::isfinite(gap)) return;
    if (posing_.with_met_limits_only) {
      if (gap <= kTouchingGap) add_rate_row(slot, rate, sign).lower = 0;
      return;
    }
    const double way =
        view_.h * std::abs(joints_.expected_speed(*joint_, rate)) + std::abs(rate_curvature_);
    const bool is_near = gap <= kLimitReach * way + kTouchingGap;
    if (!is_near && joint_->efforts[slot] == 0 && !posing_.with_all_limits) return;
    Row& row = add_rate_row(slot, rate, sign);
    row.lower = 0;
    row.offset += std::max(0.0, gap) / view_.h;
  }

  void add_damper(double strength, const JointRow& rate) {
    if (acts_again(kDampingSlot, rate)) return;
    Row& row = add_rate_row(kDampingSlot, rate);
    row.softness = 1 / strength;
    places_.back().is_even = is_resolved(strength, row);
  }

  void add_motor(const JointMotor& motor, const JointRow& rate) {
    if (motor.max_effort == 0) return;
    const JointDefinition& definition = joint_->definition;
    const double h = view_.h;
    const double q = position_;
    if (motor.mode == MotorMode::effort) {
      push(rate, posing_.share * h * calc_effort(motor));
      return;
    }
    if (acts_again(kMotorSlot, rate)) return;
    double strength = 0, wish = 0;  // for a position motor: impulse per m/s off the speed
    bool is_even = false;
    if (motor.mode == MotorMode::position) {
      const double middle_gain = motor.kd + posing_.share * h * motor.kp;
      is_even = is_resolved(posing_.share * h * middle_gain, make_row({.part = {index_, rate}}));
      const double gain = is_even ? middle_gain : motor.kd + h * motor.kp;
      strength = posing_.share * h * gain;
      wish = motor.kp * (motor.target - q) / gain;
      if (!is_felt(rate, strength, wish)) return;
    }
    Row& row = add_rate_row(kMotorSlot, rate);
    places_.back().is_even = is_even;
    // An impact at the end of the step has no time left: h is 0 there.
    const bool is_bounded = std::isfinite(motor.max_effort);
    row.upper = is_bounded ? posing_.share * h * motor.max_effort : motor.max_effort;
    row.lower = -row.upper;
    if (motor.mode == MotorMode::velocity) {
      // A limit of the joint itself stops any motor.
      const double way_down = definition.lower - q;
      const double least = h > 0 ? way_down : std::min(0.0, way_down);
      const double most = std::max(least, definition.upper - q);
      const auto speed_to = [&](double way) { return way == 0 ? 0.0 : way / h; };
      row.offset -=
          is_bounded ? motor.target : std::clamp(motor.target, speed_to(least), speed_to(most));
    } else {
      row.softness = 1 / strength;
      row.offset -= wish;
    }
    // The speed that it can bring about.
    const double compliance = calc_row_compliance(problem_, row);
    const double wanted =
        row.offset + joints_.start_speed(*joint_, rate) - joints_.given_speed(*joint_, rate);
    raise_scale(row.length * compliance *
                std::min(std::abs(wanted) / (compliance + row.softness), row.upper));
  }

  /// True if an impulse of `strength` per m/s or rad/s off the wanted speed is felt.
  bool is_felt(const JointRow& rate, double strength, double wanted = 0) const {
    if (strength == 0) return false;
    const Row row = make_row({.part = {index_, rate, arm_}});
    const double most = std::max(1.0, std::abs(wanted));
    return !(strength * calc_row_compliance(problem_, row) * most < kWeakest);
  }

  /// True in a half of a step in which an impulse of `strength` per m/s or rad/s is resolved.
  bool is_resolved(double strength, const Row& row) const {
    return posing_.share < 1 && strength * calc_held_compliance(row) <= kResolvedShare;
  }

  /// The compliance of a row along the joint's position while its five conditions hold. That of its
  /// bodies alone is thousands of times larger if one of them is thin.
  double calc_held_compliance(const Row& row) const {
    constexpr int kConditions = 5;
    const Row* conditions = &problem_.rows[first_row_];
    Eigen::Matrix<double, kConditions, kConditions> K;
    Eigen::Matrix<double, kConditions, 1> k;
    for (int i = 0; i < kConditions; ++i) {
      k[i] = calc_row_coupling(problem_, conditions[i], row);
      for (int j = 0; j <= i; ++j) {
        K(i, j) = calc_row_coupling(problem_, conditions[i], conditions[j]);
      }
    }
    return calc_row_compliance(problem_, row) - k.dot(K.ldlt().solve(k));
  }

  /// Applies the impulse of the first half's row again, if that is even; otherwise returns false.
  bool acts_again(int slot, const JointRow& rate) {
    const auto of_joint = [](const JointRowPlace& place) { return place.part.joint; };
    for (const JointRowPlace& place :
         std::ranges::equal_range(posing_.first_places, index_, {}, of_joint)) {
      if (place.slot != slot || !place.is_even) continue;
      push(rate,
           posing_.first_impulses[static_cast<std::size_t>(&place - posing_.first_places.data())]);
      return true;
    }
    return false;
  }

  /// Applies a known impulse.
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
    return add_row({.part = {index_, row, arm_}, .slot = slot});
  }

  Row& add_row(const JointRowPlace& place) {
    places_.push_back(place);
    Row& row = problem_.rows.emplace_back(make_row(place));
    row.start_impulse = posing_.share * view_.h * joint_->efforts[place.slot];
    watch_torques(row);
    watch_start(row, place);
    return row;
  }

  /// Raises the scale to the speed that torques give the row: so far it has only those at contacts.
  void watch_torques(const Row& row) {
    double speed = 0;
    for (const auto& [body, jacobian] : row.sides) {
      if (body < 0) continue;
      const auto k = static_cast<std::size_t>(body);
      const Vec3& torque = view_.world.bodies[island_.bodies[k]].torque;
      speed += jacobian.tail<3>().dot(problem_.bodies[k].inverse_inertia * torque);
    }
    raise_scale(row.length * posing_.share * view_.h * std::abs(speed));
  }

  /// Notes the row's speed at the start, and the speeds whose difference it is.
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
    most_parts_ = std::max(most_parts_, row.length * parts);
    most_speed_ = std::max(most_speed_, row.length * std::abs(speed));
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
  std::size_t first_row_ = 0;  ///< of the joint
  Vec3 arm_;                   ///< from the child's centre of mass to the joint's frame
  double position_ = 0;        ///< of the joint, if it has one
  double rate_curvature_ = 0;  ///< of the position along the step
  double most_speed_ = 0;      ///< of a row at the start or by curvature, times its length, m/s
  double most_parts_ = 0;      ///< of which the speeds at the start consist, likewise
};

}  // namespace

void add_joint_rows(const StepView& view, const Island& island, const JointPosing& posing,
                    ContactProblem& problem, std::vector<JointRowPlace>& places) {
  places.clear();
  JointRowAssembly assembly(view, island, posing, problem, places);
  for (const std::size_t joint : island.joints) assembly.add(joint);
  assembly.raise_scale_to_rows();
}

bool is_limit_missed(const StepView& view, const Island& island, std::span<const Vec6> velocities) {
  const JointView joints(view, island, velocities);
  return std::ranges::any_of(island.joints, [&](std::size_t index) {
    const JointRecord& joint = view.world.joints[index];
    const JointDefinition& definition = joint.definition;
    const bool is_always_posed = definition.lower == definition.upper;
    if (!has_position(joint.geometry.kind) || is_always_posed) return false;
    const JointRow rate = joints.rate_row(joint);
    const double way =
        view.h * joints.expected_speed(joint, rate) + joints.calc_rate_curvature(joint, rate);
    const double position = joints.find_position(joint);
    const double excess = std::abs(calc_excess(joint, position + way));
    return excess > std::abs(calc_excess(joint, position)) + kTouchingGap;
  });
}

}  // namespace stiction
