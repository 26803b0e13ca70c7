// Rows half-way along a step: turning bodies follow their contacts to second order in the step.

#include <gtest/gtest.h>

#include "simple_worlds.h"

namespace stiction {
namespace {

/// A rod that falls over with its lower end on ice; returns the largest distance of the end from
/// the floor, m, above or below.
double calc_error_of_tip(Integrator integrator) {
  const double radius = 0.001;
  World world({.integrator = integrator, .remove_depth = false});
  add_ground(world, world.add_material({.name = "ice", .friction = 0}));
  const BodyId rod = world.add_body({.name = "rod",
                                     .pose = {.rotation = from_roll_pitch_yaw(Vec3(0, 0.3, 0)),
                                              .translation = {0, 0, 0.5 * std::cos(0.3) + radius}},
                                     .shapes = {{.shape = Capsule{radius, 1}}},
                                     .mass = 1});
  double error = 0;
  for (int k = 0; k < 40; ++k) {
    run(world, 1);
    const RigidTransform pose = world.state(rod).pose;
    const double height = pose.translation.z() - 0.5 * (pose.rotation * Vec3::UnitZ()).z() - radius;
    error = std::max(error, std::abs(height));
  }
  return error;
}

TEST(MiddleRows, KeepTheTipOfAFallingRodOnTheFloor) {
  const double error = calc_error_of_tip(Integrator::automatic);
  EXPECT_LE(error, 1e-4);
  EXPECT_LE(2 * error, calc_error_of_tip(Integrator::first_order));
}

// A resting body is solved once, with the rows of the start: the same bits.
TEST(MiddleRows, AreThoseOfTheStartWhereNothingMoves) {
  World exact, first({.integrator = Integrator::first_order});
  for (World* world : {&exact, &first}) {
    add_ground(*world);
    for (int k = 0; k < 5; ++k) {
      add_cube(*world, 0.2, 1, Vec3(0, 1, 0.1 + 0.2 * k));
    }
    run(*world, 100);
  }
  EXPECT_TRUE(is_same_world(exact, first));
}

}  // namespace
}  // namespace stiction
