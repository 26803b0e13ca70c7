#include "checked_numbers.h"

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace stiction {

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
  if (xyzw.allFinite() && 0 < norm && std::isfinite(norm)) {
    return {Quat(xyzw / norm), X.translation};
  }
  std::ostringstream text;
  text << "expected a finite quaternion that is not zero, got " << xyzw.w() << ' '
       << xyzw.head<3>().transpose() << " (w x y z)";
  throw std::invalid_argument(text.str());
}

}  // namespace stiction
