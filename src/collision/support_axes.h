#pragma once

#include "convex_axes.h"

namespace stiction {

/// Adds the axes of a pair of which one solid at least is known by its support function alone.
///
/// Of cores apart, the direction between the nearest points that are known, refined. Of overlapping
/// ones, the way out that libccd's expanding polytope proposes (van den Bergen, "Proximity queries
/// and penetration depth computation on 3D game objects", GDC 2001), refined; a search of all
/// directions (convex_sphere_search.h) leaves out what cannot be better, or finds what is, also
/// where libccd refuses. Whatever proposes a direction, what it separates the solids by is
/// evaluated from their supports. Along the edges of a polytope and the side of a frustum, across
/// which supports have a kink, it is refined first: where the best is there, nothing else is tried.
///
/// libccd allocates; nothing else does.
void add_support_axes(AxisSet& axes);

}  // namespace stiction
