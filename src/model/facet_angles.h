#pragma once

#include <stiction/math/vector.h>

#include <cmath>

namespace stiction {

// Angles in the tangent plane of a contact, rad.

/// Newton's method on the angles of the facets is trusted up to turns of this.
inline constexpr double kMaxNewtonTurn = 0.5;

inline double angle_of(const Vec2& v) { return std::atan2(v.y(), v.x()); }

/// Whether the friction lies between two facet directions, which are `spacing` apart, rather than
/// along one.
inline bool loads_two_facets(const Vec2& friction, double facet_angle, double spacing) {
  constexpr double kAlong = 1e-9;
  return std::abs(std::remainder(angle_of(friction) - facet_angle, spacing)) > kAlong;
}

}  // namespace stiction
