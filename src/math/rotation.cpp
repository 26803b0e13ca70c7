#include <stiction/math/rotation.h>
#include <stiction/math/tangent_basis.h>

#include <cmath>

namespace stiction {

Quat exp_rotation(const Vec3& phi) {
  const double squared_angle = phi.squaredNorm();
  // So small that the quaternion has length one without normalisation.
  if (squared_angle < 1e-16) return Quat(1, 0.5 * phi.x(), 0.5 * phi.y(), 0.5 * phi.z());
  if (!std::isfinite(squared_angle) && phi.allFinite()) {
    const Vec3 half = 0.5 * phi;  // its length is finite
    const double half_angle = half.stableNorm();
    const Vec3 xyz = std::sin(half_angle) * (half / half_angle);
    return Quat(std::cos(half_angle), xyz.x(), xyz.y(), xyz.z()).normalized();
  }
  const double angle = std::sqrt(squared_angle);
  // sin(a/2)/a by its series where the quotient would lose digits; the next term is a^4/3840.
  const double factor = angle < 1e-4 ? 0.5 - angle * angle / 48.0 : std::sin(0.5 * angle) / angle;
  const Vec3 xyz = factor * phi;
  return Quat(std::cos(0.5 * angle), xyz.x(), xyz.y(), xyz.z()).normalized();
}

Vec3 log_rotation(const Quat& q) {
  const Vec3 xyz = q.w() < 0 ? Vec3(-q.vec()) : Vec3(q.vec());
  const double sine = xyz.norm();
  if (sine == 0) return Vec3::Zero();
  const double angle = 2 * std::atan2(sine, std::abs(q.w()));
  return (angle / sine) * xyz;
}

double rotation_angle(const Quat& from, const Quat& to) {
  return log_rotation(from.conjugate() * to).norm();
}

Quat from_roll_pitch_yaw(const Vec3& rpy) {
  return (Eigen::AngleAxisd(rpy.z(), Vec3::UnitZ()) * Eigen::AngleAxisd(rpy.y(), Vec3::UnitY()) *
          Eigen::AngleAxisd(rpy.x(), Vec3::UnitX()))
      .normalized();
}

Quat shortest_rotation(const Vec3& from, const Vec3& to) {
  constexpr double kLeastLengths = 1e-140;  // squares of such numbers keep their digits
  const double lengths = from.norm() * to.norm();
  if (!(kLeastLengths < lengths && lengths < 1 / kLeastLengths)) {
    if (from.isZero(0) || to.isZero(0) || !from.allFinite() || !to.allFinite()) {
      return Quat::Identity();
    }
    return shortest_rotation(from.stableNormalized(), to.stableNormalized());
  }
  const Vec3 a = from.normalized();
  const Vec3 b = to.normalized();
  const double cosine = b.dot(a);
  if (cosine < -1 + 1e-12) {
    // 1 + cosine is round-off: half a turn about any perpendicular axis, then the small rest.
    const Vec3 axis = make_tangent_basis(a).t1;
    return (shortest_rotation(-a, b) * Quat(0, axis.x(), axis.y(), axis.z())).normalized();
  }
  const double s = std::sqrt((1 + cosine) * 2);
  const Vec3 xyz = a.cross(b) * (1 / s);
  return Quat(0.5 * s, xyz.x(), xyz.y(), xyz.z()).normalized();
}

}  // namespace stiction
