#include <stiction/collision/narrow_phase.h>
#include <stiction/collision/queries.h>

#include <algorithm>
#include <cmath>

#include "number_range.h"
#include "reused.h"
#include "surface_distance.h"

namespace stiction {
namespace {

ShapeDistance reversed(const ShapeDistance& distance) {
  return {distance.distance, -distance.normal, distance.on_b, distance.on_a};
}

// The distance of shapes that touch, or are no further apart than the margin.
std::optional<ShapeDistance> distance_of_contacts(const Collider& A, const RigidTransform& X_WA,
                                                  const Collider& B, const RigidTransform& X_WB,
                                                  double margin) {
  Reused<ManifoldList> manifolds;
  calc_manifolds(A, X_WA, B, X_WB, {.margin = margin}, manifolds);
  std::optional<ShapeDistance> least;
  for (const ShapeManifold& manifold : manifolds) {
    for (const ManifoldPoint& point : manifold.points) {
      if (least && point.gap >= least->distance) continue;
      least = make_shape_distance(point, manifold.normal, Vec3::Zero());
    }
  }
  return least;
}

// The distance of a solid from a mesh or a height field. Contacts give its depth near
// triangles, a point inside it how deep it is far from them. A separated solid is so on either
// side, also below a height field, where it has no contacts.
std::optional<ShapeDistance> distance_from_surface(const Collider& solid,
                                                   const RigidTransform& X_W1,
                                                   const Collider& surface,
                                                   const RigidTransform& X_W2,
                                                   double max_distance) {
  constexpr double kRoundOff = 1e-3;  // larger than any
  const auto contact = distance_of_contacts(solid, X_W1, surface, X_W2, 0);
  if (contact && contact->distance <= 0) return contact;
  const Vec3 inner = X_W1 * inner_point(solid.shape());
  const double reach = max_distance + 2 * bounding_radius(solid.shape());  // from any point of it
  const auto nearest = closest_point(surface, X_W2, inner, reach);
  if (!nearest) return std::nullopt;
  if (nearest->distance < 0) {
    return ShapeDistance{nearest->distance, nearest->normal, inner, nearest->point};
  }
  return distance_to_triangles(solid.shape(), X_W1, *surface.surface(), X_W2,
                               std::min(max_distance, (1 + kRoundOff) * nearest->distance));
}

bool can_touch(const Shape& A, const Shape& B) { return is_solid(A) || is_solid(B); }

// The contact of a ball about the point gives its distance from a solid, in every direction and
// inside, too. The ball is small so that tolerances are small.
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
  if (!are_in_range({.translation = point}, X_WS)) return std::nullopt;
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
  if (!can_touch(A.shape(), B.shape()) || !are_in_range(X_WA, X_WB)) return std::nullopt;
  if (B.surface()) return distance_from_surface(A, X_WA, B, X_WB, max_distance);
  if (!A.surface()) return distance_of_contacts(A, X_WA, B, X_WB, max_distance);
  const auto distance = distance_from_surface(B, X_WB, A, X_WA, max_distance);
  return distance ? std::optional(reversed(*distance)) : std::nullopt;
}

bool overlaps(const Collider& A, const RigidTransform& X_WA, const Collider& B,
              const RigidTransform& X_WB, double depth) {
  const auto distance = calc_distance(A, X_WA, B, X_WB, 0);
  return distance && distance->distance <= -depth;
}

}  // namespace stiction
