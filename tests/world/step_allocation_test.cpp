// A warm step allocates nothing. A separate program counts allocations: see heap_counter.h.

#include "heap_counter.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

/// Stacks of five boxes, and balls that roll away from each other.
World make_world(const WorldOptions& options = {}) {
  World world(options);
  add_ground(world);
  for (int k = 0; k < 100; ++k) {
    add_cube(world, 0.2, 1, Vec3(0.5 * (k / 5), 0, 0.1 + 0.2 * (k % 5)));
  }
  for (int k = 0; k < 10; ++k) {
    world.set_velocity(add_ball(world, 0.1, 1, Vec3(k, 3, 0.1)), Vec3(0, 0.1 * k, 0),
                       Vec3(-k, 0, 0));
  }
  return world;
}

TEST(StepAllocation, NoneOnceWarmed) {
  World world = make_world();
  run(world, 60);
  EXPECT_EQ(allocations_of([&] {
              for (int k = 0; k < 10; ++k) world.step(0.01);
            }),
            0);
  EXPECT_EQ(world.contacts().size(), 410u);
}

// A thread that gets its first rolling ball late allocates once more, but nothing after that.
TEST(StepAllocation, NoneWithSeveralThreads) {
  World world = make_world({.threads = 2});
  run(world, 60);
  int steps = 0;
  for (int k = 0; k < 40; ++k) {
    steps += allocations_of([&] { world.step(0.01); }) > 0;
  }
  EXPECT_LE(steps, 2);
}

TEST(StepAllocation, ACountThatWouldSeeThem) {
  World world = make_world();
  EXPECT_GT(allocations_of([&] { world.step(0.01); }), 100);
}

}  // namespace
}  // namespace stiction
