#pragma once

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/drawn_surface.h>
#include <stiction/geometry/shape.h>

#include <vector>

#include "solid_integrals.h"

namespace stiction {

/// All points within `radius` of a box or a hull: the core, a prism on each of its faces, a sector
/// of a cylinder about each edge and, about each vertex, the sector of a ball over the spherical
/// polygon of the adjacent faces' normals.
struct RoundedPolyhedron {
  RoundedPolyhedron(const Box& box, double rounding);
  RoundedPolyhedron(const Hull& hull, double rounding);

  const ConvexPolyhedron& features;  ///< for a box those of a cube, whose normals are the same
  std::vector<Vec3> vertices;        ///< of the core
  double radius;
};

/// Exact up to round-off.
SolidIntegrals integrate(const RoundedPolyhedron& solid);

/// Drawn with arcs of at most 9 degrees; without marks.
DrawnSurface draw(const RoundedPolyhedron& solid);

}  // namespace stiction
