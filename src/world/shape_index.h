#pragma once

#include <stiction/collision/broad_phase.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "world_value.h"

namespace stiction {

/// A shape of a body at its pose in the world.
struct PlacedShape {
  BroadPhase::ProxyId id = 0;
  std::size_t body = 0;  ///< index into the world's bodies
  int shape = 0;         ///< index in the body's definition
  RigidTransform X_WS;
  Aabb bounds;
};

/// The bounds of all that a shape fills, given its `bounds` and `rotation`: a height field is solid
/// below its triangles, to any depth.
Aabb calc_solid_bounds(const Shape& shape, const Aabb& bounds, const Quat& rotation);

/// The shapes of a world in a broad phase. Shapes that did not move since the last update cost next
/// to nothing in the next: neither their bounds nor their place in the tree are touched.
class ShapeIndex {
 public:
  /// How a shape takes part in the broad phase.
  struct Entry {
    Aabb bounds;
    bool movable = false;  ///< see BroadPhase::add; always the same for a shape
  };
  /// Empty for a shape that does not take part; that must not change either.
  using EntryRule = std::function<std::optional<Entry>(const BodyRecord&, const PlacedShape&)>;

  explicit ShapeIndex(EntryRule rule) : rule_(std::move(rule)) {}

  /// Follows the world: bodies come, go and move. It must always be the same world.
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
  /// The shape's state in the broad phase.
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
  std::vector<Entered> entered_;     ///< one per shape
};

}  // namespace stiction
