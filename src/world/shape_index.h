#pragma once

#include <stiction/collision/broad_phase.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "world_value.h"

namespace stiction {

/// A shape of a body where it is in the world.
struct PlacedShape {
  BroadPhase::ProxyId id = 0;
  std::size_t body = 0;  ///< index into the world's bodies
  int shape = 0;         ///< index in the body's definition
  RigidTransform X_WS;
  Aabb bounds;
};

/// The bounds of all that a shape fills, of its `bounds`, turned by `rotation`: a height field is
/// solid below its triangles, at any depth.
Aabb calc_solid_bounds(const Shape& shape, const Aabb& bounds, const Quat& rotation);

/// The shapes of a world in a broad phase. What did not move since the last update costs next to
/// nothing in the next: neither its bounds nor its place in the tree are touched.
class ShapeIndex {
 public:
  /// How a shape takes part in the broad phase.
  struct Entry {
    Aabb bounds;
    bool movable = false;  ///< see BroadPhase::add; always the same for a shape
  };
  /// None for a shape that does not take part; that, too, must not change.
  using EntryRule = std::function<std::optional<Entry>(const BodyRecord&, const PlacedShape&)>;

  explicit ShapeIndex(EntryRule rule) : rule_(std::move(rule)) {}

  /// Follows the world: bodies come, go and move. Always of the same world.
  void update(const WorldValue& world);

  /// The shape of a proxy that the broad phase reports.
  const PlacedShape& shape(BroadPhase::ProxyId id) const;
  BroadPhase& broad_phase() { return broad_phase_; }
  const BroadPhase& broad_phase() const { return broad_phase_; }

 private:
  /// A body's pose when its shapes were placed.
  struct PlacedBody {
    BodyId id;
    Vec3 center = Vec3::Zero();
    Quat rotation = Quat::Identity();
    std::size_t first_shape = 0;  ///< in `shapes_`
    std::size_t num_shapes = 0;
  };
  /// What the broad phase was told.
  struct Entered {
    bool is_known = false;
    std::optional<Entry> entry;
  };

  void follow_bodies(const WorldValue& world);
  void place(const BodyRecord& record, PlacedBody& body);
  void enter(const PlacedShape& shape, const std::optional<Entry>& entry, Entered& entered);

  EntryRule rule_;
  BroadPhase broad_phase_;
  std::vector<PlacedBody> bodies_;   ///< ascending ids
  std::vector<PlacedShape> shapes_;  ///< ascending ids
  std::vector<Entered> entered_;     ///< one a shape
};

}  // namespace stiction
