#pragma once

#include <stiction/math/rigid_transform.h>

namespace stiction {

// Checks of arguments that callers pass to a world. All throw std::invalid_argument with what was
// expected and what was given.

void require_finite(const char* what, const Vec3& v);
/// Returns the pose with its rotation normalised; it must lie within `kLargestPlace`.
RigidTransform checked_pose(const RigidTransform& X);

}  // namespace stiction
