#pragma once

#include <stiction/world/queries.h>

#include <memory>
#include <optional>
#include <vector>

#include "shape_index.h"
#include "world_value.h"

namespace stiction {

/// Returns an index for queries: every shape, with its own bounds.
std::unique_ptr<ShapeIndex> make_query_index();

/// The shapes of a world that a query considers, and the answers.
class WorldQueries {
 public:
  /// `index`: from `make_query_index`, up to date.
  WorldQueries(const WorldValue& world, const ShapeIndex& index, const QueryFilter& filter)
      : world_(world), index_(index), filter_(filter) {}

  // See World. Arguments must be valid, the ray's direction a unit vector.
  std::optional<WorldRayHit> ray_cast(const Ray& ray) const;
  std::vector<WorldRayHit> ray_cast_all(const Ray& ray) const;
  std::optional<WorldShapeCastHit> cast_shape(const Collider& moving, const RigidTransform& X_WM,
                                              const Vec3& displacement) const;
  std::optional<WorldClosestPoint> closest_point(const Vec3& point, double max_distance) const;
  std::vector<BodyShape> overlapping(const Collider& collider, const RigidTransform& X_WS) const;

 private:
  bool is_asked_about(const PlacedShape& placed) const;
  std::optional<WorldRayHit> ray_cast_at(BroadPhase::ProxyId id, const Ray& ray) const;
  const Collider& collider_of(const PlacedShape& placed) const {
    return world_.bodies[placed.body].colliders[placed.shape];
  }
  BodyShape name_of(const PlacedShape& placed) const {
    return {world_.bodies[placed.body].id, placed.shape};
  }

  const WorldValue& world_;
  const ShapeIndex& index_;
  const QueryFilter& filter_;
};

}  // namespace stiction
