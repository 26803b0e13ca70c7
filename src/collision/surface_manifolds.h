#pragma once

#include <stiction/collision/manifold.h>

#include <span>

namespace stiction {

/// True if two unit vectors are equal to 1e-7 rad.
inline bool is_same_normal(const Vec3& a, const Vec3& b) {
  return a.dot(b) > 0 && a.cross(b).norm() <= 1e-7;
}

/// Gathers contacts of a solid with a surface into one manifold for each normal.
class SurfaceManifolds {
 public:
  /// Starts with an empty list. Points nearer to each other than `tolerance` (m) are in one place.
  SurfaceManifolds(ManifoldList& manifolds, double tolerance)
      : manifolds_(manifolds), tolerance_(tolerance) {
    manifolds_.clear();
  }

  const ManifoldList& list() const { return manifolds_; }
  void clear() { manifolds_.clear(); }
  /// Adds points with this normal.
  void add(const Vec3& normal, std::span<const ManifoldPoint> points);

  /// Keeps only the lowest point of each feature.
  void remove_repeated_features();
  /// Removes the points for which `predicate(normal, point)` holds.
  template <typename Predicate>
  void remove_if(const Predicate& predicate) {
    for (ShapeManifold& manifold : manifolds_) {
      std::erase_if(manifold.points,
                    [&](const ManifoldPoint& point) { return predicate(manifold.normal, point); });
    }
  }
  /// The least gap, m; infinite if there are no points.
  double least_gap() const;

  /// Removes from each manifold the points that the others imply, orders points by feature and
  /// manifolds by their first point, and moves all points by `origin`.
  void finish(const Vec3& origin);

 private:
  ManifoldList& manifolds_;
  double tolerance_;
};

}  // namespace stiction
