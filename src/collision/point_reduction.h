#pragma once

#include <stiction/collision/manifold.h>

namespace stiction {

/// Removes points that the others imply: for small motions of a rigid body, a point adds no
/// condition if points around it have a mean gap that is no greater. The points that remain are the
/// corners of the points' convex hull, seen along the normal, and points within it that are nearer
/// than the surface that the corners span over them. The first of several points in one place (to
/// `tolerance`, m) stays. Keeps the order. O(n log n + n m) for m remaining points.
void remove_implied_points(ShapeManifold& manifold, double tolerance);

}  // namespace stiction
