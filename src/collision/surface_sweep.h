#pragma once

#include "surface_manifolds.h"
#include "surface_patches.h"
#include "surface_solid.h"

namespace stiction {

/// The contacts of a solid that moves further in the step than its radius, as in swept_contact.h:
/// what it meets on its way, with the gaps that the motion has yet to use up, at the points where
/// the solid has them now; nothing that it passes.
///
/// The motion is followed along the straight line to the first hit, from there on as far as the
/// surfaces it touches let it (it slides on along them) to the next, and so on, up to 32 hits. What
/// the solid touches at the start counts as hit. `patches` must be as seen from the start; it ends
/// where the motion does.
void add_swept_contacts(const SurfaceSolid& solid, const NarrowPhaseQuery& query,
                        SurfacePatches& patches, SurfaceManifolds& manifolds);

}  // namespace stiction
