#include "bullet_tree.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>

#include <cmath>
#include <stdexcept>
#include <type_traits>

namespace stiction {
namespace {

// Both builds of Bullet export the same symbols, so the wrong one links silently and then corrupts
// memory. Makes the library compute with a number that single precision cannot hold.
void require_double_precision() {
  static_assert(std::is_same_v<btScalar, double>, "compile with BT_USE_DOUBLE_PRECISION");
  static const bool is_double = [] {
    const double number = 1 + 1e-12;
    btConvexHullShape hull;
    hull.addPoint(btVector3(-1, 0, 0));
    hull.addPoint(btVector3(number, 0, 0));
    return hull.localGetSupportingVertexWithoutMargin(btVector3(1, 0, 0)).x() == number;
  }();
  if (!is_double) {
    throw std::runtime_error(
        "expected Bullet built in double precision (libBulletCollision-float64), got another");
  }
}

// Van der Corput's sequence (1935): 0, 1/2, 1/4, 3/4, 1/8, ... Each number is in one of the widest
// gaps between those before it, so that leaves at such places make a shallow tree.
double scattered_place(int index) {
  double place = 0;
  for (double digit = 0.5; index > 0; index /= 2, digit /= 2) place += index % 2 * digit;
  return place;
}

// Height for leaves in random order. A row of 4,096 has 2.2 log2 n, one of a million 2.5 log2 n.
double usual_height(int num_leaves) { return 3 * std::log2(num_leaves + 1); }

}  // namespace

BulletTree::BulletTree() { require_double_precision(); }

BulletTree::Leaf BulletTree::insert(const Aabb& bounds, int item) {
  const Leaf leaf = tree_.insert(volume_of(bounds), nullptr);
  leaf->dataAsInt = item;
  watch(leaf);
  return leaf;
}

void BulletTree::move(Leaf leaf, const Aabb& bounds) {
  btDbvtVolume volume = volume_of(bounds);
  tree_.update(leaf, volume);
  watch(leaf);
}

BulletTree::Leaf BulletTree::append(const Aabb& bounds, int item) {
  const Vec3 place = Vec3::Constant(scattered_place(tree_.m_leaves));
  const Leaf leaf = tree_.insert(volume_of({place, place}), nullptr);
  leaf->dataAsInt = item;
  appended_.emplace_back(leaf, bounds);
  return leaf;
}

void BulletTree::rebuild() {
  for (const auto& [leaf, bounds] : appended_) leaf->volume = volume_of(bounds);
  appended_ = {};
  // Top down to the leaves: Bullet's final bottom-up pass is cubic in its number of leaves.
  tree_.optimizeTopDown(2);
  detours_ = 0;
}

int BulletTree::height() const { return tree_.m_root ? btDbvt::maxdepth(tree_.m_root) - 1 : 0; }

/// Rebuilds when the excess depth of leaves adds up to the cost of a rebuild: n log n, in nodes.
void BulletTree::watch(Leaf leaf) {
  int depth = 0;
  for (const btDbvtNode* node = leaf; node->parent; node = node->parent) ++depth;
  const double usual = usual_height(tree_.m_leaves);
  if (depth <= usual) return;
  detours_ += depth - usual;
  if (detours_ > tree_.m_leaves * usual) rebuild();
}

}  // namespace stiction
