#pragma once

#include "surface_manifolds.h"
#include "surface_patches.h"
#include "surface_solid.h"

namespace stiction {

/// Where the centre of the solid is inside what a one-sided surface bounds, triangles near the
/// solid need not be those that lead out of it. Replaces what was found by the contact with the
/// face that is nearest to the centre; if nothing over the face leads out, by that with all of its
/// plane, where the solid cuts the face; and in a valley by that with the plane through the nearest
/// point, across the way there. A solid whose centre is outside, or on either side of a sheet, and
/// that seems to be clear of the surface or to touch it (with gaps from -10 touch to touch, m),
/// though triangles cut it deeper (they may lie within it), gets that with the face that it is
/// least far behind; of a sheet, of those that look to the side of the centre. Else all stays as it
/// is, but for the triangles in `patches`. Separations are known to `tie`, m.
void find_way_out(SurfacePatches& patches, const SurfaceSolid& solid, const NarrowPhaseQuery& query,
                  double tie, double touch, SurfaceManifolds& manifolds);

}  // namespace stiction
