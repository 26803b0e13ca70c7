// A world is a value, and a run is reproducible to the bit.

#include "world/simple_worlds.h"

namespace stiction {
namespace {

/// Boxes and balls that fall onto each other, in several islands.
World make_islands(int threads) {
  World world({.threads = threads});
  add_ground(world);
  for (int tower = 0; tower < 4; ++tower) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 center(3.0 * tower + 0.03 * k, 0.02 * k * tower, 0.5 + 1.02 * k);
      add_cube(world, 1, 1 + k, center);
    }
    const BodyId ball = add_ball(world, 0.4, 1, Vec3(3.0 * tower - 0.2, 0.1, 4.5));
    world.set_velocity(ball, Vec3(0.3, -0.1 * tower, -2), Vec3(1, 2, 3));
  }
  return world;
}

TEST(Snapshot, ACopyStepsOnLikeTheOriginal) {
  World world = make_islands(1);
  run(world, 40);
  World copy = world;
  ASSERT_TRUE(is_same_state(world, copy));
  EXPECT_EQ(copy.contacts().size(), world.contacts().size());
  run(world, 60);
  run(copy, 60);
  EXPECT_TRUE(is_same_state(world, copy));
}

TEST(Snapshot, AssigningBackRestores) {
  World world = make_islands(1);
  run(world, 35);
  const World saved = world;
  run(world, 50);
  const World first_future = world;
  ASSERT_FALSE(is_same_state(world, saved));
  world = saved;
  EXPECT_TRUE(is_same_state(world, saved));
  run(world, 50);
  EXPECT_TRUE(is_same_state(world, first_future));
}

TEST(Snapshot, ForcesThatWaitForTheNextStepArePartOfIt) {
  World world = make_islands(1);
  world.apply_force(world.bodies()[1], Vec3(5, 0, 0));
  World copy = world;
  run(world, 3);
  run(copy, 3);
  EXPECT_TRUE(is_same_state(world, copy));
}

TEST(Snapshot, TheNumberOfThreadsChangesNoBit) {
  World one = make_islands(1);
  World two = make_islands(2);
  World five = make_islands(5);
  for (int k = 0; k < 100; ++k) {
    run(one, 1);
    run(two, 1);
    run(five, 1);
    ASSERT_TRUE(is_same_state(one, two)) << k;
    ASSERT_TRUE(is_same_state(one, five)) << k;
  }
}

// So many islands that a thread takes several at a time.
TEST(Snapshot, TheNumberOfThreadsChangesNoBitOfManyIslands) {
  const auto make_field = [](int threads) {
    World world({.threads = threads});
    add_ground(world);
    for (int k = 0; k < 150; ++k) {
      add_cube(world, 1, 1 + k % 3, Vec3(1.5 * (k % 15), 1.5 * (k / 15), 0.5 + 0.001 * (k % 7)));
    }
    return world;
  };
  World one = make_field(1);
  World two = make_field(2);
  World five = make_field(5);
  for (int k = 0; k < 30; ++k) {
    run(one, 1);
    run(two, 1);
    run(five, 1);
    ASSERT_TRUE(is_same_state(one, two)) << k;
    ASSERT_TRUE(is_same_state(one, five)) << k;
  }
}

TEST(Snapshot, MovesLeaveSomethingThatMayBeAssignedTo) {
  World world = make_islands(1);
  const World copy = world;
  World other = std::move(world);
  EXPECT_TRUE(is_same_state(other, copy));
  world = copy;
  EXPECT_TRUE(is_same_state(world, copy));
}

}  // namespace
}  // namespace stiction
