#pragma once

#include <stiction/geometry/shape.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace stiction {

/// Finds the pairs of axis-aligned boxes that overlap. A proxy is one such box with a number of the
/// caller's choice. Bullet's dynamic AABB tree does the work behind this interface; what is visible
/// is order: pairs come sorted, so they do not depend on the history of the tree.
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
  /// std::invalid_argument for an unknown key and for such bounds.
  void update(ProxyId key, const Aabb& bounds);
  /// Throws std::invalid_argument for an unknown key.
  void remove(ProxyId key);

  /// All pairs (a < b) of overlapping bounds, at least one of them movable, in lexicographic order.
  /// Written to `pairs`, whose capacity is reused. Touching bounds overlap. Proxies with infinite
  /// bounds are tested against all others.
  void collect_pairs(std::vector<std::pair<ProxyId, ProxyId>>& pairs);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace stiction
