// Spheres, boxes and capsules on a plane: the distance of each extreme point.

#include <algorithm>
#include <limits>

#include "manifold_points.h"
#include "shape_features.h"
#include "shape_pairs.h"

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// n . x - offset is the distance of x from the plane.
struct PlaneInO {
  PlaneInO(const Plane& plane, const RigidTransform& X_OP)
      : n(X_OP.rotation * plane.normal), offset(plane.offset + n.dot(X_OP.translation)) {}

  // The lowest point of a ball about `center` against the plane. Returns its gap, infinite beyond
  // the margin.
  double add(const Vec3& center, double radius, FeatureId feature, double margin,
             ShapeManifold& manifold) const {
    const double height = n.dot(center) - offset;
    const double gap = height - radius;
    add_point(manifold, margin, center - 0.5 * (height + radius) * n, gap,
              pair_feature(feature, kWholeShape));
    return gap <= margin ? gap : kInfinity;
  }

  Vec3 n;
  double offset;
};

}  // namespace

double sphere_plane(const Sphere& first, const RigidTransform& X_O1, const Plane& second,
                    const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                    ShapeManifold& manifold) {
  const PlaneInO plane(second, X_O2);
  manifold.normal = plane.n;
  return plane.add(X_O1.translation, first.radius, kWholeShape, query.margin, manifold);
}

double box_plane(const Box& first, const RigidTransform& X_O1, const Plane& second,
                 const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                 ShapeManifold& manifold) {
  const PlaneInO plane(second, X_O2);
  manifold.normal = plane.n;
  const Mat3 half_axes = 0.5 * X_O1.rotation.toRotationMatrix() * first.size.asDiagonal();
  const double reach = (plane.n.transpose() * half_axes).cwiseAbs().sum();
  const double separation = plane.n.dot(X_O1.translation) - plane.offset - reach;
  if (separation > query.margin) return kInfinity;
  for (const int z : {-1, 1}) {
    for (const int y : {-1, 1}) {
      for (const int x : {-1, 1}) {
        const Vec3 vertex = X_O1.translation + half_axes * Vec3(x, y, z);
        plane.add(vertex, 0, box_feature(x, y, z), query.margin, manifold);
      }
    }
  }
  return separation;
}

double capsule_plane(const Capsule& first, const RigidTransform& X_O1, const Plane& second,
                     const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                     ShapeManifold& manifold) {
  const PlaneInO plane(second, X_O2);
  manifold.normal = plane.n;
  const Vec3 half_axis = 0.5 * first.length * (X_O1.rotation * Vec3::UnitZ());
  double separation = kInfinity;
  for (const int end : {-1, 1}) {
    const double gap = plane.add(X_O1.translation + end * half_axis, first.radius,
                                 segment_feature(end), query.margin, manifold);
    separation = std::min(separation, gap);
  }
  return separation;
}

}  // namespace stiction
