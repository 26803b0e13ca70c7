#pragma once

#include <stiction/geometry/shape.h>

#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include <utility>
#include <vector>

#include "reused.h"

namespace stiction {

inline btDbvtVolume volume_of(const Aabb& bounds) {
  const Vec3& lower = bounds.lower;
  const Vec3& upper = bounds.upper;
  return btDbvtVolume::FromMM(btVector3(lower.x(), lower.y(), lower.z()),
                              btVector3(upper.x(), upper.y(), upper.z()));
}

inline Aabb bounds_of(const btDbvtVolume& volume) {
  const btVector3& lower = volume.Mins();
  const btVector3& upper = volume.Maxs();
  return {Vec3(lower.x(), lower.y(), lower.z()), Vec3(upper.x(), upper.y(), upper.z())};
}

/// Bullet's dynamic tree of axis-aligned boxes (btDbvt), kept shallow. By itself it grows a chain
/// if leaves come in the order of a row, since each is put beside the one before, or at one place.
/// So callers with many new leaves append them all and rebuild, and the tree rebuilds itself once
/// the paths to the leaves added or moved since the last rebuild were too long by as much as a
/// rebuild costs: n leaves make chains of O(sqrt(n log n)) at most.
///
/// Any number of threads may walk at once. Walking and moving allocate nothing once warm, except
/// when a move rebuilds.
class BulletTree {
 public:
  using Leaf = btDbvtNode*;
  /// Largest allowed coordinate, m. Bullet compares boxes by their volumes, which must be finite.
  static constexpr double kLargestCoordinate = 1e100;

  /// Throws std::runtime_error if the Bullet library that was linked is not the double-precision
  /// build.
  BulletTree();

  /// `item` is the caller's. A leaf keeps its address until it is removed.
  Leaf insert(const Aabb& bounds, int item);
  void remove(Leaf leaf) { tree_.remove(leaf); }
  /// Gives a leaf other bounds, and a place in the tree that fits them.
  void move(Leaf leaf, const Aabb& bounds);

  /// Adds one of many leaves, anywhere. The tree must not be queried before `rebuild`.
  Leaf append(const Aabb& bounds, int item);
  /// Rebuilds from the root down in O(n log n); each node is split where its leaves lie.
  void rebuild();

  int num_leaves() const { return tree_.m_leaves; }
  /// Number of edges on the longest path from the root to a leaf; 0 for an empty tree.
  int height() const;

  /// Calls `visit(item)` for the leaves, except those in subtrees whose bounds `is_of_interest`
  /// rejects; it is asked once about each node, when the walk gets there. The second of two
  /// siblings goes first if `is_swapped(bounds, bounds of the second)`.
  template <typename Interest, typename Swap, typename Visit>
  void walk(const Interest& is_of_interest, const Swap& is_swapped, const Visit& visit) const;
  template <typename Interest, typename Visit>
  void walk(const Interest& is_of_interest, const Visit& visit) const {
    walk(
        is_of_interest, [](const Aabb&, const Aabb&) { return false; }, visit);
  }

  /// Calls `visit(item, item of other)` for all pairs of leaves with overlapping bounds; if `other`
  /// is this tree, for each pair once. Not const: it uses the tree's own workspace.
  template <typename Visit>
  void visit_overlaps(const BulletTree& other, const Visit& visit);

 private:
  void watch(Leaf leaf);

  btDbvt tree_;
  std::vector<std::pair<Leaf, Aabb>> appended_;  ///< leaves that await `rebuild`
  double detours_ = 0;  ///< since the last rebuild: nodes on paths beyond the usual height
};

template <typename Interest, typename Swap, typename Visit>
void BulletTree::walk(const Interest& is_of_interest, const Swap& is_swapped,
                      const Visit& visit) const {
  // Siblings of the nodes on the path from the root, still to be visited.
  Reused<std::vector<const btDbvtNode*>> waiting;
  if (tree_.m_root) waiting.push_back(tree_.m_root);
  while (!waiting.empty()) {
    const btDbvtNode* here = waiting.back();
    waiting.pop_back();
    if (!is_of_interest(bounds_of(here->volume))) continue;
    if (here->isleaf()) {
      visit(here->dataAsInt);
      continue;
    }
    const btDbvtNode* first = here->childs[0];
    const btDbvtNode* second = here->childs[1];
    if (is_swapped(bounds_of(first->volume), bounds_of(second->volume))) std::swap(first, second);
    waiting.push_back(second);
    waiting.push_back(first);
  }
}

template <typename Visit>
void BulletTree::visit_overlaps(const BulletTree& other, const Visit& visit) {
  struct Collector : btDbvt::ICollide {
    explicit Collector(const Visit& is_told) : visit(is_told) {}
    void Process(const btDbvtNode* a, const btDbvtNode* b) override {
      visit(a->dataAsInt, b->dataAsInt);
    }
    const Visit& visit;
  };
  Collector collector(visit);
  tree_.collideTTpersistentStack(tree_.m_root, other.tree_.m_root, collector);
}

}  // namespace stiction
