// Overlap that a user makes, by adding or moving bodies, leaves at a bounded speed.

#include "../../src/world/contact_posing.h"
#include "../../src/world/overlap_depth.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

// Boxes that the user put into each other part at the world's bounded speed, whatever the step;
// overlap that a step makes itself is gone in that step.
TEST(PushOut, OfWhatTheUserPlacedIsAtABoundedSpeed) {
  for (const double h : {0.01, 0.002}) {
    World world({.gravity = Vec3::Zero(), .max_push_out = 2});
    const BodyId a = add_cube(world, 1, 1, Vec3(0, 0, 0));
    const BodyId b = add_cube(world, 1, 1, Vec3(0.5, 0, 0));
    double gap = -0.5;
    for (int k = 0; k < std::lround(0.2 / h); ++k) {
      const StepReport report = world.step(h);
      ASSERT_EQ(report.status, StepStatus::solved);
      gap += 2 * h;
      EXPECT_NEAR(position(world, b).x() - position(world, a).x() - 1, gap, 1e-9);
      EXPECT_NEAR(report.penetration, -gap, 1e-9);
    }
    for (int k = 0; k < std::lround(0.1 / h); ++k) world.step(h);
    EXPECT_NEAR(position(world, b).x() - position(world, a).x(), 1, 1e-9) << "and no further";
    EXPECT_LE(world.calc_penetration(), 1e-9);
    EXPECT_EQ(world.energy().total(), 0);
    // Moved into each other again, they part again.
    world.set_pose(b, {.translation = position(world, a) + Vec3(0.9, 0, 0)});
    world.step(h);
    EXPECT_NEAR(position(world, b).x() - position(world, a).x(), 0.9 + 2 * h, 1e-9);
  }
}

TEST(PushOut, IsBookedAsWorkAndContinuesAfterACopy) {
  World world({.max_push_out = 1});
  add_ground(world);
  const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 0.3));
  double work = 0;
  for (int k = 0; k < 10; ++k) work += world.step(0.01).work;
  EXPECT_NEAR(position(world, cube).z(), 0.4, 1e-9);
  EXPECT_NEAR(work, kGravity * 0.1, 1e-8);
  World copy = world;
  for (int k = 0; k < 20; ++k) {
    world.step(0.01);
    copy.step(0.01);
    ASSERT_TRUE(is_same_state(world, copy)) << k;
  }
  EXPECT_NEAR(position(copy, cube).z(), 0.5, 1e-9);
}

// Removing overlap shifts the joints of lifted bodies, by the square of the displacement. Their
// errors used to remain after two passes, since they began at zero.
TEST(PushOut, LeavesNoErrorsOfJoints) {
  World world({.max_push_out = kInf});
  add_ground(world);
  const BodyId lifted = add_ball(world, 0.2, 1, Vec3(0, 0, 0.1));
  const BodyId other = add_cube(world, 0.4, 2, Vec3(0.5, 0.1, 0.6));
  JointDefinition joint{.kind = JointKind::cylindrical, .parent = lifted, .child = other};
  joint.frame.translation = Vec3(0.25, 0, 0.3);
  joint.axis = Vec3(1, 2, 3);
  world.add_joint(joint);
  const StepReport report = world.step(0.01);
  EXPECT_EQ(report.status, StepStatus::solved);
  EXPECT_LE(report.joint_error, 1e-9);
  EXPECT_LE(report.penetration, 1e-9);
}

// A box overlaps another one that it does not collide with. Once they collide (their groups do
// again, or a joint is removed), it leaves like one that was put there, and lifting it is work.
TEST(PushOut, OfWhatBeginsToCollideIsAtABoundedSpeedAndWork) {
  for (const Integrator integrator : {Integrator::automatic, Integrator::first_order}) {
    for (const bool by_groups : {true, false}) {
      World world({.integrator = integrator, .max_push_out = 2});
      add_ground(world);
      const BodyId lower = add_cube(world, 1, 1, Vec3(0, 0, 0.5));
      const BodyId upper = world.add_body({.pose = {.translation = Vec3(0, 0, 1.1)},
                                           .shapes = {{Box{Vec3(1, 1, 1)}}},
                                           .mass = 2,
                                           .group = 1});
      world.set_groups_collide(0, 1, !by_groups);
      const JointId joint = world.add_joint(
          {.kind = JointKind::fixed, .parent = lower, .child = upper, .collide = by_groups});
      ASSERT_EQ(world.step(0.01).status, StepStatus::solved);
      ASSERT_NEAR(position(world, upper).z(), 1.1, 1e-9);
      world.set_groups_collide(0, 1, true);
      world.remove_joint(joint);
      double work = 0;
      for (int k = 1; k <= 25; ++k) {
        const double height = std::min(1.5, 1.1 + 0.02 * k);
        work += world.step(0.01).work;
        ASSERT_NEAR(position(world, upper).z(), height, 1e-8) << k;
        ASSERT_NEAR(position(world, lower).z(), 0.5, 1e-8) << k;
        ASSERT_NEAR(work, 2 * kGravity * (height - 1.1), 1e-6) << k;
      }
    }
  }
}

TEST(PushOut, MayBeAtOnce) {
  World world({.max_push_out = kInf});
  add_ground(world);
  const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 0.3));
  world.step(0.01);
  EXPECT_NEAR(position(world, cube).z(), 0.5, 1e-9);
  for (const double speed : {0.0, -1.0, std::nan("")}) {
    EXPECT_THROW(World({.max_push_out = speed}), std::invalid_argument);
  }
}

// The force that pulls a body back to its joint is outside work as well: nothing was created.
TEST(PushOut, OfABodyThatTheUserTookFromItsJointIsWork) {
  World world;
  const BodyId ball = add_ball(world, 0.5, 1000, Vec3::Zero());
  world.add_joint({.name = "j", .kind = JointKind::spherical, .child = ball});
  world.step(0.01);
  world.set_pose(ball, {.translation = Vec3(0, 0, -1)});
  const double before = world.energy().total();
  const StepReport report = world.step(0.01);
  EXPECT_NEAR(world.state(ball).pose.translation.z(), 0, 1e-8);
  EXPECT_NEAR(report.work, 1000 * kGravity, 1e-4);
  EXPECT_NEAR(world.energy().total() - before - report.work, 0, 1e-6);
}

}  // namespace
}  // namespace stiction
