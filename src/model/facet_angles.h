#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/math/vector.h>

#include <array>
#include <cmath>

namespace stiction {

// Angles in the tangent plane of a contact, rad, and axes turned by them.

inline double angle_of(const Vec2& v) { return std::atan2(v.y(), v.x()); }

/// (theta, f_x, f_y) of a contact whose first facet is at `angle`, along its own tangents.
inline Vec3 turn_to_tangents(const std::array<double, 3>& impulse, double angle) {
  const auto& [theta, x, y] = impulse;
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  return {theta, cosine * x - sine * y, sine * x + cosine * y};
}

/// Perpendicular axes as columns, the first along a unit vector.
inline Eigen::Matrix2d axes_along(const Vec2& first) {
  Eigen::Matrix2d axes;
  axes << first.x(), -first.y(), first.y(), first.x();
  return axes;
}

inline Eigen::Matrix2d axes_at(double angle) {
  return axes_along({std::cos(angle), std::sin(angle)});
}

/// Turns rows `first` and `first` + 1 of a box problem from the tangents of a contact to these
/// axes.
inline void turn_tangents(const Eigen::Matrix2d& axes, Eigen::Index first, BoxLcp& box) {
  box.M.middleRows<2>(first) = (axes.transpose() * box.M.middleRows<2>(first)).eval();
  box.M.middleCols<2>(first) = (box.M.middleCols<2>(first) * axes).eval();
  box.q.segment<2>(first) = (axes.transpose() * box.q.segment<2>(first)).eval();
}

}  // namespace stiction
