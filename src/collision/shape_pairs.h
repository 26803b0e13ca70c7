#pragma once

#include <stiction/collision/narrow_phase.h>

namespace stiction {

struct Triangle;

/// The closed forms, one per pair of shapes.
///
/// Poses are given in a frame O with world axes whose origin is the origin of `second` (whose pose
/// thus has no translation): coordinates stay small wherever in the world the pair is. The manifold
/// arrives without points; points and normal (from second to first) are left in O. Features are
/// those of `first`, then those of `second` (see shape_features.h). Points in any order.
///
/// Returns the separation of the shapes' supporting planes along the normal, m; if the shapes are
/// further apart than the margin, there are no points and the result is infinite.
///
/// With `query.relative_displacement` zero, the least gap is the signed distance of the shapes,
/// exact to round-off, and to `AxisTolerances::tie` for pairs whose shapes have flat faces.

double sphere_sphere(const Sphere& first, const RigidTransform& X_O1, const Sphere& second,
                     const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                     ShapeManifold& manifold);
double sphere_box(const Sphere& first, const RigidTransform& X_O1, const Box& second,
                  const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                  ShapeManifold& manifold);
double sphere_capsule(const Sphere& first, const RigidTransform& X_O1, const Capsule& second,
                      const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                      ShapeManifold& manifold);
double sphere_plane(const Sphere& first, const RigidTransform& X_O1, const Plane& second,
                    const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                    ShapeManifold& manifold);
double box_box(const Box& first, const RigidTransform& X_O1, const Box& second,
               const RigidTransform& X_O2, const NarrowPhaseQuery& query, ShapeManifold& manifold);
double box_plane(const Box& first, const RigidTransform& X_O1, const Plane& second,
                 const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                 ShapeManifold& manifold);
double capsule_box(const Capsule& first, const RigidTransform& X_O1, const Box& second,
                   const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                   ShapeManifold& manifold);
double capsule_capsule(const Capsule& first, const RigidTransform& X_O1, const Capsule& second,
                       const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                       ShapeManifold& manifold);
double capsule_plane(const Capsule& first, const RigidTransform& X_O1, const Plane& second,
                     const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                     ShapeManifold& manifold);

double cylinder_plane(const Cylinder& first, const RigidTransform& X_O1, const Plane& second,
                      const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                      ShapeManifold& manifold);
double cone_plane(const Cone& first, const RigidTransform& X_O1, const Plane& second,
                  const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                  ShapeManifold& manifold);
double hull_plane(const Hull& first, const RigidTransform& X_O1, const Plane& second,
                  const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                  ShapeManifold& manifold);
double convex_plane(const Convex& first, const RigidTransform& X_O1, const Plane& second,
                    const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                    ShapeManifold& manifold);
double rounded_plane(const Rounded& first, const RigidTransform& X_O1, const Plane& second,
                     const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                     ShapeManifold& manifold);
double sphere_rounded(const Sphere& first, const RigidTransform& X_O1, const Rounded& second,
                      const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                      ShapeManifold& manifold);
double capsule_rounded(const Capsule& first, const RigidTransform& X_O1, const Rounded& second,
                       const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                       ShapeManifold& manifold);
double sphere_cylinder(const Sphere& first, const RigidTransform& X_O1, const Cylinder& second,
                       const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                       ShapeManifold& manifold);
double sphere_cone(const Sphere& first, const RigidTransform& X_O1, const Cone& second,
                   const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                   ShapeManifold& manifold);
double sphere_hull(const Sphere& first, const RigidTransform& X_O1, const Hull& second,
                   const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                   ShapeManifold& manifold);
double capsule_cylinder(const Capsule& first, const RigidTransform& X_O1, const Cylinder& second,
                        const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                        ShapeManifold& manifold);
double capsule_cone(const Capsule& first, const RigidTransform& X_O1, const Cone& second,
                    const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                    ShapeManifold& manifold);
double capsule_hull(const Capsule& first, const RigidTransform& X_O1, const Hull& second,
                    const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                    ShapeManifold& manifold);

/// Against one triangle (see convex_solid.h) with corners in O.
double sphere_triangle(const Sphere& first, const RigidTransform& X_O1, const Triangle& second,
                       const NarrowPhaseQuery& query, ShapeManifold& manifold);
double capsule_triangle(const Capsule& first, const RigidTransform& X_O1, const Triangle& second,
                        const NarrowPhaseQuery& query, ShapeManifold& manifold);

}  // namespace stiction
