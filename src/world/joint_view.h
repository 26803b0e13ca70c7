#pragma once

#include <array>
#include <cmath>
#include <span>

#include "contact_posing.h"
#include "joint_record.h"

namespace stiction {

/// Curvature along a step below this, m or rad, is ignored: the errors whose difference it is are
/// not known any better.
inline constexpr double kLeastCurvature = 1e-13;

/// The pose of a body after h seconds at a constant velocity.
inline RigidTransform moved_frame(const RigidTransform& start, const Vec6& v, double h) {
  return {rotated(start.rotation, v.tail<3>(), h), start.translation + h * v.head<3>()};
}

/// The change of a joint's position between two poses of its bodies; for an angle, which may turn
/// round, the one closest to `near`.
inline double calc_position_change(const JointGeometry& joint, const RigidTransform& parent,
                                   const RigidTransform& child, const RigidTransform& parent_after,
                                   const RigidTransform& child_after, double near) {
  const double change = calc_joint_position(joint, parent_after, child_after) -
                        calc_joint_position(joint, parent, child);
  return joint.kind == JointKind::revolute ? unwrap_angle(change, near) : change;
}

/// The present poses and velocities of the bodies of an island's joints, and the expected ones.
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
    return moved_frame(start_frame(body), expected_velocity(body), view_.h);
  }

  /// During a step with impacts it may differ from the position at the start of the step.
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
  /// The part of the speed that is due to bodies that forces do not move.
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

  /// How much the position changes along the step beyond the linear part. Of end angles that differ
  /// by turns, the one closest to the expected one counts.
  double calc_position_curvature(const JointRecord& joint, const JointRow& rate) const {
    const double linear = view_.h * expected_speed(joint, rate);
    return calc_position_change(joint.geometry, start_frame(joint.parent), start_frame(joint.child),
                                end_frame(joint.parent), end_frame(joint.child), linear) -
           linear;
  }

  /// The same, with round-off set to 0.
  double calc_rate_curvature(const JointRecord& joint, const JointRow& rate) const {
    const double curvature = calc_position_curvature(joint, rate);
    return std::abs(curvature) > kLeastCurvature ? curvature : 0.0;
  }

  /// The curvature of the quantity that the joint's gear keeps constant.
  double calc_gear_curvature(const JointRecord& joint) const {
    const JointRecord& leader = view_.world.joints[joint.leader];
    const double curvature =
        calc_position_curvature(joint, rate_row(joint)) -
        joint.definition.gear->ratio * calc_position_curvature(leader, rate_row(leader));
    return std::abs(curvature) > kLeastCurvature ? curvature : 0.0;
  }

  /// How much the errors of the conditions change along the step beyond the linear part.
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

}  // namespace stiction
