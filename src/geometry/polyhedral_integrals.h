#pragma once

#include <stiction/math/vector.h>

#include <array>
#include <span>

namespace stiction {

/// Integrals over the solid that a closed surface bounds.
struct PolyhedralIntegrals {
  double volume = 0;                  ///< m^3; negative if the surface looks inwards
  Vec3 center = Vec3::Zero();         ///< of mass, m; the vertices' mean if there is no volume
  Mat3 second_moment = Mat3::Zero();  ///< of (x - center)(x - center)^T, m^5, sign as `volume`
};

/// Exact up to round-off, wherever the origin is: sums over the tetrahedra that the triangles span
/// with an inner point (moments of a tetrahedron: Tonon, "Explicit exact formulas for the 3-D
/// tetrahedron inertia tensor in terms of its vertex coordinates", 2004). The triangles run
/// counter-clockwise seen from outside, every edge is shared by two that run along it in opposite
/// directions, and there is at least one vertex. O(n).
PolyhedralIntegrals integrate_polyhedron(std::span<const Vec3> vertices,
                                         std::span<const std::array<int, 3>> triangles);

}  // namespace stiction
