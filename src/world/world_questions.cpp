// The world's queries: checks their arguments; WorldQueries finds the answers.

#include <stiction/math/rejected_number.h>
#include <stiction/world/world.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "checked_numbers.h"
#include "world_implementation.h"

namespace stiction {
namespace {

double checked_distance(double distance) {
  if (distance >= 0) return distance;
  reject_number("a distance >= 0 m", distance);
}

Ray checked_ray(const Ray& ray) {
  require_finite("origin of the ray", ray.origin);
  require_finite("direction of the ray", ray.direction);
  const double length = ray.direction.stableNorm();
  if (length == 0) throw std::invalid_argument("expected a direction that is not zero, got 0 0 0");
  if (!std::isfinite(length)) reject_number("a direction of finite length", length);
  return {ray.origin, ray.direction.stableNormalized(), checked_distance(ray.max_distance)};
}

Collider checked_solid(const Shape& shape) {
  if (is_solid(shape)) return checked_shape(shape);
  throw std::invalid_argument("expected a solid shape for the query, got a " +
                              std::string(shape_name(shape)));
}

}  // namespace

std::optional<WorldRayHit> World::ray_cast(const Ray& ray, const QueryFilter& filter) const {
  const Ray checked = checked_ray(ray);
  return implementation_->queries(filter).ray_cast(checked);
}

std::vector<WorldRayHit> World::ray_cast_all(const Ray& ray, const QueryFilter& filter) const {
  const Ray checked = checked_ray(ray);
  return implementation_->queries(filter).ray_cast_all(checked);
}

std::optional<WorldShapeCastHit> World::cast_shape(const Shape& shape, const RigidTransform& X_WS,
                                                   const Vec3& displacement,
                                                   const QueryFilter& filter) const {
  const Collider moving = checked_solid(shape);
  const RigidTransform pose = checked_pose(X_WS);
  require_finite("displacement", displacement);
  return implementation_->queries(filter).cast_shape(moving, pose, displacement);
}

std::optional<WorldClosestPoint> World::closest_point(const Vec3& point, double max_distance,
                                                      const QueryFilter& filter) const {
  require_finite("point", point);
  return implementation_->queries(filter).closest_point(point, checked_distance(max_distance));
}

std::vector<BodyShape> World::overlapping(const Shape& shape, const RigidTransform& X_WS,
                                          const QueryFilter& filter) const {
  const Collider collider = checked_solid(shape);
  return implementation_->queries(filter).overlapping(collider, checked_pose(X_WS));
}

}  // namespace stiction
