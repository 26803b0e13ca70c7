#pragma once

#include <stiction/math/vector.h>

#include <array>
#include <span>
#include <vector>

namespace stiction {

/// A polygon that is flat but for little.
struct FlatFace {
  std::vector<int> corners;  ///< counter-clockwise seen from outside
  Vec3 normal;               ///< unit, of two planes `flatness` apart that hold the corners
};

/// Joins the triangles of a convex surface that lie in a plane, which is between two planes
/// `flatness` apart, to polygons. Together they are a closed surface with the topology of a sphere;
/// points within faces, and on edges that are straight but for `flatness`, are no corners any more.
///
/// The triangles are closed and have that topology (see `triangulated_hull`). O(n log n) but for
/// unusual surfaces.
std::vector<FlatFace> merge_flat_faces(std::span<const Vec3> points,
                                       std::span<const std::array<int, 3>> triangles,
                                       double flatness);

}  // namespace stiction
