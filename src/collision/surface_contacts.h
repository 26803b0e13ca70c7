#pragma once

#include <stiction/collision/collider.h>
#include <stiction/collision/narrow_phase.h>

namespace stiction {

/// Computes the contacts of a solid with a mesh or a height field: a manifold for each normal.
/// Poses, query and points in the world; normals from the surface to the solid, features those of
/// (solid, surface). The list is overwritten.
void calc_surface_contacts(const Shape& solid, const RigidTransform& X_W1, const Collider& surface,
                           const RigidTransform& X_W2, const NarrowPhaseQuery& query,
                           ManifoldList& manifolds);

}  // namespace stiction
