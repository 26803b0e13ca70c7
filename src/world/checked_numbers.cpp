#include "checked_numbers.h"

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace stiction {

void reject_number(const char* what, double value) {
  std::ostringstream text;
  text << "expected " << what << ", got " << value;
  throw std::invalid_argument(text.str());
}

void require_finite(const char* what, const Vec3& v) {
  if (v.allFinite()) return;
  std::ostringstream text;
  text << "expected a finite " << what << ", got " << v.transpose();
  throw std::invalid_argument(text.str());
}

RigidTransform checked_pose(const RigidTransform& X) {
  require_finite("position", X.translation);
  // Of what is not aligned, Eigen takes the stable norm in an order that depends on the address.
  const Eigen::Vector4d xyzw = X.rotation.coeffs();
  const double norm = xyzw.stableNorm();
  if (!std::isfinite(norm) || norm == 0) reject_number("a quaternion of finite length > 0", norm);
  return {Quat(xyzw / norm), X.translation};
}

}  // namespace stiction
