#pragma once

#include <stiction/math/rejected_number.h>
#include <stiction/math/rigid_transform.h>

namespace stiction {

// Checks of what callers hand to a world. All throw std::invalid_argument with what was expected
// and what was given.

void require_finite(const char* what, const Vec3& v);
/// Of an enumeration whose last value is `last`.
template <typename Choice>
void require_choice(const char* wanted, Choice value, Choice last) {
  const int number = static_cast<int>(value);
  if (number < 0 || number > static_cast<int>(last)) reject_number(wanted, number);
}
/// With the rotation normalised.
RigidTransform checked_pose(const RigidTransform& X);

}  // namespace stiction
