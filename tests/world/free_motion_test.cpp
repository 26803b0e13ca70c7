// Bodies that nothing touches.

#include <stiction/math/rotation.h>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

TEST(FreeMotion, FollowsTheParabolaAtAnyTimeStep) {
  for (const double h : {0.1, 0.01, 0.001}) {
    World world;
    const BodyId ball = add_ball(world, 0.1, 1, Vec3(1, 2, 3));
    world.set_velocity(ball, Vec3(4, 5, 20), Vec3::Zero());
    const double energy = world.energy().total();
    run(world, static_cast<int>(std::lround(2 / h)), h);
    EXPECT_LE((position(world, ball) - Vec3(9, 12, 43 - 2 * kGravity)).norm(), 1e-11) << h;
    EXPECT_LE((world.state(ball).linear_velocity - Vec3(4, 5, 20 - 2 * kGravity)).norm(), 1e-12);
    EXPECT_NEAR(world.energy().total(), energy, 1e-11 * energy);
  }
}

/// L = R I R^T w of a body, kg m^2/s.
Vec3 angular_momentum(const World& world, BodyId body) {
  const BodyState state = world.state(body);
  const Quat& R = state.pose.rotation;
  return R * (world.mass_properties(body).inertia * (R.conjugate() * state.angular_velocity));
}

// Euler's equations conserve the energy and the angular momentum; the middle axis is unstable, so a
// scheme that loses either is soon elsewhere.
TEST(FreeMotion, OfAnAsymmetricBodyKeepsEnergyAndAngularMomentum) {
  for (const Vec3& spin : {Vec3(3, 0.01, 0), Vec3(0.001, 3, 0.002), Vec3(0, 0.02, 3)}) {
    World world({.gravity = Vec3::Zero()});
    const BodyId body =
        world.add_body({.name = "body",
                        .pose = {.rotation = from_roll_pitch_yaw(Vec3(0.3, 0.4, 0.5))},
                        .shapes = {{Box{Vec3(0.3, 0.2, 0.1)}}},
                        .mass = 2});
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
    EXPECT_LE(worst_energy, 1e-9);
    EXPECT_LE(worst_momentum, 1e-9);
  }
}

TEST(FreeMotion, AboutAPrincipalAxisIsUniform) {
  World world({.gravity = Vec3::Zero()});
  const BodyId body =
      world.add_body({.name = "body", .shapes = {{Box{Vec3(0.3, 0.2, 0.1)}}}, .mass = 2});
  world.set_velocity(body, Vec3::Zero(), Vec3(0, 7, 0));
  run(world, 1000);
  EXPECT_LE((world.state(body).angular_velocity - Vec3(0, 7, 0)).norm(), 1e-11);
  const Quat expected = exp_rotation(Vec3(0, 70, 0));
  EXPECT_LE(rotation_angle(world.state(body).pose.rotation, expected), 1e-10);
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

}  // namespace
}  // namespace stiction
