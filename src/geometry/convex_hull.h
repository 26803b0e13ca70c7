#pragma once

#include <stiction/math/vector.h>

#include <array>
#include <span>
#include <vector>

namespace stiction {

/// The hull of points as a closed surface with the topology of a sphere.
struct TriangulatedHull {
  /// Counter-clockwise seen from outside, each starting at its least corner, sorted.
  std::vector<std::array<int, 3>> triangles;
  /// The surface is the hull of points that are displaced by at most this along each axis, so it
  /// can be dented by about as much, and points as far outside may be missing.
  double joggle = 0;
};

/// Computed by Qhull (Barber, Dobkin, Huhdanpaa, "The Quickhull algorithm for convex hulls", 1996)
/// with joggled input: unlike merged facets, simplicial ones always form a surface, and a face with
/// n corners does not cost n^2. For points of about unit size and about as thick as wide; Qhull
/// moves their coordinates by 4e-11, or more if necessary. O(n log n). Throws std::invalid_argument
/// if Qhull gives up.
TriangulatedHull triangulated_hull(std::span<const Vec3> points);

}  // namespace stiction
