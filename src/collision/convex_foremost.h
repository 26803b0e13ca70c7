#pragma once

#include "convex_gjk.h"
#include "convex_solid.h"

namespace stiction {

/// The points of two frustums, among those foremost along n (unit, from second to first), that are
/// nearest to each other; the lower bound is the separation along n.
///
/// A ruling of a frustum's side counts as a whole, whichever end is further. A cap counts if n is
/// its normal to round-off, with its point nearest to a point near `guess` (points of the cores).
/// If n is the direction of the distance, the bounds are equal to round-off.
CoreDistance nearest_foremost(const ConvexSolid& first, const ConvexSolid& second, const Vec3& n,
                              const std::array<Vec3, 2>& guess);

}  // namespace stiction
