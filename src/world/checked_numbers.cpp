#include "checked_numbers.h"

#include <stiction/body/body.h>
#include <stiction/math/rejected_number.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace stiction {

void require_finite(const char* what, const Vec3& v) {
  if (v.allFinite()) return;
  throw std::invalid_argument(std::string("expected a finite ") + what + ", got " +
                              format_vector(v));
}

RigidTransform checked_pose(const RigidTransform& X) {
  require_finite("position", X.translation);
  if (!is_place_in_range(X.translation)) {
    throw std::invalid_argument("expected a position within " + format_number(kLargestPlace) +
                                " m, got " + format_vector(X.translation));
  }
  // For unaligned data, Eigen computes the stable norm in an order that depends on the address.
  const Eigen::Vector4d xyzw = X.rotation.coeffs();
  const double norm = xyzw.stableNorm();
  if (xyzw.allFinite() && 0 < norm && std::isfinite(norm)) {
    return {Quat(xyzw / norm), X.translation};
  }
  throw std::invalid_argument("expected a finite quaternion that is not zero, got " +
                              format_number(xyzw.w()) + ' ' + format_vector(xyzw.head<3>()) +
                              " (w x y z)");
}

}  // namespace stiction
