#pragma once

#include <stiction/math/rigid_transform.h>

namespace stiction {

/// Largest distance that is considered, m: searches for nearest points fail where squares of
/// distances overflow.
inline constexpr double kLargestDistance = 1e140;

/// True if every entry is at most `kLargestDistance` in size; false for NaN.
template <typename Vector>
bool is_in_range(const Vector& v) {
  return (v.array().abs() <= kLargestDistance).all();
}

/// True if two shapes are near enough to compute contacts.
inline bool are_in_range(const RigidTransform& X_WA, const RigidTransform& X_WB) {
  return is_in_range(Vec3(X_WA.translation - X_WB.translation)) &&
         is_in_range(X_WA.rotation.coeffs()) && is_in_range(X_WB.rotation.coeffs());
}

}  // namespace stiction
