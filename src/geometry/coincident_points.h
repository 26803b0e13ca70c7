#pragma once

#include <stiction/math/vector.h>

#include <span>
#include <vector>

namespace stiction {

/// For each point the first one with the same coordinates (0 equals -0), which are not NaN.
/// O(n log n).
std::vector<int> first_at_same_place(std::span<const Vec3> points);

}  // namespace stiction
