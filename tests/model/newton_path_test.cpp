#include "../../src/model/newton_path.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "../../src/model/exact_finish.h"
#include "model/island_cases.h"

namespace stiction {
namespace {

constexpr double kAccepted = 1e-12;

TEST(NewtonPath, FindsTheClosedFormsFromNoImpulse) {
  expect_closed_forms_from_nothing(
      [](IslandSystem& system, const Rows& none, Effort& effort, BestAnswer& best) {
        return NewtonPath().run(system, none, {kAccepted, kAccepted}, effort, best);
      });
}

// A ball of 2 kg rises at 0.3 m/s from the floor, one of 1 kg falls on it at 1 m/s. Together they
// would fall at 0.4 / 3 m/s: after 9 / 13 of that step the lower one meets the floor.
TEST(NewtonPath, AStepEndsWhereAContactCloses) {
  ContactProblem problem = make_two_balls(1);
  problem.bodies[0].free_velocity = moving({0, 0, 0.3});
  PosedIsland island(problem);
  const Rows none(2, Vec3::Zero());
  NewtonPath path;
  BestAnswer best;
  Effort effort = units(100);
  EXPECT_TRUE(path.run(island.system, none, {1e-6, 1e-6}, effort, best));
  EXPECT_EQ(effort.spent(), 2);
  // The floor takes 1 - 0.6 N s, the balls 1 N s from each other.
  EXPECT_LE((best.impulses()[0] - Vec3(0.4, 0, 0)).norm(), 1e-6);
  EXPECT_LE((best.impulses()[1] - Vec3(1, 0, 0)).norm(), 1e-6);
}

TEST(NewtonPath, RowsWithBoundsEndAtThemOrStandStill) {
  for (const double bound : {0.5, 10.0}) {
    const IslandProblem problem = make_motor_and_joint(bound);
    SparseIslandSystem system;
    system.set_problem(problem);
    // From the other bound, and from a value that is too large.
    for (const double start : {bound, 40.0}) {
      NewtonPath path;
      BestAnswer best;
      Effort effort = units(100);
      ASSERT_TRUE(path.run(system, {Vec3(start, 0, 0)}, {kAccepted, kAccepted}, effort, best));
      EXPECT_LE((best.impulses()[0] - motor_and_joint_impulse(bound)).norm(), 1e-11);
    }
  }
}

/// Four cubes of 1 m and 1 kg, each on the four corners of the one below: 48 impulses, of rank 24.
ContactProblem make_tower_of_cubes(std::mt19937& generator) {
  std::uniform_real_distribution<double> unit(-1, 1);
  ContactProblem tower;
  tower.velocity_scale = 0.1;
  for (int cube = 0; cube < 4; ++cube) {
    Vec6 velocity;
    for (double& component : velocity) component = 0.1 * unit(generator);
    velocity.z() -= 0.1;
    tower.bodies.push_back(make_problem_body(1, velocity));
    for (int corner = 0; corner < 4; ++corner) {
      const Vec3 aside(corner % 2 - 0.5, corner / 2 - 0.5, 0);
      ContactProblem::Contact contact;
      contact.body_a = cube;
      contact.body_b = cube - 1;
      contact.frame << Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY();
      contact.arm_a = aside - 0.5 * Vec3::UnitZ();
      contact.arm_b = aside + 0.5 * Vec3::UnitZ();
      contact.friction = 0.5;
      tower.contacts.push_back(contact);
    }
  }
  return tower;
}

struct PathCount {
  int failed = 0;  ///< problems that full steps do not solve
  int solved = 0;  ///< of these, along the path
};

/// Follows the path from random impulses where full steps do not converge.
template <typename Draw>
PathCount count_solved(std::mt19937& generator, Draw&& draw_problem) {
  std::uniform_real_distribution<double> unit(-1, 1);
  PathCount count;
  for (int draw = 0; draw < 400; ++draw) {
    const ContactProblem problem = draw_problem();
    PosedIsland island(problem);
    Rows start;
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      start.emplace_back(0.2 * (1 + unit(generator)), 0.05 * unit(generator), 0);
    }
    ExactFinish finish;
    BestAnswer best;
    Effort effort = units(1000);
    finish.run(island.system, start, kAccepted, effort, best);
    if (best.residual() <= 1e-9) continue;
    ++count.failed;
    NewtonPath path;
    BestAnswer other;
    Effort left = units(1000);
    const bool is_solved = path.run(island.system, start, {kAccepted, 1e-9}, left, other);
    EXPECT_LE(left.spent(), 40);
    EXPECT_EQ(is_solved, other.residual() <= 1e-9) << draw;
    if (!is_solved) continue;
    ++count.solved;
    EXPECT_LE(calc_cone_residual(problem, solution_of(other)), 1e-9) << draw;
  }
  return count;
}

TEST(NewtonPath, SolvesMostOfWhatFullStepsDoNot) {
  std::mt19937 generator(16);
  const PathCount count =
      count_solved(generator, [&] { return make_random_problem(generator, 4, 14); });
  RecordProperty("failed", count.failed);
  RecordProperty("solved", count.solved);
  EXPECT_GE(count.failed, 200);
  EXPECT_GE(count.solved, 0.7 * count.failed);
}

// Redundant contacts run along the edges of their pieces, where they must not oscillate.
TEST(NewtonPath, SolvesMostWhereContactsAreRedundant) {
  std::mt19937 generator(17);
  const PathCount count = count_solved(generator, [&] { return make_tower_of_cubes(generator); });
  RecordProperty("failed", count.failed);
  RecordProperty("solved", count.solved);
  EXPECT_GE(count.failed, 200);
  EXPECT_GE(count.solved, 0.7 * count.failed);
}

}  // namespace
}  // namespace stiction
