#pragma once

#include <stiction/collision/manifold.h>
#include <stiction/collision/queries.h>

#include <functional>
#include <optional>

namespace stiction {

/// A convex pair in motion: the first shape moves straight by `displacement`.
struct ConvexFlight {
  /// Computes the manifold (normal from the second to the first, points in the world frame) at the
  /// fraction s of the displacement, however far apart the shapes are.
  std::function<void(double s, ShapeManifold& manifold)> look;
  Vec3 displacement = Vec3::Zero();
  double allowance = 0;  ///< overlap up to here counts as touching, m, > 0
};

/// The first touch, or none; see cast_shape. `manifold` is workspace.
///
/// Searches for an overlap by the allowance, and steps back from there. So shapes that slide on
/// each other need no special case: they never overlap so deeply.
std::optional<ShapeCastHit> find_touch(const ConvexFlight& flight, ShapeManifold& manifold);

}  // namespace stiction
