#pragma once

#include <stiction/geometry/shape.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <queue>
#include <tuple>

namespace stiction {

/// Is told of a triangle, and returns how far the search still has to reach, m.
using TriangleVisitor = std::function<double(int triangle)>;

/// The waiting line of a branch and bound search for what is nearest to a point: nodes leave in the
/// order of the distances of their bounds; equals in the order in which they came.
template <typename Node>
class NearestFirst {
 public:
  explicit NearestFirst(const Vec3& point) : point_(point) {}

  void enter(const Aabb& bounds, const Node& node) {
    const double distance = (point_.cwiseMax(bounds.lower).cwiseMin(bounds.upper) - point_).norm();
    waiting_.push({distance, count_++, node});
  }

  /// Takes the nearest node out of the line; none if it is further away than `reach`, m.
  std::optional<Node> next(double reach) {
    if (waiting_.empty() || waiting_.top().distance > reach) return std::nullopt;
    const Node node = waiting_.top().node;
    waiting_.pop();
    return node;
  }

 private:
  struct Entry {
    double distance = 0;
    std::size_t order = 0;
    Node node;
    bool operator<(const Entry& other) const {
      return std::tie(distance, order) > std::tie(other.distance, other.order);
    }
  };

  Vec3 point_;
  std::size_t count_ = 0;
  std::priority_queue<Entry> waiting_;
};

}  // namespace stiction
