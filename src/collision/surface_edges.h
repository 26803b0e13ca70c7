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

/// Whether n (unit, in S) is normal to the surface at that feature of the triangle: no triangle
/// that shares it rises above it along n, by more than 1e-7 rad. At an edge that is the wedge
/// between the normals of its triangles if it is a ridge, no direction but that of a face if it is
/// flat, none if it is a valley; at the edge of a sheet, the half circle.
bool is_normal_of_surface(const TriangleSurface& surface, int triangle,
                          const ForemostFeature& feature, const Vec3& n);

/// The sum of the normals of the triangles that share that feature of the triangle, each with its
/// angle there; not unit. What is nearest to the surface there is on the side that it points to, if
/// it is along it (Baerentzen and Aanaes, "Signed distance computation using the angle weighted
/// pseudonormal", 2005).
Vec3 pseudonormal(const TriangleSurface& surface, int triangle, const ForemostFeature& feature);

}  // namespace stiction
