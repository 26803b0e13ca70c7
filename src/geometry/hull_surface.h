#pragma once

#include <stiction/math/vector.h>

#include "face_merging.h"

#include <span>
#include <vector>

namespace stiction {

/// The surface of the convex hull of points: closed, with the topology of a sphere.
struct HullSurface {
  std::vector<Vec3> vertices;   ///< in the order of the given points
  std::vector<FlatFace> faces;  ///< each from its least corner on, sorted by corners
  double flatness = 0;          ///< of the faces, m
};

/// Each plane face is in one piece. Points count as coplanar if they lie between two planes closer
/// than 8e-8 of the points' extent (single precision) and than 1e-3 of their thickness; points on a
/// face or an edge to that tolerance are no vertices. Throws std::invalid_argument if the points
/// have no volume (see `PointFrame`).
HullSurface calc_hull_surface(std::span<const Vec3> points);

}  // namespace stiction
