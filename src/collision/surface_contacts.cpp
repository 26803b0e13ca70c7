// A solid against the triangles of a surface. What is one face for a solid is a flat region of the
// surface, however it is cut into triangles, so a contact with a face is that with its plane, where
// the plane is part of the surface. Where no face is nearest, an edge or a vertex is; a contact
// there counts if its normal is one of the surface and not just one of a triangle (see
// surface_edges.h): else the triangle next to it is nearer, and takes care. So edges within a face
// or in a valley are never felt.

#include "surface_contacts.h"

#include "surface_manifolds.h"
#include "surface_patches.h"
#include "surface_solid.h"
#include "surface_sweep.h"
#include "surface_touch.h"
#include "surface_way_out.h"

namespace stiction {
namespace {

// Of the radius: points nearer than that are one.
constexpr double kOnePlace = 1e-9;

}  // namespace

void calc_surface_contacts(const Shape& solid_shape, const RigidTransform& X_W1,
                           const Collider& collider, const RigidTransform& X_W2,
                           const NarrowPhaseQuery& query, ManifoldList& manifolds) {
  const SurfaceSolid solid(solid_shape, X_W1.rotation);
  const RigidTransform X_OS{X_W2.rotation, X_W2.translation - X_W1.translation};
  SurfacePatches patches(*collider.surface(), X_OS);
  SurfaceManifolds found(manifolds, kOnePlace * solid.outer_radius());
  if (query.relative_displacement.norm() > solid.outer_radius()) {
    add_swept_contacts(solid, query, patches, found);
    found.remove_repeated_features();
  } else {
    patches.collect(solid, query.margin, query.relative_displacement);
    SurfaceTouch touch(patches, solid, query);
    touch.add_to(found);
    touch.add_missed(found);
    find_way_out(patches, solid, query, touch.tie(), touch.touch(), found);
  }
  found.finish(X_W1.translation);
}

}  // namespace stiction
