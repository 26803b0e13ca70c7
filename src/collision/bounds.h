#pragma once

#include <stiction/geometry/shape.h>

namespace stiction {

/// Whether axis-aligned bounds have a point in common; touching counts.
inline bool overlap(const Aabb& a, const Aabb& b) {
  return a.lower.x() <= b.upper.x() && b.lower.x() <= a.upper.x() &&  //
         a.lower.y() <= b.upper.y() && b.lower.y() <= a.upper.y() &&  //
         a.lower.z() <= b.upper.z() && b.lower.z() <= a.upper.z();
}

/// How far a point is outside of bounds, m; 0 inside.
inline double distance_to(const Aabb& bounds, const Vec3& point) {
  return (point.cwiseMax(bounds.lower).cwiseMin(bounds.upper) - point).norm();
}

/// Of the triangle a, b, c.
inline Aabb triangle_bounds(const Vec3& a, const Vec3& b, const Vec3& c) {
  return {a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)};
}

}  // namespace stiction
