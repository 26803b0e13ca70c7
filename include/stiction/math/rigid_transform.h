#pragma once

#include <stiction/math/vector.h>

namespace stiction {

/// A pose: the rigid transform X_AB that takes coordinates in frame B to frame A,
/// p_A = R_AB p_B + t_AB. Products read like matrices: X_AC = X_AB * X_BC.
struct RigidTransform {
  Quat rotation = Quat::Identity();  ///< R_AB, unit length
  Vec3 translation = Vec3::Zero();   ///< origin of B in A, m

  Vec3 operator*(const Vec3& p_B) const { return rotation * p_B + translation; }
  RigidTransform operator*(const RigidTransform& X_BC) const {
    return {(rotation * X_BC.rotation).normalized(), *this * X_BC.translation};
  }
  RigidTransform inverse() const {
    const Quat back = rotation.conjugate();
    return {back, back * (-translation)};
  }
  bool operator==(const RigidTransform& other) const {
    return rotation.coeffs() == other.rotation.coeffs() && translation == other.translation;
  }
};

}  // namespace stiction
