#include "../../src/model/augmented_lagrangian.h"

#include <gtest/gtest.h>

#include "model/island_cases.h"

namespace stiction {
namespace {

TEST(AugmentedLagrangian, FindsTheClosedForms) {
  AugmentedLagrangian lagrangian;
  for (const IslandCase& island_case : island_cases()) {
    PosedIsland island(island_case.problem);
    const Rows none(island.problem.num_groups(), Vec3::Zero());
    BestAnswer best;
    Effort effort = units(300);
    EXPECT_TRUE(lagrangian.run(island.system, none, {}, effort, best)) << island_case.name;
    EXPECT_LE(distance(best.velocities(), island_case.velocities), 1e-9) << island_case.name;
  }
}

TEST(AugmentedLagrangian, RowsWithBoundsEndAtThemOrStandStill) {
  AugmentedLagrangian lagrangian;
  for (const double bound : {0.5, 10.0}) {
    const IslandProblem problem = make_motor_and_joint(bound);
    SparseIslandSystem system;
    system.set_problem(problem);
    BestAnswer best;
    Effort effort = units(100);
    EXPECT_TRUE(lagrangian.run(system, {Vec3::Zero()}, {}, effort, best)) << bound;
    EXPECT_LE((best.impulses()[0] - motor_and_joint_impulse(bound)).norm(), 1e-9) << bound;
  }
}

TEST(AugmentedLagrangian, EndsWithItsEffortOrAllotment) {
  AugmentedLagrangian lagrangian;
  PosedIsland island(make_cube_on_incline(31, 0.577));
  const Rows none(4, Vec3::Zero());
  for (const double allotment : {0.0, 1.0, 2.0}) {
    BestAnswer best;
    Effort effort = units(allotment);
    EXPECT_FALSE(lagrangian.run(island.system, none, {.accepted = 0}, effort, best));
    EXPECT_LE(effort.spent(), allotment);
  }
}

}  // namespace
}  // namespace stiction
