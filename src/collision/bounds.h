#pragma once

#include <stiction/geometry/shape.h>

namespace stiction {

/// Whether axis-aligned bounds have a point in common; touching counts.
inline bool overlap(const Aabb& a, const Aabb& b) {
  return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

/// Of the triangle a, b, c.
inline Aabb triangle_bounds(const Vec3& a, const Vec3& b, const Vec3& c) {
  return {a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)};
}

}  // namespace stiction
