#include "surface_distance.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

#include "infinity.h"
#include "polytope.h"
#include "surface_patches.h"
#include "surface_solid.h"

namespace stiction {
namespace {

Vec3 nearest_on_triangle(const TrianglePolytope& triangle, const Vec3& x) {
  if (is_over_face(triangle, 0, x)) return x - triangle.height(0, x) * triangle.normal(0);
  Vec3 nearest = triangle.vertex(0);
  for (int i = 0; i < triangle.num_edges(); ++i) {
    const Segment edge = edge_segment(triangle, i);
    const Vec3 other = edge.at(edge.nearest(x));
    if ((other - x).squaredNorm() < (nearest - x).squaredNorm()) nearest = other;
  }
  return nearest;
}

}  // namespace

ShapeDistance make_shape_distance(const ManifoldPoint& point, const Vec3& normal,
                                  const Vec3& origin) {
  const Vec3 half_way = 0.5 * point.gap * normal;
  const Vec3 middle = origin + point.point;
  return {point.gap, normal, middle + half_way, middle - half_way};
}

NearestOnSurface find_nearest(const TriangleSurface& surface, const Vec3& point,
                              double max_distance) {
  NearestOnSurface nearest;
  const auto look_at = [&](int triangle) {
    const Vec3 x = nearest_on_triangle(TrianglePolytope({surface.corners(triangle)}), point);
    const double distance = (x - point).norm();
    if (std::tie(distance, triangle) < std::tie(nearest.distance, nearest.triangle)) {
      nearest = {distance, x, triangle};
    }
    return nearest.distance;
  };
  surface.visit_near(point, max_distance, std::ref(look_at));
  return nearest;
}

std::optional<ClosestPoint> closest_point_on(const TriangleSurface& surface, double radius,
                                             const Vec3& point, double max_distance) {
  const bool is_inside = surface.is_inside(point);
  const NearestOnSurface nearest =
      find_nearest(surface, point, is_inside ? kInfinity : max_distance);
  if (!is_inside && !(nearest.distance <= max_distance)) return std::nullopt;
  if (!std::isfinite(nearest.distance)) return std::nullopt;
  const Vec3 way = is_inside ? Vec3(nearest.point - point) : Vec3(point - nearest.point);
  // On the surface itself the way to it has no direction.
  const bool is_on = nearest.distance <= 1e-13 * radius;
  const Vec3 normal = is_on ? surface.normal(nearest.triangle) : Vec3(way / nearest.distance);
  return ClosestPoint{is_inside ? -nearest.distance : nearest.distance, nearest.point, normal};
}

std::optional<ShapeDistance> distance_to_triangles(const Shape& solid_shape,
                                                   const RigidTransform& X_W1,
                                                   const TriangleSurface& surface,
                                                   const RigidTransform& X_W2,
                                                   double max_distance) {
  const SurfaceSolid solid(solid_shape, X_W1.rotation);
  SurfacePatches near(surface, {X_W2.rotation, X_W2.translation - X_W1.translation});
  near.collect(solid, max_distance, Vec3::Zero());
  std::optional<ShapeDistance> least;
  Reused<ShapeManifold> manifold;
  for (const NearTriangle& triangle : near.triangles()) {
    const double reach = least ? std::min(max_distance, least->distance) : max_distance;
    if (solid.is_beyond(triangle.shape, reach)) continue;
    solid.touch(triangle.shape, {.margin = reach}, manifold);
    for (const ManifoldPoint& point : manifold.points) {
      if (least && point.gap >= least->distance) continue;
      least = make_shape_distance(point, manifold.normal, X_W1.translation);
    }
  }
  return least;
}

}  // namespace stiction
