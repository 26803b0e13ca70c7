#pragma once

#include <stiction/body/joint.h>
#include <stiction/body/joint_geometry.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "body_record.h"

namespace stiction {

/// Stands for the world in place of a body's index.
inline constexpr std::size_t kWorldBody = std::numeric_limits<std::size_t>::max();
/// Stands for no joint in place of a joint's index.
inline constexpr std::size_t kNoJoint = std::numeric_limits<std::size_t>::max();

/// The rows of a joint: its conditions first, then that of its gear, then those along or about its
/// axis.
enum JointSlot : int {
  kGearSlot = kMostJointConditions,
  kLowerSlot,
  kUpperSlot,
  kFrictionSlot,
  kDampingSlot,
  kMotorSlot,
  kNumJointSlots,
};

/// True if that row is a condition on positions, which does no work.
inline bool is_condition(int slot) { return slot <= kGearSlot; }

/// The results of a step for a joint.
struct JointMotion {
  double position = 0;  ///< as `JointState::position`
  /// Mean effort of each row over the step, N or N m: the next search starts there.
  std::array<double, kNumJointSlots> efforts{};
  Vec3 force = Vec3::Zero();  ///< as in `JointState`
  Vec3 torque = Vec3::Zero();
};

/// A joint as the world keeps it.
struct JointRecord : JointMotion {
  JointId id;
  JointDefinition definition;
  JointGeometry geometry;
  std::size_t parent = kWorldBody;  ///< index into the world's bodies
  std::size_t child = kWorldBody;
  std::size_t leader = kNoJoint;  ///< of its gear: index into the world's joints
  double gear_offset = 0;  ///< position - ratio * (position of the leader) when the gear was set
  /// Factor of angular rows where they are judged: the smaller radius of gyration of the dynamic
  /// ones among the two bodies, m.
  double gyration = 1;
  /// Whether conditions may depend on each other; set for the present step by `mark_joint_loops`.
  bool in_loop = false;
  /// True from when one of its bodies is placed elsewhere until the joint has been put back.
  bool is_off = false;
};

/// The central frame of a body (see `JointGeometry`), or of the world.
template <typename Motions>
RigidTransform central_frame(const Motions& motions, std::size_t body) {
  if (body == kWorldBody) return {};
  const BodyMotion& motion = motions[body];
  return {motion.rotation, motion.center};
}

/// The joint's position at these motions; of those that differ by whole turns, the one closest to
/// `near`.
template <typename Motions>
double find_joint_position(const JointRecord& joint, const Motions& motions, double near) {
  if (!has_position(joint.geometry.kind)) return 0;
  const double position = calc_joint_position(joint.geometry, central_frame(motions, joint.parent),
                                              central_frame(motions, joint.child));
  return joint.geometry.kind == JointKind::revolute ? unwrap_angle(position, near) : position;
}

/// The rate of change of a row of two bodies, m/s or rad/s; the world rests.
inline double calc_speed(const JointRecord& joint, const JointRow& row,
                         std::span<const Vec6> velocities) {
  double speed = 0;
  if (joint.parent != kWorldBody) speed += row.parent.dot(velocities[joint.parent]);
  if (joint.child != kWorldBody) speed += row.child.dot(velocities[joint.child]);
  return speed;
}

/// The joint's position h seconds later, to first order, at these velocities of the world's bodies.
/// It determines the number of turns of an angle.
template <typename Motions>
double expect_joint_position(const JointRecord& joint, double position, const Motions& motions,
                             std::span<const Vec6> velocities, double h) {
  if (!has_position(joint.geometry.kind)) return 0;
  const JointRow rate = calc_joint_rate_row(joint.geometry, central_frame(motions, joint.parent),
                                            central_frame(motions, joint.child));
  return position + h * calc_speed(joint, rate, velocities);
}

/// The effort of an effort motor, N or N m.
inline double calc_effort(const JointMotor& motor) {
  return std::clamp(motor.target, -motor.max_effort, motor.max_effort);
}

/// How far a position is beyond the joint's bounds, signed; 0 within.
inline double calc_excess(const JointRecord& joint, double position) {
  if (position < joint.definition.lower) return position - joint.definition.lower;
  if (position > joint.definition.upper) return position - joint.definition.upper;
  return 0;
}

/// How far a position is from the one that the joint's gear asks for, signed; 0 without a gear.
inline double calc_gear_error(const JointRecord& joint, double position, double leader_position) {
  if (joint.leader == kNoJoint) return 0;
  return position - joint.definition.gear->ratio * leader_position - joint.gear_offset;
}

/// `JointState::error` at these motions and the record's position, given that of its leader, if
/// any.
template <typename Motions>
double find_joint_error(const JointRecord& joint, double leader_position, const Motions& motions) {
  JointConditions conditions;
  calc_joint_errors(joint.geometry, central_frame(motions, joint.parent),
                    central_frame(motions, joint.child), conditions);
  return calc_joint_error(conditions) + std::abs(calc_excess(joint, joint.position)) +
         std::abs(calc_gear_error(joint, joint.position, leader_position));
}

}  // namespace stiction
