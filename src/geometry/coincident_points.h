#pragma once

#include <stiction/math/vector.h>

#include <span>
#include <vector>

namespace stiction {

/// For each point the index of the first one with the same coordinates (0 equals -0). No coordinate
/// may be NaN. O(n log n).
std::vector<int> first_at_same_place(std::span<const Vec3> points);

}  // namespace stiction
