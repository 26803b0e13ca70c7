// Queries allocate nothing once they have been made before.

#include <stiction/collision/broad_phase.h>
#include <stiction/collision/queries.h>

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "collision/query_shapes.h"
#include "heap_counter.h"

namespace stiction {
namespace {

TEST(QueryAllocation, TheBroadPhaseAllocatesNothingOnceItHasItsSize) {
  Random random(61);
  BroadPhase broad_phase;
  const auto bounds_at = [](const Vec3& x) { return Aabb{x, x + Vec3::Ones()}; };
  for (BroadPhase::ProxyId key = 0; key < 500; ++key) {
    broad_phase.add(key, bounds_at(random.in_cube(6)), key % 4 > 0);
  }
  const Aabb everything{Vec3::Constant(-kInf), Vec3::Constant(kInf)};
  broad_phase.add(500, everything, false);
  std::vector<std::pair<BroadPhase::ProxyId, BroadPhase::ProxyId>> pairs;
  broad_phase.collect_pairs(pairs);
  pairs.reserve(4 * pairs.size());
  const long of_steps = allocations_of([&] {
    for (int step = 0; step < 20; ++step) {
      for (BroadPhase::ProxyId key = 0; key < 500; ++key) {
        broad_phase.update(key, bounds_at(random.in_cube(6)));
      }
      broad_phase.collect_pairs(pairs);
    }
  });
  EXPECT_EQ(of_steps, 0);

  std::size_t num_visits = 0;
  const long of_queries = allocations_of([&] {
    for (int i = 0; i < 100; ++i) {
      const Vec3 x = random.in_cube(6);
      const auto count = [&](BroadPhase::ProxyId) { ++num_visits; };
      const auto count_near = [&](BroadPhase::ProxyId) { return ++num_visits, 1.0; };
      const auto count_met = [&](BroadPhase::ProxyId, double) { return ++num_visits, kInf; };
      broad_phase.visit_overlapping(bounds_at(x), std::ref(count));
      broad_phase.visit_near(x, 1.0, std::ref(count_near));
      broad_phase.visit_along({{x, x}, random.in_cube(1), kInf}, std::ref(count_met));
    }
  });
  EXPECT_EQ(of_queries, 0);
  EXPECT_GT(num_visits, 1000u);
}

/// The workspace of one list may serve another one the next time: it takes some rounds until all
/// are large enough.
constexpr int kWarmUps = 8;

struct NamedCollider {
  std::string name;
  Collider collider;
};

/// All except solids known by their support function: libccd, which examines their overlaps,
/// allocates memory.
std::vector<NamedCollider> all_colliders(Random& random) {
  std::vector<NamedCollider> all;
  for (int kind = 0; kind < oracle::kNumSolids; ++kind) {
    const Shape solid = oracle::random_solid(random, kind, 0.5, 1);
    if (std::holds_alternative<Convex>(solid)) continue;
    all.push_back({"solid " + std::to_string(kind), solid});
  }
  all.push_back({"plane", Collider(Plane{Vec3::UnitZ(), 0})});
  all.push_back({"mesh", Collider(oracle::mesh_of(oracle::random_hull(random, 30, 1)))});
  all.push_back({"height field", Collider(oracle::random_field(random, 9, 9, Vec3(3, 3, 1)))});
  return all;
}

TEST(QueryAllocation, RaysAndClosestPointsAllocateNothing) {
  Random random(62);
  for (const auto& [name, collider] : all_colliders(random)) {
    const RigidTransform X_WS = oracle::random_pose(random, 0.5);
    int num_hits = 0;
    const auto ask = [&](int count) {
      for (int i = 0; i < count; ++i) {
        const Vec3 x = random.in_cube(2);
        num_hits += ray_cast(collider, X_WS, {x, random.in_cube(1)}).has_value();
        num_hits += closest_point(collider, X_WS, x, 2).has_value();
      }
    };
    ask(10);
    num_hits = 0;
    EXPECT_EQ(allocations_of([&] { ask(200); }), 0) << name;
    EXPECT_GT(num_hits, 100) << name;
  }
}

TEST(QueryAllocation, DistancesOverlapsAndCastsAllocateNothing) {
  Random random(63);
  const std::vector<NamedCollider> colliders = all_colliders(random);
  for (const auto& [moving_name, moving] : colliders) {
    if (!is_solid(moving.shape())) continue;
    for (const auto& [name, target] : colliders) {
      int num_found = 0;
      const auto ask = [&](int count) {
        Random again(64);
        for (int i = 0; i < count; ++i) {
          const RigidTransform X_WM = oracle::random_pose(again, 1.5);
          const RigidTransform X_WT = oracle::random_pose(again, 0.5);
          const Vec3 way = again.in_cube(3);
          num_found += overlaps(moving, X_WM, target, X_WT);
          num_found += calc_distance(moving, X_WM, target, X_WT, 1).has_value();
          num_found += cast_shape(moving, X_WM, way, target, X_WT).has_value();
        }
      };
      for (int i = 0; i < kWarmUps; ++i) ask(30);
      num_found = 0;
      EXPECT_EQ(allocations_of([&] { ask(30); }), 0) << moving_name << " and " << name;
      EXPECT_GT(num_found, 10) << moving_name << " and " << name;
    }
  }
}

}  // namespace
}  // namespace stiction
