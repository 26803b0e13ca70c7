// A ball against a hull or a triangle: the point of the polytope nearest to its centre, or the
// nearest face if the centre is inside. Posed along a face's normal if the motion requires it (see
// axis_choice.h): a ball that rolls over the seam of two flush hulls catches no edge.

#include <algorithm>
#include <cmath>

#include "axis_choice.h"
#include "infinity.h"
#include "manifold_points.h"
#include "segment_polytope.h"
#include "shape_features.h"
#include "shape_pairs.h"

namespace stiction {
namespace {

// All in the frame of the polytope.
template <typename Polytope>
double sphere_polytope(const Vec3& center, double radius, const Polytope& polytope, double margin,
                       const Vec3& displacement, ShapeManifold& manifold) {
  const int foremost = greatest_face(polytope, center);
  const double height = polytope.height(foremost, center);
  if (height - radius > margin) return kInfinity;

  const AxisTolerances tolerances =
      axis_tolerances(polytope.inner_radius(radius), radius, polytope.bounding_radius());
  const int num_faces = polytope.num_faces();
  int count = num_faces;
  typename SegmentPolytope<Polytope>::Nearest nearest;
  Vec3 straight = Vec3::Zero();
  if (height >= 0 && !is_over_face(polytope, foremost, center)) {
    const Segment point{center, Vec3::UnitZ(), 0};
    nearest = SegmentPolytope(point, polytope).nearest_of_edges(foremost);
    if (nearest.distance - radius > margin) return kInfinity;
    if (nearest.distance > height + tolerances.tie) {
      straight = (center - nearest.points.q) / nearest.distance;
      ++count;
    }
  }
  const auto axis_at = [&](int i) {
    const bool is_face = i < num_faces;
    const double separation = (is_face ? polytope.height(i, center) : nearest.distance) - radius;
    const Vec3& n = is_face ? polytope.normal(i) : straight;
    return AxisCandidate{separation, separation + n.dot(displacement),
                         is_face ? polytope.area(i) : -1};
  };
  const int chosen = choose_axis(count, axis_at, tolerances);
  const bool is_face = chosen < num_faces;
  const double gap = axis_at(chosen).separation;
  manifold.normal = is_face ? polytope.normal(chosen) : straight;
  add_point(manifold, margin, center - (radius + 0.5 * gap) * manifold.normal, gap,
            pair_feature(kWholeShape, is_face ? face_feature(chosen) : nearest.feature));
  return gap;
}

}  // namespace

double sphere_hull(const Sphere& first, const RigidTransform& X_O1, const Hull& second,
                   const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                   ShapeManifold& manifold) {
  const Mat3 R = X_O2.rotation.toRotationMatrix();
  const double separation = sphere_polytope(R.transpose() * X_O1.translation, first.radius,
                                            HullPolytope(*second.polyhedron), query.margin,
                                            R.transpose() * query.relative_displacement, manifold);
  manifold.normal = R * manifold.normal;
  for (ManifoldPoint& point : manifold.points) point.point = R * point.point;
  return separation;
}

double sphere_triangle(const Sphere& first, const RigidTransform& X_O1, const Triangle& second,
                       const NarrowPhaseQuery& query, ShapeManifold& manifold) {
  return sphere_polytope(X_O1.translation, first.radius, TrianglePolytope(second), query.margin,
                         query.relative_displacement, manifold);
}

}  // namespace stiction
