// Reading and setting poses and velocities of bodies; poses between steps; energy.

#include "world/simple_worlds.h"

namespace stiction {
namespace {

const Quat kTilt = from_roll_pitch_yaw(Vec3(0.3, -0.4, 0.5));

/// A rod whose centre of mass is far from its frame's origin.
BodyId add_offset_rod(World& world, const RigidTransform& pose) {
  return world.add_body(
      {.name = "rod",
       .pose = pose,
       .shapes = {{.shape = Box{Vec3(2, 0.2, 0.1)}, .pose = {.translation = Vec3(1.5, 0.2, -0.3)}}},
       .mass = 3});
}

TEST(State, OfABodyIsAsDefinedWithItsRotationNormalised) {
  World world;
  const BodyId body =
      world.add_body({.name = "body",
                      .pose = {.rotation = Quat(0, 3, 0, 4), .translation = Vec3(1, 2, 3)},
                      .linear_velocity = Vec3(4, 5, 6),
                      .angular_velocity = Vec3(7, 8, 9),
                      .shapes = {{Sphere{1}}}});
  EXPECT_LE((world.state(body).pose.rotation.coeffs() - Quat(0, 0.6, 0, 0.8).coeffs()).norm(),
            1e-16);
  EXPECT_EQ(position(world, body), Vec3(1, 2, 3));
  EXPECT_EQ(world.state(body).linear_velocity, Vec3(4, 5, 6));
  EXPECT_EQ(world.state(body).angular_velocity, Vec3(7, 8, 9));
}

TEST(State, AfterATeleportHasThePoseAtOnceAndTheVelocityAsItWas) {
  World world({.gravity = Vec3::Zero()});
  const BodyId rod = add_offset_rod(world, {.translation = Vec3(0, 0, 5)});
  const BodyId witness = add_ball(world, 0.5, 1, Vec3(0, 50, 0));
  world.set_velocity(rod, Vec3(1, 2, 3), Vec3(0, 0, 1));
  world.set_velocity(witness, Vec3(1, 0, 0), Vec3::Zero());
  run(world, 3);
  const BodyState before = world.state(rod);
  const RigidTransform goal = {.rotation = Quat(0, 0, 0, 2), .translation = Vec3(7, 8, 9)};
  world.set_pose(rod, goal);
  EXPECT_EQ(position(world, rod), goal.translation);
  EXPECT_EQ(world.state(rod).pose.rotation.coeffs(), Quat(0, 0, 0, 1).coeffs());
  EXPECT_EQ(world.state(rod).linear_velocity, before.linear_velocity);
  EXPECT_EQ(world.state(rod).angular_velocity, before.angular_velocity);
  for (const double alpha : {0.0, 0.4, 1.0}) {
    EXPECT_LE((world.interpolated_pose(rod, alpha).translation - goal.translation).norm(), 1e-14)
        << "no streak";
  }
  EXPECT_NEAR(world.interpolated_pose(witness, 0).translation.x(), 0.02, 1e-15)
      << "others keep theirs";
}

TEST(State, AfterATeleportOntoTheGroundIsCarriedByIt) {
  World world;
  const BodyId ground = add_ground(world);
  const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 100));
  world.set_pose(cube, {.translation = Vec3(50, 0, 0.5)});
  run(world, 10);
  EXPECT_EQ(world.contacts().size(), 4u);
  EXPECT_EQ(position(world, cube).z(), 0.5);
  world.set_pose(ground, {.translation = Vec3(0, 0, -1)});
  run(world, 1);
  EXPECT_NEAR(world.state(cube).linear_velocity.z(), -kGravity * 0.01, 1e-15)
      << "a fixed body may be placed elsewhere, too";
}

TEST(State, BetweenTwoStepsMovesTheCentreOfMassStraightAndTurnsTheShortestWay) {
  World world({.gravity = Vec3(0, 0, -1)});
  const BodyId rod = add_offset_rod(world, {.rotation = kTilt, .translation = Vec3(0, 0, 5)});
  world.set_velocity(rod, Vec3(4, -1, 2), Vec3(2, 1, -3));
  const RigidTransform start = world.interpolated_pose(rod, 0.3);
  EXPECT_LE((start.translation - Vec3(0, 0, 5)).norm(), 1e-14) << "before any step";
  EXPECT_LE((start.rotation.coeffs() - kTilt.coeffs()).norm(), 1e-15);
  run(world, 3, 0.1);
  const RigidTransform from = world.state(rod).pose;
  run(world, 1, 0.1);
  const RigidTransform to = world.state(rod).pose;
  const Vec3 center = world.mass_properties(rod).center;
  const double arc = rotation_angle(from.rotation, to.rotation);
  EXPECT_GT(arc, 0.3);
  for (int k = 0; k <= 10; ++k) {
    const RigidTransform pose = world.interpolated_pose(rod, 0.1 * k);
    const Vec3 straight = (1 - 0.1 * k) * (from * center) + 0.1 * k * (to * center);
    EXPECT_LE((pose * center - straight).norm(), 1e-14) << k;
    EXPECT_NEAR(rotation_angle(from.rotation, pose.rotation), 0.1 * k * arc, 1e-7) << k;
    EXPECT_NEAR(rotation_angle(pose.rotation, to.rotation), (1 - 0.1 * k) * arc, 1e-7) << k;
    EXPECT_NEAR(pose.rotation.norm(), 1, 1e-15) << k;
  }
  EXPECT_TRUE(world.interpolated_pose(rod, 1) == to);
  world.set_velocity(rod, Vec3::Zero(), Vec3::Zero());
  EXPECT_LE((world.interpolated_pose(rod, 0).translation - from.translation).norm(), 1e-14)
      << "a velocity is no teleport";
}

// A rotation has two quaternions: turning past a half turn must not go the long way round.
TEST(State, BetweenTwoStepsNeverTurnsTheLongWay) {
  World world({.gravity = Vec3::Zero()});
  const BodyId ball = add_ball(world, 0.5, 1, Vec3::Zero());
  world.set_velocity(ball, Vec3::Zero(), Vec3(0, 0, 2));
  for (int k = 0; k < 80; ++k) {
    const Quat before = world.state(ball).pose.rotation;
    run(world, 1, 0.1);
    EXPECT_NEAR(rotation_angle(before, world.interpolated_pose(ball, 0.5).rotation), 0.1, 1e-7);
  }
}

TEST(State, AtTimeGrowsByEveryStep) {
  World world;
  EXPECT_EQ(world.time(), 0);
  world.step(0.25);
  world.step(0.5);
  EXPECT_EQ(world.time(), 0.75);
  add_ball(world, 1, 1, Vec3::Zero());
  world.set_gravity(Vec3::Zero());
  EXPECT_EQ(world.time(), 0.75);
}

// T = m v^2/2 + w.I w/2 and -m g . x of the centre of mass, for any pose and any gravity.
TEST(State, HasTheEnergyOfItsMotionAndHeight) {
  World world({.gravity = Vec3(1, 2, -3)});
  add_ground(world);
  const BodyId rod = add_offset_rod(world, {.rotation = kTilt, .translation = Vec3(4, 0, 5)});
  const BodyId ball = add_ball(world, 0.5, 2, Vec3(0, 0, 3));
  world.add_body({.name = "lift",
                  .kind = BodyKind::kinematic,
                  .pose = {.translation = Vec3(0, 90, 3)},
                  .linear_velocity = Vec3(0, 0, 1),
                  .shapes = {{Box{Vec3(1, 1, 1)}}}});
  const Vec3 spin(1, -2, 3);
  world.set_velocity(rod, Vec3(3, 4, 0), spin);
  const Vec3 inertia = 3.0 / 12 * Vec3(0.05, 4.01, 4.04);
  const Vec3 spin_B = kTilt.conjugate() * spin;
  EXPECT_NEAR(world.energy().kinetic, 0.5 * 3 * 25 + 0.5 * spin_B.dot(inertia.cwiseProduct(spin_B)),
              1e-12);
  const Vec3 center = kTilt * Vec3(1.5, 0.2, -0.3) + Vec3(4, 0, 5);
  EXPECT_NEAR(world.energy().potential, -3 * world.gravity().dot(center) + 2 * 3 * 3, 1e-12);
  world.set_gravity(Vec3(0, 0, -2));
  EXPECT_NEAR(world.energy().potential, 3 * 2 * center.z() + 2 * 2 * 3, 1e-12);
  world.remove_body(rod);
  EXPECT_EQ(world.energy().kinetic, 0);
  EXPECT_NEAR(world.energy().potential, 12, 1e-12);
  EXPECT_EQ(position(world, ball).z(), 3);
}

}  // namespace
}  // namespace stiction
