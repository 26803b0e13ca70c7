#pragma once

#include <stiction/geometry/shape.h>

namespace stiction {

/// True if axis-aligned bounds have a point in common; touching counts.
inline bool overlap(const Aabb& a, const Aabb& b) {
  return a.lower.x() <= b.upper.x() && b.lower.x() <= a.upper.x() &&  //
         a.lower.y() <= b.upper.y() && b.lower.y() <= a.upper.y() &&  //
         a.lower.z() <= b.upper.z() && b.lower.z() <= a.upper.z();
}

/// Distance of a point from the bounds, m; 0 inside.
inline double distance_to(const Aabb& bounds, const Vec3& point) {
  return (point.cwiseMax(bounds.lower).cwiseMin(bounds.upper) - point).norm();
}

/// Bounds of the triangle a, b, c.
inline Aabb triangle_bounds(const Vec3& a, const Vec3& b, const Vec3& c) {
  return {a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)};
}

}  // namespace stiction
