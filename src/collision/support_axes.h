#pragma once

#include "convex_axes.h"

namespace stiction {

/// Adds the axes of a pair in which at least one solid is given by its support function alone.
///
/// For separated cores: the direction between the nearest points found so far, refined. For
/// overlapping ones: the way out that libccd's expanding polytope proposes (van den Bergen,
/// "Proximity queries and penetration depth computation on 3D game objects", GDC 2001), refined; a
/// search over all directions (convex_sphere_search.h) then proves that no other is better, or
/// finds a better one, also if libccd fails. Whatever proposes a direction, its separation is
/// evaluated from the solids' supports. The direction is refined first along the edges of a
/// polytope and the side of a frustum, across which supports have a kink: if the best one is there,
/// that is all.
///
/// libccd allocates memory; nothing else does.
void add_support_axes(AxisSet& axes);

}  // namespace stiction
