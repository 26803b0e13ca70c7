#pragma once

#include <stiction/body/body.h>
#include <stiction/collision/queries.h>

#include <compare>
#include <optional>
#include <vector>

namespace stiction {

/// Which shapes a query considers: by default all except triggers.
struct QueryFilter {
  /// Query as a shape of this group: shapes of groups that do not collide with it are skipped.
  std::optional<GroupId> group = {};
  std::vector<GroupId> ignored_groups = {};
  std::vector<BodyId> ignored_bodies = {};  ///< bodies of the world
  bool triggers = false;                    ///< find triggers too
};

/// A shape of a body of the world.
struct BodyShape {
  BodyId body;
  int shape = 0;  ///< index in the body's definition
  auto operator<=>(const BodyShape&) const = default;
};

struct WorldRayHit : RayHit {
  BodyShape target;
};

struct WorldShapeCastHit : ShapeCastHit {
  BodyShape target;
};

struct WorldClosestPoint : ClosestPoint {
  BodyShape target;
};

}  // namespace stiction
