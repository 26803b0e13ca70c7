#pragma once

#include "triangle_surface.h"

namespace stiction {

/// The vertex, edge or face of a triangle that is foremost along a direction, to 1e-7 rad.
struct ForemostFeature {
  int count = 0;              ///< 1 a vertex, 2 an edge, 3 the face
  std::array<int, 3> corner;  ///< the first `count`: which of the triangle's corners

  /// The edge's number k in the triangle, from corner k to corner k + 1.
  int edge() const { return (corner[0] + 1) % 3 == corner[1] ? corner[0] : corner[1]; }
};
ForemostFeature foremost_feature(const std::array<Vec3, 3>& corners, const Vec3& direction);

/// True if n (unit, in S) is normal to the surface at that feature of the triangle: no triangle
/// that shares the feature rises above it along n, by more than 1e-7 rad. The normals at a ridge
/// fill the wedge between those of its triangles, at a sheet's edge a half circle; a flat edge has
/// the face's normal alone, a valley none.
bool is_normal_of_surface(const TriangleSurface& surface, int triangle,
                          const ForemostFeature& feature, const Vec3& n);

/// The sum of the normals of the triangles that share that feature of the triangle, weighted by
/// their angles there; not unit. A point whose nearest surface point is on this feature is on the
/// side to which the sum points if it lies along it (Baerentzen and Aanaes, "Signed distance
/// computation using the angle weighted pseudonormal", 2005).
Vec3 pseudonormal(const TriangleSurface& surface, int triangle, const ForemostFeature& feature);

}  // namespace stiction
