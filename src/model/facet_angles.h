#pragma once

#include <stiction/math/vector.h>

#include <cmath>

namespace stiction {

// Angles in the tangent plane of a contact, rad.

inline double angle_of(const Vec2& v) { return std::atan2(v.y(), v.x()); }

}  // namespace stiction
