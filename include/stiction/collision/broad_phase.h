#pragma once

#include <stiction/geometry/shape.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace stiction {

/// A box in straight motion: at t, 0 <= t <= end, it is shifted by t * direction. A ray is a box
/// without extent.
struct BoxSweep {
  Aabb start;
  Vec3 direction = Vec3::Zero();
  double end = 1;
};

/// Finds the pairs of axis-aligned boxes that overlap, and the boxes near a box, a ray or a point.
/// A proxy is one such box with a number of the caller's choice. Bullet's dynamic AABB tree does
/// the work. Pairs come sorted, so they do not depend on the history of the tree, and the tree
/// stays shallow in whatever order proxies are added.
class BroadPhase {
 public:
  using ProxyId = std::uint32_t;

  /// Throws std::runtime_error if the Bullet library that was linked is not the double-precision
  /// build.
  BroadPhase();
  ~BroadPhase();
  BroadPhase(BroadPhase&&) noexcept;
  BroadPhase& operator=(BroadPhase&&) noexcept;

  /// Bounds may be infinite (planes). `movable` false: pairs of two immovable proxies are not
  /// reported. Throws std::invalid_argument for a key in use and for bounds without lower <= upper.
  void add(ProxyId key, const Aabb& bounds, bool movable);
  /// Cheap for a proxy that moves by less than about a tenth of its size. Throws
  /// std::invalid_argument for an unknown key and for bounds without lower <= upper.
  void update(ProxyId key, const Aabb& bounds);
  /// Throws std::invalid_argument for an unknown key.
  void remove(ProxyId key);

  /// Inserts the proxies that were added or moved at their places in the tree; best done for many
  /// at once. `collect_pairs` does so, too. Until then each query tests these proxies one by one.
  void settle();

  /// All pairs (a < b) of overlapping bounds, at least one of them movable, in lexicographic order.
  /// Written to `pairs`, whose capacity is reused. Touching bounds overlap. Proxies with infinite
  /// bounds, or bounds beyond 1e100 m, are tested against all others. If no proxy was added,
  /// removed or moved since the last call, its answer is returned again.
  void collect_pairs(std::vector<std::pair<ProxyId, ProxyId>>& pairs);

  // Queries change nothing and allocate nothing: any number of threads may ask at once. The order
  // of visits depends on the history. Use std::ref to pass a function object without a copy.

  /// Calls `visit` for the proxies whose bounds overlap the box.
  void visit_overlapping(const Aabb& box, const std::function<void(ProxyId)>& visit) const;

  /// Calls `visit(key, t)` for the proxies whose bounds, grown by round-off, the moving box begins
  /// to overlap at t, 0 <= t <= end; t is never later than the exact value. Earlier ones tend to
  /// come first. The return value of `visit` is the new end, which may only become lower.
  void visit_along(const BoxSweep& sweep,
                   const std::function<double(ProxyId, double)>& visit) const;

  /// Calls `visit` for the proxies whose bounds are within `max_distance` of the point; nearer ones
  /// tend to come first. `visit` returns the new maximum distance; a negative one asks only for
  /// proxies whose bounds contain the point.
  void visit_near(const Vec3& point, double max_distance,
                  const std::function<double(ProxyId)>& visit) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace stiction
