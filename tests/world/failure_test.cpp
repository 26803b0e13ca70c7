// A step that could not be done says so, and leaves the world in its last good state.

#include "world/simple_worlds.h"

namespace stiction {
namespace {

/// A cube on the floor with a plate right above it that comes down at 1 m/s, whatever is in its
/// way.
struct Press {
  World world;
  BodyId cube;
  BodyId plate;

  Press() {
    add_ground(world);
    cube = add_cube(world, 1, 1, Vec3(0, 0, 0.5));
    plate = world.add_body({.name = "plate",
                            .kind = BodyKind::kinematic,
                            .pose = {.translation = Vec3(0, 0, 1.1 + 0.025)},
                            .linear_velocity = Vec3(0, 0, -1),
                            .shapes = {{Box{Vec3(2, 2, 0.2)}}}});
  }
};

TEST(Failure, OfACrushedBodyIsAStatusAndChangesNothing) {
  Press press;
  run(press.world, 2);
  const World before = press.world;
  const std::size_t num_contacts = press.world.contacts().size();
  const StepReport report = press.world.step(0.01);
  EXPECT_EQ(report.status, StepStatus::unsolved);
  EXPECT_EQ(report.unsolved, 1);
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_FALSE(report.problems[0].solved);
  EXPECT_GT(std::get<Lcp>(report.problems[0].lcp).q.size(), 0);
  EXPECT_TRUE(is_same_state(press.world, before));
  EXPECT_EQ(press.world.contacts().size(), num_contacts);
}

TEST(Failure, EndsWithItsCause) {
  Press press;
  for (int k = 0; k < 5; ++k) press.world.step(0.01);
  ASSERT_EQ(press.world.step(0.01).status, StepStatus::unsolved);
  press.world.set_velocity(press.plate, Vec3::Zero(), Vec3::Zero());
  run(press.world, 50);
  EXPECT_NEAR(position(press.world, press.cube).z(), 0.5, 1e-9);
}

TEST(Failure, OfNumbersOutOfRangeIsAStatusAndChangesNothing) {
  World world;
  add_ground(world);
  const BodyId ball = add_ball(world, 0.5, 1, Vec3(0, 0, 5));
  world.set_velocity(ball, Vec3(1e300, 0, 0), Vec3::Zero());
  const World before = world;
  EXPECT_EQ(world.step(0.01).status, StepStatus::not_finite);
  EXPECT_TRUE(is_same_state(world, before));
  world.set_velocity(ball, Vec3::Zero(), Vec3::Zero());
  world.apply_force(ball, Vec3(1e305, 1e305, 1e305));
  world.apply_force(ball, Vec3(1e308, 1e308, 1e308));
  EXPECT_EQ(world.step(1e5).status, StepStatus::not_finite);
}

TEST(Failure, KeepsEveryProblemForWhoWantsThem) {
  World world({.keep_problems = true});
  add_ground(world);
  add_cube(world, 1, 1, Vec3(0, 0, 0.5));
  add_cube(world, 1, 1, Vec3(5, 0, 0.5));
  const StepReport report = world.step(0.01);
  ASSERT_EQ(report.problems.size(), 2u);
  EXPECT_EQ(report.problems[1].island, 1u);
  EXPECT_TRUE(report.problems[0].solved);
  EXPECT_EQ(report.problems[0].z.size(), std::get<Lcp>(report.problems[0].lcp).q.size());
}

}  // namespace
}  // namespace stiction
