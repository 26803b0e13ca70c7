// Spheres and capsules against each other: balls about points and segments, so the distance is that
// of the points and segments minus both radii.

#include <stiction/math/tangent_basis.h>

#include "infinity.h"
#include "manifold_points.h"
#include "segment_distance.h"
#include "shape_features.h"
#include "shape_pairs.h"

namespace stiction {
namespace {

// Below this share of the radii the direction of a distance is round-off.
constexpr double kCoincident = 1e-12;

Segment axis_of(const Capsule& capsule, const RigidTransform& X_OC) {
  return {X_OC.translation, X_OC.rotation * Vec3::UnitZ(), 0.5 * capsule.length};
}

// Sets the normal to the direction of `difference`; returns false if it has none.
bool set_normal(const Vec3& difference, double radii, ShapeManifold& manifold) {
  const double distance = difference.norm();
  if (!(distance > kCoincident * radii)) return false;
  manifold.normal = difference / distance;
  return true;
}

// Adds the contact of the balls of radii rp and rq about p and q. Returns the gap.
double add_ball_pair(const Vec3& p, double rp, const Vec3& q, double rq, FeatureId feature,
                     double margin, ShapeManifold& manifold) {
  const double distance = manifold.normal.dot(p - q);
  const Vec3 point = 0.5 * (p + q) + 0.5 * (rq - rp) * manifold.normal;
  const double gap = distance - rp - rq;
  add_point(manifold, margin, point, gap, feature);
  return gap <= margin ? gap : kInfinity;
}

// The least translation of two segments that cross is along their common perpendicular; for two
// that overlap on one line it is any direction across it.
Vec3 crossing_normal(const Segment& P, const Segment& Q) {
  const Vec3 common = P.direction.cross(Q.direction);
  const double sine = common.norm();
  if (sine < 1e-8) return make_tangent_basis(Q.direction).t1;
  return (common.dot(P.center - Q.center) < 0 ? -1 : 1) / sine * common;
}

}  // namespace

double sphere_sphere(const Sphere& first, const RigidTransform& X_O1, const Sphere& second,
                     const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                     ShapeManifold& manifold) {
  const double radii = first.radius + second.radius;
  const Vec3 difference = X_O1.translation - X_O2.translation;
  if (!set_normal(difference, radii, manifold)) manifold.normal = Vec3::UnitZ();
  return add_ball_pair(X_O1.translation, first.radius, X_O2.translation, second.radius,
                       pair_feature(kWholeShape, kWholeShape), query.margin, manifold);
}

double sphere_capsule(const Sphere& first, const RigidTransform& X_O1, const Capsule& second,
                      const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                      ShapeManifold& manifold) {
  const Segment axis = axis_of(second, X_O2);
  const double t = axis.nearest(X_O1.translation);
  const Vec3 nearest = axis.at(t);
  const double radii = first.radius + second.radius;
  if (!set_normal(X_O1.translation - nearest, radii, manifold)) {
    manifold.normal = make_tangent_basis(axis.direction).t1;
  }
  return add_ball_pair(X_O1.translation, first.radius, nearest, second.radius,
                       pair_feature(kWholeShape, segment_feature(axis.end_at(t))), query.margin,
                       manifold);
}

double capsule_capsule(const Capsule& first, const RigidTransform& X_O1, const Capsule& second,
                       const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                       ShapeManifold& manifold) {
  const Segment P = axis_of(first, X_O1);
  const Segment Q = axis_of(second, X_O2);
  const SegmentPoints nearest = nearest_points(P, Q);
  const double radii = first.radius + second.radius;
  if (!set_normal(nearest.p - nearest.q, radii, manifold)) manifold.normal = crossing_normal(P, Q);
  const auto add = [&](const SegmentPoints& pair) {
    add_ball_pair(pair.p, first.radius, pair.q, second.radius,
                  pair_feature(segment_feature(pair.p_end), segment_feature(pair.q_end)),
                  query.margin, manifold);
  };
  const FacingPoints facing = facing_points(P, Q, manifold.normal);
  for (int i = 0; i < facing.count; ++i) add(facing.pairs[i]);
  // For capsules side by side, the nearest points are an end of the shared stretch or anywhere
  // inside it; if the axes cross or stand at an angle, they are the contact.
  const double distance = manifold.normal.dot(nearest.p - nearest.q);
  if (!facing.is_contact(manifold.normal, distance, 1e-9 * radii)) add(nearest);
  return manifold.points.empty() ? kInfinity : distance - radii;
}

}  // namespace stiction
