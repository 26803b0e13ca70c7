#pragma once

#include <stiction/math/vector.h>

namespace stiction {

/// The area of a triangle as a vector along its normal, from where a, b, c run counter-clockwise,
/// m^2. Normal to the triangle to rounding also if that is a needle: from the two shorter sides,
/// by products of which no digits cancel.
Vec3 calc_area_vector(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace stiction
