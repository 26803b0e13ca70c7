#include "../../src/model/exact_finish.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "model/island_cases.h"

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Few contacts: their states follow from the free velocities within a few rounds.
TEST(ExactFinish, FindsTheClosedFormsFromNoImpulse) {
  expect_closed_forms_from_nothing(
      [](IslandSystem& system, const Rows& none, Effort& effort, BestAnswer& best) {
        return ExactFinish().run(system, none, 1e-12, effort, best);
      });
}

TEST(ExactFinish, AnAnswerCostsNothing) {
  PosedIsland island(make_particle({3, 4, -1}, 0.5));
  ExactFinish finish;
  BestAnswer best;
  Effort effort = units(100);
  EXPECT_TRUE(finish.run(island.system, {Vec3(2, -0.6, -0.8)}, 1e-12, effort, best));
  EXPECT_EQ(effort.spent(), 0);
}

// A cube of 1 kg on four corners: 12 impulses, of rank 6. The change by its load, 0.01 N s each,
// preserves the differences between the corners.
TEST(ExactFinish, MakesTheLeastChangeOfRedundantImpulses) {
  PosedIsland island(make_cube({0, 0, -1.04}, 0.5));
  const std::vector<double> normal = {0.15, 0.35, 0.35, 0.15};  // balanced, but not equal
  Rows r;
  for (const double theta : normal) r.emplace_back(theta, 0.01, -0.02);
  r[1].tail<2>() = r[2].tail<2>() = Vec2(-0.01, 0.02);
  ExactFinish finish;
  BestAnswer best;
  Effort effort = units(100);
  ASSERT_TRUE(finish.run(island.system, r, 1e-12, effort, best));
  for (int c = 0; c < 4; ++c) {
    EXPECT_NEAR(best.impulses()[c].x(), normal[c] + 0.01, 1e-6);
    EXPECT_LE((best.impulses()[c].tail<2>() - r[c].tail<2>()).norm(), 1e-6);
    EXPECT_LE(best.impulses()[c].tail<2>().norm(), 0.5 * best.impulses()[c].x());
  }
}

TEST(ExactFinish, RowsWithBoundsEndAtThemOrStandStill) {
  for (const double bound : {0.5, 10.0}) {
    const IslandProblem problem = make_motor_and_joint(bound);
    SparseIslandSystem system;
    system.set_problem(problem);
    ExactFinish finish;
    BestAnswer best;
    Effort effort = units(100);
    ASSERT_TRUE(finish.run(system, {Vec3::Zero()}, 1e-12, effort, best));
    const Vec3 expected = motor_and_joint_impulse(bound);
    EXPECT_LE((best.impulses()[0] - expected).norm(), 1e-11);
    EXPECT_LE((best.velocities()[0].head<3>() - Vec3(3 + expected.x() / 2, 0, -1)).norm(), 1e-11);
  }
}

TEST(ExactFinish, EndsWithItsEffort) {
  PosedIsland island(make_cube_on_incline(31, 0.577));
  ExactFinish finish;
  BestAnswer best;
  Effort effort = units(1);
  const Rows none(4, Vec3::Zero());
  EXPECT_FALSE(finish.run(island.system, none, 0, effort, best));
  EXPECT_EQ(effort.spent(), 1);
  EXPECT_TRUE(effort.is_exhausted());
  EXPECT_LT(best.residual(), kInfinity);
}

}  // namespace
}  // namespace stiction
