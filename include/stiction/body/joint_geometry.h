#pragma once

#include <stiction/body/joint.h>
#include <stiction/math/rigid_transform.h>
#include <stiction/math/vector.h>

#include <array>

namespace stiction {

/// The frames of a joint in its two bodies, and what it asks of their poses. Poses are those of the
/// bodies' *central* frames: origin at the centre of mass, axes of the body frame; the identity for
/// the world.
///
/// A row tells a relative velocity of the child against the parent from the velocities v of the
/// two (linear of the centre of mass, angular; world),
///
///     u = parent . v_P + child . v_C,
///
/// and its impulse r acts as r times those, on either. Both parts of a linear row act in the
/// child's point, so that momentum, linear and angular, is kept exactly.
struct JointGeometry {
  JointKind kind = JointKind::fixed;
  RigidTransform X_PJ;  ///< of the joint's frame in the parent's central frame; x along `axis`
  RigidTransform X_CJ;  ///< likewise in the child's
  Vec3 axis2 = Vec3::UnitY();  ///< of `universal`, unit, in the joint's frame
};

struct JointRow {
  Vec6 parent = Vec6::Zero();
  Vec6 child = Vec6::Zero();
  bool is_angular = false;  ///< u in rad/s, else m/s
};

/// The row with both bodies' parts times a factor.
JointRow operator*(double factor, const JointRow& row);

/// The joint of a definition whose frame, as the parent carries it, is X_WJ while the bodies are at
/// these poses and its position is the definition's.
JointGeometry make_joint_geometry(const JointDefinition& definition, const RigidTransform& X_WJ,
                                  const RigidTransform& X_WP, const RigidTransform& X_WC);

/// The most conditions that a joint has.
inline constexpr int kMostJointConditions = 6;

/// What must stay zero, the linear conditions first.
struct JointConditions {
  int count = 0;
  int num_linear = 0;                                 ///< of those
  std::array<double, kMostJointConditions> errors{};  ///< m or rad
  std::array<JointRow, kMostJointConditions> rows;    ///< their rates of change
};

/// Linear errors: components of the child's point minus the parent's, along axes of the joint's
/// frame as the parent carries it. Angular: of the rotation vector from the parent's joint frame to
/// the child's (`fixed`, `prismatic`) or from its x axis to the child's; of `universal` the change
/// of the angle between the two axes.
void calc_joint_conditions(const JointGeometry& joint, const RigidTransform& X_WP,
                           const RigidTransform& X_WC, JointConditions& conditions);

/// The errors alone.
void calc_joint_errors(const JointGeometry& joint, const RigidTransform& X_WP,
                       const RigidTransform& X_WC, JointConditions& conditions);

/// The size of linear errors, m, plus that of angular ones, rad, times 1 m/rad.
double calc_joint_error(const JointConditions& conditions);

/// X_PC of the child's joint frame in the parent's at a position (rad or m) of a joint that
/// `has_position`, about or along a unit axis.
RigidTransform calc_joint_motion(JointKind kind, const Vec3& axis, double position);

/// Of a joint that `has_position`: the angle within a turn, in [-pi, pi], or the way, m.
double calc_joint_position(const JointGeometry& joint, const RigidTransform& X_WP,
                           const RigidTransform& X_WC);

/// The angle next to `near` that differs from `angle` by whole turns.
double unwrap_angle(double angle, double near);

/// The row of its rate.
JointRow calc_joint_rate_row(const JointGeometry& joint, const RigidTransform& X_WP,
                             const RigidTransform& X_WC);

[[gnu::used]] inline constexpr auto kJointGeometryLayouts =
    abi::layouts_of<JointGeometry, JointRow, JointConditions>();

}  // namespace stiction
