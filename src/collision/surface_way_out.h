#pragma once

#include "surface_manifolds.h"
#include "surface_patches.h"
#include "surface_solid.h"

namespace stiction {

/// Where the centre of the solid is inside what a one-sided surface bounds, triangles near the
/// solid need not be those that lead out of it. Replaces what was found by the contact with the
/// plane through the surface's point nearest to the centre, across the way there. A solid whose
/// centre is outside and that seems to be clear of the surface, though triangles cut it (they may
/// lie within it), gets that with the plane of the face that it is least far behind. Else all stays
/// as it is. `radius` is that of the surface about its origin, m.
void find_way_out(const SurfacePatches& patches, const SurfaceSolid& solid, double radius,
                  double margin, SurfaceManifolds& manifolds);

}  // namespace stiction
