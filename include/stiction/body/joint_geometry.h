#pragma once

#include <stiction/body/joint.h>
#include <stiction/math/rigid_transform.h>
#include <stiction/math/vector.h>

#include <array>

namespace stiction {

/// The frames of a joint in its two bodies. All poses here are those of the bodies' *central*
/// frames: origin at the centre of mass, axes of the body frame; the identity for the world.
///
/// A row gives one component of the velocity of the child relative to the parent from the
/// velocities v of the two (linear velocity of the centre of mass, angular velocity; world frame),
///
///     u = parent . v_P + child . v_C,
///
/// and its impulse r acts on either body as r times that body's part. Both parts of a linear row
/// act at the child's point, so linear and angular momentum are conserved exactly.
struct JointGeometry {
  JointKind kind = JointKind::fixed;
  RigidTransform X_PJ;  ///< pose of the joint's frame in the parent's central frame; x along `axis`
  RigidTransform X_CJ;  ///< likewise in the child's
  Vec3 axis2 = Vec3::UnitY();  ///< second axis of `universal`, unit, in the joint's frame
};

struct JointRow {
  Vec6 parent = Vec6::Zero();
  Vec6 child = Vec6::Zero();
  bool is_angular = false;  ///< u in rad/s, else m/s
};

/// The row with both bodies' parts multiplied by a factor.
JointRow operator*(double factor, const JointRow& row);

/// The geometry of a joint whose frame, as the parent carries it, is X_WJ, for these poses of the
/// bodies and the definition's position.
JointGeometry make_joint_geometry(const JointDefinition& definition, const RigidTransform& X_WJ,
                                  const RigidTransform& X_WP, const RigidTransform& X_WC);

/// Greatest number of conditions of a joint.
inline constexpr int kMostJointConditions = 6;

/// The errors that must stay zero, linear ones first.
struct JointConditions {
  int count = 0;
  int num_linear = 0;                                 ///< the first so many are linear
  std::array<double, kMostJointConditions> errors{};  ///< m or rad
  std::array<JointRow, kMostJointConditions> rows;    ///< their rates of change
};

/// Linear errors are the components of the child's point minus the parent's, along the axes of the
/// joint's frame as the parent carries it. Angular errors are components of the rotation vector
/// from the parent's joint frame to the child's (`fixed`, `prismatic`) or from its x axis to the
/// child's; for `universal`, the change of the angle between the two axes.
void calc_joint_conditions(const JointGeometry& joint, const RigidTransform& X_WP,
                           const RigidTransform& X_WC, JointConditions& conditions);

/// The errors alone.
void calc_joint_errors(const JointGeometry& joint, const RigidTransform& X_WP,
                       const RigidTransform& X_WC, JointConditions& conditions);

/// The norm of the linear errors, m, plus that of the angular ones, rad, times 1 m/rad.
double calc_joint_error(const JointConditions& conditions);

/// X_PC of the child's joint frame in the parent's at a position (rad or m) of a joint that
/// `has_position`, about or along a unit axis.
RigidTransform calc_joint_motion(JointKind kind, const Vec3& axis, double position);

/// The position of a joint that `has_position`: the angle in [-pi, pi], or the distance, m.
double calc_joint_position(const JointGeometry& joint, const RigidTransform& X_WP,
                           const RigidTransform& X_WC);

/// The angle nearest to `near` that differs from `angle` by whole turns.
double unwrap_angle(double angle, double near);

/// The row whose velocity is the rate of change of `calc_joint_position`.
JointRow calc_joint_rate_row(const JointGeometry& joint, const RigidTransform& X_WP,
                             const RigidTransform& X_WC);

[[gnu::used]] inline constexpr auto kJointGeometryLayouts =
    abi::layouts_of<JointGeometry, JointRow, JointConditions>();

}  // namespace stiction
