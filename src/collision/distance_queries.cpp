#include <stiction/collision/narrow_phase.h>
#include <stiction/collision/queries.h>

#include <algorithm>
#include <cmath>

#include "infinity.h"
#include "reused.h"
#include "surface_distance.h"

namespace stiction {
namespace {

struct LeastGap {
  const ShapeManifold* manifold = nullptr;
  const ManifoldPoint* point = nullptr;
};

LeastGap find_least_gap(const ManifoldList& manifolds) {
  LeastGap least;
  for (const ShapeManifold& manifold : manifolds) {
    for (const ManifoldPoint& point : manifold.points) {
      if (!least.point || point.gap < least.point->gap) least = {&manifold, &point};
    }
  }
  return least;
}

// The signed distance of a point inside the solid from the surface; beyond max_distance none.
std::optional<ClosestPoint> distance_of_inner_point(const Shape& solid, const RigidTransform& X_W1,
                                                    const Collider& surface,
                                                    const RigidTransform& X_W2,
                                                    double max_distance) {
  return closest_point(surface, X_W2, X_W1 * inner_point(solid), max_distance);
}

// Contacts are found up to a margin. A point of the solid says how far the nearest one can be.
double sufficient_margin(const Collider& A, const RigidTransform& X_WA, const Collider& B,
                         const RigidTransform& X_WB, double max_distance) {
  if (!A.surface() && !B.surface()) return max_distance;
  const bool is_solid_A = is_solid(A.shape());
  const Collider& solid = is_solid_A ? A : B;
  const RigidTransform& X_W1 = is_solid_A ? X_WA : X_WB;
  const std::optional<ClosestPoint> nearest = distance_of_inner_point(
      solid.shape(), X_W1, is_solid_A ? B : A, is_solid_A ? X_WB : X_WA, kInfinity);
  if (!nearest) return max_distance;
  return std::min(max_distance, 1.001 * std::max(0.0, nearest->distance));
}

bool can_touch(const Shape& A, const Shape& B) { return is_solid(A) || is_solid(B); }

// A ball about the point says how far it is from a solid, in every direction and inside too: its
// radius is small, so that tolerances are.
std::optional<ClosestPoint> closest_point_of_solid(const Shape& shape, const RigidTransform& X_WS,
                                                   const Vec3& point, double max_distance) {
  const double size = bounding_radius(shape);
  const Sphere probe{1e-6 * (std::isfinite(size) ? size : 1.0)};
  Reused<ShapeManifold> manifold;
  calc_manifold(probe, {.translation = point}, shape, X_WS, {.margin = max_distance}, manifold);
  if (manifold.points.empty()) return std::nullopt;
  const double distance = manifold.points.front().gap + probe.radius;
  if (!(distance <= max_distance)) return std::nullopt;
  return ClosestPoint{distance, point - distance * manifold.normal, manifold.normal};
}

}  // namespace

std::optional<ClosestPoint> closest_point(const Collider& collider, const RigidTransform& X_WS,
                                          const Vec3& point, double max_distance) {
  if (!collider.surface()) {
    return closest_point_of_solid(collider.shape(), X_WS, point, max_distance);
  }
  const RigidTransform X_SW = X_WS.inverse();
  std::optional<ClosestPoint> closest =
      closest_point_on(*collider.surface(), bounding_radius(collider.shape()),
                       X_SW.rotation * (point - X_WS.translation), max_distance);
  if (!closest) return std::nullopt;
  closest->point = X_WS * closest->point;
  closest->normal = X_WS.rotation * closest->normal;
  return closest;
}

std::optional<ShapeDistance> calc_distance(const Collider& A, const RigidTransform& X_WA,
                                           const Collider& B, const RigidTransform& X_WB,
                                           double max_distance) {
  if (!can_touch(A.shape(), B.shape())) return std::nullopt;
  Reused<ManifoldList> manifolds;
  const double margin = sufficient_margin(A, X_WA, B, X_WB, max_distance);
  calc_manifolds(A, X_WA, B, X_WB, {.margin = margin}, manifolds);
  const LeastGap least = find_least_gap(manifolds);
  if (!least.point) return std::nullopt;
  const Vec3& n = least.manifold->normal;
  const Vec3 half_way = 0.5 * least.point->gap * n;
  return ShapeDistance{least.point->gap, n, least.point->point + half_way,
                       least.point->point - half_way};
}

bool overlaps(const Collider& A, const RigidTransform& X_WA, const Collider& B,
              const RigidTransform& X_WB, double depth) {
  if (!can_touch(A.shape(), B.shape())) return false;
  Reused<ManifoldList> manifolds;
  calc_manifolds(A, X_WA, B, X_WB, {.margin = 0}, manifolds);
  const LeastGap least = find_least_gap(manifolds);
  if (least.point && least.point->gap <= -depth) return true;
  if (!A.surface() && !B.surface()) return false;
  // Far from all triangles, but inside.
  const auto nearest = is_solid(A.shape()) ? distance_of_inner_point(A.shape(), X_WA, B, X_WB, 0)
                                           : distance_of_inner_point(B.shape(), X_WB, A, X_WA, 0);
  return nearest && nearest->distance <= -depth;
}

}  // namespace stiction
