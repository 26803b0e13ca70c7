#include <stiction/lcp/block_pivot.h>
#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp_residual.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "box_problems.h"

namespace stiction {
namespace {

/// From q < 0 both rows enter at once: z = (-1, 2); row 1 leaves, and z = (0, 3/2) is the answer.
TEST(BlockPivotByHand, AllInfeasibleRowsChangeAtOnce) {
  const BoxLcp problem = make_one_sided(RowMajorMatrix{{1, 1}, {1, 2}}, Eigen::Vector2d(-1, -3));
  ASSERT_EQ(problem.M.inverse() * Eigen::Vector2d(1, 3), Eigen::Vector2d(-1, 2));
  const LcpSolution solution = BlockPivotSolver().solve(problem, {.sweeps = 0});
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_EQ(solution.z, Eigen::Vector2d(0, 1.5));
  EXPECT_EQ(solution.statistics.pivots, 2);
}

/// M = I / 20 + K with a skew K is positive definite, hence a P matrix, and far from symmetric:
/// block pivots alone cycle for ever on some of these problems; with single pivots all are solved.
TEST(BlockPivotGuard, SinglePivotsEndTheCyclesOfBlockPivots) {
  RandomBoxes random(1);
  BlockPivotSolver solver;
  int num_cycles = 0;
  for (int draw = 0; draw < 200; ++draw) {
    const int n = 3 + draw % 8;
    const RowMajorMatrix A = random.matrix(n, n);
    BoxLcp problem = make_one_sided(0.05 * RowMajorMatrix::Identity(n, n) + A - A.transpose(),
                                    random.matrix(n, 1));
    problem.upper.head(n / 2).setConstant(0.5);
    constexpr int kForEver = 1000000;
    const LcpSolution unguarded =
        solver.solve(problem, {.patience = kForEver, .pivot_limit = 1000});
    num_cycles += unguarded.status == LcpStatus::iteration_limit;
    Eigen::VectorXd z;
    for (const int patience : {10, 1}) {
      const LcpSolution& solution = solver.solve(problem, {.patience = patience});
      ASSERT_EQ(solution.status, LcpStatus::solved) << draw << " " << to_string(solution.stop);
      EXPECT_LE(solution.residual, 1e-13 * (1 + solution.z.cwiseAbs().maxCoeff()));
      if (z.size() == 0) z = solution.z;
      EXPECT_LE((solution.z - z).cwiseAbs().maxCoeff(), 1e-10 * (1 + z.cwiseAbs().maxCoeff()));
    }
  }
  EXPECT_GE(num_cycles, 5);
}

TEST(BlockPivotRandom, BoxProblemsOfHundredRows) {
  BlockPivotSolver solver;
  KellerSolver keller;
  int pivots = 0;
  int predicted_pivots = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const BoxLcp problem = make_alefeld_box(100, 1e4, seed);
    pivots += solver.solve(problem, {.sweeps = 0}).statistics.pivots;
    const LcpSolution& solution = solver.solve(problem);
    ASSERT_EQ(solution.status, LcpStatus::solved) << seed;
    EXPECT_LE(solution.residual, 1e-12) << seed;
    EXPECT_LE((solution.z - keller.solve(problem).z).cwiseAbs().maxCoeff(), 1e-10) << seed;
    predicted_pivots += solution.statistics.pivots;
  }
  // Lacoursiere 2003, figure 2: some 10 to 20 steps, whatever the size. The prediction saves most
  // of them.
  EXPECT_GE(pivots, 100 * 8);
  EXPECT_LE(pivots, 100 * 20);
  EXPECT_LE(3 * predicted_pivots, pivots);
}

/// A row whose equation follows from those of the basis stays at its bound, z = 0.
TEST(BlockPivotSemidefinite, RedundantRowsRest) {
  const BoxLcp problem =
      make_one_sided(RowMajorMatrix::Ones(4, 4), Eigen::VectorXd::Constant(4, -3));
  const LcpSolution solution = BlockPivotSolver().solve(problem, {.sweeps = 0});
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_EQ(solution.z, Eigen::Vector4d(3, 0, 0, 0));
}

/// z_1 + z_2 = 3 and 4 with z_1 <= 1: row 2 drives row 1 out along the null direction (-1, 1).
TEST(BlockPivotSemidefinite, NullDirectionsEndAtABoundOrAreRays) {
  BoxLcp problem = make_box({1, 1, 1, 1}, {-3, -4}, {0, 0}, {1, kInf});
  EXPECT_EQ(BlockPivotSolver().solve(problem, {.sweeps = 0}).z, Eigen::Vector2d(0, 4));
  problem = make_box({1, -1, -1, 1}, {-1, 0.5}, {0, 0}, {kInf, kInf});
  EXPECT_EQ(BlockPivotSolver().solve(problem).stop, LcpStop::ray);
}

/// A problem is solved exactly when it has a solution; w is unique.
TEST(BlockPivotSemidefinite, AgreesWithEnumeration) {
  RandomBoxes random(1);
  BlockPivotSolver solver;
  int solved = 0;
  for (int draw = 0; draw < 1500; ++draw) {
    const int n = random.integer(1, 6);
    const BoxLcp problem = random.box(n, random.integer(0, n), draw % 2 == 0);
    const std::optional<Eigen::VectorXd> expected = enumerate_solution(problem);
    const BlockPivotOptions options = {.patience = draw % 3 + 1, .sweeps = draw % 2 * 24};
    const LcpSolution& solution = solver.solve(problem, options);
    ASSERT_EQ(solution.status == LcpStatus::solved, expected.has_value())
        << to_string(solution.stop) << "\nM\n"
        << problem.M << "\nq " << problem.q.transpose();
    if (!expected) {
      EXPECT_EQ(solution.stop, LcpStop::ray);
      continue;
    }
    ++solved;
    const double size = 1 + solution.z.cwiseAbs().maxCoeff();
    EXPECT_LE(solution.residual, 1e-13 * size);
    EXPECT_LE((problem.M * (solution.z - *expected)).cwiseAbs().maxCoeff(), 1e-9 * size);
  }
  EXPECT_GE(solved, 1000);
}

TEST(BlockPivotStatus, RejectsOptionsOutOfRange) {
  const BoxLcp problem = make_alefeld_box(3, 10, 1);
  BlockPivotSolver solver;
  EXPECT_THROW(solver.solve(problem, {.patience = 0}), std::invalid_argument);
  EXPECT_THROW(solver.solve(problem, {.sweeps = -1}), std::invalid_argument);
  EXPECT_THROW(solver.solve(problem, {.pivot_limit = -1}), std::invalid_argument);
  EXPECT_THROW(solver.solve(problem, {.tolerance = 0}), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
