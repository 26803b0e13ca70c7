#pragma once

#include <stiction/math/vector.h>

#include <array>
#include <span>

#include "solid_integrals.h"

namespace stiction {

/// Integrals over the solid that a closed surface bounds, exact up to round-off wherever the origin
/// is: sums over the tetrahedra of the triangles and an inner point (moments of a tetrahedron:
/// Tonon, "Explicit exact formulas for the 3-D tetrahedron inertia tensor in terms of its vertex
/// coordinates", 2004). The triangles are counter-clockwise seen from outside, every edge is shared
/// by two that run along it in opposite directions, and there is at least one vertex. O(n).
SolidIntegrals integrate_polyhedron(std::span<const Vec3> vertices,
                                    std::span<const std::array<int, 3>> triangles);

}  // namespace stiction
