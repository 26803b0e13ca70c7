#include <stiction/lcp/lcp_residual.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>

#include "../../src/lcp/box_answer.h"
#include "../../src/lcp/box_polish.h"
#include "../../src/lcp/box_start.h"
#include "small_problems.h"

namespace stiction {
namespace {

using enum BoundState;

struct Polished {
  Polished(const BoxLcp& given, Eigen::VectorXd point, const States& states) : problem(given) {
    scaling.compute(problem);
    start.set_cold(problem);
    answer.start(problem, scaling, start.z);
    before = answer.offer(problem, scaling, point, states);
    polish.run(problem, scaling, states, point, answer, statistics);
  }

  BoxLcp problem;
  KellerScaling<double> scaling;
  BoxStart start;
  BoxAnswer answer;
  BoxPolish polish;
  LcpStatistics statistics;
  double before = 0;
};

/// z = (1, 1/2, -2): the first at its upper bound, the second from 2 z_2 = 1 z_1, the third alone.
BoxLcp coupled() {
  BoxLcp problem{RowMajorMatrix::Zero(3, 3), Eigen::Vector3d(-3, 0, 8), Eigen::Vector3d(0, 0, -3),
                 Eigen::Vector3d(1, kInf, kInf)};
  problem.M << 2, -1, 0, -1, 2, 0, 0, 0, 4;
  return problem;
}

TEST(BoxPolish, RightStatesGiveTheSolutionFromAnyPoint) {
  const Polished polished(coupled(), Eigen::Vector3d(0.3, 7, 1), {upper, between, between});
  EXPECT_LE((polished.answer.z() - Eigen::Vector3d(1, 0.5, -2)).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LE(polished.answer.residual(), 1e-15);
  EXPECT_EQ(polished.statistics.polishes, 1);
  EXPECT_EQ(polished.statistics.polish_pivots, 0);
}

TEST(BoxPolish, WrongStatesAreMendedByPrincipalPivots) {
  const Polished polished(coupled(), Eigen::Vector3d(0, 0, 0), {between, lower, lower});
  EXPECT_LE((polished.answer.z() - Eigen::Vector3d(1, 0.5, -2)).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(polished.answer.states(), (States{upper, between, between}));
  EXPECT_EQ(polished.statistics.polish_pivots, 3);
}

TEST(BoxPolish, LeavesAGoodAnswerAlone) {
  const Polished polished(coupled(), Eigen::Vector3d(1, 0.5, -2), {upper, between, between});
  EXPECT_EQ(polished.before, 0);
  EXPECT_EQ(polished.statistics.polishes, 0);
}

/// M is not symmetric and has no diagonal: z_2 = 1 from the first row, z_1 = 2 from the second.
TEST(BoxPolish, BlocksThatAreNotDefinite) {
  const BoxLcp problem{RowMajorMatrix{{0, 3}, {-2, 0}}, Eigen::Vector2d(-3, 4),
                       Eigen::Vector2d(0, 0), Eigen::Vector2d(kInf, kInf)};
  const Polished polished(problem, Eigen::Vector2d(0, 0), {between, between});
  EXPECT_EQ(polished.answer.z(), Eigen::Vector2d(2, 1));
}

/// z_1 + z_2 = 3 twice: components that the equations leave open keep their given values.
TEST(BoxPolish, WhatASingularBlockLeavesOpenKeepsItsValue) {
  const BoxLcp problem{RowMajorMatrix{{1, 1}, {1, 1}}, Eigen::Vector2d(-3, -3),
                       Eigen::Vector2d(0, 0), Eigen::Vector2d(kInf, kInf)};
  const Polished polished(problem, Eigen::Vector2d(0.5, 2.25), {between, between});
  EXPECT_EQ(polished.answer.residual(), 0);
  EXPECT_EQ(polished.answer.z().sum(), 3);
  EXPECT_EQ(polished.answer.z()[1], 2.25);
}

/// Hilbert's matrix of 10 rows, condition 1e13, with integers z: residuals in long double bring w
/// to rounding error.
TEST(BoxPolish, IllConditionedBlocks) {
  const int n = 10;
  const RowMajorMatrix M = RowMajorMatrix::NullaryExpr(
      n, n, [](Eigen::Index i, Eigen::Index j) { return 1.0 / static_cast<double>(i + j + 1); });
  const Eigen::VectorXd z = Eigen::VectorXd::Constant(n, 3);
  const BoxLcp problem{M, -M * z, Eigen::VectorXd::Zero(n), Eigen::VectorXd::Constant(n, kInf)};
  const Polished polished(problem, Eigen::VectorXd::Ones(n), States(n, between));
  EXPECT_LE(polished.answer.residual(), 1e-14);
}

TEST(BoxAnswer, MovesIntoTheBoxAndKeepsTheBest) {
  const BoxLcp problem = coupled();
  KellerScaling<double> scaling;
  scaling.compute(problem);
  BoxAnswer answer;
  answer.start(problem, scaling, Eigen::Vector3d(0, 0, 0));
  EXPECT_EQ(answer.states(), (States{lower, lower, between}));
  Eigen::VectorXd z = Eigen::Vector3d(0.7, 0.5, -2);
  EXPECT_EQ(answer.offer(problem, scaling, z, {upper, between, between}), 0);
  EXPECT_EQ(z, Eigen::Vector3d(1, 0.5, -2));
  z = Eigen::Vector3d(9, -9, -9);
  EXPECT_GT(answer.offer(problem, scaling, z, {between, between, between}), 0.1);
  EXPECT_EQ(z, Eigen::Vector3d(1, 0, -3));
  z[1] = kNaN;
  EXPECT_EQ(answer.offer(problem, scaling, z, {between, between, between}), kInf);
  EXPECT_EQ(answer.z(), Eigen::Vector3d(1, 0.5, -2));

  LcpSolution solution;
  answer.finish(1e-8, LcpStop::cycle, solution);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_EQ(solution.stop, LcpStop::residual);
  answer.start(problem, scaling, Eigen::Vector3d(0, 0, 0));
  answer.finish(1e-8, LcpStop::cycle, solution);
  EXPECT_EQ(solution.status, LcpStatus::no_solution_found);
  EXPECT_EQ(solution.stop, LcpStop::cycle);
  EXPECT_EQ(solution.residual, lcp_residual(problem, solution.z));
  answer.finish(1e-8, LcpStop::iteration_limit, solution);
  EXPECT_EQ(solution.status, LcpStatus::iteration_limit);
}

/// In units in which z - w is z in floating point, the residual of any point is 0.
TEST(BoxAnswer, IsNotDeceivedByUnits) {
  BoxLcp problem = coupled();
  const double unit = std::ldexp(1.0, 300);
  problem.M /= unit * unit;
  problem.q /= unit;
  problem.lower *= unit;
  problem.upper *= unit;
  KellerScaling<double> scaling;
  scaling.compute(problem);
  BoxAnswer answer;
  answer.start(problem, scaling, Eigen::Vector3d(0, 0, 0));
  EXPECT_GT(answer.error(), 0.1);
  Eigen::VectorXd z = unit * Eigen::Vector3d(1, 0.5, -2);
  EXPECT_EQ(answer.offer(problem, scaling, z, {upper, between, between}), 0);
  EXPECT_EQ(answer.z(), z);
}

}  // namespace
}  // namespace stiction
