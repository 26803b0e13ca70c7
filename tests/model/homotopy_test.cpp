#include "../../src/model/homotopy.h"

#include <gtest/gtest.h>

#include <functional>

#include "model/island_cases.h"

namespace stiction {
namespace {

/// Makes the path go on, whatever its finishes find.
constexpr double kNeverSufficient = -1;

TEST(Homotopy, FindsTheClosedForms) {
  Homotopy homotopy;
  for (const IslandCase& island_case : island_cases()) {
    PosedIsland island(island_case.problem);
    BestAnswer best;
    Effort effort = units(200);
    EXPECT_TRUE(homotopy.run(island.system, {}, effort, best)) << island_case.name;
    EXPECT_LE(best.residual(), 1e-10) << island_case.name;
    EXPECT_LE(distance(best.velocities(), island_case.velocities), 1e-9) << island_case.name;
  }
}

// The remaining error is mu in the energies of the contacts.
TEST(Homotopy, ThePathItselfLeadsToTheAnswer) {
  Homotopy homotopy;
  for (const IslandCase& island_case : island_cases()) {
    PosedIsland island(island_case.problem);
    BestAnswer finished, best;
    Effort effort = units(200);
    homotopy.run(island.system, {.sufficient = kNeverSufficient}, effort, finished);
    best.offer(island.system, homotopy.interior());
    // The impulse of a contact at the edge of its cone is off by the root of mu.
    EXPECT_LE(distance(best.velocities(), island_case.velocities), 1e-4) << island_case.name;
  }
}

TEST(Homotopy, StartsOnThePathOfGivenImpulses) {
  Homotopy homotopy;
  for (const IslandCase& island_case : island_cases()) {
    PosedIsland island(island_case.problem);
    BestAnswer cold;
    Effort cold_effort = units(200);
    homotopy.run(island.system, {}, cold_effort, cold);
    BestAnswer warm;
    Effort warm_effort = units(200);
    Homotopy::Options options;
    options.warm = &cold.impulses();
    options.path.start_mu = 1e-3;
    EXPECT_TRUE(homotopy.run(island.system, options, warm_effort, warm)) << island_case.name;
    EXPECT_LE(warm_effort.spent(), cold_effort.spent()) << island_case.name;
  }
}

TEST(Homotopy, RowsWithBoundsEndAtThemOrStandStill) {
  Homotopy homotopy;
  const Rows start = {Vec3(-0.2, -7, 0)};
  for (const double bound : {0.5, 10.0}) {
    for (const Rows* warm : {static_cast<const Rows*>(nullptr), &start}) {
      const IslandProblem problem = make_motor_and_joint(bound);
      SparseIslandSystem system;
      system.set_problem(problem);
      BestAnswer finished, best;
      Effort effort = units(100);
      homotopy.run(system, {.sufficient = kNeverSufficient, .warm = warm}, effort, finished);
      best.offer(system, homotopy.interior());
      EXPECT_LE((best.impulses()[0] - motor_and_joint_impulse(bound)).norm(), 1e-5) << bound;
    }
  }
}

// Past dozens of folds. Choosing the direction by the tangent's continuity solved 5 of these 20.
TEST(Homotopy, GoesOnPastTheFoldsOfHeapsOfBalls) {
  Homotopy homotopy;
  int num_solved = 0;
  double spent = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    PosedIsland island(make_heap_of_balls(seed, 0.8));
    BestAnswer best;
    Effort effort = units(300);
    num_solved += homotopy.run(island.system, {.rounds = 300}, effort, best);
    spent += effort.spent();
  }
  EXPECT_GE(num_solved, 18);
  EXPECT_LE(spent / 20, 120);
}

TEST(Homotopy, EndsWithItsEffort) {
  Homotopy homotopy;
  PosedIsland island(make_cube_on_incline(31, 0.577));
  for (const int allotment : {0, 1, 3}) {
    BestAnswer best;
    Effort effort = units(allotment);
    EXPECT_FALSE(homotopy.run(island.system, {}, effort, best));
    EXPECT_LE(effort.spent(), allotment);
    EXPECT_EQ(homotopy.interior().size(), 4u);
  }
}

TEST(Homotopy, EndsWhenItIsTold) {
  Homotopy homotopy;
  PosedIsland island(make_cube_on_incline(31, 0.577));
  BestAnswer best;
  int questions = 0;
  const std::function<bool()> should_stop = [&] { return ++questions > 2; };
  Effort effort(1000, 1, &should_stop);
  EXPECT_FALSE(homotopy.run(island.system, {}, effort, best));
  EXPECT_EQ(effort.spent(), 2);
}

}  // namespace
}  // namespace stiction
