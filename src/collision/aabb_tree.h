#pragma once

#include <stiction/geometry/shape.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "bounds.h"

namespace stiction {

/// A binary tree of axis-aligned boxes; those of inner nodes hold their children's (Ericson,
/// "Real-Time Collision Detection", 2005, chapter 6). Leaves come, move and go one by one, each in
/// O(log n): a new one descends to the nearest box, and rotations keep the heights of siblings
/// within kGreatestDifference of each other (for 1 the trees of Adelson-Velsky and Landis, 1962,
/// and of Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019). The least number of leaves of a
/// tree of height h is then L(h) = L(h - 1) + L(h - 1 - kGreatestDifference), so n leaves are at
/// most 2.2 log2 n high in whatever order they came and wherever they are: a row of boxes, one
/// after the other, makes no chain.
///
/// Any number of threads may walk at once. Nothing is allocated while there are no more leaves than
/// there were before.
class AabbTree {
 public:
  /// Of the heights of siblings. With 1 and 2 the rotations that it takes make worse boxes: on
  /// 20,000 random ones a query visits 230 nodes with 1, 113 with 3, 111 without any rotation.
  static constexpr int kGreatestDifference = 3;

  /// A leaf; the number returned is its own until it is removed. `item` is for the caller.
  int insert(const Aabb& bounds, int item);
  void remove(int leaf);
  /// Gives a leaf other bounds, and the place in the tree that fits them.
  void move(int leaf, const Aabb& bounds);
  void reserve(std::size_t num_leaves) { nodes_.reserve(2 * num_leaves); }

  const Aabb& bounds(int leaf) const { return node(leaf).bounds; }
  /// Nodes on the longest way from the root to a leaf, less one; 0 for an empty tree.
  int height() const { return root_ == kNone ? 0 : node(root_).height; }

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

  /// Pairs of nodes that wait to be looked at.
  using PairStack = std::vector<std::pair<int, int>>;
  /// Calls `visit(item, item of other)` for all pairs of leaves with overlapping bounds; of the
  /// tree with itself each pair once. `stack` is workspace.
  template <typename Visit>
  void visit_overlaps(const AabbTree& other, PairStack& stack, const Visit& visit) const;

 private:
  static constexpr int kNone = -1;
  static constexpr int kGreatestHeight = 70;  ///< 2.2 log2 n for the 2^31 nodes that int can number

  struct Node {
    Aabb bounds;
    int parent = kNone;  ///< of a free node, the next free one
    std::array<int, 2> children{kNone, kNone};
    int height = 0;  ///< 0: a leaf
    int item = 0;

    bool is_leaf() const { return height == 0; }
  };

  Node& node(int index) { return nodes_[static_cast<std::size_t>(index)]; }
  const Node& node(int index) const { return nodes_[static_cast<std::size_t>(index)]; }

  int take_node();
  void free_node(int index);
  void attach(int leaf);
  void detach(int leaf);
  int find_sibling(const Aabb& bounds) const;
  void put_in_place_of(int old_child, int new_child, int parent);
  void refit_from(int index);
  void refit(int index);
  int balance(int index);

  std::vector<Node> nodes_;
  int root_ = kNone;
  int free_ = kNone;  ///< the first of a list
};

template <typename Interest, typename Swap, typename Visit>
void AabbTree::walk(const Interest& is_of_interest, const Swap& is_swapped,
                    const Visit& visit) const {
  // The siblings of the nodes on the way from the root.
  std::array<int, kGreatestHeight + 1> waiting;
  std::size_t count = 0;
  if (root_ != kNone) waiting[count++] = root_;
  while (count > 0) {
    const Node& here = node(waiting[--count]);
    if (!is_of_interest(here.bounds)) continue;
    if (here.is_leaf()) {
      visit(here.item);
      continue;
    }
    auto [first, second] = here.children;
    if (is_swapped(node(first).bounds, node(second).bounds)) std::swap(first, second);
    waiting[count++] = second;
    waiting[count++] = first;
  }
}

template <typename Visit>
void AabbTree::visit_overlaps(const AabbTree& other, PairStack& stack, const Visit& visit) const {
  stack.clear();
  const bool is_self = this == &other;
  const auto push_if_overlapping = [&](int i, int k) {
    if (overlap(node(i).bounds, other.node(k).bounds)) stack.emplace_back(i, k);
  };
  if (root_ != kNone && other.root_ != kNone) push_if_overlapping(root_, other.root_);
  while (!stack.empty()) {
    const auto [i, k] = stack.back();
    stack.pop_back();
    const Node& a = node(i);
    const Node& b = other.node(k);
    if (is_self && i == k) {
      if (a.is_leaf()) continue;
      const auto [first, second] = a.children;
      stack.insert(stack.end(), {{first, first}, {second, second}});
      push_if_overlapping(first, second);
    } else if (a.is_leaf() && b.is_leaf()) {
      visit(a.item, b.item);
    } else if (a.height > b.height) {
      for (const int child : a.children) push_if_overlapping(child, k);
    } else {
      for (const int child : b.children) push_if_overlapping(i, child);
    }
  }
}

}  // namespace stiction
