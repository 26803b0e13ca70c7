#pragma once

#include <stiction/body/body.h>
#include <stiction/math/rigid_transform.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace stiction {

/// Handle of a joint in its world: never reused, so a handle to a removed joint stays invalid.
struct JointId {
  std::uint32_t value = 0;
  auto operator<=>(const JointId&) const = default;
};

/// The motion of the child relative to the parent that a joint leaves free.
enum class JointKind {
  fixed,        ///< nothing
  revolute,     ///< turning about the axis
  prismatic,    ///< sliding along the axis
  spherical,    ///< turning about the joint's point
  universal,    ///< turning about the axis, fixed in the parent, and axis2, fixed in the child
  cylindrical,  ///< turning about the axis and sliding along it
  planar,       ///< sliding across the axis, the plane's normal, and turning about it
};

/// "fixed", "revolute" ...
std::string_view to_string(JointKind kind);

enum class MotorMode {
  velocity,  ///< keeps a speed, m/s or rad/s
  position,  ///< spring and damper towards a position, m or rad, taken implicitly
  effort,    ///< force along the axis, N, or torque about it, N m
};

/// "velocity", "position" or "effort".
std::string_view to_string(MotorMode mode);

/// Drives the child of a revolute or prismatic joint relative to its parent.
struct JointMotor {
  MotorMode mode = MotorMode::velocity;
  double target = 0;  ///< its unit depends on the mode
  /// Greatest force or torque, N or N m, >= 0, may be infinite.
  double max_effort = std::numeric_limits<double>::infinity();
  double kp = 0;  ///< N/m or N m/rad, >= 0; `position` needs kp or kd > 0, other modes need 0
  double kd = 0;  ///< N s/m or N m s/rad, likewise
};

/// Couples a revolute or prismatic joint, the follower, to another one, the leader, as gear wheels,
/// a belt, a rack or the linkage between two fingers do: position - ratio * (position of the
/// leader) keeps the value that it has when the gear is set.
///
/// It acts on the follower along or about its axis with a force or torque g, and on the leader with
/// -ratio g, each between the two bodies of its own joint, so it does no work and conserves
/// momentum.
struct JointGear {
  JointId leader;
  double ratio = 1;  ///< not zero; in the follower's unit per the leader's: 1, m/rad or rad/m
};

/// The frame in which a joint's own frame is given.
enum class JointAnchor {
  world,   ///< the world's frame, at the moment the joint is made
  parent,  ///< the parent's body frame
  child,   ///< the child's body frame
};

/// Least angle between the axes of a universal joint, rad.
inline constexpr double kLeastUniversalAngle = 1e-3;

/// The definition of a joint to be added. All numbers finite unless said otherwise, the frame's
/// position within `kLargestPlace`; SI units, angles in rad.
///
/// The position of a revolute or prismatic joint is that of the child relative to the parent, about
/// or along the axis, right-handed. It equals `position` when the joint is made.
struct JointDefinition {
  std::string name = {};
  JointKind kind = JointKind::fixed;
  std::optional<BodyId> parent = {};  ///< empty: the world
  std::optional<BodyId> child = {};   ///< empty: the world
  JointAnchor anchor = JointAnchor::world;
  /// X_AJ: pose of the joint's frame, as the parent carries it, in the frame that `anchor` names.
  /// Its origin is the joint's point. `position` turns or moves the child's joint frame from it.
  RigidTransform frame = {};
  Vec3 axis = Vec3::UnitX();   ///< in the joint's frame, not zero
  Vec3 axis2 = Vec3::UnitY();  ///< second axis of `universal`, likewise; not parallel to `axis`
  /// The position in which the joint is made, rad or m. This and all members below except `collide`
  /// apply to revolute and prismatic joints only.
  double position = 0;
  /// Bounds of the position. May be infinite.
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();  ///< >= lower
  double friction = 0;  ///< greatest friction force or torque, N or N m, >= 0
  double damping = 0;   ///< N s/m or N m s/rad, >= 0
  std::optional<JointMotor> motor = {};
  std::optional<JointGear> gear = {};  ///< a joint leads any number, follows one; no cycles
  bool collide = false;                ///< whether the shapes of the two bodies touch each other
};

/// The state of a joint after the last step.
struct JointState {
  /// Revolute: the angle including whole turns, rad; prismatic: the distance, m; else 0.
  double position = 0;
  double velocity = 0;  ///< its rate, rad/s or m/s
  /// How far the bodies are from where the joint wants them: distance, m, plus angle, rad, times 1
  /// m/rad. Includes positions beyond a bound and deviations from the gear.
  double error = 0;
  /// Mean force of the joint, its motor and gears on the child in the last step, N, world frame.
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();  ///< likewise, about the child's joint point, N m
  double motor_effort = 0;     ///< the motor's part along or about the axis, N or N m
  /// Likewise, of the gear by which this joint follows; the leader gets -ratio times this.
  double gear_effort = 0;
};

/// True for kinds with a position, limits, friction, damping and possibly a motor and a gear.
bool has_position(JointKind kind);

/// Throws std::invalid_argument, naming the joint, for a definition that is invalid for any bodies.
void check_joint(const JointDefinition& definition);

/// Likewise, for a motor of the joint of that name.
void check_motor(const JointMotor& motor, const std::string& joint_name);

/// Likewise, for a gear; its leader is not checked.
void check_gear(const JointGear& gear, const std::string& joint_name);

[[gnu::used]] inline constexpr auto kJointLayouts =
    abi::layouts_of<JointMotor, JointGear, JointDefinition, JointState>();

}  // namespace stiction
