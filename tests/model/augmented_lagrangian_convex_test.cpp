#include "../../src/model/augmented_lagrangian.h"

#include <gtest/gtest.h>
#include <stiction/lcp/lcp_solvers.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "model/island_cases.h"

namespace stiction {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// Bodies of 0.1 to 10 kg with three rows per body, every fourth of them duplicated. The rows of a
/// group are bounded below, bounded on both sides, free, or soft.
IslandProblem make_random_rows(std::mt19937& generator, int num_bodies) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  IslandProblem problem;
  problem.clear();
  for (int i = 0; i < num_bodies; ++i) {
    const Vec6 masses = Vec6::Constant(std::pow(10, uniform(generator)));
    problem.masses.emplace_back(masses.asDiagonal());
    problem.inverse_masses.emplace_back(masses.cwiseInverse().asDiagonal());
    problem.momenta.emplace_back(
        masses.cwiseProduct(Vec6::NullaryExpr([&](auto) -> double { return uniform(generator); })));
  }
  problem.velocity_scale = 1;
  for (int c = 0; c < num_bodies; ++c) {
    const std::size_t first = problem.sides.size();
    for (const int body : {c, (c + 1) % num_bodies}) {
      if (c > 0 && body == 0) continue;
      IslandProblem::Side side;
      side.body = body;
      for (double& entry : side.H.reshaped()) entry = uniform(generator);
      problem.sides.push_back(side);
    }
    RowGroup group;
    group.law = RowLaw::bounded;
    group.lower = Vec3(0, -0.1, c % 3 == 0 ? -kUnbounded : 0);
    group.upper = Vec3(kUnbounded, 0.2, kUnbounded);
    group.softness = Vec3(0, 0, c % 2);
    const Vec3 offset(uniform(generator), uniform(generator), uniform(generator));
    problem.close_group(group, offset);
    if (c % 4 != 0) continue;
    const std::vector<IslandProblem::Side> same(problem.sides.begin() + static_cast<int>(first),
                                                problem.sides.end());
    problem.sides.insert(problem.sides.end(), same.begin(), same.end());
    problem.close_group(group, offset);
  }
  return problem;
}

/// Over all rows: (H^T M^-1 H + s) r + H^T M^-1 f + w.
BoxLcp make_box_lcp(const IslandProblem& problem) {
  const Eigen::Index n = 3 * problem.num_groups();
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(6 * problem.num_bodies(), n);
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(H.rows(), H.rows());
  Eigen::VectorXd f(H.rows());
  for (int i = 0; i < problem.num_bodies(); ++i) {
    inverse.block<6, 6>(6 * i, 6 * i) = problem.inverse_masses[i];
    f.segment<6>(6 * i) = problem.momenta[i];
  }
  BoxLcp lcp;
  lcp.q.resize(n);
  lcp.lower.resize(n);
  lcp.upper.resize(n);
  Eigen::VectorXd softness(n);
  for (int c = 0; c < problem.num_groups(); ++c) {
    for (const IslandProblem::Side& side : problem.sides_of(c)) {
      H.block<6, 3>(6 * side.body, 3 * c) += side.H;
    }
    const RowGroup& group = problem.groups[c];
    lcp.q.segment<3>(3 * c) = problem.offsets[c];
    lcp.lower.segment<3>(3 * c) = group.lower;
    lcp.upper.segment<3>(3 * c) = group.upper;
    softness.segment<3>(3 * c) = group.softness;
  }
  lcp.q += H.transpose() * inverse * f;
  lcp.M = H.transpose() * inverse * H;
  lcp.M.diagonal() += softness;
  return lcp;
}

TEST(AugmentedLagrangianConvex, RowsWithBoundsEndAtThemOrStandStill) {
  AugmentedLagrangian multipliers;
  for (const double bound : {0.5, 10.0}) {
    const IslandProblem problem = make_motor_and_joint(bound);
    SparseIslandSystem system;
    system.set_problem(problem);
    ASSERT_TRUE(system.is_convex());
    BestAnswer best;
    Effort effort = units(100);
    EXPECT_TRUE(multipliers.run_convex(system, {Vec3::Zero()}, {}, effort, best)) << bound;
    EXPECT_LE((best.impulses()[0] - motor_and_joint_impulse(bound)).norm(), 1e-9) << bound;
  }
}

TEST(AugmentedLagrangianConvex, ApplyToRowsAloneNotToFriction) {
  EXPECT_TRUE(PosedIsland(make_particle({3, 4, -1}, 0)).system.is_convex());
  EXPECT_FALSE(PosedIsland(make_particle({3, 4, -1}, 0.5)).system.is_convex());
}

// Dantzig's method on the dense box problem finds the same velocities, from any start: they are the
// unique minimum of a convex program.
TEST(AugmentedLagrangianConvex, AgreeWithDantzigFromAnywhere) {
  std::mt19937 generator(7);
  AugmentedLagrangian multipliers;
  NamedLcpSolver dantzig("dantzig");
  int num_compared = 0;
  double most_effort = 0;
  for (int draw = 0; draw < 60; ++draw) {
    const IslandProblem problem = make_random_rows(generator, 2 + draw % 9);
    SparseIslandSystem system;
    system.set_problem(problem);
    const LcpSolution& known = dantzig.solve(make_box_lcp(problem));
    if (known.status != LcpStatus::solved || known.residual > 1e-10) continue;
    ++num_compared;
    Rows impulses(problem.num_groups());
    for (int c = 0; c < problem.num_groups(); ++c) impulses[c] = known.z.segment<3>(3 * c);
    std::vector<Vec6> velocities;
    system.calc_velocities(impulses, velocities);
    for (const double start : {0.0, 1.0, 1e3}) {
      BestAnswer best;
      Effort effort = units(1000);
      const Rows from(problem.num_groups(), Vec3::Constant(start));
      EXPECT_TRUE(multipliers.run_convex(system, from, {}, effort, best))
          << draw << " from " << start << ": " << best.residual();
      EXPECT_LE(distance(best.velocities(), velocities), 1e-7) << draw << " from " << start;
      if (start == 0) most_effort = std::max(most_effort, effort.spent());
    }
  }
  EXPECT_GE(num_compared, 50);
  EXPECT_LE(most_effort, 40);
}

// Two joints demand 1 m/s and 2 m/s of the same body: there is no answer, and finding that out is
// cheap.
TEST(AugmentedLagrangianConvex, ContradictionsEndWithABestAnswer) {
  IslandProblem problem = make_motor_and_joint(10);
  problem.groups.clear();
  problem.offsets.clear();
  problem.first_sides = {0};
  const IslandProblem::Side side = {
      .H = Mat63(Mat6::Identity().leftCols<1>() * Vec3::UnitX().transpose())};
  problem.sides.clear();
  RowGroup joint;
  joint.law = RowLaw::bounded;
  joint.num_rows = 1;
  joint.lower = Vec3(-kUnbounded, 0, 0);
  for (const double speed : {1, 2}) {
    problem.sides.push_back(side);
    problem.close_group(joint, Vec3(-speed, 0, 0));
  }
  SparseIslandSystem system;
  system.set_problem(problem);
  AugmentedLagrangian multipliers;
  BestAnswer best;
  Effort effort = units(1000);
  EXPECT_FALSE(multipliers.run_convex(system, Rows(2, Vec3::Zero()), {}, effort, best));
  EXPECT_LE(effort.spent(), 30);
  EXPECT_NEAR(best.residual(), 0.5, 1e-6) << "1.5 m/s is the least wrong";
}

TEST(AugmentedLagrangianConvex, EndWithTheirEffort) {
  std::mt19937 generator(8);
  AugmentedLagrangian multipliers;
  const IslandProblem problem = make_random_rows(generator, 8);
  SparseIslandSystem system;
  system.set_problem(problem);
  const Rows none(problem.num_groups(), Vec3::Zero());
  for (const double allotment : {0.0, 1.0, 2.0, 3.0}) {
    BestAnswer best;
    Effort effort = units(allotment);
    EXPECT_FALSE(multipliers.run_convex(system, none, {.accepted = 0}, effort, best));
    EXPECT_LE(effort.spent(), allotment);
    EXPECT_TRUE(std::isfinite(best.residual()));
  }
}

}  // namespace
}  // namespace stiction
