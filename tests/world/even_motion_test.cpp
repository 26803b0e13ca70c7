// Even motion is solved once per step, like rest, and stays as exact as with second order.

#include <cmath>
#include <numeric>

#include "simple_worlds.h"

namespace stiction {
namespace {

int count_problems(const StepReport& report) {
  return static_cast<int>(
      std::accumulate(report.rungs.begin(), report.rungs.end(), std::size_t{0}));
}

struct EvenMover {
  const char* name;
  Shape shape;
  double friction;
  Vec3 velocity, spin;
  Vec3 carrier = Vec3::Zero();  ///< velocity of the ground
};

class EvenMotion : public testing::TestWithParam<EvenMover> {};

// 10,000 steps, over which any omission would add up. Some steps need more than one solve: answers
// are accepted with an error, which is taken back when it has added up to too much.
TEST_P(EvenMotion, IsSolvedOnceAStepAndGoesOn) {
  const EvenMover& mover = GetParam();
  constexpr double kHeight = 0.1;
  constexpr double h = 0.01;
  World world;
  const MaterialId material = world.add_material({.name = "it", .friction = mover.friction});
  const BodyId table = world.add_body({.name = "table",
                                       .kind = BodyKind::kinematic,
                                       .pose = {Quat::Identity(), Vec3(0, 0, -1)},
                                       .shapes = {{.shape = Box{Vec3(1e3, 1e3, 2)}}},
                                       .material = material});
  world.set_velocity(table, mover.carrier, Vec3::Zero());
  const BodyId body = world.add_body({.name = "body",
                                      .pose = {Quat::Identity(), Vec3(0, 0, kHeight)},
                                      .shapes = {{.shape = mover.shape}},
                                      .material = material});
  world.set_velocity(body, mover.velocity, mover.spin);
  for (int k = 0; k < 2; ++k) ASSERT_EQ(world.step(h).status, StepStatus::solved);
  const Vec3 start = world.state(body).pose.translation;
  int problems = 0;
  for (int k = 0; k < 10000; ++k) {
    const StepReport report = world.step(h);
    problems += count_problems(report);
    ASSERT_LE(report.residual, 1e-9) << k;
  }
  EXPECT_LE(problems, 13000);
  const BodyState end = world.state(body);
  EXPECT_LE((end.linear_velocity - mover.velocity).norm(), 1e-9);
  EXPECT_LE((end.angular_velocity - mover.spin).norm(), 1e-8);
  EXPECT_LE((end.pose.translation - start - 100 * mover.velocity).norm(), 1e-7);
}

INSTANTIATE_TEST_SUITE_P(
    All, EvenMotion,
    testing::Values(EvenMover{"Ball", Sphere{0.1}, 0.5, Vec3(0.3, -0.4, 0), Vec3(4, 3, 1.5)},
                    EvenMover{"BallOnLift", Sphere{0.1}, 0.5, Vec3(0.3, -0.4, 0.2), Vec3(4, 3, 0),
                              Vec3(0, 0, 0.2)},
                    EvenMover{"BallOnBelt", Sphere{0.1}, 0.5, Vec3(0.3, 0.7, 0), Vec3(-2, 3, 0),
                              Vec3(0, 0.5, 0)},
                    EvenMover{"CubeOnIce", Box{Vec3::Constant(0.2)}, 0, Vec3(0.3, -0.4, 0),
                              Vec3::Zero()},
                    EvenMover{"CubeOnBelt", Box{Vec3::Constant(0.2)}, 0.5, Vec3(0.3, 0.2, 0),
                              Vec3::Zero(), Vec3(0.3, 0.2, 0)}),
    [](const auto& instance) { return instance.param.name; });

/// The place of a ball that rolls over the end of a shape, after half a second.
Vec3 roll_over_end(const Shape& ground, const RigidTransform& pose, double h) {
  World world;
  const MaterialId material = world.add_material({.name = "it", .friction = 0.8});
  world.add_body({.name = "ground",
                  .kind = BodyKind::fixed,
                  .pose = pose,
                  .shapes = {{.shape = ground}},
                  .material = material});
  const BodyId ball = world.add_body({.name = "ball",
                                      .pose = {Quat::Identity(), Vec3(-0.1537, 0, 0.1)},
                                      .shapes = {{.shape = Sphere{0.1}}},
                                      .material = material});
  world.set_velocity(ball, Vec3(0.5, 0, 0), Vec3(0, 5, 0));
  for (int k = 0; k < std::lround(0.5 / h); ++k) world.step(h);
  return world.state(ball).pose.translation;
}

// The first step on ground that is not flat is not even.
TEST(EvenMotionEnds, WhereTheGroundBends) {
  const RigidTransform lying{exp_rotation(Vec3(0, 0.5 * kPi, 0)), Vec3(-1, 0, -0.2)};
  const RigidTransform flat{Quat::Identity(), Vec3(-1, 0, -0.05)};
  const RigidTransform rounded{Quat::Identity(), Vec3(-1, 0, -0.25)};
  const std::pair<Shape, RigidTransform> grounds[] = {
      {Capsule{0.2, 2}, lying},
      {Box{Vec3(2, 2, 0.1)}, flat},
      {Rounded{Box{Vec3(2, 2, 0.1)}, 0.2}, rounded}};
  for (const auto& [ground, pose] : grounds) {
    const Vec3 exact = roll_over_end(ground, pose, 1e-4);
    EXPECT_LT(exact.z(), 0.099);
    EXPECT_LE((roll_over_end(ground, pose, 0.01) - exact).norm(), 1e-3);
    EXPECT_LE((roll_over_end(ground, pose, 0.0025) - exact).norm(), 1e-4);
  }
}

// A ball that reaches a wall meets it in the step in which it is due.
TEST(EvenMotionEnds, AtAWall) {
  World world;
  const MaterialId material = world.add_material({.name = "it", .friction = 0, .restitution = 1});
  add_ground(world, material);
  world.add_body({.name = "wall",
                  .kind = BodyKind::fixed,
                  .pose = {Quat::Identity(), Vec3(1, 0, 0.5)},
                  .shapes = {{.shape = Box{Vec3(0.2, 1, 1)}}},
                  .material = material});
  const BodyId ball = world.add_body({.name = "ball",
                                      .pose = {Quat::Identity(), Vec3(0, 0, 0.1)},
                                      .shapes = {{.shape = Sphere{0.1}}},
                                      .material = material});
  world.set_velocity(ball, Vec3(1, 0, 0), Vec3::Zero());
  for (int k = 0; k < 100; ++k) world.step(0.01);
  // 0.8 m there and 0.2 m back.
  EXPECT_NEAR(world.state(ball).pose.translation.x(), 0.6, 1e-9);
  EXPECT_NEAR(world.state(ball).linear_velocity.x(), -1, 1e-9);
}

}  // namespace
}  // namespace stiction
