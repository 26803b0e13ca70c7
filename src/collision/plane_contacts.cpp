// Convex shapes on a plane: the distance of each extreme point.

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/support_shape.h>

#include <algorithm>
#include <cmath>

#include "disc_rim.h"
#include "infinity.h"
#include "manifold_points.h"
#include "shape_features.h"
#include "shape_pairs.h"

namespace stiction {
namespace {

// n . x - offset is the distance of x from the plane.
struct PlaneInO {
  PlaneInO(const Plane& plane, const RigidTransform& X_OP)
      : n(X_OP.rotation * plane.normal), offset(plane.offset + n.dot(X_OP.translation)) {}

  double height(const Vec3& x) const { return n.dot(x) - offset; }

  // Adds the lowest point of a ball about `center` against the plane. Returns its gap, infinite
  // beyond the margin.
  double add(const Vec3& center, double radius, FeatureId feature, double margin,
             ShapeManifold& manifold) const {
    const double above = height(center);
    const double gap = above - radius;
    add_point(manifold, margin, center - 0.5 * (above + radius) * n, gap,
              pair_feature(feature, kWholeShape));
    return gap <= margin ? gap : kInfinity;
  }

  Vec3 n;
  double offset;
};

// The rim of a cap at z in the body's frame.
DiscRim make_rim(const RigidTransform& X_OB, double z, double radius, int cap) {
  const Mat3 R = X_OB.rotation.toRotationMatrix();
  return {X_OB.translation + z * R.col(2), R.col(2), R.col(0), R.col(1), radius, cap};
}

// Returns the height of the lowest point.
double add_rim(const PlaneInO& plane, const DiscRim& rim, bool is_lying, double margin,
               ShapeManifold& manifold) {
  rim.visit_foremost(-plane.n, is_lying, [&](const Vec3& point, FeatureId feature) {
    plane.add(point, 0, feature, margin, manifold);
  });
  const double sine = rim.axis.cross(plane.n).norm();
  return plane.height(rim.center) - rim.radius * sine;
}

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

double cylinder_plane(const Cylinder& first, const RigidTransform& X_O1, const Plane& second,
                      const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                      ShapeManifold& manifold) {
  const PlaneInO plane(second, X_O2);
  manifold.normal = plane.n;
  double separation = kInfinity;
  for (const int cap : {0, 1}) {
    const DiscRim rim = make_rim(X_O1, (cap - 0.5) * first.length, first.radius, cap);
    const bool is_lying = std::abs(rim.axis.dot(plane.n)) <= kRulingSine;
    separation = std::min(separation, add_rim(plane, rim, is_lying, query.margin, manifold));
  }
  return separation <= query.margin ? separation : kInfinity;
}

double cone_plane(const Cone& first, const RigidTransform& X_O1, const Plane& second,
                  const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                  ShapeManifold& manifold) {
  const PlaneInO plane(second, X_O2);
  manifold.normal = plane.n;
  const DiscRim rim = make_rim(X_O1, -0.5 * first.length, first.radius, 0);
  const Vec3 apex = rim.center + first.length * rim.axis;
  // Slope of the lowest ruling.
  const double sine = rim.axis.cross(plane.n).norm();
  const double rise = plane.n.dot(apex - rim.center) + first.radius * sine;
  const bool is_lying = std::abs(rise) <= kRulingSine * std::hypot(first.length, first.radius);
  plane.add(apex, 0, kApexFeature, query.margin, manifold);
  const double separation =
      std::min(plane.height(apex), add_rim(plane, rim, is_lying, query.margin, manifold));
  return separation <= query.margin ? separation : kInfinity;
}

double hull_plane(const Hull& first, const RigidTransform& X_O1, const Plane& second,
                  const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                  ShapeManifold& manifold) {
  const PlaneInO plane(second, X_O2);
  manifold.normal = plane.n;
  const Mat3 R = X_O1.rotation.toRotationMatrix();
  const Vec3 n = R.transpose() * plane.n;
  const double origin = plane.height(X_O1.translation);
  const std::vector<Vec3>& vertices = first.polyhedron->vertices();
  double separation = kInfinity;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double gap = origin + n.dot(vertices[i]);
    if (gap > query.margin) continue;
    separation = std::min(separation, gap);
    manifold.points.push_back({X_O1.translation + R * vertices[i] - 0.5 * gap * plane.n, gap,
                               pair_feature(vertex_feature(static_cast<int>(i)), kWholeShape)});
  }
  return separation;
}

double convex_plane(const Convex& first, const RigidTransform& X_O1, const Plane& second,
                    const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                    ShapeManifold& manifold) {
  const PlaneInO plane(second, X_O2);
  manifold.normal = plane.n;
  const Mat3 R = X_O1.rotation.toRotationMatrix();
  const Vec3 lowest =
      X_O1.translation + R * first.solid->support((R.transpose() * -plane.n).normalized());
  return plane.add(lowest, 0, kWholeShape, query.margin, manifold);
}

}  // namespace stiction
