#pragma once

#include <stiction/math/vector.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stiction {

/// Identifies the features of two shapes that meet in a contact point. The number stays the same
/// from step to step while the same two vertices, edges or faces meet, and is unique among the
/// points of a pair of shapes.
using FeatureId = std::uint64_t;

/// One point of contact between two shapes.
struct ManifoldPoint {
  Vec3 point = Vec3::Zero();  ///< p_WC, half way between the two surfaces, m
  double gap = 0;             ///< signed distance along the normal, m; negative where they overlap
  FeatureId feature = 0;
};

/// All points in which two shapes touch or are about to touch. All share one normal.
struct ShapeManifold {
  Vec3 normal = Vec3::UnitZ();        ///< n_W, unit length, from shape B towards shape A
  std::vector<ManifoldPoint> points;  ///< in a fixed order (by feature)

  /// Removes all points but keeps their memory.
  void clear() {
    normal = Vec3::UnitZ();
    points.clear();
  }
};

/// The manifolds of a pair of shapes, one for each normal: at most one if both are convex, possibly
/// several if one is a mesh or a height field. Features are unique among all of them.
class ManifoldList {
 public:
  void clear() { count_ = 0; }
  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }
  const ShapeManifold& operator[](std::size_t i) const { return manifolds_[i]; }
  const ShapeManifold* begin() const { return manifolds_.data(); }
  const ShapeManifold* end() const { return manifolds_.data() + count_; }
  ShapeManifold& back() { return manifolds_[count_ - 1]; }
  ShapeManifold* begin() { return manifolds_.data(); }
  ShapeManifold* end() { return manifolds_.data() + count_; }

  /// Appends a manifold without points, reusing the memory of an earlier one.
  ShapeManifold& append() {
    if (count_ == manifolds_.size()) manifolds_.emplace_back();
    ShapeManifold& manifold = manifolds_[count_++];
    manifold.clear();
    return manifold;
  }
  void pop_back() { --count_; }

 private:
  std::vector<ShapeManifold> manifolds_;  ///< the first `count_` are in use
  std::size_t count_ = 0;
};

}  // namespace stiction
