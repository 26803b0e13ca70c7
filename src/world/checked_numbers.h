#pragma once

#include <stiction/math/rigid_transform.h>

namespace stiction {

// What callers hand to a world. All throw std::invalid_argument that says what was expected and
// given.

[[noreturn]] void reject_number(const char* what, double value);
void require_finite(const char* what, const Vec3& v);
/// With the rotation normalised.
RigidTransform checked_pose(const RigidTransform& X);

}  // namespace stiction
