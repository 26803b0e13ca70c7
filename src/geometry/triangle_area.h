#pragma once

#include <stiction/math/vector.h>

namespace stiction {

/// The area of a triangle as a vector along its normal, towards the side from which a, b, c are
/// counter-clockwise, m^2. Normal to the triangle to round-off even for a needle: computed from the
/// two shorter sides, by differences of products without cancellation.
Vec3 calc_area_vector(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace stiction
