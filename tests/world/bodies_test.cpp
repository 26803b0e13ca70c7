// What exists in a world, and what may be done to it between steps.

#include <limits>
#include <stdexcept>
#include <thread>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Bodies, AreFoundByHandleAndByName) {
  World world;
  const BodyId ground = add_ground(world);
  const BodyId first = add_ball(world, 0.5, 1, Vec3(0, 0, 1));
  const BodyId second = add_ball(world, 0.5, 2, Vec3(3, 0, 1));
  EXPECT_EQ(world.bodies(), (std::vector{ground, first, second}));
  EXPECT_EQ(world.find_body("ball"), first) << "the first of that name";
  EXPECT_EQ(world.find_body("nobody"), std::nullopt);
  EXPECT_EQ(world.definition(second).mass, 2);
  EXPECT_EQ(world.mass_properties(second).mass, 2);
  EXPECT_EQ(world.mass_properties(ground).mass, 0);
}

TEST(Bodies, KeepTheirHandlesWhenOthersGo) {
  World world;
  add_ground(world);
  const BodyId first = add_ball(world, 0.5, 1, Vec3(0, 0, 1));
  const BodyId second = add_ball(world, 0.5, 2, Vec3(3, 0, 1));
  world.remove_body(first);
  EXPECT_FALSE(world.has_body(first));
  EXPECT_EQ(world.find_body("ball"), second);
  EXPECT_EQ(position(world, second), Vec3(3, 0, 1));
  EXPECT_NE(add_ball(world, 0.5, 1, Vec3(0, 0, 1)), first) << "handles are not used again";
  EXPECT_THROW(world.state(first), std::invalid_argument);
  EXPECT_THROW(world.remove_body(first), std::invalid_argument);
  run(world, 10);
}

TEST(Bodies, OneThatVanishesLetsWhatItCarriedFall) {
  World world;
  add_ground(world);
  const BodyId low = add_cube(world, 1, 1, Vec3(0, 0, 0.5));
  const BodyId high = add_cube(world, 1, 1, Vec3(0, 0, 1.5));
  run(world, 5);
  EXPECT_EQ(position(world, high).z(), 1.5);
  world.remove_body(low);
  run(world, 1);
  EXPECT_NEAR(world.state(high).linear_velocity.z(), -kGravity * 0.01, 1e-15);
  int num_ended = 0;
  for (const ContactEvent& event : world.contact_events()) {
    num_ended += event.kind == ContactEventKind::end;
  }
  EXPECT_EQ(num_ended, 8) << "four corners below, four above";
}

TEST(Bodies, ThatCannotBeAreRefusedAndChangeNothing) {
  World world;
  EXPECT_THROW(world.add_body({.name = "ghost"}), std::invalid_argument);
  EXPECT_THROW(world.add_body({.name = "b", .shapes = {{Plane{}}}}), std::invalid_argument);
  EXPECT_THROW(world.add_body({.name = "b", .shapes = {{Sphere{-1}}}}), std::invalid_argument);
  EXPECT_THROW(world.add_body({.name = "b", .shapes = {{Sphere{1}}}, .mass = 0.0}),
               std::invalid_argument);
  EXPECT_THROW(world.add_body({.name = "b", .shapes = {{Sphere{1}}}, .material = 7}),
               std::invalid_argument);
  EXPECT_THROW(world.add_body(
                   {.name = "b", .pose = {.rotation = Quat(0, 0, 0, 0)}, .shapes = {{Sphere{1}}}}),
               std::invalid_argument);
  EXPECT_THROW(
      world.add_body({.name = "b", .linear_velocity = Vec3(kNaN, 0, 0), .shapes = {{Sphere{1}}}}),
      std::invalid_argument);
  EXPECT_TRUE(world.bodies().empty());
}

TEST(Bodies, RefuseNumbersThatAreNone) {
  World world;
  const BodyId ground = add_ground(world);
  const BodyId ball = add_ball(world, 0.5, 1, Vec3(0, 0, 5));
  const World before = world;
  const Vec3 bad(0, kNaN, 0);
  const Vec3 good = Vec3::Zero();
  EXPECT_THROW(world.set_pose(ball, {.translation = bad}), std::invalid_argument);
  EXPECT_THROW(world.set_pose(ball, {.rotation = Quat(0, 0, 0, 0)}), std::invalid_argument);
  EXPECT_THROW(world.set_velocity(ball, bad, good), std::invalid_argument);
  EXPECT_THROW(world.set_velocity(ball, good, bad), std::invalid_argument);
  EXPECT_THROW(world.set_velocity(ground, good, good), std::invalid_argument);
  EXPECT_THROW(world.apply_force(ball, bad), std::invalid_argument);
  EXPECT_THROW(world.apply_force(ball, good, bad), std::invalid_argument);
  EXPECT_THROW(world.apply_force(ball, good, good, bad), std::invalid_argument);
  EXPECT_THROW(world.apply_impulse(ball, bad), std::invalid_argument);
  EXPECT_THROW(world.set_gravity(bad), std::invalid_argument);
  EXPECT_THROW(world.detect_contacts(-1), std::invalid_argument);
  EXPECT_THROW(world.interpolated_pose(ball, kNaN), std::invalid_argument);
  for (const double h : {0.0, -0.01, kNaN, std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(world.step(h), std::invalid_argument);
  }
  EXPECT_TRUE(is_same_state(world, before));
}

TEST(Bodies, OptionsOutOfRangeMakeNoWorld) {
  EXPECT_THROW(World({.threads = 0}), std::invalid_argument);
  EXPECT_THROW(World({.gravity = Vec3(kNaN, 0, 0)}), std::invalid_argument);
  EXPECT_THROW(World({.contact = {.model = "jelly"}}), std::invalid_argument);
  EXPECT_THROW(World({.contact = {.directions = 3}}), std::invalid_argument);
}

TEST(Bodies, TeleportAtOnceAndKeepTheirVelocity) {
  World world({.gravity = Vec3::Zero()});
  const BodyId ball = add_ball(world, 0.5, 1, Vec3(0, 0, 5));
  world.set_velocity(ball, Vec3(1, 2, 3), Vec3(0, 0, 1));
  run(world, 3);
  world.set_pose(ball, {.rotation = Quat(0, 0, 0, 2), .translation = Vec3(7, 8, 9)});
  EXPECT_EQ(position(world, ball), Vec3(7, 8, 9));
  EXPECT_EQ(world.state(ball).pose.rotation.coeffs(), Quat(0, 0, 0, 1).coeffs());
  EXPECT_EQ(world.state(ball).linear_velocity, Vec3(1, 2, 3));
  EXPECT_EQ(world.interpolated_pose(ball, 0).translation, Vec3(7, 8, 9)) << "no streak";
}

TEST(Bodies, AreInterpolatedBetweenTheLastTwoSteps) {
  World world({.gravity = Vec3::Zero()});
  const BodyId ball = add_ball(world, 0.5, 1, Vec3(0, 0, 5));
  world.set_velocity(ball, Vec3(4, 0, 0), Vec3(0, 0, 2));
  run(world, 1, 0.5);
  EXPECT_LE((world.interpolated_pose(ball, 0).translation - Vec3(0, 0, 5)).norm(), 1e-15);
  EXPECT_LE((world.interpolated_pose(ball, 0.25).translation - Vec3(0.5, 0, 5)).norm(), 1e-15);
  const double quarter = 2 * std::acos(world.interpolated_pose(ball, 0.25).rotation.w());
  EXPECT_NEAR(quarter, 0.25, 1e-12);
  EXPECT_TRUE(world.interpolated_pose(ball, 1) == world.state(ball).pose);
}

TEST(Bodies, OfSeveralPartsTurnAboutTheirCentreOfMass) {
  // A dumb-bell of 1 kg at the frame's origin and 3 kg at x = 4: its centre of mass is at x = 3.
  World world({.gravity = Vec3::Zero()});
  const BodyId dumbbell = world.add_body(
      {.name = "dumb-bell",
       .angular_velocity = Vec3(0, 0, std::numbers::pi),
       .shapes = {{.shape = Sphere{0.1}, .density = 1 / (4.0 / 3 * std::numbers::pi * 0.001)},
                  {.shape = Sphere{0.1},
                   .pose = {.translation = Vec3(4, 0, 0)},
                   .density = 3 / (4.0 / 3 * std::numbers::pi * 0.001)}}});
  EXPECT_LE((world.mass_properties(dumbbell).center - Vec3(3, 0, 0)).norm(), 1e-12);
  run(world, 100);
  EXPECT_LE((position(world, dumbbell) - Vec3(6, 0, 0)).norm(), 1e-9) << "half a turn in 1 s";
  EXPECT_LE(world.state(dumbbell).linear_velocity.norm(), 1e-12);
}

TEST(Bodies, FeelAForceForOneStepAndSeveralForcesTogether) {
  World world({.gravity = Vec3::Zero()});
  const BodyId ball = add_ball(world, 0.5, 2, Vec3(0, 0, 0));
  world.apply_force(ball, Vec3(3, 0, 0));
  world.apply_force(ball, Vec3(1, 2, 0));
  run(world, 1, 0.1);
  EXPECT_LE((world.state(ball).linear_velocity - Vec3(0.2, 0.1, 0)).norm(), 1e-15);
  run(world, 1, 0.1);
  EXPECT_LE((world.state(ball).linear_velocity - Vec3(0.2, 0.1, 0)).norm(), 1e-15);
}

TEST(Bodies, TurnUnderAForceOffTheCentre) {
  World world({.gravity = Vec3::Zero()});
  const BodyId ball = add_ball(world, 0.5, 2, Vec3(0, 0, 0));
  const double inertia = 0.4 * 2 * 0.25;
  world.apply_force(ball, Vec3(0, 3, 0), Vec3::Zero(), Vec3(0.5, 0, 0));
  run(world, 1, 0.1);
  EXPECT_NEAR(world.state(ball).angular_velocity.z(), 0.1 * 1.5 / inertia, 1e-12);
  world.apply_impulse(ball, Vec3(0, 0, 1), Vec3(0, 0, -0.15), Vec3::Zero());
  EXPECT_NEAR(world.state(ball).angular_velocity.z(), 0, 1e-12);
  EXPECT_NEAR(world.state(ball).linear_velocity.z(), 0.5, 1e-15);
}

TEST(Bodies, ThatCannotMoveIgnoreForces) {
  World world;
  const BodyId ground = add_ground(world);
  const BodyId lift = world.add_body({.name = "lift",
                                      .kind = BodyKind::kinematic,
                                      .pose = {.translation = Vec3(0, 0, 3)},
                                      .linear_velocity = Vec3(0, 0, 1),
                                      .shapes = {{Box{Vec3(1, 1, 1)}}}});
  world.apply_force(ground, Vec3(1, 0, 0));
  world.apply_impulse(lift, Vec3(1, 0, 0));
  run(world, 100);
  EXPECT_NEAR(position(world, lift).z(), 4, 1e-12);
  EXPECT_EQ(position(world, lift).x(), 0);
  EXPECT_EQ(world.energy().total(), 0) << "neither has energy that anybody could use";
}

TEST(Bodies, MaterialsAndPairsMayChangeWhileItRuns) {
  World world;
  const MaterialId ice = world.add_material({.name = "ice", .friction = 0});
  const MaterialId wood = world.add_material({.name = "wood", .friction = 0.4});
  add_ground(world, wood);
  const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 0.5), ice);
  world.set_velocity(cube, Vec3(10, 0, 0), Vec3::Zero());
  run(world, 10);
  EXPECT_NEAR(world.state(cube).linear_velocity.x(), 10, 1e-9) << "sqrt(0 0.4) = 0";
  world.set_material_pair(ice, wood, {.friction = 0.1});
  run(world, 10);
  EXPECT_NEAR(world.state(cube).linear_velocity.x(), 10 - 0.1 * 0.1 * kGravity, 1e-7);
  world.set_body_material(cube, wood);
  run(world, 10);
  EXPECT_NEAR(world.state(cube).linear_velocity.x(), 10 - 0.1 * 0.5 * kGravity, 1e-7);
  world.set_material(wood, {.name = "wood", .friction = 0});
  run(world, 10);
  EXPECT_NEAR(world.state(cube).linear_velocity.x(), 10 - 0.1 * 0.5 * kGravity, 1e-7);
  EXPECT_THROW(world.set_body_material(cube, 9), std::invalid_argument);
}

TEST(Bodies, OfGroupsThatDoNotCollidePassThroughEachOther) {
  World world;
  const auto add = [&](const char* name, double z, GroupId group) {
    return world.add_body({.name = name,
                           .pose = {.translation = Vec3(0, 0, z)},
                           .shapes = {{Sphere{0.5}}},
                           .group = group});
  };
  world.add_body({.name = "ground", .kind = BodyKind::fixed, .shapes = {{Plane{}}}, .group = 1});
  world.set_groups_collide(2, 1, false);
  world.set_groups_collide(3, 3, false);
  const BodyId through = add("through", 1, 2);
  const BodyId low = add("low", 5, 3);
  const BodyId high = add("high", 5.2, 3);
  run(world, 200);
  EXPECT_LT(position(world, through).z(), -10);
  EXPECT_NEAR(position(world, low).z(), 0.5, 1e-9);
  EXPECT_NEAR(position(world, high).z(), 0.5, 1e-9) << "in the same place";
  world.set_groups_collide(1, 2, true);
  world.set_pose(through, {.translation = Vec3(9, 0, 0.5)});
  world.set_velocity(through, Vec3::Zero(), Vec3::Zero());
  run(world, 10);
  EXPECT_NEAR(position(world, through).z(), 0.5, 1e-12);
}

TEST(Bodies, OfTwoWorldsLiveInTwoThreads) {
  const auto drop = [](double height, double* result) {
    World world;
    add_ground(world);
    const BodyId ball = add_ball(world, 0.5, 1, Vec3(0, 0, height));
    for (int k = 0; k < 300; ++k) world.step(0.01);
    *result = position(world, ball).z();
  };
  double low = 0;
  double high = 0;
  std::thread one(drop, 1.0, &low);
  std::thread other(drop, 2.0, &high);
  one.join();
  other.join();
  EXPECT_NEAR(low, 0.5, 1e-9);
  EXPECT_NEAR(high, 0.5, 1e-9);
}

TEST(Bodies, HaveTheEnergyOfTheirMotionAndHeight) {
  World world;
  const BodyId ball = add_ball(world, 0.5, 2, Vec3(0, 0, 3));
  world.set_velocity(ball, Vec3(3, 4, 0), Vec3(0, 0, 10));
  const Energy energy = world.energy();
  EXPECT_NEAR(energy.kinetic, 0.5 * 2 * 25 + 0.5 * 0.4 * 2 * 0.25 * 100, 1e-12);
  EXPECT_NEAR(energy.potential, 2 * kGravity * 3, 1e-12);
}

}  // namespace
}  // namespace stiction
