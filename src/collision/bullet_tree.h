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

/// Bullet's dynamic tree of axis-aligned boxes (btDbvt), kept low. By itself it grows a chain from
/// leaves that come in the order of a row, since each goes beside the one before, and from leaves
/// at one place. So whoever has many new leaves appends them all and rebuilds, and the tree
/// rebuilds itself once the way to the leaves that came or moved since it last did was too long by
/// as much as that costs: n leaves make chains of O(sqrt(n log n)) at most.
///
/// Any number of threads may walk at once. To walk and to move allocate nothing once warm, but
/// where a move rebuilds.
class BulletTree {
 public:
  using Leaf = btDbvtNode*;
  /// Of coordinates, m. Bullet compares boxes by their volumes, which must be finite.
  static constexpr double kLargestCoordinate = 1e100;

  /// Throws std::runtime_error if the Bullet library that was linked is not the double-precision
  /// build.
  BulletTree();

  /// `item` is for the caller. A leaf keeps its address until it is removed.
  Leaf insert(const Aabb& bounds, int item);
  void remove(Leaf leaf) { tree_.remove(leaf); }
  /// Gives a leaf other bounds, and the place in the tree that fits them.
  void move(Leaf leaf, const Aabb& bounds);

  /// For the first of many leaves: adds one anywhere. The tree answers nothing before `rebuild`.
  Leaf append(const Aabb& bounds, int item);
  /// From the root down in O(n log n), each node split where its leaves lie.
  void rebuild();

  int num_leaves() const { return tree_.m_leaves; }
  /// Nodes on the longest way from the root to a leaf, less one; 0 for an empty tree.
  int height() const;

  /// Calls `visit(item)` for the leaves, but for those in subtrees whose bounds `is_of_interest`
  /// refuses; it is asked once about each node, when the walk comes there. Of two siblings the
  /// second goes first where `is_swapped(bounds, bounds of the second)`.
  template <typename Interest, typename Swap, typename Visit>
  void walk(const Interest& is_of_interest, const Swap& is_swapped, const Visit& visit) const;
  template <typename Interest, typename Visit>
  void walk(const Interest& is_of_interest, const Visit& visit) const {
    walk(
        is_of_interest, [](const Aabb&, const Aabb&) { return false; }, visit);
  }

  /// Calls `visit(item, item of other)` for all pairs of leaves with overlapping bounds; of the
  /// tree with itself each pair once. Not const: the workspace is the tree's own.
  template <typename Visit>
  void visit_overlaps(const BulletTree& other, const Visit& visit);

 private:
  void watch(Leaf leaf);

  btDbvt tree_;
  std::vector<std::pair<Leaf, Aabb>> appended_;  ///< wait for `rebuild`
  double detours_ = 0;  ///< since the last rebuild: nodes on the ways to leaves, beyond the usual
};

template <typename Interest, typename Swap, typename Visit>
void BulletTree::walk(const Interest& is_of_interest, const Swap& is_swapped,
                      const Visit& visit) const {
  // The siblings of the nodes on the way from the root.
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
