// Queries of a world allocate nothing except the lists that they return.

#include <stiction/world/world.h>

#include <gtest/gtest.h>

#include "collision/query_shapes.h"
#include "heap_counter.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

TEST(WorldQueryAllocation, AWorldThatWasAskedBeforeAllocatesNothing) {
  Random random(71);
  World world;
  add_ground(world);
  world.add_body({.kind = BodyKind::fixed,
                  .pose = {.translation = Vec3(0, 0, 1)},
                  .shapes = {{.shape = oracle::mesh_of(oracle::random_hull(random, 30, 1))}}});
  world.add_body({.kind = BodyKind::fixed,
                  .pose = {.translation = Vec3(3, 0, 1)},
                  .shapes = {{.shape = oracle::random_field(random, 6, 6, Vec3(3, 3, 1))}}});
  for (int i = 0; i < 200; ++i) {
    BodyDefinition body;
    body.pose = oracle::random_pose(random, 5);
    body.shapes = {{.shape = oracle::random_solid(random, i % oracle::kNumSolids, 0.1, 0.5)}};
    // libccd, which examines overlaps with these, allocates.
    if (std::holds_alternative<Convex>(body.shapes[0].shape)) continue;
    world.add_body(body);
  }
  const Shape probe = Box{Vec3(0.2, 0.3, 0.4)};
  QueryFilter filter;
  filter.ignored_bodies = {world.bodies()[5]};
  int num_hits = 0;
  const auto ask = [&] {
    Random again(72);
    for (int i = 0; i < 100; ++i) {
      const RigidTransform X_WP = oracle::random_pose(again, 5);
      const Vec3 way = again.in_cube(3);
      num_hits += world.ray_cast({X_WP.translation, way}, filter).has_value();
      num_hits += world.closest_point(X_WP.translation, 4, filter).has_value();
      num_hits += world.cast_shape(probe, X_WP, way, filter).has_value();
      // Above all bodies: nothing to list.
      const Vec3 above(way.x(), way.y(), 100);
      num_hits += !world.ray_cast_all({above, Vec3::UnitZ()}, filter).empty();
      num_hits += !world.overlapping(probe, {X_WP.rotation, above}, filter).empty();
    }
  };
  constexpr int kWarmUps = 8;  // until the workspace has its final size
  for (int i = 0; i < kWarmUps; ++i) ask();
  num_hits = 0;
  EXPECT_EQ(allocations_of(ask), 0);
  EXPECT_GT(num_hits, 150);
}

}  // namespace
}  // namespace stiction
