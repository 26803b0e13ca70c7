// A ball against a cylinder or a cone: the point of the solid nearest to its centre. Posed along
// the normal of a cap or of the lateral surface if the motion requires it (see axis_choice.h).

#include <array>

#include "axis_choice.h"
#include "frustum.h"
#include "infinity.h"
#include "manifold_points.h"
#include "shape_pairs.h"

namespace stiction {
namespace {

double sphere_frustum(const Sphere& first, const RigidTransform& X_O1, const Frustum& frustum,
                      const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                      ShapeManifold& manifold) {
  const Mat3 R = X_O2.rotation.toRotationMatrix();
  const Vec3 center = R.transpose() * X_O1.translation;
  const Frustum::Nearest nearest = frustum.nearest(center);
  if (nearest.distance - first.radius > query.margin) return kInfinity;
  const Vec3 displacement = R.transpose() * query.relative_displacement;
  const int num_sides = frustum.num_sides();
  const Vec3 u = Frustum::radial(center);
  const auto normal_of = [&](int i) {
    return i < num_sides ? frustum.normal(i, u) : nearest.normal;
  };
  // The sides, then the nearest point.
  const auto axis_at = [&](int i) {
    const double height = i < num_sides ? frustum.height(i, center) : nearest.distance;
    const double separation = height - first.radius;
    return AxisCandidate{separation, separation + normal_of(i).dot(displacement),
                         i < num_sides ? frustum.flat_area(i) : -1};
  };
  const AxisTolerances tolerances = axis_tolerances(std::min(first.radius, frustum.inner_radius()),
                                                    first.radius, frustum.bounding_radius());
  const int chosen = choose_axis(num_sides + 1, axis_at, tolerances);

  const Vec3 normal = normal_of(chosen);
  const double gap = axis_at(chosen).separation;
  const FeatureId feature = chosen < num_sides ? frustum.side_feature(chosen) : nearest.feature;
  manifold.normal = R * normal;
  add_point(manifold, query.margin, R * (center - (first.radius + 0.5 * gap) * normal), gap,
            pair_feature(kWholeShape, feature));
  return gap;
}

}  // namespace

double sphere_cylinder(const Sphere& first, const RigidTransform& X_O1, const Cylinder& second,
                       const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                       ShapeManifold& manifold) {
  return sphere_frustum(first, X_O1, Frustum(second), X_O2, query, manifold);
}

double sphere_cone(const Sphere& first, const RigidTransform& X_O1, const Cone& second,
                   const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                   ShapeManifold& manifold) {
  return sphere_frustum(first, X_O1, Frustum(second), X_O2, query, manifold);
}

}  // namespace stiction
