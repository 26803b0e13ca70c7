#include "../../src/model/homotopy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "model/island_cases.h"

namespace stiction {
namespace {

/// The path is followed on, whatever its finishes find.
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

// What is left is mu by the energies of the contacts.
TEST(Homotopy, ThePathItselfLeadsToTheAnswer) {
  Homotopy homotopy;
  for (const IslandCase& island_case : island_cases()) {
    PosedIsland island(island_case.problem);
    BestAnswer finished, best;
    Effort effort = units(200);
    homotopy.run(island.system, {.sufficient = kNeverSufficient}, effort, finished);
    best.offer(island.system, homotopy.interior());
    // The impulse of a contact that just fits its cone is off by the root of mu.
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

/// Layers of balls of radius 0.5 in a bin, each on those below it as far as they touch: of the
/// pairs near each other half do. Free velocities are random, and downwards on the whole.
ContactProblem make_heap_of_balls(unsigned seed, int width, int num_layers) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  ContactProblem heap;
  heap.velocity_scale = 0.1;
  std::vector<Vec3> centers;
  for (int i = 0; i < width * width * num_layers; ++i) {
    const int layer = i / (width * width);
    const double shift = 0.5 * (layer % 2);
    centers.emplace_back(i % width + shift + 0.05 * unit(generator),
                         i / width % width + shift + 0.05 * unit(generator),
                         0.5 + std::sqrt(0.5) * layer);
    Vec6 velocity;
    for (double& component : velocity) component = 0.3 * unit(generator);
    velocity.z() -= 0.1;
    heap.bodies.push_back(make_problem_body(1, velocity));
  }
  const auto may_touch = [&](int upper, int lower, const Vec3& normal) {
    if (unit(generator) > 0) return;
    ContactProblem::Contact contact;
    contact.body_a = upper;
    contact.body_b = lower;
    contact.frame = make_frame(normal);
    contact.arm_a = -0.5 * normal;
    if (lower >= 0) contact.arm_b = 0.5 * normal;
    contact.friction = 0.8;
    heap.contacts.push_back(contact);
  };
  for (int ball = 0; ball < static_cast<int>(centers.size()); ++ball) {
    const Vec3& center = centers[ball];
    for (int other = 0; other < ball; ++other) {
      const Vec3 between = center - centers[other];
      if (between.norm() < 1.15) may_touch(ball, other, between.normalized());
    }
    if (center.z() < 0.6) may_touch(ball, -1, Vec3::UnitZ());
    for (const int axis : {0, 1}) {
      if (center[axis] < 0.3) may_touch(ball, -1, Vec3::Unit(axis));
      if (center[axis] > width - 0.9) may_touch(ball, -1, -Vec3::Unit(axis));
    }
  }
  return heap;
}

// Past dozens of folds. By the tangent's continuity 3 of these 20 were solved.
TEST(Homotopy, GoesOnPastTheFoldsOfHeapsOfBalls) {
  Homotopy homotopy;
  int num_solved = 0;
  double spent = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    PosedIsland island(make_heap_of_balls(seed, 6, 6));
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
