#pragma once

#include <stiction/collision/manifold.h>

namespace stiction {

/// Adds a point unless its gap exceeds the margin or a point has the same feature already.
inline void add_point(ShapeManifold& manifold, double margin, const Vec3& point, double gap,
                      FeatureId feature) {
  if (!(gap <= margin)) return;
  for (const ManifoldPoint& other : manifold.points) {
    if (other.feature == feature) return;
  }
  manifold.points.push_back({point, gap, feature});
}

}  // namespace stiction
