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

/// What a joint leaves free of the child's motion against the parent.
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
  effort,    ///< a force along the axis, N, or a torque about it, N m
};

/// "velocity", "position" or "effort".
std::string_view to_string(MotorMode mode);

/// What drives the child of a revolute or prismatic joint against its parent.
struct JointMotor {
  MotorMode mode = MotorMode::velocity;
  double target = 0;  ///< as the mode says
  /// The most that it gives, N or N m, >= 0, may be infinite.
  double max_effort = std::numeric_limits<double>::infinity();
  double kp = 0;  ///< N/m or N m/rad, >= 0; of `position`, which needs one of these > 0; else 0
  double kd = 0;  ///< N s/m or N m s/rad, likewise
};

/// Ties a revolute or prismatic joint, the follower, to another one, the leader, as gear wheels, a
/// belt, a rack or the linkage between two fingers do: position - ratio * (position of the leader)
/// stays what it is when the gear is set.
///
/// It acts on the follower along or about its axis with a force or torque g, and on the leader with
/// -ratio g, each between the two bodies of its own joint: it does no work, and no momentum comes
/// or goes.
struct JointGear {
  JointId leader;
  double ratio = 1;  ///< not zero; in the follower's unit per the leader's: 1, m/rad or rad/m
};

/// What a joint's frame is given in.
enum class JointAnchor {
  world,   ///< the world's frame, at the moment when the joint is made
  parent,  ///< the parent's body frame
  child,   ///< the child's body frame
};

/// The axes of a universal joint are at least so far from parallel, rad.
inline constexpr double kLeastUniversalAngle = 1e-3;

/// A joint before it exists. Every number finite unless said otherwise, the frame's place up to
/// `kLargestPlace`; SI units, angles in rad.
///
/// The position of a revolute or prismatic joint is that of the child against the parent about or
/// along the axis, right-handed; `position` where the bodies are when the joint is made.
struct JointDefinition {
  std::string name = {};
  JointKind kind = JointKind::fixed;
  std::optional<BodyId> parent = {};  ///< empty: the world
  std::optional<BodyId> child = {};   ///< empty: the world
  JointAnchor anchor = JointAnchor::world;
  /// X_AJ: of the joint's frame, as the parent carries it, in what `anchor` names; its origin is
  /// the joint's point. The child's is turned or moved from it by `position`.
  RigidTransform frame = {};
  Vec3 axis = Vec3::UnitX();   ///< in the joint's frame, not zero
  Vec3 axis2 = Vec3::UnitY();  ///< of `universal`, likewise; not parallel to `axis`
  /// The position that the joint is made in, rad or m; of revolute and prismatic joints, as are all
  /// that follow but `collide`.
  double position = 0;
  /// Bounds of the position. May be infinite.
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();  ///< >= lower
  double friction = 0;  ///< the most that it resists, N or N m, >= 0
  double damping = 0;   ///< N s/m or N m s/rad, >= 0
  std::optional<JointMotor> motor = {};
  std::optional<JointGear> gear = {};  ///< a joint leads any number, follows one, none in a circle
  bool collide = false;                ///< whether the shapes of the two bodies touch each other
};

/// How a joint is, after the last step.
struct JointState {
  /// Of revolute joints the angle over all turns, rad; of prismatic ones the way, m; else 0.
  double position = 0;
  double velocity = 0;  ///< its rate, rad/s or m/s
  /// How far the bodies are from what the joint asks: distance, m, plus angle, rad, times 1 m/rad;
  /// positions beyond a bound count, and those that are not where the gear asks.
  double error = 0;
  /// What the joint, its motor and its gears included, gave the child: mean over the last step, N,
  /// world frame.
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();  ///< likewise about the joint's point (the child's), N m
  double motor_effort = 0;     ///< the motor's part along or about the axis, N or N m
  /// Likewise that of the gear by which this joint follows; the leader gets -ratio times that.
  double gear_effort = 0;
};

/// Whether the joint has a position, limits, friction, damping and may have a motor and a gear.
bool has_position(JointKind kind);

/// Throws std::invalid_argument, naming the joint, for one that cannot be, whatever its bodies are.
void check_joint(const JointDefinition& definition);

/// Likewise for a motor of the joint of that name.
void check_motor(const JointMotor& motor, const std::string& joint_name);

/// Likewise for a gear, whichever its leader.
void check_gear(const JointGear& gear, const std::string& joint_name);

[[gnu::used]] inline constexpr auto kJointLayouts =
    abi::layouts_of<JointMotor, JointGear, JointDefinition, JointState>();

}  // namespace stiction
