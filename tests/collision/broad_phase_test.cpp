#include <stiction/collision/broad_phase.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "constants.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using Pairs = std::vector<std::pair<BroadPhase::ProxyId, BroadPhase::ProxyId>>;

struct Proxy {
  Aabb bounds;
  bool movable = false;
};
using Proxies = std::map<BroadPhase::ProxyId, Proxy>;

Pairs all_overlaps(const Proxies& proxies) {
  Pairs pairs;
  for (auto a = proxies.begin(); a != proxies.end(); ++a) {
    for (auto b = std::next(a); b != proxies.end(); ++b) {
      if (!a->second.movable && !b->second.movable) continue;
      if (oracle::overlap(a->second.bounds, b->second.bounds))
        pairs.emplace_back(a->first, b->first);
    }
  }
  return pairs;
}

Pairs pairs_of(BroadPhase& broad_phase) {
  Pairs pairs;
  broad_phase.collect_pairs(pairs);
  return pairs;
}

Aabb random_bounds(Random& random) {
  const Vec3 center = random.in_cube(5);
  const Vec3 half = random.in_cube(0.6).cwiseAbs();
  Aabb bounds{center - half, center + half};
  if (random.index(40) == 0) bounds.lower.z() = -kInf;  // as for a level plane
  if (random.index(80) == 0) bounds = {Vec3::Constant(-kInf), Vec3::Constant(kInf)};
  return bounds;
}

TEST(BroadPhase, FindsThePairsOfBruteForceWhileBoxesComeMoveAndGo) {
  Random random(31);
  BroadPhase broad_phase;
  Proxies proxies;
  BroadPhase::ProxyId next = 1000;
  std::size_t num_pairs = 0;
  for (int step = 0; step < 400; ++step) {
    for (int i = 0; i < 5; ++i) {
      const Proxy proxy{random_bounds(random), random.index(3) > 0};
      const BroadPhase::ProxyId key = random.index(2) ? next : 3000 - next;
      ++next;
      if (!proxies.emplace(key, proxy).second) continue;
      broad_phase.add(key, proxy.bounds, proxy.movable);
    }
    for (auto& [key, proxy] : proxies) {
      if (random.index(3) == 0) continue;
      const bool is_jump = random.index(20) == 0;
      const Vec3 shift = random.in_cube(0.05);
      proxy.bounds = is_jump ? random_bounds(random)
                             : Aabb{proxy.bounds.lower + shift, proxy.bounds.upper + shift};
      broad_phase.update(key, proxy.bounds);
    }
    while (proxies.size() > 120) {
      const auto gone = std::next(proxies.begin(), random.index(120));
      broad_phase.remove(gone->first);
      proxies.erase(gone);
    }
    const Pairs expected = all_overlaps(proxies);
    num_pairs += expected.size();
    ASSERT_EQ(pairs_of(broad_phase), expected) << "step " << step;
  }
  EXPECT_GT(num_pairs, 10000u);
}

TEST(BroadPhase, DoesNotRememberHowItCameAbout) {
  Random random(32);
  BroadPhase moved;
  Proxies proxies;
  for (BroadPhase::ProxyId key = 0; key < 200; ++key) {
    moved.add(key, random_bounds(random), true);
  }
  for (BroadPhase::ProxyId key = 0; key < 200; ++key) {
    proxies[key] = {random_bounds(random), true};
    moved.update(key, proxies[key].bounds);
  }
  BroadPhase fresh;
  for (BroadPhase::ProxyId key = 200; key-- > 0;) fresh.add(key, proxies[key].bounds, true);
  EXPECT_EQ(pairs_of(moved), pairs_of(fresh));
  EXPECT_FALSE(pairs_of(fresh).empty());
}

TEST(BroadPhase, FindsTheNeighboursInRowsAndGridsThatCameInOrder) {
  for (const auto& [num_x, num_y, num_z] : {std::array{700, 1, 1}, {26, 26, 1}, {9, 9, 9}}) {
    BroadPhase broad_phase;
    Proxies proxies;
    BroadPhase::ProxyId key = 0;
    for (int k = 0; k < num_z; ++k) {
      for (int j = 0; j < num_y; ++j) {
        for (int i = 0; i < num_x; ++i) {
          const Vec3 corner(i, j, k);
          proxies[key] = {{corner, corner + Vec3::Constant(1.01)}, key % 5 > 0};
          broad_phase.add(key, proxies[key].bounds, proxies[key].movable);
          ++key;
        }
      }
    }
    EXPECT_EQ(pairs_of(broad_phase), all_overlaps(proxies)) << num_x;
    // Every other one is removed, from the front; the rest moves away, one by one.
    for (BroadPhase::ProxyId gone = 0; gone < key; gone += 2) {
      proxies.erase(gone);
      broad_phase.remove(gone);
    }
    EXPECT_EQ(pairs_of(broad_phase), all_overlaps(proxies)) << num_x;
    for (auto& [moved, proxy] : proxies) {
      proxy.bounds.lower.x() += 1e3;
      proxy.bounds.upper.x() += 1e3;
      broad_phase.update(moved, proxy.bounds);
    }
    EXPECT_EQ(pairs_of(broad_phase), all_overlaps(proxies)) << num_x;
  }
}

TEST(BroadPhase, CountsTouchingBoundsAsOverlapping) {
  BroadPhase broad_phase;
  broad_phase.add(7, {Vec3::Zero(), Vec3::Ones()}, true);
  broad_phase.add(3, {Vec3(1, 0, 0), Vec3(2, 1, 1)}, false);
  broad_phase.add(5, {Vec3(std::nextafter(2.0, 3.0), 0, 0), Vec3(3, 1, 1)}, true);
  EXPECT_EQ(pairs_of(broad_phase), (Pairs{{3, 7}}));
}

TEST(BroadPhase, LeavesOutPairsOfImmovableProxies) {
  BroadPhase broad_phase;
  const Aabb everything{Vec3::Constant(-kInf), Vec3::Constant(kInf)};
  const Aabb unit{Vec3::Zero(), Vec3::Ones()};
  broad_phase.add(0, everything, false);
  broad_phase.add(1, everything, false);
  broad_phase.add(2, unit, false);
  broad_phase.add(3, unit, false);
  EXPECT_TRUE(pairs_of(broad_phase).empty());
  broad_phase.add(4, unit, true);
  EXPECT_EQ(pairs_of(broad_phase), (Pairs{{0, 4}, {1, 4}, {2, 4}, {3, 4}}));
}

TEST(BroadPhase, WorksWithOneTwoAndNoProxies) {
  BroadPhase broad_phase;
  EXPECT_TRUE(pairs_of(broad_phase).empty());
  broad_phase.add(1, {Vec3::Zero(), Vec3::Ones()}, true);
  EXPECT_TRUE(pairs_of(broad_phase).empty());
  broad_phase.add(0, {Vec3::Zero(), Vec3::Zero()}, true);
  EXPECT_EQ(pairs_of(broad_phase), (Pairs{{0, 1}}));
  broad_phase.remove(0);
  broad_phase.remove(1);
  EXPECT_TRUE(pairs_of(broad_phase).empty());
}

TEST(BroadPhase, HoldsBoundsOfAnySize) {
  BroadPhase broad_phase;
  const double huge = std::numeric_limits<double>::max();
  broad_phase.add(0, {Vec3::Constant(-huge), Vec3::Constant(huge)}, true);
  broad_phase.add(1, {Vec3::Constant(1e-300), Vec3::Constant(2e-300)}, true);
  broad_phase.add(2, {Vec3::Constant(1e200), Vec3::Constant(2e200)}, true);
  EXPECT_EQ(pairs_of(broad_phase), (Pairs{{0, 1}, {0, 2}}));
}

TEST(BroadPhase, RejectsUnknownKeysAndKeysInUseAndBadBounds) {
  BroadPhase broad_phase;
  const Aabb unit{Vec3::Zero(), Vec3::Ones()};
  broad_phase.add(1, unit, true);
  EXPECT_THROW(broad_phase.add(1, unit, false), std::invalid_argument);
  EXPECT_THROW(broad_phase.update(2, unit), std::invalid_argument);
  EXPECT_THROW(broad_phase.remove(2), std::invalid_argument);
  EXPECT_THROW(broad_phase.add(2, {Vec3::Ones(), Vec3::Zero()}, true), std::invalid_argument);
  EXPECT_THROW(broad_phase.update(1, {Vec3::Zero(), Vec3::Constant(kNaN)}), std::invalid_argument);
  EXPECT_TRUE(pairs_of(broad_phase).empty());
}

TEST(BroadPhase, MayBeMoved) {
  BroadPhase first;
  first.add(1, {Vec3::Zero(), Vec3::Ones()}, true);
  first.add(2, {Vec3::Zero(), Vec3::Ones()}, true);
  BroadPhase second = std::move(first);
  EXPECT_EQ(pairs_of(second), (Pairs{{1, 2}}));
}

}  // namespace
}  // namespace stiction
