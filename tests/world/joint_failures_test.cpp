// Joints and contacts together may demand more than any motion can satisfy: then the step names the
// joints, and the world stays as it was. Positions that contradict each other share the error.

#include <gtest/gtest.h>

#include <string>

#include "simple_worlds.h"

namespace stiction {
namespace {

/// The one unsolved island of a step, in words.
std::string complaint_of_step(World& world) {
  const StepReport report = world.step(0.01);
  EXPECT_EQ(report.status, StepStatus::unsolved);
  return report.unsolved_islands.empty() ? "" : describe(report.unsolved_islands[0], world);
}

TEST(JointFailures, HandsThatPullABarApartAreNamed) {
  World world;
  const BodyId bar = add_cube(world, 0.2, 1, Vec3::Zero());
  for (const double side : {-1.0, 1.0}) {
    const BodyId hand = world.add_body({.kind = BodyKind::kinematic,
                                        .pose = {.translation = Vec3(side, 0, 0)},
                                        .linear_velocity = Vec3(side, 0, 0)});
    world.add_joint({.name = side < 0 ? "left" : "right",
                     .kind = JointKind::spherical,
                     .parent = hand,
                     .child = bar,
                     .frame = {.translation = Vec3(side, 0, 0)}});
  }
  const std::string said = complaint_of_step(world);
  // Each hand moves in its direction at 1 m/s, and the bar, at best, with neither.
  for (const char* part : {"contacts and joints of cube", "contradict each other", "the joint left",
                           "the joint right", ", by 1 m/s"}) {
    EXPECT_NE(said.find(part), std::string::npos) << said;
  }
  EXPECT_EQ(position(world, bar), Vec3::Zero());
}

// Nothing is fixed here: the motors press the jaws, which part with the body they hold.
TEST(JointFailures, MotorsThatSqueezeByThemselvesAreNamed) {
  World world({.gravity = Vec3::Zero()});
  const BodyId frame = world.add_body({.name = "frame",
                                       .pose = {.translation = Vec3(0, 0, 1)},
                                       .shapes = {{.shape = Box{Vec3(0.2, 0.2, 0.2)}}}});
  add_cube(world, 0.2, 1, Vec3::Zero());
  for (const double side : {-1.0, 1.0}) {
    const BodyId jaw = world.add_body({.name = side < 0 ? "left" : "right",
                                       .pose = {.translation = Vec3(0.21 * side, 0, 0)},
                                       .shapes = {{.shape = Box{Vec3(0.2, 0.2, 0.2)}}}});
    world.add_joint({.name = side < 0 ? "left slide" : "right slide",
                     .kind = JointKind::prismatic,
                     .parent = frame,
                     .child = jaw,
                     .axis = Vec3(-side, 0, 0),
                     .motor = JointMotor{.target = 0.1}});
  }
  run(world, 10);
  const std::string said = complaint_of_step(world);
  for (const char* part : {"cube, left and right are squeezed by their own joints",
                           "the joint left slide", "the joint right slide"}) {
    EXPECT_NE(said.find(part), std::string::npos) << said;
  }
}

TEST(JointFailures, AnUnboundedMotorAgainstAWallIsNamed) {
  World world({.gravity = Vec3::Zero()});
  world.add_body({.name = "wall",
                  .kind = BodyKind::fixed,
                  .pose = {.translation = Vec3(0.3, 0, 0)},
                  .shapes = {{.shape = Box{Vec3(0.2, 1, 1)}}}});
  const BodyId cart = add_cube(world, 0.2, 1, Vec3::Zero());
  const JointId rail = world.add_joint({.name = "rail",
                                        .kind = JointKind::prismatic,
                                        .child = cart,
                                        .motor = JointMotor{.target = 1}});
  run(world, 9);
  world.step(0.01);
  const std::string said = complaint_of_step(world);
  EXPECT_NE(said.find("cube is squeezed by wall"), std::string::npos) << said;
  EXPECT_NE(said.find("the joint rail"), std::string::npos) << said;
  // With any bound on its effort, it stalls.
  world.set_motor(rail, JointMotor{.target = 1, .max_effort = 1e4});
  run(world, 20);
  EXPECT_NEAR(world.joint_state(rail).position, 0.1, 1e-8);
  EXPECT_NEAR(world.joint_state(rail).motor_effort, 1e4, 1e-3);
}

// Two fixed joints that hold a body at two places 0.2 m apart: it rests in the middle.
TEST(JointFailures, PositionsThatContradictEachOtherShareTheError) {
  World world;
  const BodyId cube = add_cube(world, 0.2, 1, Vec3::Zero());
  const BodyId anchor =
      world.add_body({.kind = BodyKind::fixed, .pose = {.translation = Vec3(0, 0, -2)}});
  const JointId one = world.add_joint({.name = "one", .child = cube});
  const JointId two = world.add_joint({.name = "two", .parent = anchor, .child = cube});
  run(world, 1);
  world.set_pose(anchor, {.translation = Vec3(0.2, 0, -2)});
  run(world, 10);
  EXPECT_LE((position(world, cube) - Vec3(0.1, 0, 0)).norm(), 1e-6);
  EXPECT_NEAR(world.joint_state(one).error, 0.1, 1e-6);
  EXPECT_NEAR(world.joint_state(two).error, 0.1, 1e-6);
  EXPECT_LE(world.energy().kinetic, 1e-12);
  const StepReport report = world.step(0.01);
  EXPECT_NEAR(report.joint_error, 0.1, 1e-6);
  EXPECT_TRUE(report.worst_joint.has_value());
}

// Teleported apart, they come together again.
TEST(JointFailures, BodiesThatWereTeleportedComeTogether) {
  World world;
  const BodyId upper = add_cube(world, 0.2, 1, Vec3(0, 0, -0.5));
  const BodyId lower = add_cube(world, 0.2, 1, Vec3(0, 0, -1));
  world.add_joint({.name = "hook", .kind = JointKind::spherical, .child = upper});
  const JointId link = world.add_joint({.name = "link",
                                        .kind = JointKind::revolute,
                                        .parent = upper,
                                        .child = lower,
                                        .frame = {.translation = Vec3(0, 0, -0.75)}});
  world.set_pose(lower, {.translation = Vec3(0.2, 0.1, -1.5)});
  run(world, 3);
  EXPECT_LE(world.joint_state(link).error, 1e-8);
}

// A hard bob on a pin bounces off a wall: its speed afterwards is the share given by restitution.
TEST(JointImpacts, ReboundWithTheJointsRows) {
  World world({.gravity = Vec3::Zero()});
  const MaterialId rubber =
      world.add_material({.name = "rubber", .friction = 0, .restitution = 0.8});
  world.add_body({.name = "wall",
                  .kind = BodyKind::fixed,
                  .pose = {.translation = Vec3(-0.2, 0, -1)},
                  .shapes = {{.shape = Box{Vec3(0.2, 1, 1)}}},
                  .material = rubber});
  const BodyId bob = add_ball(world, 0.1, 1, Vec3(0.2, 0, -0.98), rubber);
  const JointId pin = world.add_joint(
      {.name = "pin", .kind = JointKind::revolute, .child = bob, .axis = -Vec3::UnitY()});
  world.set_velocity(bob, Vec3(-0.98, 0, -0.2), Vec3::Zero());
  run(world, 1, 0.001);
  const double before = std::abs(world.joint_state(pin).velocity);
  for (int k = 0; k < 1000; ++k) {
    const StepReport report = world.step(0.001);
    ASSERT_EQ(report.status, StepStatus::solved);
    ASSERT_LE(report.joint_error, 1e-8);
  }
  EXPECT_NEAR(std::abs(world.joint_state(pin).velocity), 0.8 * before, 0.005 * before);
}

// A body held by a joint is given an impossible velocity, towards the ground beside it: standing
// still satisfies all conditions, in an impact and after it.
TEST(JointImpacts, WhatAJointHoldsStandsStillBesideTheGround) {
  for (const double lean : {0.2, 0.5, 0.8, 1.1}) {
    World world({.integrator = Integrator::first_order});
    const MaterialId rubber = world.add_material({.name = "rubber", .restitution = 0.7});
    add_ground(world, rubber);
    const Quat rotation = exp_rotation(Vec3(lean, 0.4, 0));
    const Vec3 lowest = rotation * Vec3(0.05, -0.075, -0.1);
    const BodyId box = world.add_body({.name = "box",
                                       .pose = {rotation, Vec3(0, 0, 1e-4 - lowest.z())},
                                       .shapes = {{.shape = Box{Vec3(0.1, 0.15, 0.2)}}},
                                       .material = rubber});
    world.add_joint({.name = "weld", .child = box});
    run(world, 1);
    for (const Vec3& spin : {Vec3(20, -10, 5), Vec3(-20, 10, 5), Vec3(-10, -20, 5)}) {
      world.set_velocity(box, Vec3(0.5, 1, -4), spin);
      ASSERT_EQ(world.step(0.01).status, StepStatus::solved) << lean << ", " << spin.transpose();
      EXPECT_LE(world.energy().kinetic, 1e-12) << lean << ", " << spin.transpose();
    }
  }
}

}  // namespace
}  // namespace stiction
