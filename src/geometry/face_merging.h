#pragma once

#include <stiction/math/vector.h>

#include <array>
#include <span>
#include <vector>

namespace stiction {

/// A polygon that is flat within a tolerance.
struct FlatFace {
  std::vector<int> corners;  ///< counter-clockwise seen from outside
  Vec3 normal;  ///< unit, of two parallel planes `flatness` apart that enclose the corners
};

/// Merges coplanar triangles of a convex surface into polygons; triangles are coplanar if they lie
/// between two planes `flatness` apart. The polygons form a closed surface with the topology of a
/// sphere; points within faces, and on edges that are straight to `flatness`, are no longer
/// corners.
///
/// The triangles form a closed surface with that topology (see `triangulated_hull`). O(n log n)
/// except for unusual surfaces.
std::vector<FlatFace> merge_flat_faces(std::span<const Vec3> points,
                                       std::span<const std::array<int, 3>> triangles,
                                       double flatness);

}  // namespace stiction
