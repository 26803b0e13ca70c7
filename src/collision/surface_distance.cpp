#include "surface_distance.h"

#include <cmath>
#include <functional>
#include <tuple>

#include "infinity.h"
#include "polytope.h"

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
  // On the surface itself the way has no direction.
  const bool is_on = nearest.distance <= 1e-13 * radius;
  const Vec3 normal = is_on ? surface.normal(nearest.triangle) : Vec3(way / nearest.distance);
  return ClosestPoint{is_inside ? -nearest.distance : nearest.distance, nearest.point, normal};
}

}  // namespace stiction
