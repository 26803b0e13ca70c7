#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/murty.h>

#include <gtest/gtest.h>

#include <cstdint>

#include "box_problems.h"

namespace stiction {
namespace {

using enum BoundState;

/// By the least-index rule: row 1 enters, z = (1, 0), w_2 = 1 - 3 < 0; row 2 enters, z = (-1, 2);
/// row 1 leaves, z = (0, 3/2), w_1 = 1/2.
TEST(MurtyByHand, ThePathOfAPlainProblem) {
  const Lcp problem{RowMajorMatrix{{1, 1}, {1, 2}}, Eigen::Vector2d(-1, -3)};
  MurtySolver solver;
  const LcpSolution& solution = solver.solve(problem);
  EXPECT_EQ(solution.z, Eigen::Vector2d(0, 1.5));
  EXPECT_EQ(solution.states, (States{lower, between}));
  EXPECT_EQ(solution.statistics.pivots, 3);
  solver.solve(problem, {.pivot_limit = 2});
  EXPECT_EQ(solution.status, LcpStatus::iteration_limit);
  EXPECT_EQ(solution.statistics.pivots, 2);
}

/// Row 1 enters, z_1 = 3/2 is above its bound 1; it goes there, and w_2 = 1 - 2 < 0 lets row 2
/// enter, z_2 = 1/2: three pivots.
TEST(MurtyByHand, ThePathOfABoxProblem) {
  const BoxLcp problem = make_box({2, 1, 1, 2}, {-3, -2}, {0, 0}, {1, kInf});
  const LcpSolution solution = MurtySolver().solve(problem);
  EXPECT_EQ(solution.z, Eigen::Vector2d(1, 0.5));
  EXPECT_EQ(solution.states, (States{upper, between}));
  EXPECT_EQ(solution.statistics.pivots, 3);
}

/// M upper triangular with ones on the diagonal and twos above it, q = -1. The last row does not
/// depend on the others, whose problem is the same of size n - 1. They are solved before it enters;
/// then z_n = 1 turns their q into +1, so that they have to return to z = 0, all the way back. With
/// c(n) pivots in each direction, c(n) = 2 c(n - 1) + 1 = 2^n - 1: every basis is visited once
/// (Murty, Linear Complementarity, chapter 6).
TEST(MurtyTextbook, ExponentialExamplesMeetEveryBasis) {
  MurtySolver solver;
  for (int n = 1; n <= 12; ++n) {
    Lcp problem{RowMajorMatrix::Identity(n, n), Eigen::VectorXd::Constant(n, -1.0)};
    problem.M.triangularView<Eigen::StrictlyUpper>().setConstant(2);
    const LcpSolution& solution = solver.solve(problem, {.pivot_limit = 1 << n});
    EXPECT_EQ(solution.status, LcpStatus::solved);
    EXPECT_EQ(solution.statistics.pivots, (1 << n) - 1) << n;
    EXPECT_EQ(solution.z, Eigen::VectorXd::Unit(n, n - 1));
    // From below, in the lower triangular form of the same problem, each row is visited once.
    problem.M = problem.M.transpose().eval();
    EXPECT_EQ(solver.solve(problem).statistics.pivots, 1);
  }
}

/// z_1 + z_2 >= 1 and z_1 >= 0 in the cost (1, 1): M has no diagonal, so rows change in pairs.
TEST(MurtySemidefinite, RowsWithoutADiagonalChangeInPairs) {
  const Lcp problem{RowMajorMatrix{{0, 0, -1}, {0, 0, -1}, {1, 1, 0}}, Eigen::Vector3d(1, 2, -1)};
  MurtySolver solver;
  const LcpSolution& solution = solver.solve(problem);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_EQ(solution.z, Eigen::Vector3d(1, 0, 1));
  EXPECT_EQ(solution.statistics.pivots, 1);
  // z_1 + z_2 <= -1 has no solution.
  const Lcp infeasible{RowMajorMatrix{{0, 0, 1}, {0, 0, 1}, {-1, -1, 0}}, problem.q};
  EXPECT_EQ(solver.solve(infeasible).stop, LcpStop::ray);
}

TEST(MurtyRandom, BoxProblemsOfHundredRows) {
  MurtySolver solver;
  KellerSolver keller;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const BoxLcp problem = make_alefeld_box(100, 1e4, seed);
    const LcpSolution& solution = solver.solve(problem);
    ASSERT_EQ(solution.status, LcpStatus::solved) << seed;
    EXPECT_LE(solution.residual, 1e-12) << seed;
    EXPECT_LE((solution.z - keller.solve(problem).z).cwiseAbs().maxCoeff(), 1e-10) << seed;
  }
}

TEST(MurtyStatus, RejectsOptionsOutOfRange) {
  const BoxLcp problem = make_alefeld_box(3, 10, 1);
  EXPECT_THROW(MurtySolver().solve(problem, {.pivot_limit = -1}), std::invalid_argument);
  EXPECT_THROW(MurtySolver().solve(problem, {.tolerance = 0}), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
