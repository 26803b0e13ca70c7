// Rounded shapes against planes, spheres and capsules: growing one shape all around changes the
// signed distance as if the other had grown. So the core is tested against a plane that is moved
// up, or a ball or capsule that is grown, and the points are moved back by the rounding.

#include "shape_pairs.h"

namespace stiction {
namespace {

// Calls `use` with the core and the one of three closed forms that handles it.
template <typename ForBox, typename ForCylinder, typename ForHull, typename Use>
double with_core(const Rounded& rounded, ForBox for_box, ForCylinder for_cylinder, ForHull for_hull,
                 const Use& use) {
  if (const auto* box = std::get_if<Box>(&rounded.core)) return use(for_box, *box);
  if (const auto* hull = std::get_if<Hull>(&rounded.core)) return use(for_hull, *hull);
  return use(for_cylinder, std::get<Cylinder>(rounded.core));
}

void move_points(double by, ShapeManifold& manifold) {
  for (ManifoldPoint& point : manifold.points) point.point += by * manifold.normal;
}

}  // namespace

double rounded_plane(const Rounded& first, const RigidTransform& X_O1, const Plane& second,
                     const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                     ShapeManifold& manifold) {
  const Plane raised{second.normal, second.offset + first.radius};
  const double separation = with_core(
      first, box_plane, cylinder_plane, hull_plane,
      [&](auto calc, const auto& core) { return calc(core, X_O1, raised, X_O2, query, manifold); });
  move_points(-first.radius, manifold);
  return separation;
}

double sphere_rounded(const Sphere& first, const RigidTransform& X_O1, const Rounded& second,
                      const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                      ShapeManifold& manifold) {
  const Sphere grown{first.radius + second.radius};
  const double separation = with_core(
      second, sphere_box, sphere_cylinder, sphere_hull,
      [&](auto calc, const auto& core) { return calc(grown, X_O1, core, X_O2, query, manifold); });
  move_points(second.radius, manifold);
  return separation;
}

double capsule_rounded(const Capsule& first, const RigidTransform& X_O1, const Rounded& second,
                       const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                       ShapeManifold& manifold) {
  const Capsule grown{first.radius + second.radius, first.length};
  const double separation = with_core(
      second, capsule_box, capsule_cylinder, capsule_hull,
      [&](auto calc, const auto& core) { return calc(grown, X_O1, core, X_O2, query, manifold); });
  move_points(second.radius, manifold);
  return separation;
}

}  // namespace stiction
