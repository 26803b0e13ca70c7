// Bullet's tree stays low, however leaves are added, moved and removed, and finds what brute force
// finds.

#include "../../src/collision/bullet_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "../../src/collision/bounds.h"
#include "constants.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

Aabb cube_at(const Vec3& center) {
  return {center - Vec3::Constant(0.5), center + Vec3::Constant(0.5)};
}

/// In a chain of k leaves they are too deep by k^2 / 2 in all; the tree is rebuilt at 3 n log2 n.
int greatest_height(int num_leaves) {
  const double usual = 3 * std::log2(num_leaves + 1);
  return static_cast<int>(usual + std::sqrt(2 * num_leaves * usual)) + 1;
}

struct LeafOrder {
  const char* name;
  std::function<Vec3(int)> center;
};

const LeafOrder kLeafOrders[] = {
    {"a row", [](int i) { return Vec3(1.5 * i, 0, 0); }},
    {"a row from its end", [](int i) { return Vec3(-1.5 * i, 0, 0); }},
    {"a row from its middle", [](int i) { return Vec3(i % 2 ? i : -i, 0, 0); }},
    {"a diagonal", [](int i) { return Vec3(i, i, i); }},
    {"a grid", [](int i) { return Vec3(i % 64, i / 64, 0); }},
    {"one place", [](int) { return Vec3(Vec3::Zero()); }},
    {"a spiral", [](int i) { return Vec3(i * std::cos(0.1 * i), i * std::sin(0.1 * i), 0); }},
    {"ever further apart", [](int i) { return Vec3(std::exp2(0.005 * i), 0, 0); }},
    {"row by bits in reverse",
     [](int i) {
       int reversed = 0;
       for (int k = 0; k < 12; ++k) reversed |= (i >> k & 1) << (11 - k);
       return Vec3(reversed, 0, 0);
     }},
};

constexpr int kCount = 4096;

TEST(BulletTree, IsLowWhenBuiltAtOnceInWhateverOrderLeavesCome) {
  for (const LeafOrder& order : kLeafOrders) {
    BulletTree tree;
    for (int i = 0; i < kCount; ++i) tree.append(cube_at(order.center(i)), i);
    tree.rebuild();
    EXPECT_EQ(tree.num_leaves(), kCount);
    EXPECT_LE(tree.height(), 3 * std::log2(kCount)) << order.name;
  }
}

TEST(BulletTree, MakesNoLongChainOfLeavesThatComeOneByOne) {
  for (const LeafOrder& order : kLeafOrders) {
    BulletTree tree;
    for (int i = 0; i < kCount; ++i) {
      tree.insert(cube_at(order.center(i)), i);
      if (i % 64 == 0) {
        ASSERT_LE(tree.height(), greatest_height(i + 1)) << order.name;
      }
    }
  }
}

std::vector<BulletTree::Leaf> build(BulletTree& tree, const LeafOrder& order) {
  std::vector<BulletTree::Leaf> leaves;
  for (int i = 0; i < kCount; ++i) leaves.push_back(tree.append(cube_at(order.center(i)), i));
  tree.rebuild();
  return leaves;
}

TEST(BulletTree, MakesNoLongChainWhileLeavesMoveAndGo) {
  Random random(51);
  for (const LeafOrder& order : kLeafOrders) {
    BulletTree tree;
    std::vector<BulletTree::Leaf> leaves = build(tree, order);
    for (int i = 0; i < kCount; ++i) {  // all of them far away, one by one
      tree.move(leaves[i], cube_at(order.center(i) + Vec3(1e6, 0, 0)));
      if (i % 64 == 0) {
        ASSERT_LE(tree.height(), greatest_height(kCount)) << order.name;
      }
    }
    const int height = tree.height();
    while (!leaves.empty()) {
      const auto gone =
          leaves.begin() + (random.index(2) ? 0 : random.index(static_cast<int>(leaves.size())));
      tree.remove(*gone);
      leaves.erase(gone);
      if (leaves.size() % 64 == 0) {
        ASSERT_LE(tree.height(), height);
      }
    }
    EXPECT_EQ(tree.height(), 0);
  }
}

TEST(BulletTree, StaysLowWhileARowShiftsAndWhileLeavesWander) {
  const auto expect_low = [](const BulletTree& tree) {
    ASSERT_LE(tree.height(), 4 * std::log2(kCount));
  };
  Random random(53);
  BulletTree tree;
  const std::vector<BulletTree::Leaf> leaves = build(tree, kLeafOrders[0]);
  for (int step = 1; step <= 100; ++step) {
    for (int i = 0; i < kCount; ++i) tree.move(leaves[i], cube_at({1.5 * i + 0.4 * step, 0, 0}));
    expect_low(tree);
  }
  for (int step = 1; step <= 100; ++step) {
    for (const BulletTree::Leaf leaf : leaves) {
      const Aabb bounds = bounds_of(leaf->volume);
      tree.move(leaf, cube_at((bounds.lower + bounds.upper) / 2 + random.in_cube(1)));
    }
    expect_low(tree);
  }
}

TEST(BulletTree, LooksAtFewNodesOfARow) {
  BulletTree tree;
  build(tree, kLeafOrders[0]);
  for (int i = 0; i < kCount; i += 7) {
    int num_looked_at = 0;
    std::vector<int> found;
    const Aabb box = cube_at(Vec3(1.5 * i, 0.5, 0));
    const auto is_of_interest = [&](const Aabb& bounds) {
      ++num_looked_at;
      return overlap(bounds, box);
    };
    tree.walk(is_of_interest, [&](int item) { found.push_back(item); });
    ASSERT_EQ(found, std::vector<int>{i});
    ASSERT_LE(num_looked_at, 3 * tree.height());
  }
}

TEST(BulletTree, FindsThePairsOfBruteForceWithinAndBetweenTrees) {
  Random random(52);
  struct Leaves {
    BulletTree tree;
    std::map<int, std::pair<BulletTree::Leaf, Aabb>> by_item;  ///< leaf, bounds
  };
  Leaves sides[2];
  const auto random_bounds = [&] {
    const Vec3 half = random.in_cube(0.7).cwiseAbs();
    const Vec3 center = random.in_cube(4);
    return Aabb{center - half, center + half};
  };
  int next = 0;
  for (int round = 0; round < 300; ++round) {
    for (Leaves& side : sides) {
      for (int i = 0; i < 4; ++i, ++next) {
        const Aabb bounds = random_bounds();
        side.by_item[next] = {side.tree.insert(bounds, next), bounds};
      }
      for (auto& [item, leaf] : side.by_item) {
        if (random.index(10) > 0) continue;
        leaf.second = random_bounds();
        side.tree.move(leaf.first, leaf.second);
      }
      while (side.by_item.size() > static_cast<std::size_t>(round % 80)) {
        const auto gone =
            std::next(side.by_item.begin(), random.index(static_cast<int>(side.by_item.size())));
        side.tree.remove(gone->second.first);
        side.by_item.erase(gone);
      }
    }
    for (const auto& [a, b] : {std::pair(0, 0), std::pair(0, 1), std::pair(1, 1)}) {
      std::multiset<std::pair<int, int>> expected, found;
      for (const auto& [i, first] : sides[a].by_item) {
        for (const auto& [k, second] : sides[b].by_item) {
          if ((a != b || i < k) && oracle::overlap(first.second, second.second)) {
            expected.emplace(std::minmax(i, k));
          }
        }
      }
      sides[a].tree.visit_overlaps(sides[b].tree,
                                   [&](int i, int k) { found.emplace(std::minmax(i, k)); });
      ASSERT_EQ(found, expected) << "round " << round;
    }
  }
}

}  // namespace
}  // namespace stiction
