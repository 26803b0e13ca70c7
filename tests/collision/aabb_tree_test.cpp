// However its leaves come and go, the tree stays low, and finds what brute force finds.

#include "../../src/collision/aabb_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "constants.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::Random;

Aabb cube_at(const Vec3& center) {
  return {center - Vec3::Constant(0.5), center + Vec3::Constant(0.5)};
}

/// The greatest height of so many leaves: a tree of height h has at least L(h) = L(h - 1) + L(h - 1
/// - d) leaves if the heights of siblings differ by d at most.
int greatest_height(std::size_t num_leaves) {
  std::vector<std::size_t> least{1, 2};
  while (least.back() <= num_leaves) {
    const std::size_t h = least.size();
    const std::size_t d = AabbTree::kGreatestDifference;
    least.push_back(least[h - 1] + least[h > d + 1 ? h - 1 - d : 0]);
  }
  return static_cast<int>(least.size()) - 2;
}

TEST(AabbTree, OfAMillionLeavesIsLow) {
  EXPECT_EQ(greatest_height(1), 0);
  EXPECT_EQ(greatest_height(2), 1);
  EXPECT_LE(greatest_height(1000), 2.2 * std::log2(1000));
  EXPECT_LE(greatest_height(1000000), 2.2 * std::log2(1000000));
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
    {"each twice as far", [](int i) { return Vec3(std::exp2(0.2 * i), 0, 0); }},
    {"row by bits in reverse",
     [](int i) {
       int reversed = 0;
       for (int k = 0; k < 12; ++k) reversed |= (i >> k & 1) << (11 - k);
       return Vec3(reversed, 0, 0);
     }},
};

TEST(AabbTree, StaysLowInWhateverOrderLeavesCome) {
  constexpr int kCount = 4096;
  for (const LeafOrder& order : kLeafOrders) {
    AabbTree tree;
    for (int i = 0; i < kCount; ++i) {
      tree.insert(cube_at(order.center(i)), i);
      ASSERT_LE(tree.height(), greatest_height(static_cast<std::size_t>(i) + 1)) << order.name;
    }
  }
}

TEST(AabbTree, StaysLowWhileLeavesMoveAndGo) {
  Random random(51);
  for (const LeafOrder& order : kLeafOrders) {
    AabbTree tree;
    std::vector<int> leaves;
    for (int i = 0; i < 2000; ++i) leaves.push_back(tree.insert(cube_at(order.center(i)), i));
    for (std::size_t i = 0; i < leaves.size(); ++i) {  // all of them far away, one by one
      tree.move(leaves[i], cube_at(order.center(static_cast<int>(i)) + Vec3(1e6, 0, 0)));
      ASSERT_LE(tree.height(), greatest_height(leaves.size())) << order.name;
    }
    while (!leaves.empty()) {
      const auto gone =
          leaves.begin() + (random.index(2) ? 0 : random.index(static_cast<int>(leaves.size())));
      tree.remove(*gone);
      leaves.erase(gone);
      ASSERT_LE(tree.height(), greatest_height(std::max<std::size_t>(leaves.size(), 1)));
    }
    EXPECT_EQ(tree.height(), 0);
  }
}

TEST(AabbTree, LooksAtFewNodesOfARow) {
  constexpr int kCount = 1 << 14;
  AabbTree tree;
  for (int i = 0; i < kCount; ++i) tree.insert(cube_at(Vec3(1.5 * i, 0, 0)), i);
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

TEST(AabbTree, FindsThePairsOfBruteForceWithinAndBetweenTrees) {
  Random random(52);
  struct Leaves {
    AabbTree tree;
    std::map<int, std::pair<int, Aabb>> by_item;  ///< leaf, bounds
  };
  Leaves sides[2];
  AabbTree::PairStack stack;
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
      sides[a].tree.visit_overlaps(sides[b].tree, stack,
                                   [&](int i, int k) { found.emplace(std::minmax(i, k)); });
      ASSERT_EQ(found, expected) << "round " << round;
    }
  }
}

}  // namespace
}  // namespace stiction
