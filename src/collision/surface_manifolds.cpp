#include "surface_manifolds.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "infinity.h"
#include "point_reduction.h"
#include "reused.h"

namespace stiction {
void SurfaceManifolds::add(const Vec3& normal, std::span<const ManifoldPoint> points) {
  if (points.empty()) return;
  auto* const found = std::find_if(
      manifolds_.begin(), manifolds_.end(),
      [&](const ShapeManifold& manifold) { return is_same_normal(manifold.normal, normal); });
  const bool is_new = found == manifolds_.end();
  ShapeManifold& manifold = is_new ? manifolds_.append() : *found;
  if (is_new) manifold.normal = normal;
  manifold.points.insert(manifold.points.end(), points.begin(), points.end());
}

void SurfaceManifolds::remove_repeated_features() {
  // By feature, the lowest first; among equals the one added first.
  Reused<std::vector<std::tuple<FeatureId, double, std::size_t, std::size_t>>> order;
  for (std::size_t i = 0; i < manifolds_.size(); ++i) {
    const std::vector<ManifoldPoint>& points = manifolds_[i].points;
    for (std::size_t k = 0; k < points.size(); ++k) {
      order.emplace_back(points[k].feature, points[k].gap, i, k);
    }
  }
  std::sort(order.begin(), order.end());
  constexpr double kRemoved = kInfinity;
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    const FeatureId feature = std::get<0>(order[first]);
    const double lowest = std::get<1>(order[first]);
    std::size_t kept = first;
    for (end = first + 1; end < order.size() && std::get<0>(order[end]) == feature; ++end) {
      // A small overlap is least along the feature's own normal.
      const double gap = std::get<1>(order[end]);
      if (lowest < 0 && gap <= lowest + tolerance_ && gap > std::get<1>(order[kept])) kept = end;
    }
    for (std::size_t j = first; j < end; ++j) {
      if (j == kept) continue;
      manifolds_.begin()[std::get<2>(order[j])].points[std::get<3>(order[j])].gap = kRemoved;
    }
  }
  for (ShapeManifold& manifold : manifolds_) {
    std::erase_if(manifold.points,
                  [](const ManifoldPoint& point) { return point.gap == kRemoved; });
  }
}

double SurfaceManifolds::least_gap() const {
  double least = kInfinity;
  for (const ShapeManifold& manifold : manifolds_) {
    for (const ManifoldPoint& point : manifold.points) least = std::min(least, point.gap);
  }
  return least;
}

void SurfaceManifolds::finish(const Vec3& origin) {
  for (ShapeManifold& manifold : manifolds_) {
    remove_implied_points(manifold, tolerance_);
    std::sort(manifold.points.begin(), manifold.points.end(),
              [](const ManifoldPoint& a, const ManifoldPoint& b) { return a.feature < b.feature; });
    for (ManifoldPoint& point : manifold.points) point.point += origin;
  }
  // Manifolds without points come last, and are removed.
  std::sort(manifolds_.begin(), manifolds_.end(),
            [](const ShapeManifold& a, const ShapeManifold& b) {
              if (a.points.empty() || b.points.empty())
                return !a.points.empty() && b.points.empty();
              return a.points.front().feature < b.points.front().feature;
            });
  while (!manifolds_.empty() && manifolds_.back().points.empty()) manifolds_.pop_back();
}

}  // namespace stiction
