// A solid against the triangles of a surface. A flat region of the surface acts as one face,
// however it is cut into triangles: a contact with it is one with its plane, where the plane is
// part of the surface. Where no face is nearest, an edge or a vertex is; a contact there counts if
// its normal is a normal of the surface and not just of one triangle (see surface_edges.h):
// otherwise the adjacent triangle is nearer, and has the contact. So edges within a face or in a
// valley are never felt.

#include "surface_contacts.h"

#include "surface_manifolds.h"
#include "surface_patches.h"
#include "surface_solid.h"
#include "surface_sweep.h"
#include "surface_touch.h"
#include "surface_way_out.h"

namespace stiction {
namespace {

// Share of the radius within which two points are in one place.
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
