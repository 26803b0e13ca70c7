// Forces act during one step, impulses immediately; both about the centre of mass.

#include "world/simple_worlds.h"

namespace stiction {
namespace {

const RigidTransform kPose = {.rotation = from_roll_pitch_yaw(Vec3(0.3, -0.4, 0.5)),
                              .translation = Vec3(1, 2, 3)};

/// A body whose centre of mass is off its frame's origin and whose inertia is asymmetric.
BodyId add_lopsided_brick(World& world) {
  return world.add_body(
      {.name = "brick",
       .pose = kPose,
       .shapes = {{.shape = Box{Vec3(0.6, 0.4, 0.2)}, .pose = {.translation = Vec3(1, 0.5, 0)}}},
       .mass = 2});
}

TEST(Forces, ActForOneStepAndAddUp) {
  World world({.gravity = Vec3::Zero()});
  const BodyId ball = add_ball(world, 0.5, 2, Vec3::Zero());
  world.apply_force(ball, Vec3(3, 0, 0));
  world.apply_force(ball, Vec3(1, 2, 0));
  EXPECT_EQ(world.state(ball).linear_velocity, Vec3(0, 0, 0)) << "not before the step";
  run(world, 2, 0.1);
  EXPECT_LE((world.state(ball).linear_velocity - Vec3(0.2, 0.1, 0)).norm(), 1e-15);
  world.apply_force(ball, Vec3(5, 0, 0));
  world.apply_force(ball, Vec3(-5, 0, 0));
  run(world, 1, 0.1);
  EXPECT_LE((world.state(ball).linear_velocity - Vec3(0.2, 0.1, 0)).norm(), 1e-15);
}

// x = F t^2 / (2 m), exactly, like the fall under gravity.
TEST(Forces, ThatAreConstantGiveAParabola) {
  World world({.gravity = Vec3::Zero()});
  const BodyId ball = add_ball(world, 0.5, 2, Vec3::Zero());
  for (int k = 0; k < 100; ++k) {
    world.apply_force(ball, Vec3(6, -4, 2));
    run(world, 1, 0.1);
  }
  EXPECT_LE((position(world, ball) - 25 * Vec3(6, -4, 2)).norm(), 1e-12 * 25 * 8);
}

// r x F about the centre of mass, with r turned into the world: h r x F = I w from rest, up to the
// second-order turn within the step.
TEST(Forces, OffTheCentreTurnTheBody) {
  const Vec3 force(3, -2, 5);
  const Vec3 point(0.2, 0.9, -0.7);
  for (const double h : {1e-3, 1e-4}) {
    World world({.gravity = Vec3::Zero()});
    const BodyId brick = add_lopsided_brick(world);
    const Vec3 arm = kPose.rotation * (point - Vec3(1, 0.5, 0));
    world.apply_force(brick, force, Vec3(0.1, 0.2, 0.3), point);
    const Mat3 inertia = world_inertia(world, brick);
    run(world, 1, h);
    const Vec3 spin = inertia.inverse() * (h * (arm.cross(force) + Vec3(0.1, 0.2, 0.3)));
    EXPECT_LE((world.state(brick).linear_velocity - h * force / 2).norm(), 1e-15) << h;
    EXPECT_LE((world.state(brick).angular_velocity - spin).norm(),
              10 * spin.norm() * spin.norm() * h)
        << h;
  }
}

TEST(Forces, AtNoPointActAtTheCentreOfMass) {
  World world({.gravity = Vec3::Zero()});
  const BodyId brick = add_lopsided_brick(world);
  world.apply_force(brick, Vec3(3, -2, 5));
  run(world, 1);
  EXPECT_EQ(world.state(brick).angular_velocity, Vec3(0, 0, 0));
  world.apply_impulse(brick, Vec3(3, -2, 5));
  EXPECT_EQ(world.state(brick).angular_velocity, Vec3(0, 0, 0));
  EXPECT_LE((world.state(brick).linear_velocity - 0.505 * Vec3(3, -2, 5)).norm(), 1e-14);
}

// dv = J/m, dw = I^-1 (r x J + K), at once and additively.
TEST(Forces, OfAnInstantChangeTheVelocityAtOnce) {
  World world;
  const BodyId brick = add_lopsided_brick(world);
  world.set_velocity(brick, Vec3(1, 1, 1), Vec3(2, 2, 2));
  const Vec3 impulse(3, -2, 5);
  const Vec3 angular(0.4, 0.5, -0.6);
  const Vec3 point(0.2, 0.9, -0.7);
  world.apply_impulse(brick, 0.25 * impulse, Vec3::Zero(), point);
  world.apply_impulse(brick, 0.75 * impulse, angular, point);
  const Vec3 arm = kPose.rotation * (point - Vec3(1, 0.5, 0));
  const Vec3 spin = world_inertia(world, brick).inverse() * (arm.cross(impulse) + angular);
  EXPECT_LE((world.state(brick).linear_velocity - Vec3(1, 1, 1) - impulse / 2).norm(), 1e-14);
  EXPECT_LE((world.state(brick).angular_velocity - Vec3(2, 2, 2) - spin).norm(), 1e-12);
  EXPECT_TRUE(world.state(brick).pose == kPose ||
              (position(world, brick) - Vec3(1, 2, 3)).norm() == 0);
}

// An impulse through the centre of percussion of a rod leaves its far end at rest: at 2/3 of the
// length from that end.
TEST(Forces, AtTheCentreOfPercussionLeaveTheFarEndAtRest) {
  World world({.gravity = Vec3::Zero()});
  const BodyId rod = world.add_body(
      {.name = "rod",
       .inertial = MassProperties{
           .mass = 3, .center = Vec3(0.5, 0, 0), .inertia = Vec3(0.25, 0.25, 0.25).asDiagonal()}});
  world.apply_impulse(rod, Vec3(0, 1, 0), Vec3::Zero(), Vec3(2.0 / 3, 0, 0));
  const BodyState state = world.state(rod);
  const Vec3 end = state.linear_velocity + state.angular_velocity.cross(Vec3(-0.5, 0, 0));
  EXPECT_LE(end.norm(), 1e-15);
}

TEST(Forces, LeaveAloneWhatCannotMove) {
  World world;
  const BodyId ground = add_ground(world);
  const BodyId lift = world.add_body({.name = "lift",
                                      .kind = BodyKind::kinematic,
                                      .pose = {.translation = Vec3(0, 0, 3)},
                                      .linear_velocity = Vec3(0, 0, 1),
                                      .shapes = {{Box{Vec3(1, 1, 1)}}}});
  world.apply_force(ground, Vec3(1, 0, 0), Vec3(1, 2, 3), Vec3(1, 1, 1));
  world.apply_force(lift, Vec3(1, 0, 0), Vec3(1, 2, 3));
  world.apply_impulse(ground, Vec3(1, 0, 0));
  world.apply_impulse(lift, Vec3(1, 0, 0), Vec3(1, 2, 3));
  run(world, 100);
  EXPECT_LE((position(world, lift) - Vec3(0, 0, 4)).norm(), 1e-12);
  EXPECT_EQ(world.state(lift).angular_velocity, Vec3(0, 0, 0));
  EXPECT_TRUE(world.state(ground).pose == RigidTransform{});
  EXPECT_EQ(world.energy().total(), 0) << "neither has energy that anybody could use";
}

// The ground answers a push down with exactly the push and the weight.
TEST(Forces, PressABodyToTheGround) {
  World world;
  add_ground(world);
  const BodyId cube = add_cube(world, 1, 2, Vec3(0, 0, 0.5));
  world.apply_force(cube, Vec3(0, 0, -30));
  run(world, 1);
  EXPECT_LE((contact_impulse(world, cube) - Vec3(0, 0, 0.01 * (30 + 2 * kGravity))).norm(), 1e-12);
  world.apply_force(cube, Vec3(0, 0, 2 * kGravity));
  run(world, 1);
  EXPECT_LE(contact_impulse(world, cube).norm(), 1e-12) << "carried by the force alone";
}

}  // namespace
}  // namespace stiction
