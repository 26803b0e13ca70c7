#pragma once

#include "surface_manifolds.h"
#include "surface_patches.h"
#include "surface_solid.h"

namespace stiction {

/// Adds the contacts of a solid that moves further in the step than its radius, as in
/// swept_contact.h: those with the triangles that it meets on its way, with the gaps that the
/// motion has yet to close, at the points where the solid has them now; none with triangles that it
/// passes.
///
/// The motion is followed along the straight line to the first hit, from there as far as the
/// surfaces that it touches permit (the solid slides on along them) to the next, and so on, up to
/// 32 hits. Contacts at the start count as hits. `patches` must be placed at the start; afterwards
/// they are placed at the end of the motion.
void add_swept_contacts(const SurfaceSolid& solid, const NarrowPhaseQuery& query,
                        SurfacePatches& patches, SurfaceManifolds& manifolds);

}  // namespace stiction
