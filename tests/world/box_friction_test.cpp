// Box friction acts on bodies as Coulomb's law in every direction, within few passes.

#include <stiction/lcp/lcp_solvers.h>

#include "world/on_slope.h"

namespace stiction {
namespace {

// mu = tan 30: a box holds up to 30 degrees and slides beyond, whatever the yaw.
TEST(BoxFrictionWorld, MovesAsUnderCoulombsPyramidAtAnyYaw) {
  const double mu = std::tan(30 * kDegree);
  for (const double slope : {10.0, 29.0, 29.97, 30.03, 31.0, 38.0}) {
    for (int yaw = 0; yaw <= 90; yaw += 15) {
      const double turn = 0.4 * yaw;
      OnSlope box(kBox, slope * kDegree, yaw * kDegree, turn, mu, true, {.model = "box-friction"});
      OnSlope pyramid(kBox, slope * kDegree, yaw * kDegree, turn, mu);
      for (int k = 0; k < 50; ++k) {
        const StepReport report = box.world.step(0.01);
        pyramid.world.step(0.01);
        ASSERT_EQ(report.status, StepStatus::solved) << slope << " yaw " << yaw;
        EXPECT_LE(report.passes, 10) << slope << " yaw " << yaw << " step " << k;
        EXPECT_LE(report.residual, 1e-9);
      }
      const Vec3 way = box.world.state(box.body).pose.translation;
      EXPECT_LE((way - pyramid.world.state(pyramid.body).pose.translation).norm(), 1e-6)
          << slope << " yaw " << yaw;
      if (slope < 30) {
        EXPECT_LE((way - Vec3(0, 0, 0.1)).norm(), 1e-8) << slope << " yaw " << yaw;
      }
    }
  }
}

/// A box slides down 31 degrees with g (sin a - mu cos a), mu = tan 30, and rests on 29. Every step
/// is solved by some solver; those that the chosen solver left are counted.
void expect_coulombs_law(const std::string& model, const std::string& solver, bool may_fall_back) {
  const double mu = std::tan(30 * kDegree);
  for (const double slope : {29 * kDegree, 31 * kDegree}) {
    SCOPED_TRACE(model + " " + solver);
    OnSlope box(kBox, slope, 0.7, 0.3, mu, true, {.model = model, .solver = solver});
    EXPECT_EQ(box.world.solver_name(), solver);
    int fallbacks = 0;
    constexpr int kSteps = 20;
    for (int k = 0; k < kSteps; ++k) {
      const StepReport report = box.world.step(0.01);
      ASSERT_EQ(report.status, StepStatus::solved);
      EXPECT_LE(report.residual, 1e-6);
      fallbacks += report.fallbacks;
    }
    if (!may_fall_back) {
      EXPECT_EQ(fallbacks, 0);
    }
    const double speed =
        kSteps * 0.01 * kGravity * std::max(0.0, std::sin(slope) - mu * std::cos(slope));
    const Vec3 v = box.world.state(box.body).linear_velocity;
    EXPECT_LE((v - speed * Vec3(std::cos(0.7), std::sin(0.7), 0)).norm(), 1e-6);
  }
}

TEST(BoxFrictionWorld, EverySolverOfTheToolboxMovesABoxAsCoulombsLaw) {
  for (const LcpSolverInfo& solver : lcp_solvers()) {
    expect_coulombs_law("box-friction", std::string(solver.name), !solver.is_direct);
  }
}

TEST(StaggeredWorld, MovesABoxAsCoulombsLaw) { expect_coulombs_law("coulomb", "staggered", false); }

// Friction bounded per axis would hold a push of mu sqrt 2 along the diagonal, and would misdirect
// others.
TEST(BoxFrictionWorld, APushBeyondTheConeGoesAlongThePush) {
  const double mu = 0.4;
  for (const double strength : {0.999, 1.001, 1.2, 2.0}) {
    for (int angle = 0; angle < 360; angle += 17) {
      OnSlope scene(kBox, 0, 0, 0.3, mu, true, {.model = "box-friction"});
      const Vec3 push(std::cos(angle * kDegree), std::sin(angle * kDegree), 0);
      for (int k = 0; k < 20; ++k) {
        scene.world.apply_force(scene.body, strength * mu * kGravity * push);
        ASSERT_EQ(scene.world.step(0.01).status, StepStatus::solved);
      }
      const double speed = std::max(0.0, strength - 1) * mu * kGravity * 0.2;
      const Vec3 v = scene.world.state(scene.body).linear_velocity;
      EXPECT_LE((v - speed * push).norm(), 1e-8) << strength << " at " << angle;
    }
  }
}

}  // namespace
}  // namespace stiction
