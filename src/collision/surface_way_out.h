#pragma once

#include "surface_manifolds.h"
#include "surface_patches.h"
#include "surface_solid.h"

namespace stiction {

/// Corrects the contacts of a solid whose centre is inside what a one-sided surface bounds: the
/// triangles near the solid need not be those that lead out of it. Replaces the contacts by the one
/// with the face nearest to the centre; if nothing over that face leads out, by the contact with
/// its whole plane, placed where the solid cuts the face; in a valley, by the contact with the
/// plane through the nearest point, perpendicular to the way there.
///
/// If the centre is outside, or on either side of a sheet, and the solid seems to be clear of the
/// surface or to touch it (gaps from -10 touch to touch, m), though triangles cut it deeper (they
/// may lie within it), replaces the contacts likewise by the one with the face that the solid is
/// least far behind; on a sheet, among the faces that look to the side of the centre. Otherwise
/// only the triangles in `patches` change. Separations are known to `tie`, m.
void find_way_out(SurfacePatches& patches, const SurfaceSolid& solid, const NarrowPhaseQuery& query,
                  double tie, double touch, SurfaceManifolds& manifolds);

}  // namespace stiction
