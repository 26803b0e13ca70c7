#include <stiction/collision/queries.h>

#include <algorithm>
#include <cmath>

#include "ray_span.h"
#include "triangle_surface.h"

namespace stiction {
namespace {

// Round-off, as a share of the lengths in the input.
constexpr double kOnSurface = 1e-13;

RayHit inside_hit(const Line& line) { return {0, line.origin, -line.direction, 0}; }

// All in the shape's frame.
std::optional<RayHit> hit_solid(const Shape& shape, const Line& line, double max_distance) {
  const std::optional<RaySpan> span = calc_ray_span(shape, line);
  if (!span || !(span->leave > 0)) return std::nullopt;
  if (span->enter < 0) return inside_hit(line);
  if (!(span->enter <= max_distance)) return std::nullopt;
  return RayHit{span->enter, line.at(span->enter), span->normal, span->face};
}

// Starts a little after the ray does, so that a ray that leaves the surface does not hit it.
std::optional<RayHit> hit_surface(const TriangleSurface& surface, double radius, const Line& line,
                                  double max_distance) {
  const double size = line.origin.norm() + radius;
  const double start = kOnSurface * size;
  if (surface.is_inside(line.at(start))) return inside_hit(line);
  // No part of the shape is further away.
  const double reach = std::min(max_distance, 1.001 * size);
  const std::optional<TriangleHit> hit =
      find_first_hit(surface, line.at(start), reach * line.direction);
  if (!hit) return std::nullopt;
  const double distance = start + hit->fraction * reach;
  if (distance > max_distance) return std::nullopt;
  const Vec3 n = surface.normal(hit->triangle);
  const Vec3 towards_origin = n.dot(line.direction) > 0 ? Vec3(-n) : n;
  return RayHit{distance, line.at(distance), towards_origin, hit->triangle};
}

}  // namespace

std::optional<RayHit> ray_cast(const Collider& collider, const RigidTransform& X_WS,
                               const Ray& ray) {
  const Quat R_SW = X_WS.rotation.conjugate();
  const Vec3 direction = ray.direction.stableNormalized();
  const Line line{R_SW * (ray.origin - X_WS.translation), (R_SW * direction).normalized()};
  const Shape& shape = collider.shape();
  std::optional<RayHit> hit =
      collider.surface()
          ? hit_surface(*collider.surface(), bounding_radius(shape), line, ray.max_distance)
          : hit_solid(shape, line, ray.max_distance);
  if (!hit || !std::isfinite(hit->distance)) return std::nullopt;
  hit->point = ray.origin + hit->distance * direction;
  hit->normal = X_WS.rotation * hit->normal;
  return hit;
}

}  // namespace stiction
