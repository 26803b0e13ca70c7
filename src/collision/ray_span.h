#pragma once

#include <stiction/geometry/shape.h>

#include <optional>

namespace stiction {

/// A line origin + t direction in the frame of a shape.
struct Line {
  Vec3 origin;
  Vec3 direction;  ///< unit length

  Vec3 at(double t) const { return origin + t * direction; }
};

/// The part of a line inside a convex solid, enter <= t <= leave, and where it enters.
struct RaySpan {
  double enter = 0;
  double leave = 0;
  Vec3 normal = Vec3::UnitZ();  ///< unit, outwards, at `enter`
  int face = 0;                 ///< of a hull
};

/// Computed in closed form; for `Convex` and `Rounded` by iteration, to 1e-13 of the bounding
/// radius. Empty if the line misses the shape. A half space may have infinite ends. Not for meshes
/// and height fields.
std::optional<RaySpan> calc_ray_span(const Shape& shape, const Line& line);

}  // namespace stiction
