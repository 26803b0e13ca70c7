#pragma once

#include <stiction/collision/manifold.h>

namespace stiction {

/// Removes the points that the others imply: for small motions of a rigid body a point asks for
/// nothing that points about it with a mean gap no greater do not ask for already. What stays is
/// the corners of the points' convex hull, seen along the normal, and points within it that are
/// nearer than what spans over them. Of points in one place the first stays (to `tolerance`, m).
/// Keeps the order. O(n log n + n m) for m that stay.
void remove_implied_points(ShapeManifold& manifold, double tolerance);

}  // namespace stiction
