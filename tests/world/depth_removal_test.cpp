// Overlap is removed in the step in which it should leave, and overlap that a step itself leaves is
// reported.

#include <random>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

/// Logs that lie in a trough, in rows pressed into each other, none exactly parallel to another.
World make_pressed_logs(unsigned seed, bool are_capsules) {
  constexpr double kRadius = 0.15;
  constexpr double kWall = 3.6 * kRadius;
  World world({.gravity = Vec3::Zero(), .max_push_out = kInf});
  world.add_body(
      {.kind = BodyKind::fixed,
       .shapes = {{Plane{}}, {Plane{Vec3::UnitX(), -kWall}}, {Plane{-Vec3::UnitX(), -kWall}}}});
  std::mt19937 generator(seed);
  const auto draw = [&](double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(generator);
  };
  for (int row = 0; row < 6; ++row) {
    const int is_odd = row % 2;
    for (int k = 0; k < 3 - is_odd; ++k) {
      const double radius = kRadius * draw(0.7, 1);
      const double x = kRadius * (1 + 2.3 * k + 1.15 * is_odd) - kWall;
      const double y = draw(-0.1, 0.1);
      const double turn = draw(-0.02, 0.02);
      const double lean = draw(-0.02, 0.02);
      const Quat lying(Eigen::AngleAxisd(kPi / 2 + lean, Vec3::UnitX()));
      const Shape shape =
          are_capsules ? Shape(Capsule{radius, 0.6}) : Shape(Cylinder{radius, 0.6 + 2 * radius});
      world.add_body({.pose = {Quat(Eigen::AngleAxisd(turn, Vec3::UnitZ())) * lying,
                               Vec3(x, y, kRadius * (1.1 + row))},
                      .shapes = {{shape}}});
    }
  }
  return world;
}

// Nearly parallel logs touch near one end, and near the other end once that has been pushed apart.
TEST(DepthRemoval, PartsHeapsOfNearlyParallelLogsInOneStep) {
  for (const bool are_capsules : {true, false}) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
      SCOPED_TRACE(testing::Message() << (are_capsules ? "capsules " : "cylinders ") << seed);
      World world = make_pressed_logs(seed, are_capsules);
      ASSERT_GE(world.calc_penetration(), 0.01);
      ASSERT_EQ(world.step(0.01).status, StepStatus::solved);
      EXPECT_LE(world.calc_penetration(), 1e-8);
    }
  }
}

// Walls that turn about the points where they touch a ball between floor and ceiling leave it no
// room, though no contact point moves. The removal lifts the ball once the ceiling is gone; that
// energy is created, as nobody's work.
TEST(DepthRemoval, CreatesTheEnergyOfWhatItCouldNotRemoveBefore) {
  World world({.integrator = Integrator::first_order});
  add_ground(world);
  const BodyId ball = add_ball(world, 0.5, 1, Vec3(0, 0, 0.5));
  const BodyId ceiling =
      world.add_body({.kind = BodyKind::fixed, .shapes = {{Plane{-Vec3::UnitZ(), -1}}}});
  std::vector<BodyId> walls;
  for (const int side : {-1, 1}) {
    walls.push_back(world.add_body({.kind = BodyKind::kinematic,
                                    .pose = {.translation = Vec3(0.51 * side, 0, 0.5)},
                                    .linear_velocity = Vec3(0, 0, -0.1),
                                    .angular_velocity = Vec3(0, 10 * side, 0),
                                    .shapes = {{Box{Vec3(0.02, 2, 2)}}}}));
  }
  const StepReport wedged = world.step(0.01);
  ASSERT_EQ(wedged.status, StepStatus::solved);
  ASSERT_GE(wedged.penetration, 1e-3) << "the rest is reported";
  for (const BodyId wall : walls) world.set_velocity(wall, Vec3::Zero(), Vec3::Zero());
  world.remove_body(ceiling);
  const double before = world.energy().total();
  const StepReport freed = world.step(0.01);
  EXPECT_LE(freed.penetration, 1e-8);
  const double lift = position(world, ball).z() - 0.5;
  EXPECT_GE(lift, 0.01);
  EXPECT_EQ(freed.work, 0);
  EXPECT_NEAR(world.energy().total() - before, kGravity * lift, 1e-9) << "created";
}

}  // namespace
}  // namespace stiction
