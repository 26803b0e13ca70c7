#include "aabb_tree.h"

#include <algorithm>

namespace stiction {
namespace {

Aabb united(const Aabb& a, const Aabb& b) {
  return {a.lower.cwiseMin(b.lower), a.upper.cwiseMax(b.upper)};
}

double size_of(const Aabb& bounds) { return (bounds.upper - bounds.lower).sum(); }

// Between their centres, and twice that.
double distance_between(const Aabb& a, const Aabb& b) {
  return (a.lower + a.upper - b.lower - b.upper).cwiseAbs().sum();
}

}  // namespace

int AabbTree::insert(const Aabb& bounds, int item) {
  const int leaf = take_node();
  node(leaf).bounds = bounds;
  node(leaf).item = item;
  attach(leaf);
  return leaf;
}

void AabbTree::remove(int leaf) {
  detach(leaf);
  free_node(leaf);
}

void AabbTree::move(int leaf, const Aabb& bounds) {
  detach(leaf);
  node(leaf).bounds = bounds;
  attach(leaf);
}

int AabbTree::take_node() {
  if (free_ == kNone) {
    nodes_.emplace_back();
    return static_cast<int>(nodes_.size()) - 1;
  }
  const int index = free_;
  free_ = node(index).parent;
  node(index) = {};
  return index;
}

void AabbTree::free_node(int index) {
  node(index).parent = free_;
  free_ = index;
}

/// A new inner node holds the leaf and the sibling that it found.
void AabbTree::attach(int leaf) {
  if (root_ == kNone) {
    root_ = leaf;
    node(leaf).parent = kNone;
    return;
  }
  const int sibling = find_sibling(node(leaf).bounds);
  const int pair = take_node();
  put_in_place_of(sibling, pair, node(sibling).parent);
  node(pair).children = {sibling, leaf};
  node(sibling).parent = node(leaf).parent = pair;
  refit_from(pair);
}

/// The leaf's sibling takes the place of their parent.
void AabbTree::detach(int leaf) {
  const int pair = node(leaf).parent;
  if (pair == kNone) {
    root_ = kNone;
    return;
  }
  const auto [a, b] = node(pair).children;
  const int sibling = a == leaf ? b : a;
  const int parent = node(pair).parent;
  put_in_place_of(pair, sibling, parent);
  free_node(pair);
  refit_from(parent);
}

/// The leaf that is found by going to the nearer child. (To go where boxes grow least, or to stop
/// at an inner node, makes worse boxes once rotations have to keep the tree low.)
int AabbTree::find_sibling(const Aabb& bounds) const {
  int here = root_;
  while (!node(here).is_leaf()) {
    const auto [a, b] = node(here).children;
    const double to_a = distance_between(node(a).bounds, bounds);
    here = distance_between(node(b).bounds, bounds) < to_a ? b : a;
  }
  return here;
}

void AabbTree::put_in_place_of(int old_child, int new_child, int parent) {
  node(new_child).parent = parent;
  if (parent == kNone) {
    root_ = new_child;
  } else {
    auto& [a, b] = node(parent).children;
    (a == old_child ? a : b) = new_child;
  }
}

/// Bounds and heights from a node up to the root. On the way, siblings differ in height by at most
/// one more than they may.
void AabbTree::refit_from(int index) {
  while (index != kNone) {
    index = balance(index);
    refit(index);
    index = node(index).parent;
  }
}

void AabbTree::refit(int index) {
  Node& here = node(index);
  const Node& a = node(here.children[0]);
  const Node& b = node(here.children[1]);
  here.bounds = united(a.bounds, b.bounds);
  here.height = 1 + std::max(a.height, b.height);
}

/// If one child is too much higher than the other, it changes places with its parent, to which it
/// leaves its lower child; of two equally high ones that with which the parent's box is smaller.
/// Returns the node that is at the top then, to be refitted. (Leaves have no order, so no double
/// rotation is ever needed.)
int AabbTree::balance(int index) {
  auto [low, high] = node(index).children;
  if (node(low).height > node(high).height) std::swap(low, high);
  if (node(high).height - node(low).height <= kGreatestDifference) return index;
  auto [given, kept] = node(high).children;
  const auto size_with = [&](int child) {
    return size_of(united(node(low).bounds, node(child).bounds));
  };
  const bool is_kept_lower = node(kept).height < node(given).height;
  const bool are_equal = node(kept).height == node(given).height;
  if (is_kept_lower || (are_equal && size_with(kept) < size_with(given))) std::swap(given, kept);
  put_in_place_of(index, high, node(index).parent);
  node(high).children = {index, kept};
  node(index).children = {low, given};
  node(index).parent = high;
  node(given).parent = index;
  refit(index);
  return high;
}

}  // namespace stiction
