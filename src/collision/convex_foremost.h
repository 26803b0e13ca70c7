#pragma once

#include "convex_gjk.h"
#include "convex_solid.h"

namespace stiction {

/// The points of two frustums, among those foremost along n (unit, from second to first), that are
/// nearest to each other; what n separates them by is the lower bound.
///
/// Of a frustum a ruling of its side counts as a whole, whichever end is further, and a cap if n is
/// its normal to round-off: nearest to a point of the cap near `guess` (points of the cores). If n
/// is the direction of the distance, the bounds are equal to round-off.
CoreDistance nearest_foremost(const ConvexSolid& first, const ConvexSolid& second, const Vec3& n,
                              const std::array<Vec3, 2>& guess);

}  // namespace stiction
