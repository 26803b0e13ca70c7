#include <stiction/body/joint_geometry.h>
#include <stiction/math/rotation.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace stiction {
namespace {

/// The joint's frame as carried by the two bodies, in the world: x along the axis.
struct CarriedFrames {
  Mat3 R_P;  ///< columns: axes of the parent's frame
  Mat3 R_C;
  Vec3 p_P;    ///< the parent's point
  Vec3 p_C;    ///< the child's
  Vec3 apart;  ///< p_C - p_P
};

CarriedFrames carry(const JointGeometry& joint, const RigidTransform& X_WP,
                    const RigidTransform& X_WC) {
  CarriedFrames frames;
  frames.R_P = (X_WP.rotation * joint.X_PJ.rotation).toRotationMatrix();
  frames.R_C = (X_WC.rotation * joint.X_CJ.rotation).toRotationMatrix();
  frames.p_P = X_WP * joint.X_PJ.translation;
  frames.p_C = X_WC * joint.X_CJ.translation;
  frames.apart = frames.p_C - frames.p_P;
  return frames;
}

/// The axes of the parent's frame, first <= k < end, along or about which the joint is rigid.
struct AxisRange {
  int first = 0;
  int end = 0;
};

AxisRange linear_axes(JointKind kind) {
  switch (kind) {
    case JointKind::prismatic:
    case JointKind::cylindrical:
      return {1, 3};
    case JointKind::planar:
      return {0, 1};
    default:
      return {0, 3};
  }
}

AxisRange angular_axes(JointKind kind) {
  switch (kind) {
    case JointKind::fixed:
    case JointKind::prismatic:
      return {0, 3};
    case JointKind::revolute:
    case JointKind::cylindrical:
    case JointKind::planar:
      return {1, 3};
    default:
      return {0, 0};
  }
}

JointRow make_linear_row(const Vec3& axis, const CarriedFrames& frames, const RigidTransform& X_WP,
                         const RigidTransform& X_WC) {
  JointRow row;
  row.child << axis, (frames.p_C - X_WC.translation).cross(axis);
  row.parent << -axis, -(frames.p_C - X_WP.translation).cross(axis);
  return row;
}

JointRow make_angular_row(const Vec3& axis) {
  JointRow row;
  row.child.tail<3>() = axis;
  row.parent.tail<3>() = -axis;
  row.is_angular = true;
  return row;
}

/// The rotation vector, in the parent's frame, that takes its frame, or its x axis, to the child's.
Vec3 calc_turn(JointKind kind, const CarriedFrames& frames) {
  const Mat3 R = frames.R_P.transpose() * frames.R_C;
  if (angular_axes(kind).first == 0) return log_rotation(Quat(R));
  // Rotates about x cross R x, by the angle between the two.
  const Vec3 x = R.col(0);
  const Vec3 about = Vec3(0, -x.z(), x.y());
  const double sine = about.norm();
  return sine > 0 ? Vec3(about * (std::atan2(sine, x.x()) / sine)) : about;
}

/// D with d/dt `calc_turn` = D w, with w the angular velocity of the child's frame relative to the
/// parent's, in the parent's: the identity if there is no rotation. If only the x axis counts, the
/// first row is meaningless.
Mat3 calc_turn_rate(JointKind kind, const CarriedFrames& frames) {
  constexpr double kRoundOff = std::numeric_limits<double>::epsilon();
  const Mat3 R = frames.R_P.transpose() * frames.R_C;
  if (angular_axes(kind).first == 0) {
    // D = 1 - [t]/2 + (1 - |t|/2 cot(|t|/2)) / |t|^2 [t]^2, the inverse of the left Jacobian.
    const Vec3 turn = log_rotation(Quat(R));
    const double square = turn.squaredNorm();
    const double half = std::sqrt(square) / 2;
    const double factor = square > kRoundOff ? (1 - half / std::tan(half)) / square : 1.0 / 12;
    const Mat3 cross = cross_matrix(turn);
    return Mat3::Identity() - cross / 2 + factor * cross * cross;
  }
  // t = f (0, -x_z, x_y) with f = angle / sine, and dx/dt = w cross x; g = df/dangle / sine.
  const Vec3 x = R.col(0);
  const double square = x.y() * x.y() + x.z() * x.z();
  double f = 1, g = 1.0 / 3;
  if (square > kRoundOff) {
    const double sine = std::sqrt(square);
    const double angle = std::atan2(sine, x.x());
    f = angle / sine;
    g = (sine - angle * x.x()) / (square * sine);
  }
  Mat3 D;
  D << 1, 0, 0,                                                       //
      -f * x.y(), f * x.x() + g * x.z() * x.z(), -g * x.y() * x.z(),  //
      -f * x.z(), -g * x.y() * x.z(), f * x.x() + g * x.y() * x.y();
  return D;
}

/// The angle between the axes of a universal joint.
double calc_axes_angle(const Vec3& a, const Vec3& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

void add_condition(double error, JointConditions& conditions) {
  conditions.errors[static_cast<std::size_t>(conditions.count++)] = error;
}

void add_errors(const JointGeometry& joint, const CarriedFrames& frames,
                JointConditions& conditions) {
  conditions.count = 0;
  const AxisRange linear = linear_axes(joint.kind);
  for (int i = linear.first; i < linear.end; ++i) {
    add_condition(frames.R_P.col(i).dot(frames.apart), conditions);
  }
  conditions.num_linear = conditions.count;
  if (joint.kind == JointKind::universal) {
    const double angle = calc_axes_angle(frames.R_P.col(0), frames.R_C * joint.axis2);
    add_condition(angle - calc_axes_angle(Vec3::UnitX(), joint.axis2), conditions);
  }
  const AxisRange angular = angular_axes(joint.kind);
  if (angular.end == 0) return;
  const Vec3 turn = calc_turn(joint.kind, frames);
  for (int i = angular.first; i < angular.end; ++i) add_condition(turn[i], conditions);
}

}  // namespace

JointRow operator*(double factor, const JointRow& row) {
  return {factor * row.parent, factor * row.child, row.is_angular};
}

RigidTransform calc_joint_motion(JointKind kind, const Vec3& axis, double position) {
  if (kind == JointKind::prismatic) return {.translation = position * axis};
  return {.rotation = exp_rotation(position * axis)};
}

JointGeometry make_joint_geometry(const JointDefinition& definition, const RigidTransform& X_WJ,
                                  const RigidTransform& X_WP, const RigidTransform& X_WC) {
  // The joint's frame rotated so that x is along the axis.
  const Vec3 axis = definition.axis.stableNormalized();
  const Quat turn = shortest_rotation(Vec3::UnitX(), axis);
  const RigidTransform X_WA{(X_WJ.rotation.normalized() * turn).normalized(), X_WJ.translation};
  JointGeometry joint;
  joint.kind = definition.kind;
  joint.X_PJ = X_WP.inverse() * X_WA;
  joint.X_CJ = X_WC.inverse() * X_WA;
  if (definition.position != 0) {
    joint.X_CJ = joint.X_CJ * calc_joint_motion(joint.kind, Vec3::UnitX(), definition.position);
  }
  joint.axis2 = turn.conjugate() * definition.axis2.stableNormalized();
  return joint;
}

void calc_joint_errors(const JointGeometry& joint, const RigidTransform& X_WP,
                       const RigidTransform& X_WC, JointConditions& conditions) {
  add_errors(joint, carry(joint, X_WP, X_WC), conditions);
}

void calc_joint_conditions(const JointGeometry& joint, const RigidTransform& X_WP,
                           const RigidTransform& X_WC, JointConditions& conditions) {
  const CarriedFrames frames = carry(joint, X_WP, X_WC);
  add_errors(joint, frames, conditions);
  auto row = conditions.rows.begin();
  const AxisRange linear = linear_axes(joint.kind);
  for (int i = linear.first; i < linear.end; ++i) {
    *row++ = make_linear_row(frames.R_P.col(i), frames, X_WP, X_WC);
  }
  if (joint.kind == JointKind::universal) {
    // The angle from a, of the parent, to b, of the child, grows with rotation about a cross b.
    const Vec3 across = frames.R_P.col(0).cross(frames.R_C * joint.axis2);
    *row++ = make_angular_row(across.stableNormalized());
  }
  const AxisRange angular = angular_axes(joint.kind);
  if (angular.end == 0) return;
  const Mat3 turn_rate = frames.R_P * calc_turn_rate(joint.kind, frames).transpose();
  for (int i = angular.first; i < angular.end; ++i) *row++ = make_angular_row(turn_rate.col(i));
}

double calc_joint_error(const JointConditions& conditions) {
  double linear = 0;
  double angular = 0;
  for (int i = 0; i < conditions.count; ++i) {
    const double error = conditions.errors[static_cast<std::size_t>(i)];
    (i < conditions.num_linear ? linear : angular) += error * error;
  }
  return std::sqrt(linear) + std::sqrt(angular);
}

double calc_joint_position(const JointGeometry& joint, const RigidTransform& X_WP,
                           const RigidTransform& X_WC) {
  if (joint.kind == JointKind::prismatic) {
    const CarriedFrames frames = carry(joint, X_WP, X_WC);
    return frames.R_P.col(0).dot(frames.apart);
  }
  // The angle of the part of the rotation that is about x.
  const Quat turn =
      (X_WP.rotation * joint.X_PJ.rotation).conjugate() * (X_WC.rotation * joint.X_CJ.rotation);
  return 2 * std::atan2(turn.w() < 0 ? -turn.x() : turn.x(), std::abs(turn.w()));
}

double unwrap_angle(double angle, double near) {
  constexpr double kTurn = 2 * std::numbers::pi;
  return angle + kTurn * std::round((near - angle) / kTurn);
}

JointRow calc_joint_rate_row(const JointGeometry& joint, const RigidTransform& X_WP,
                             const RigidTransform& X_WC) {
  const CarriedFrames frames = carry(joint, X_WP, X_WC);
  return joint.kind == JointKind::prismatic ? make_linear_row(frames.R_P.col(0), frames, X_WP, X_WC)
                                            : make_angular_row(frames.R_P.col(0));
}

}  // namespace stiction
