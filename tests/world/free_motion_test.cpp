// Bodies that touch nothing.

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>

#include <memory>
#include <vector>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

BodyId add_brick(World& world, const Vec3& size, const RigidTransform& pose = {}) {
  return world.add_body({.name = "brick", .pose = pose, .shapes = {{Box{size}}}, .mass = 2});
}

// x = x0 + v t + g t^2/2 and v = v0 + g t, whatever the time step.
TEST(FreeMotion, FollowsTheParabolaAtAnyTimeStep) {
  const Vec3 gravity(1, -2, -9.81);
  for (const double h : {1.0, 0.1, 1.0 / 3, 0.01, 0.0037, 1e-3, 1e-6}) {
    World world({.gravity = gravity});
    const BodyId ball = add_ball(world, 0.1, 1, Vec3(1, 2, 3));
    const Vec3 velocity(4, 5, 20);
    world.set_velocity(ball, velocity, Vec3(3, 2, 1));
    const int steps = 500;
    run(world, steps, h);
    const double t = steps * h;
    const Vec3 way = velocity * t + 0.5 * t * t * gravity;
    EXPECT_LE((position(world, ball) - Vec3(1, 2, 3) - way).norm(),
              1e-12 * (Vec3(1, 2, 3).norm() + way.norm()))
        << h;
    const Vec3 end_velocity = velocity + t * gravity;
    EXPECT_LE((world.state(ball).linear_velocity - end_velocity).norm(),
              1e-12 * end_velocity.norm())
        << h;
  }
}

// The centre of mass follows the parabola, through steps of any lengths.
TEST(FreeMotion, OfTheCentreOfMassFollowsTheParabolaThroughUnequalSteps) {
  World world;
  const BodyId club =
      world.add_body({.name = "club",
                      .pose = {.translation = Vec3(0, 0, 50)},
                      .shapes = {{.shape = Sphere{0.3}, .pose = {.translation = Vec3(1, 0, 0)}},
                                 {.shape = Capsule{0.05, 1}}}});
  world.set_velocity(club, Vec3(3, 4, 5), Vec3(2, -1, 7));
  const Vec3 start = center_of_mass(world, club);
  double t = 0;
  for (int k = 0; k < 300; ++k) {
    const double h = 0.001 * (1 + k % 17);
    run(world, 1, h);
    t += h;
    const Vec3 way = t * Vec3(3, 4, 5) + 0.5 * t * t * world.gravity();
    ASSERT_LE((center_of_mass(world, club) - start - way).norm(), 1e-12 * (50 + way.norm())) << k;
  }
  EXPECT_NEAR(world.time(), t, 1e-12);
}

// A body that is near but never touched has no influence: the same parabola beside a wall.
TEST(FreeMotion, BesideAWallIsFree) {
  World world;
  world.add_body({.name = "wall", .kind = BodyKind::fixed, .shapes = {{Plane{Vec3(1, 0, 0), 0}}}});
  const BodyId ball = add_ball(world, 0.1, 1, Vec3(0.1001, 0, 0));
  world.set_velocity(ball, Vec3(0, 1, 0), Vec3::Zero());
  run(world, 200);
  const Vec3 way(0, 2, -0.5 * kGravity * 4);
  EXPECT_LE((position(world, ball) - Vec3(0.1001, 0, 0) - way).norm(), 1e-12 * way.norm());
}

// A rounded hull turns away over a slope before it comes down. With the rows of the start both the
// exact path and v+ lead into the slope; with those half-way neither does.
TEST(FreeMotion, OverASlopeIsFreeWhereNothingIsMet) {
  const double h = 0.00570556;
  World world;
  const MaterialId ice = world.add_material({.name = "ice", .friction = 0});
  const auto grid = std::make_shared<const HeightGrid>(
      2, 3, std::vector<double>{0.3166604, 0.6522961, 0.6370055, 0.0345445, 0.1529123, 0.9030370},
      Vec3(0.7590773, 0.3855631, 0.045676));
  world.add_body({.name = "slope",
                  .kind = BodyKind::fixed,
                  .shapes = {{HeightField{grid}, {.translation = Vec3(0, 0, -0.0501154)}}},
                  .material = ice});
  const auto corners =
      std::make_shared<const ConvexPolyhedron>(std::vector<Vec3>{{0.02710, -0.08540, 0.09386},
                                                                 {-0.06167, -0.07925, 0.08217},
                                                                 {-0.06395, 0.06427, -0.09283},
                                                                 {0.01866, 0.08777, 0.09373},
                                                                 {0.04704, -0.00838, -0.12064},
                                                                 {0.03080, 0.11627, -0.04866},
                                                                 {-0.10875, 0.06071, 0.03638},
                                                                 {-0.09080, -0.05677, -0.07328}});
  const BodyId stone = world.add_body(
      {.name = "stone", .shapes = {{Rounded{Hull{corners}, 0.0125146}}}, .material = ice});
  world.set_pose(stone, {Quat(-0.6414398, 0.4592995, 0.2330250, 0.5685933).normalized(),
                         Vec3(-0.0260516, -0.0042680, 0.0949924)});
  const Vec3 velocity(0.0990875, -0.1305253, -0.7840584);
  world.set_velocity(stone, velocity, Vec3(-9.9565280, -6.7769535, -5.4606077));
  const Vec3 start = center_of_mass(world, stone);
  run(world, 1, h);
  const Vec3 way = h * velocity + Vec3(0, 0, -0.5 * kGravity * h * h);
  EXPECT_LE((center_of_mass(world, stone) - start - way).norm(), 1e-12);
}

TEST(FreeMotion, KeepsTheEnergyOfAThrow) {
  World world;
  const BodyId brick = add_brick(world, Vec3(0.3, 0.2, 0.1), {.translation = Vec3(0, 0, 9)});
  world.set_velocity(brick, Vec3(3, 4, 30), Vec3(1, 9, -2));
  const double energy = world.energy().total();
  for (int k = 0; k < 1000; ++k) {
    run(world, 1);
    ASSERT_NEAR(world.energy().total(), energy, 1e-11 * energy) << k;
  }
}

// Euler's equations conserve the energy and the angular momentum vector in the world. The middle
// axis is unstable, so a scheme that loses either soon diverges.
TEST(FreeMotion, OfAnAsymmetricBodyKeepsEnergyAndAngularMomentum) {
  for (const Vec3& spin : {Vec3(3, 0.01, 0), Vec3(0.001, 3, 0.002), Vec3(0, 0.02, 3)}) {
    World world({.gravity = Vec3::Zero()});
    const BodyId body = add_brick(world, Vec3(0.3, 0.2, 0.1),
                                  {.rotation = from_roll_pitch_yaw(Vec3(0.3, 0.4, 0.5))});
    world.set_velocity(body, Vec3(1, 0, 0), spin);
    const double energy = world.energy().total();
    const Vec3 momentum = angular_momentum(world, body);
    double worst_energy = 0;
    double worst_momentum = 0;
    for (int k = 0; k < 100000; ++k) {
      world.step(0.001);
      worst_energy = std::max(worst_energy, std::abs(world.energy().total() - energy) / energy);
      worst_momentum = std::max(
          worst_momentum, (angular_momentum(world, body) - momentum).norm() / momentum.norm());
    }
    EXPECT_LE(worst_energy, 1e-9) << spin.transpose();
    EXPECT_LE(worst_momentum, 1e-9) << spin.transpose();
  }
}

TEST(FreeMotion, AboutAnyPrincipalAxisIsUniform) {
  for (int axis = 0; axis < 3; ++axis) {
    World world({.gravity = Vec3::Zero()});
    const BodyId body = add_brick(world, Vec3(0.3, 0.2, 0.1));
    const Vec3 spin = 7 * Vec3::Unit(axis);
    world.set_velocity(body, Vec3::Zero(), spin);
    run(world, 1000);
    EXPECT_LE((world.state(body).angular_velocity - spin).norm(), 1e-11) << axis;
    EXPECT_LE(rotation_angle(world.state(body).pose.rotation, exp_rotation(10 * spin)), 1e-7)
        << axis;
    EXPECT_NEAR(world.state(body).pose.rotation.norm(), 1, 1e-14);
  }
}

// A symmetric top's axis goes round L at the rate |L|/I1 while the body turns about its axis at
// w3 (1 - I3/I1): closed form of the orientation; the scheme is of second order.
TEST(FreeMotion, OfASymmetricTopPrecessesByTheClosedForm) {
  const Vec3 inertia(2, 2, 0.7);
  const Vec3 spin(1.5, 0, 4);
  double last_error = 0;
  for (const double h : {0.02, 0.01, 0.005}) {
    World world({.gravity = Vec3::Zero()});
    const BodyId top = world.add_body(
        {.name = "top", .inertial = MassProperties{.mass = 1, .inertia = inertia.asDiagonal()}});
    world.set_velocity(top, Vec3::Zero(), spin);
    run(world, static_cast<int>(std::lround(5 / h)), h);
    const Vec3 momentum = inertia.cwiseProduct(spin);
    const Quat expected = exp_rotation(5 * momentum / inertia.x()) *
                          exp_rotation(Vec3(0, 0, 5 * spin.z() * (1 - inertia.z() / inertia.x())));
    const double error = rotation_angle(world.state(top).pose.rotation, expected);
    EXPECT_LE(error, 50 * h * h) << h;
    if (last_error > 0) {
      EXPECT_NEAR(last_error / error, 4, 0.2) << h;
    }
    last_error = error;
  }
}

// The same top, thin as a needle, in a single step of up to 20 rad: its axis turns about the
// angular momentum at the rate L over the transverse moment.
TEST(FreeMotion, ANeedleThatSpinsFastTurnsItsAxisSlowly) {
  const Vec3 inertia(1e-4, 1, 1);
  for (const double rate : {10.0, 100.0, 561.0, 2000.0}) {
    const Vec3 spin(rate, 6, 0);
    World world({.gravity = Vec3::Zero()});
    const BodyId needle = world.add_body(
        {.name = "needle", .inertial = MassProperties{.mass = 1, .inertia = inertia.asDiagonal()}});
    world.set_velocity(needle, Vec3::Zero(), spin);
    ASSERT_EQ(world.step(0.01).status, StepStatus::solved);
    const Vec3 expected = exp_rotation(0.01 * inertia.cwiseProduct(spin)) * Vec3::UnitX();
    const Vec3 axis = world.state(needle).pose.rotation * Vec3::UnitX();
    EXPECT_LE((axis - expected).norm(), 1e-3) << rate;
  }
}

// About the middle axis a body flips over and over (Dzhanibekov). Landau and Lifshitz, Mechanics,
// section 37: the components of w are periodic with 4 K(k) / tau', tau' = sqrt((I3 - I2)(M^2 -
// 2 E I1) / (I1 I2 I3)), k^2 = (I2 - I1)(2 E I3 - M^2) / ((I3 - I2)(M^2 - 2 E I1)), M^2 > 2 E I2.
TEST(FreeMotion, OfABodyThatFlipsHasThePeriodOfTheEllipticIntegral) {
  const Vec3 I(1, 2, 3);
  const Vec3 spin(0, 5, 0.5);
  World world({.gravity = Vec3::Zero()});
  const BodyId body = world.add_body(
      {.name = "racket", .inertial = MassProperties{.mass = 1, .inertia = I.asDiagonal()}});
  world.set_velocity(body, Vec3::Zero(), spin);
  const double twice_energy = I.dot(spin.cwiseProduct(spin));
  const double momentum2 = I.cwiseProduct(spin).squaredNorm();
  ASSERT_GT(momentum2, twice_energy * I[1]);
  const double slow = momentum2 - twice_energy * I[0];
  const double rate = std::sqrt((I[2] - I[1]) * slow / I.prod());
  const double k2 = (I[1] - I[0]) * (twice_energy * I[2] - momentum2) / ((I[2] - I[1]) * slow);
  const double period = 4 * std::comp_ellint_1(std::sqrt(k2)) / rate;
  const double h = period / 4000;
  const auto body_spin = [&] {
    return Vec3(world.state(body).pose.rotation.conjugate() * world.state(body).angular_velocity);
  };
  run(world, 2000, h);
  EXPECT_NEAR(body_spin().y(), -5, 1e-3) << "half a period: upside down";
  run(world, 2000, h);
  EXPECT_LE((body_spin() - spin).norm(), 1e-3);
}

TEST(FreeMotion, TurnsFasterUnderATorque) {
  World world({.gravity = Vec3::Zero()});
  const BodyId ball = add_ball(world, 0.5, 2, Vec3::Zero());
  const double inertia = 0.4 * 2 * 0.25;
  for (int k = 0; k < 100; ++k) {
    world.apply_force(ball, Vec3::Zero(), Vec3(0, 0, 0.3));
    run(world, 1);
  }
  EXPECT_NEAR(world.state(ball).angular_velocity.z(), 0.3 / inertia, 1e-12);
}

// dL/dt = torque, in the world, whatever the body's shape and spin: to first order in the step,
// as the torque of a step is applied before the body turns by h |w|.
TEST(FreeMotion, GainsTheAngularMomentumOfTheTorque) {
  World world({.gravity = Vec3::Zero()});
  const BodyId body = add_brick(world, Vec3(0.6, 0.4, 0.1));
  world.set_velocity(body, Vec3::Zero(), Vec3(1, 2, 0.5));
  const Vec3 torque(0.05, -0.02, 0.03);
  const Vec3 start = angular_momentum(world, body);
  for (int k = 0; k < 1000; ++k) {
    world.apply_force(body, Vec3::Zero(), torque);
    run(world, 1, 0.001);
  }
  const double turn = 0.001 * world.state(body).angular_velocity.norm();
  EXPECT_LE((angular_momentum(world, body) - start - torque).norm(), turn * torque.norm());
}

// From turns that a step resolves to as many as a number can hold.
TEST(FreeMotion, KeepsItsEnergyAndAngularMomentumAtAnySpin) {
  for (const double turn : {0.1, 1.0, 3.0, 10.0, 60.0, 600.0, 1e4, 1e6, 1e12}) {
    World world({.gravity = Vec3::Zero()});
    const BodyId brick = add_brick(world, Vec3(0.08, 0.03, 0.02));
    world.set_velocity(brick, Vec3::Zero(), 100 * turn * Vec3(0.3, 0.8, -0.5));
    const double energy = world.energy().kinetic;
    const Vec3 momentum = angular_momentum(world, brick);
    run(world, 200);
    EXPECT_NEAR(world.energy().kinetic, energy, 1e-6 * energy) << turn;
    EXPECT_LE((angular_momentum(world, brick) - momentum).norm(), 1e-10 * momentum.norm()) << turn;
  }
}

// A torque adds h times itself, however fast the body turns.
TEST(FreeMotion, TurnsFasterUnderATorqueAtAnySpin) {
  World world({.gravity = Vec3::Zero()});
  const BodyId brick = add_brick(world, Vec3(0.08, 0.03, 0.02));
  world.set_velocity(brick, Vec3::Zero(), Vec3(3e6, 8e6, -5e6));
  const Vec3 momentum = angular_momentum(world, brick);
  const double energy = world.energy().kinetic;
  const Vec3 torque(3e5, -1e5, 2e5);
  world.apply_force(brick, Vec3::Zero(), torque);
  const StepReport report = world.step(0.01);
  EXPECT_LE((angular_momentum(world, brick) - momentum - 0.01 * torque).norm(),
            1e-12 * momentum.norm());
  EXPECT_NEAR(report.work, world.energy().kinetic - energy, 1e-12 * energy);
}

}  // namespace
}  // namespace stiction
