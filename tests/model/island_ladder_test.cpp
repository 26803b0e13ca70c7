#include "../../src/model/island_ladder.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "model/column_problems.h"
#include "model/island_cases.h"
#include "model/solve_problem.h"

namespace stiction {
namespace {

constexpr double kAmple = 4000;  ///< units of effort, more than any rung needs for these problems

TEST(IslandLadder, FindsTheClosedForms) {
  IslandLadder ladder;
  for (const IslandCase& island_case : island_cases()) {
    PosedIsland island(island_case.problem);
    Effort effort = units(kAmple);
    const IslandLadder::Result result = ladder.solve(island.system, nullptr, {}, effort);
    EXPECT_LE(result.residual, 1e-10) << island_case.name;
    EXPECT_LE(distance(ladder.best().velocities(), island_case.velocities), 1e-9)
        << island_case.name;
  }
}

// Where the present model has an answer on the true cone, the ladder has one. (Velocities may
// differ: with friction there can be several answers.)
TEST(IslandLadder, SolvesRandomProblemsThatTheCoulombModelSolves) {
  std::mt19937 generator(2300);
  IslandLadder ladder;
  int num_solved = 0;
  for (int draw = 0; draw < 150; ++draw) {
    const int num_bodies = 1 + draw % 5;
    const ContactProblem problem = make_rich_problem(generator, num_bodies, 3 * num_bodies);
    const ContactSolution known = solve(problem);
    if (!(calc_cone_residual(problem, known) <= 1e-8)) continue;
    ++num_solved;
    PosedIsland island(problem);
    Effort effort = units(kAmple);
    const IslandLadder::Result result = ladder.solve(island.system, nullptr, {}, effort);
    EXPECT_LE(result.residual, 1e-10) << "draw " << draw << " effort " << result.effort;
    EXPECT_LE(calc_cone_residual(problem, solution_of(ladder.best())), 2e-10) << "draw " << draw;
  }
  EXPECT_GE(num_solved, 100);
}

TEST(IslandLadder, RememberedImpulsesAreJudgedFirst) {
  PosedIsland island(make_particle({3, 4, -1}, 0.5));
  IslandLadder ladder;
  Effort effort = units(kAmple);
  const Rows exact = {Vec3(2, -0.6, -0.8)};
  IslandLadder::Result result = ladder.solve(island.system, &exact, {}, effort);
  EXPECT_EQ(result.rung, Rung::remembered);
  EXPECT_EQ(result.effort, 0);
  const Rows near = {Vec3(1.99, -0.61, -0.79)};
  result = ladder.solve(island.system, &near, {}, effort);
  EXPECT_EQ(result.rung, Rung::finish);
  EXPECT_LE(result.effort, 3);
}

// The four corners of a cube can share its load in many ways: the multipliers find the nearest one,
// the path would share it evenly. A ball's single contact has only one way.
TEST(IslandLadder, WalksFromRememberedImpulsesWhereTheyAreNotUnique) {
  constexpr std::array kFinish = {Rung::finish};
  IslandLadder ladder;
  PosedIsland cube(make_cube({0.1, 0, -1}, 0.5));
  EXPECT_EQ(cube.system.redundancy(), 2);
  Effort effort = units(kAmple);
  const Rows uneven = {{0.35, 0, 0}, {0.15, 0, 0}, {0.15, 0, 0}, {0.35, 0, 0}};
  EXPECT_EQ(ladder.solve(cube.system, &uneven, {.without = kFinish}, effort).rung,
            Rung::augmented_lagrangian);
  EXPECT_LE(ladder.best().residual(), 1e-9);
  EXPECT_GT(ladder.best().impulses()[0].x(), 0.3);
  EXPECT_LT(ladder.best().impulses()[1].x(), 0.2);

  PosedIsland ball(make_particle({3, 4, -1}, 0.5));
  const Rows near = {Vec3(1.9, 0, 0)};
  EXPECT_EQ(ladder.solve(ball.system, &near, {.without = kFinish}, effort).rung, Rung::homotopy);
  EXPECT_LE(ladder.best().residual(), 1e-9);
}

// The impulses that held the cube when it was hit, seven times its load, are useless as a start for
// the cube at rest.
TEST(IslandLadder, ImpulsesOfBeforeAHitAreNotWalkedFrom) {
  constexpr std::array kFinish = {Rung::finish};
  IslandLadder ladder;
  PosedIsland cube(make_cube({0.1, 0, -1}, 0.5));
  Effort effort = units(kAmple);
  const Rows hit = {{2.45, 0, 0}, {1.05, 0, 0}, {1.05, 0, 0}, {2.45, 0, 0}};
  EXPECT_EQ(ladder.solve(cube.system, &hit, {.without = kFinish}, effort).rung, Rung::homotopy);
  EXPECT_LE(ladder.best().residual(), 1e-9);
  EXPECT_NEAR(ladder.best().impulses()[0].x(), ladder.best().impulses()[1].x(), 0.1);
}

/// Bricks of 1 kg, 1 x 0.5 x 0.5 m, in a wall of `rows` and `columns`, each on four to eight
/// corners, without friction. The brick in the middle is pushed at the speeds of such a hit.
ContactProblem make_slippery_wall(int rows, int columns) {
  ContactProblem wall;
  wall.velocity_scale = 1;
  const Vec3 size(1, 0.5, 0.5);
  std::vector<Vec3> centers;
  const auto touch = [&](int upper, int lower, const Vec3& point) {
    ContactProblem::Contact contact;
    contact.body_a = upper;
    contact.body_b = lower;
    contact.frame << Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY();
    contact.arm_a = point - centers[upper];
    if (lower >= 0) contact.arm_b = point - centers[lower];
    wall.contacts.push_back(contact);
  };
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const int brick = static_cast<int>(centers.size());
      centers.emplace_back(column + 0.5 * (row % 2), 0, size.z() * (row + 0.5));
      wall.bodies.push_back(make_problem_body(1, Vec6::Zero()));
      const double left = centers[brick].x() - 0.5;
      for (int half = 0; half < 2; ++half) {
        const int below = column + half - (row % 2 == 0 ? 1 : 0);
        if (row > 0 && (below < 0 || below >= columns)) continue;
        const int lower = row == 0 ? -1 : (row - 1) * columns + below;
        for (const double x : {left + 0.5 * half, left + 0.5 * half + 0.5}) {
          for (const double y : {-0.25, 0.25}) {
            touch(brick, lower, Vec3(x, y, size.z() * row));
          }
        }
      }
    }
  }
  const int middle = rows / 2 * columns + columns / 2;
  wall.bodies[middle].free_velocity << 0.3, 1, -0.2, 0.5, 0.4, 0.3;
  return wall;
}

// The multipliers alone take 220 and 1050 units to reach the same velocities, which are unique, as
// those of a convex program.
TEST(IslandLadder, AWallWithoutFrictionTakesHardlyLongerForBeingLarge) {
  IslandLadder ladder;
  AugmentedLagrangian multipliers;
  for (const auto& [rows, columns] : {std::pair(8, 8), std::pair(20, 25)}) {
    PosedIsland wall(make_slippery_wall(rows, columns));
    Effort effort = units(kAmple);
    const IslandLadder::Result result = ladder.solve(wall.system, nullptr, {}, effort);
    EXPECT_EQ(result.rung, Rung::homotopy) << rows;
    EXPECT_LE(result.residual, 1e-10) << rows;
    EXPECT_LE(result.effort, 150) << rows;
    BestAnswer known;
    Effort ample = units(kAmple);
    const Rows nothing(wall.system.num_groups(), Vec3::Zero());
    EXPECT_TRUE(multipliers.run_convex(wall.system, nothing, {}, ample, known)) << rows;
    EXPECT_LE(distance(known.velocities(), ladder.best().velocities()), 1e-8) << rows;
  }
}

// By the path alone: begun anew where it ends, it solves nine of these ten, otherwise two.
TEST(IslandLadder, PathsThatEndBeforeAnAnswerAreBegunAnew) {
  constexpr std::array kWithoutMultipliers = {Rung::augmented_lagrangian};
  IslandLadder ladder;
  int num_solved = 0;
  for (unsigned seed = 0; seed < 10; ++seed) {
    PosedIsland island(make_heap_of_balls(seed, 1.2));
    Effort effort = units(kAmple);
    const IslandLadder::Result result =
        ladder.solve(island.system, nullptr, {.without = kWithoutMultipliers}, effort);
    num_solved += result.residual <= 1e-8;
  }
  EXPECT_GE(num_solved, 8);
}

// The multipliers begin elsewhere if they got nowhere: starting only from the path's best answer
// solves 223 of the first 300, with three quarters of the effort left.
TEST(IslandLadder, MostProblemsThatHaveAnAnswerAreSolvedInTheirEffort) {
  IslandLadder ladder;
  int num_solved = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    PosedIsland island(make_logs_with_an_answer(seed));
    Effort effort = units(kAmple);
    num_solved += ladder.solve(island.system, nullptr, {}, effort).residual <= 1e-8;
  }
  EXPECT_GE(num_solved, 90);
}

// Between two walls that close at 0.5 m/s each: impulses grow without end, which ends the search.
TEST(IslandLadder, ImpossiblePressesEndLongBeforeTheEffort) {
  ContactProblem problem = make_particle({0.1, 0, 0}, 0.5);
  problem.contacts[0].offset.x() = -0.5;
  problem.contacts.assign(3, problem.contacts[0]);
  problem.contacts[2].frame = -problem.contacts[2].frame;
  PosedIsland island(problem);
  ASSERT_GT(island.system.redundancy(), 1.25);
  IslandLadder ladder;
  Effort effort = units(kAmple);
  const Rows remembered(3, Vec3(0.1, 0, 0));
  const IslandLadder::Result result = ladder.solve(island.system, &remembered, {}, effort);
  EXPECT_GT(result.residual, 0.1);
  EXPECT_LE(result.effort, kAmple / 10);
}

TEST(IslandLadder, NeverCostsMoreThanItsEffort) {
  std::mt19937 generator(2310);
  IslandLadder ladder;
  for (int draw = 0; draw < 20; ++draw) {
    PosedIsland island(make_rich_problem(generator, 3, 9));
    for (const int allotment : {0, 1, 5, 17}) {
      Effort effort = units(allotment);
      const IslandLadder::Result result =
          ladder.solve(island.system, nullptr, {.accepted = 0, .solved = 0}, effort);
      EXPECT_LE(effort.spent(), allotment);
      EXPECT_EQ(result.effort, effort.spent());
      EXPECT_EQ(ladder.best().impulses().size(), 9u);
      EXPECT_EQ(result.residual, ladder.best().residual());
    }
  }
}

TEST(IslandLadder, SolvesTheSameProblemToTheSameBits) {
  std::mt19937 generator(2320);
  const ContactProblem problem = make_rich_problem(generator, 4, 12);
  const ContactProblem other = make_rich_problem(generator, 3, 9);
  const auto solve_fresh = [&](IslandLadder& ladder) {
    PosedIsland island(problem);
    Effort effort = units(kAmple);
    ladder.solve(island.system, nullptr, {}, effort);
    return ladder.best().impulses();
  };
  IslandLadder ladder;
  const Rows first = solve_fresh(ladder);
  PosedIsland between(other);
  Effort effort = units(kAmple);
  ladder.solve(between.system, nullptr, {}, effort);
  EXPECT_EQ(solve_fresh(ladder), first);
  IslandLadder fresh;
  EXPECT_EQ(solve_fresh(fresh), first);
}

TEST(IslandLadder, WhatStandsStillNeedsNoImpulse) {
  PosedIsland island(make_cube({0, 0, 0}, 0.5));
  IslandLadder ladder;
  Effort effort = units(kAmple);
  const Rows remembered(4, Vec3(0.1, 0.2, 0));
  EXPECT_EQ(ladder.solve(island.system, &remembered, {}, effort).residual, 0);
  for (const Vec3& r : ladder.best().impulses()) EXPECT_EQ(r, Vec3::Zero().eval());
}

TEST(IslandLadder, NothingHappensWithoutContacts) {
  ContactProblem problem = make_particle({0, 0, -1}, 0.5);
  problem.contacts.clear();
  PosedIsland island(problem);
  IslandLadder ladder;
  Effort effort = units(kAmple);
  EXPECT_EQ(ladder.solve(island.system, nullptr, {}, effort).residual, 0);
  EXPECT_EQ(effort.spent(), 0);
}

}  // namespace
}  // namespace stiction
