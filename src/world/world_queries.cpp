#include "world_queries.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace stiction {
namespace {

template <typename T>
bool contains(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

// Whether a new hit comes before the best one so far.
bool comes_before(const WorldRayHit& a, const WorldRayHit& b) {
  return std::tie(a.distance, a.target) < std::tie(b.distance, b.target);
}
bool comes_before(const WorldShapeCastHit& a, const WorldShapeCastHit& b) {
  return std::tie(a.fraction, a.target) < std::tie(b.fraction, b.target);
}
bool comes_before(const WorldClosestPoint& a, const WorldClosestPoint& b) {
  return std::tie(a.distance, a.target) < std::tie(b.distance, b.target);
}

template <typename Hit>
void keep_first(const Hit& hit, std::optional<Hit>& first) {
  if (!first || comes_before(hit, *first)) first = hit;
}

BoxSweep sweep_of(const Ray& ray) {
  return {{ray.origin, ray.origin}, ray.direction, ray.max_distance};
}

}  // namespace

std::unique_ptr<ShapeIndex> make_query_index() {
  return std::make_unique<ShapeIndex>([](const BodyRecord& body, const PlacedShape& placed) {
    return std::optional(
        ShapeIndex::Entry{calc_solid_bounds(body.definition.shapes[placed.shape].shape,
                                            placed.bounds, placed.X_WS.rotation),
                          !body.is_fixed()});
  });
}

bool WorldQueries::is_asked_about(const PlacedShape& placed) const {
  const BodyRecord& body = world_.bodies[placed.body];
  if (body.is_trigger(placed.shape) && !filter_.triggers) return false;
  const GroupId group = body.group_of(placed.shape);
  if (filter_.group && !world_.groups_collide(*filter_.group, group)) return false;
  return !contains(filter_.ignored_groups, group) && !contains(filter_.ignored_bodies, body.id);
}

std::optional<WorldRayHit> WorldQueries::ray_cast(const Ray& ray) const {
  std::optional<WorldRayHit> first;
  const auto look_at = [&](BroadPhase::ProxyId id, double) {
    const auto hit = ray_cast_at(id, ray);
    if (hit) keep_first(*hit, first);
    return first ? first->distance : ray.max_distance;
  };
  index_.broad_phase().visit_along(sweep_of(ray), std::ref(look_at));
  return first;
}

std::vector<WorldRayHit> WorldQueries::ray_cast_all(const Ray& ray) const {
  std::vector<WorldRayHit> hits;
  const auto look_at = [&](BroadPhase::ProxyId id, double) {
    const auto hit = ray_cast_at(id, ray);
    if (hit) hits.push_back(*hit);
    return ray.max_distance;
  };
  index_.broad_phase().visit_along(sweep_of(ray), std::ref(look_at));
  std::sort(hits.begin(), hits.end(),
            [](const WorldRayHit& a, const WorldRayHit& b) { return comes_before(a, b); });
  return hits;
}

std::optional<WorldRayHit> WorldQueries::ray_cast_at(BroadPhase::ProxyId id, const Ray& ray) const {
  const PlacedShape& placed = index_.shape(id);
  if (!is_asked_about(placed)) return std::nullopt;
  const auto hit = stiction::ray_cast(collider_of(placed), placed.X_WS, ray);
  if (!hit) return std::nullopt;
  return WorldRayHit{*hit, name_of(placed)};
}

std::optional<WorldShapeCastHit> WorldQueries::cast_shape(const Collider& moving,
                                                          const RigidTransform& X_WM,
                                                          const Vec3& displacement) const {
  std::optional<WorldShapeCastHit> first;
  const auto look_at = [&](BroadPhase::ProxyId id, double) {
    const double end = first ? first->fraction : 1.0;
    const PlacedShape& placed = index_.shape(id);
    if (!is_asked_about(placed)) return end;
    const auto hit = stiction::cast_shape(moving, X_WM, displacement, collider_of(placed),
                                          placed.X_WS, kRestingOverlap);
    if (hit) keep_first({*hit, name_of(placed)}, first);
    return first ? first->fraction : 1.0;
  };
  const BoxSweep sweep{calc_aabb(moving.shape(), X_WM), displacement, 1};
  index_.broad_phase().visit_along(sweep, std::ref(look_at));
  return first;
}

std::optional<WorldClosestPoint> WorldQueries::closest_point(const Vec3& point,
                                                             double max_distance) const {
  std::optional<WorldClosestPoint> nearest;
  double wanted = max_distance;
  const auto look_at = [&](BroadPhase::ProxyId id) {
    const PlacedShape& placed = index_.shape(id);
    if (!is_asked_about(placed)) return wanted;
    const auto found =
        stiction::closest_point(collider_of(placed), placed.X_WS, point, std::max(0.0, wanted));
    if (found) keep_first({*found, name_of(placed)}, nearest);
    if (nearest) wanted = std::min(wanted, nearest->distance);
    return wanted;
  };
  index_.broad_phase().visit_near(point, max_distance, std::ref(look_at));
  return nearest;
}

std::vector<BodyShape> WorldQueries::overlapping(const Collider& collider,
                                                 const RigidTransform& X_WS) const {
  std::vector<BodyShape> found;
  const auto look_at = [&](BroadPhase::ProxyId id) {
    const PlacedShape& placed = index_.shape(id);
    if (!is_asked_about(placed)) return;
    if (overlaps(collider, X_WS, collider_of(placed), placed.X_WS)) {
      found.push_back(name_of(placed));
    }
  };
  index_.broad_phase().visit_overlapping(calc_aabb(collider.shape(), X_WS), std::ref(look_at));
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace stiction
