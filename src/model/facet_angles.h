#pragma once

#include <stiction/math/vector.h>

#include <array>
#include <cmath>

namespace stiction {

// Angles in the tangent plane of a contact, rad.

inline double angle_of(const Vec2& v) { return std::atan2(v.y(), v.x()); }

/// (theta, f_x, f_y) of a contact whose first facet is at `angle`, along its own tangents.
inline Vec3 turn_to_tangents(const std::array<double, 3>& impulse, double angle) {
  const auto& [theta, x, y] = impulse;
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  return {theta, cosine * x - sine * y, sine * x + cosine * y};
}

}  // namespace stiction
