#pragma once

#include <stiction/math/rigid_transform.h>

namespace stiction {

/// Lengths, m, whose squares and the sums of them are numbers: searches for the nearest points go
/// astray where squares of distances overflow.
inline constexpr double kLargestDistance = 1e140;

/// False for what is no number, too.
template <typename Vector>
bool is_in_range(const Vector& v) {
  return (v.array().abs() <= kLargestDistance).all();
}

/// Whether the places can be told apart by numbers: shapes at others have nothing to do with each
/// other.
inline bool are_in_range(const RigidTransform& X_WA, const RigidTransform& X_WB) {
  return is_in_range(Vec3(X_WA.translation - X_WB.translation)) &&
         is_in_range(X_WA.rotation.coeffs()) && is_in_range(X_WB.rotation.coeffs());
}

}  // namespace stiction
