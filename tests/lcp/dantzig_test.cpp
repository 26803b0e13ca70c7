#include <stiction/lcp/dantzig.h>
#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp_residual.h>

#include <gtest/gtest.h>

#include <cstdint>

#include "box_problems.h"

namespace stiction {
namespace {

using enum BoundState;

/// Row 2 violates most: it drives to z_2 = 3/2, which brings w_1 = -1 + 3/2 above zero. One pivot.
TEST(DantzigByHand, TheMostViolatedRowDrivesFirst) {
  const Lcp problem{RowMajorMatrix{{1, 1}, {1, 2}}, Eigen::Vector2d(-1, -3)};
  const LcpSolution solution = DantzigSolver().solve(problem, {.sweeps = 0});
  EXPECT_EQ(solution.z, Eigen::Vector2d(0, 1.5));
  EXPECT_EQ(solution.states, (States{lower, between}));
  EXPECT_EQ(solution.statistics.pivots, 1);
}

/// Row 1 drives and becomes basic at z_1 = 4/2. Row 2 has w_2 = -3 + 1 * 2 = -1 and drives: dz_1 =
/// -1/2, dw_2 = 2 - 1/2 per unit, until w_2 = 0 at z_2 = 2/3 where z_1 = 5/3. With the bound
/// z_1 >= 9/5, row 1 blocks first, at z_2 = 2/5, leaves, and w_2 = 0 at z_2 = (3 - 9/5) / 2 = 3/5.
TEST(DantzigByHand, ABasicRowBlocksAndLeaves) {
  BoxLcp problem = make_box({2, 1, 1, 2}, {-4, -3}, {0, 0}, {kInf, kInf});
  LcpSolution solution = DantzigSolver().solve(problem, {.sweeps = 0});
  EXPECT_LE((solution.z - Eigen::Vector2d(5 / 3., 2 / 3.)).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(solution.statistics.pivots, 2);
  problem.lower[0] = 1.8;
  solution = DantzigSolver().solve(problem, {.sweeps = 0});
  EXPECT_LE((solution.z - Eigen::Vector2d(1.8, 0.6)).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(solution.states, (States{lower, between}));
}

/// Row 1 drives to its upper bound 7/5, where w_1 = -6/5. Then row 2 drives, with dw_1 = 1 per
/// unit: from w_2 = -21/10 it ends at z_2 = 21/20, before w_1 is zero; from w_2 = -51/20 it is
/// blocked by row 1 at z_2 = 6/5, which enters, and w_2 = 0 at z_2 = 13/10 with z_1 = (4 - z_2)
/// / 2.
TEST(DantzigByHand, ARowAtItsBoundBlocksAndEnters) {
  BoxLcp problem = make_box({2, 1, 1, 2}, {-4, -3.5}, {0, 0}, {1.4, kInf});
  LcpSolution solution = DantzigSolver().solve(problem, {.sweeps = 0});
  EXPECT_LE((solution.z - Eigen::Vector2d(1.4, 1.05)).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(solution.states, (States{upper, between}));
  EXPECT_EQ(solution.statistics.pivots, 2);
  problem.q[1] = -3.95;
  solution = DantzigSolver().solve(problem, {.sweeps = 0});
  EXPECT_LE((solution.z - Eigen::Vector2d(1.35, 1.3)).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(solution.states, (States{between, between}));
  EXPECT_EQ(solution.statistics.pivots, 3);
}

/// w does not change along the drive: it ends at the row's own bound, or never.
TEST(DantzigSemidefinite, FlatDrivesEndAtABoundOrAreRays) {
  const LcpSolution bounded = DantzigSolver().solve(make_box({0}, {-1}, {0}, {7}), {.sweeps = 0});
  EXPECT_EQ(bounded.z[0], 7);
  const BoxLcp endless = make_box({1, -1, -1, 1}, {-1, 0.5}, {0, 0}, {kInf, kInf});
  EXPECT_EQ(DantzigSolver().solve(endless, {.sweeps = 0}).stop, LcpStop::ray);
  EXPECT_EQ(DantzigSolver().solve(endless).stop, LcpStop::ray);
}

/// z_1 + z_2 >= 1 at the cost (1, 2): M has no diagonal, so a blocking row is exchanged with the
/// driving one.
TEST(DantzigSemidefinite, RowsWithoutADiagonalChangeInPairs) {
  const Lcp problem{RowMajorMatrix{{0, 0, -1}, {0, 0, -1}, {1, 1, 0}}, Eigen::Vector3d(1, 2, -1)};
  DantzigSolver solver;
  const LcpSolution& solution = solver.solve(problem);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_EQ(solution.z, Eigen::Vector3d(1, 0, 1));
  const Lcp infeasible{RowMajorMatrix{{0, 0, 1}, {0, 0, 1}, {-1, -1, 0}}, problem.q};
  EXPECT_EQ(solver.solve(infeasible).stop, LcpStop::ray);
}

TEST(DantzigRandom, BoxProblemsOfHundredRows) {
  DantzigSolver solver;
  KellerSolver keller;
  int pivots = 0;
  int predicted_pivots = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const BoxLcp problem = make_alefeld_box(100, 1e4, seed);
    const Eigen::VectorXd expected = keller.solve(problem).z;
    for (const int sweeps : {0, 24}) {
      const LcpSolution& solution = solver.solve(problem, {.sweeps = sweeps});
      ASSERT_EQ(solution.status, LcpStatus::solved) << seed;
      EXPECT_LE(solution.residual, 1e-12) << seed;
      EXPECT_LE((solution.z - expected).cwiseAbs().maxCoeff(), 1e-10) << seed;
      (sweeps == 0 ? pivots : predicted_pivots) += solution.statistics.pivots;
    }
  }
  // Lacoursiere 2003, figure 1: a broad peak near 2 n.
  EXPECT_GE(pivots, 100 * 150);
  EXPECT_LE(pivots, 100 * 400);
  EXPECT_LE(10 * predicted_pivots, pivots);
}

TEST(DantzigStatus, RejectsOptionsOutOfRange) {
  const BoxLcp problem = make_alefeld_box(3, 10, 1);
  EXPECT_THROW(DantzigSolver().solve(problem, {.sweeps = -1}), std::invalid_argument);
  EXPECT_THROW(DantzigSolver().solve(problem, {.pivot_limit = -1}), std::invalid_argument);
  EXPECT_THROW(DantzigSolver().solve(problem, {.tolerance = 0}), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
