#pragma once

#include <stiction/math/rigid_transform.h>

namespace stiction {

// Checks of what callers hand to a world. All throw std::invalid_argument with what was expected
// and what was given.

void require_finite(const char* what, const Vec3& v);
/// Within `kLargestPlace`; with the rotation normalised.
RigidTransform checked_pose(const RigidTransform& X);

}  // namespace stiction
