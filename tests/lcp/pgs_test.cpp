#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/pgs.h>
#include <stiction/lcp/psor.h>

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <vector>

#include "splitting_problems.h"

namespace stiction {
namespace {

/// Blocks of `size` rows, the last one with what remains.
std::vector<int> blocks_of(Eigen::Index n, int size) {
  std::vector<int> block(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = static_cast<int>(i) / size;
  return block;
}

/// The point after one sweep from the start.
template <class Problem>
Eigen::VectorXd sweep_once(const Problem& problem, std::span<const int> block,
                           const LcpStart& start = {}) {
  return iterates_of(PgsSolver(), problem, PgsOptions{.block = block}, 1, start).at(1);
}

// z_1 = 4/4; w_2 = 2 - 1, z_2 = -1/4; w_3 = 1/4 - 8, z_3 = 7.75/4 -> 3/2. Then w = 0 - 4 + 4 + 1/4,
// z_1 = 15/16; w_2 = -15/16 - 1 - 3/2 + 2, z_2 = -1/4 + 23/64.
TEST(PgsSweep, ByHand) {
  const auto z = iterates_of(PgsSolver(), chain_of_three(), PgsOptions{}, 2);
  ASSERT_EQ(z.size(), 3);
  EXPECT_EQ(z[1], Eigen::Vector3d(1, -0.25, 1.5));
  EXPECT_EQ(z[2], Eigen::Vector3d(0.9375, 0.109375, 1.5));
}

// Rows 1 and 2 together: (4 -1; -1 4) z = (4, -2), z = (14, -4) / 15; then row 3 as before.
TEST(PgsSweep, ByHandInBlocks) {
  const Eigen::VectorXd z = sweep_once(chain_of_three(), std::vector<int>{0, 0, 1});
  EXPECT_LE((z - Eigen::Vector3d(14.0 / 15, -4.0 / 15, 1.5)).cwiseAbs().maxCoeff(), 1e-15);
}

// The block reaches its bound: z_1 <= 1/2, hence 4 z_2 = 1/2 - 2; w_3 = 3/8 - 8.
TEST(PgsSweep, BlocksKeepTheirBounds) {
  BoxLcp problem = chain_of_three();
  problem.upper << 0.5, kInf, kInf;
  const Eigen::VectorXd z = sweep_once(problem, std::vector<int>{0, 0, 1});
  EXPECT_LE((z - Eigen::Vector3d(0.5, -0.375, 1.90625)).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(PgsSweep, BlocksOfOneRowAreTheSweepByRows) {
  const BoxLcp problem = make_alefeld_box(20, 1e3, 1);
  const std::vector<int> block = blocks_of(20, 1);
  EXPECT_EQ(iterates_of(PgsSolver(), problem, PgsOptions{.block = block}, 30),
            iterates_of(PgsSolver(), problem, PgsOptions{}, 30));
}

TEST(PgsSweep, IsThatOfSorWithRelaxation1) {
  const BoxLcp problem = make_alefeld_box(20, 1e3, 1);
  EXPECT_EQ(iterates_of(PgsSolver(), problem, PgsOptions{}, 30),
            iterates_of(PsorSolver(), problem, PsorOptions{.relaxation = 1}, 30));
}

TEST(PgsSweep, OneBlockIsTheExactAnswerAfterOneSweep) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const BoxLcp problem = make_alefeld_box(25, 1e4, seed);
    const LcpSolution solution = PgsSolver().solve(problem, {.block = blocks_of(25, 25)});
    EXPECT_EQ(solution.status, LcpStatus::solved);
    EXPECT_EQ(solution.statistics.iterations, 1);
    EXPECT_LE((solution.z - solve_exactly(problem).z).cwiseAbs().maxCoeff(), 1e-11);
  }
}

// M = (1 -2; 2 1) is positive definite, not symmetric; q = (-1, -1). Free, M z = (1, 1) for
// z = (3, -1) / 5. With z >= 0: z = (1, 0), w_2 = 1. With z_1 <= 1/2: w = (-1/2, 0). With
// z_1 free and z_2 <= -1: z = (-1, -1), w_2 = -4. With z <= 0: w = q. With -1 <= z_2 <= -1/2:
// z_1 = 0, w_2 = -3/2.
TEST(PgsSweep, BlocksThatAreNotSymmetricByHand) {
  const auto expect = [](std::initializer_list<double> lower, std::initializer_list<double> upper,
                         const Eigen::Vector2d& z) {
    const BoxLcp problem = make_box({1, -2, 2, 1}, {-1, -1}, lower, upper);
    const LcpSolution solution = PgsSolver().solve(problem, {.block = blocks_of(2, 2)});
    EXPECT_EQ(solution.status, LcpStatus::solved);
    EXPECT_LE(solution.statistics.iterations, 1);  // none if the start is the solution
    EXPECT_LE((solution.z - z).cwiseAbs().maxCoeff(), 1e-14) << solution.z.transpose();
  };
  expect({-kInf, -kInf}, {kInf, kInf}, {0.6, -0.2});
  expect({0, 0}, {kInf, kInf}, {1, 0});
  expect({0, 0}, {0.5, kInf}, {0.5, 0});
  expect({-kInf, -kInf}, {kInf, -1}, {-1, -1});
  expect({-kInf, -kInf}, {0, 0}, {0, 0});
  expect({-kInf, -1}, {kInf, -0.5}, {0, -0.5});
}

// A contact with one pair of friction directions, whose last row has no diagonal element: pushed
// down with 1, sideways with 2, mu = 1/2; it slides, and theta is its speed 3/2.
TEST(PgsSweep, BlocksNeedNoDiagonal) {
  BoxLcp problem = make_box({1, 0, 0, 0, 0, 1, -1, 1, 0, -1, 1, 1, 0.5, -1, -1, 0}, {-1, -2, 2, 0},
                            {0, 0, 0, 0}, {kInf, kInf, kInf, kInf});
  EXPECT_EQ(PgsSolver().solve(problem).stop, LcpStop::not_applicable);
  const LcpSolution solution = PgsSolver().solve(problem, {.block = blocks_of(4, 4)});
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_LE((solution.z - Eigen::Vector4d(1, 0.5, 0, 1.5)).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(PgsSweep, DenseSparseAndFactoredAgree) {
  const FactoredBoxLcp factored = random_factored(61, 20, 3);
  const BoxLcp dense = make_dense(factored);
  for (const int size : {1, 3}) {
    const std::vector<int> block = blocks_of(61, size);
    const PgsOptions options = {.block = block};
    const auto z = iterates_of(PgsSolver(), dense, options, 30);
    const auto of_sparse = iterates_of(PgsSolver(), make_sparse(dense), options, 30);
    const auto of_factored = iterates_of(PgsSolver(), factored, options, 30);
    ASSERT_GT(z.size(), 10);
    ASSERT_EQ(of_sparse.size(), z.size());
    ASSERT_EQ(of_factored.size(), z.size());
    for (std::size_t k = 0; k < z.size(); ++k) {
      EXPECT_LE((of_sparse[k] - z[k]).cwiseAbs().maxCoeff(), 1e-12) << k;
      EXPECT_LE((of_factored[k] - z[k]).cwiseAbs().maxCoeff(), 1e-12) << k;
    }
  }
}

// Without bounds each sweep multiplies the error of z_2 by m_12 m_21 / (m_11 m_22) = 3 / 16; the
// error of z_1 is -1/4 of it.
TEST(PgsConvergence, RateByHand) {
  const BoxLcp problem = make_free({4, 1, 3, 4}, {-5, -7});  // z = (1, 1)
  const auto z = iterates_of(PgsSolver(), problem, PgsOptions{}, 9);
  ASSERT_EQ(z.size(), 10);
  for (std::size_t k = 1; k < z.size(); ++k) {
    EXPECT_NEAR(z[k][1] - 1, 3.0 / 16 * (z[k - 1][1] - 1), 1e-15);
    EXPECT_NEAR(z[k][0] - 1, -0.25 * (z[k - 1][1] - 1), 1e-15);
  }
}

TEST(PgsConvergence, TheObjectiveFallsWithEachSweepInBlocks) {
  for (const int size : {1, 2, 3, 7}) {
    const BoxLcp problem = make_alefeld_box(20, 100, 3);
    const std::vector<int> block = blocks_of(20, size);
    const auto z = iterates_of(PgsSolver(), problem, PgsOptions{.block = block}, 200);
    for (std::size_t k = 1; k < z.size(); ++k) {
      const double before = calc_objective(problem, z[k - 1]);
      EXPECT_LE(calc_objective(problem, z[k]), before + 1e-13 * std::abs(before)) << size;
    }
  }
}

TEST(PgsConvergence, AgreesWithKellerOnRandomBoxes) {
  for (const int size : {1, 3, 10}) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const BoxLcp problem = make_alefeld_box(30, 1e3, seed);
      const std::vector<int> block = blocks_of(30, size);
      const LcpSolution solution =
          PgsSolver().solve(problem, {.stop = {.tolerance = 1e-12}, .block = block});
      EXPECT_EQ(solution.status, LcpStatus::solved);
      EXPECT_LE((solution.z - solve_exactly(problem).z).cwiseAbs().maxCoeff(), 1e-9);
    }
  }
}

// Pairs of nearly equal rows, as for two contacts close together, cost many sweeps by rows and none
// in blocks.
TEST(PgsConvergence, BlocksHelpWhereTheirRowsAreCoupled) {
  const int num_pairs = 10;
  BoxLcp problem = make_alefeld_box(2 * num_pairs, 2, 1);
  problem.lower.setConstant(-kInf);
  problem.upper.setConstant(kInf);
  for (int pair = 0; pair < num_pairs; ++pair) {
    problem.M.block<2, 2>(2 * pair, 2 * pair) +=
        (Eigen::Matrix2d() << 100, 100, 100, 100).finished();
  }
  const int by_rows = PgsSolver().solve(problem).statistics.iterations;
  const LcpSolution in_blocks = PgsSolver().solve(problem, {.block = blocks_of(2 * num_pairs, 2)});
  EXPECT_EQ(in_blocks.status, LcpStatus::solved);
  EXPECT_LE(10 * in_blocks.statistics.iterations, by_rows);
}

TEST(PgsConvergence, MembraneOverAnObstacle) {
  const SparseLcp problem = membrane(10);
  const Eigen::VectorXd exact = solve_exactly(make_box_lcp(make_dense(problem))).z;
  const std::vector<int> lines = blocks_of(100, 10);
  for (const PgsOptions& options : {PgsOptions{}, PgsOptions{.block = lines}}) {
    PgsOptions tight = options;
    tight.stop.tolerance = 1e-12;
    PgsSolver solver;
    const LcpSolution& solution = solver.solve(problem, tight);
    EXPECT_EQ(solution.status, LcpStatus::solved);
    EXPECT_LE((solution.z - exact).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST(PgsStart, ItsOwnAnswerTakesNoSweep) {
  PgsSolver solver;
  const LcpSolution& solution = solver.solve(make_alefeld_box(20, 100, 1));
  const Eigen::VectorXd z = solution.z;
  solver.solve(make_alefeld_box(20, 100, 1), {}, start_at(solution.z));
  EXPECT_EQ(solution.statistics.iterations, 0);
  EXPECT_EQ(solution.z, z);
}

TEST(PgsStatus, EndsHonestly) {
  EXPECT_EQ(PgsSolver().solve(make_box({1, 2, 2, 0}, {-1, -1}, {0, 0}, {9, 9})).stop,
            LcpStop::not_applicable);
  EXPECT_EQ(PgsSolver().solve(make_box({0}, {-1}, {0}, {kInf})).stop, LcpStop::ray);
  EXPECT_EQ(
      PgsSolver()
          .solve(make_box({1, 0, 0, 0}, {-1, -1}, {0, 0}, {kInf, kInf}), {.block = blocks_of(2, 1)})
          .stop,
      LcpStop::ray);
  const BoxLcp problem = make_alefeld_box(20, 1e3, 1);
  EXPECT_EQ(PgsSolver().solve(problem, {{.iteration_limit = 3}}).status,
            LcpStatus::iteration_limit);
  EXPECT_EQ(PgsSolver().solve(problem, {{.absolute = 1e-3}}).stop, LcpStop::absolute);
  EXPECT_EQ(PgsSolver().solve(problem, {{.relative = 0.5}}).stop, LcpStop::relative);
  EXPECT_EQ(PgsSolver().solve(problem, {{.stagnation = 1e-3}}).stop, LcpStop::stagnation);
  const Eigen::Vector2d start(0.25, 0.25);
  EXPECT_EQ(PgsSolver().solve(make_free({1, 2, -2, 1}, {0, 0}), {}, start_at(start)).stop,
            LcpStop::diverged);
  EXPECT_EQ(PgsSolver()
                .solve(make_box({1, 2, -2, 1}, {0, 0}, {-1, -1}, {1, 1}), {}, start_at(start))
                .stop,
            LcpStop::cycle);
}

// z_1 + z_2 = 1 and = 2 at once: the block has no solution, and the method stops there.
TEST(PgsStatus, ABlockWithoutSolutionEndsHonestly) {
  const BoxLcp problem = make_free({1, 1, 1, 1}, {-1, -2});
  const LcpSolution solution = PgsSolver().solve(problem, {.block = blocks_of(2, 2)});
  EXPECT_EQ(solution.status, LcpStatus::no_solution_found);
  EXPECT_TRUE(solution.z.allFinite());
  EXPECT_GT(solution.residual, 0.1);
  EXPECT_LE(solution.statistics.iterations, 1000);
}

TEST(PgsStatus, EmptyProblems) {
  PgsSolver solver;
  EXPECT_EQ(solver.solve(Lcp{}).status, LcpStatus::solved);
  EXPECT_EQ(solver.solve(BoxLcp{}).status, LcpStatus::solved);
  EXPECT_EQ(solver.solve(SparseLcp{}).status, LcpStatus::solved);
  EXPECT_EQ(solver.solve(SparseBoxLcp{}).status, LcpStatus::solved);
  EXPECT_EQ(solver.solve(FactoredBoxLcp{}).status, LcpStatus::solved);
}

TEST(PgsStatus, EqualInputsGiveEqualBitsOnAUsedSolver) {
  PgsSolver used;
  used.solve(random_factored(30, 9, 1), {.block = blocks_of(30, 3)});
  used.solve(make_alefeld_box(50, 1e3, 7), {.block = blocks_of(50, 4)});
  const BoxLcp problem = make_alefeld_box(30, 1e3, 8);
  const std::vector<int> block = blocks_of(30, 4);
  EXPECT_EQ(used.solve(problem, {.block = block}).z,
            PgsSolver().solve(problem, {.block = block}).z);
  EXPECT_EQ(used.solve(problem).z, PgsSolver().solve(problem).z);
}

TEST(PgsStatus, ExtremeNumbersEndHonestlyInBlocks) {
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  for (const double m : {huge, 1e200, 1e-200, tiny, 0.0}) {
    for (const double off : {m, -m, 1.0}) {
      for (const double q : {-huge, -1.0, -tiny, 0.0, tiny, huge}) {
        const BoxLcp problem = make_box({m, off, m, m}, {q, -q}, {0, -huge}, {kInf, huge});
        const LcpSolution solution = PgsSolver().solve(
            problem, {.stop = {.iteration_limit = 300}, .block = blocks_of(2, 2)});
        EXPECT_EQ(solution.status == LcpStatus::solved, lcp_residual(problem, solution.z) <= 1e-8);
        EXPECT_TRUE(solution.z.allFinite());
      }
    }
  }
}

TEST(PgsStatus, RejectsWhatIsNoProblem) {
  const BoxLcp good = make_alefeld_box(3, 10, 1);
  for (const std::vector<int>& block :
       {std::vector<int>{0, 0}, std::vector<int>{0, 1, 2, 3}, std::vector<int>{1, 1, 2},
        std::vector<int>{-1, 0, 1}, std::vector<int>{0, 2, 2}, std::vector<int>{0, 1, 0}}) {
    EXPECT_THROW(PgsSolver().solve(good, {.block = block}), std::invalid_argument);
  }
  EXPECT_THROW(PgsSolver().solve(good, {{.tolerance = 0}}), std::invalid_argument);
  BoxLcp bad = good;
  bad.M(0, 0) = kNaN;
  EXPECT_THROW(PgsSolver().solve(bad), std::invalid_argument);
  EXPECT_THROW(PgsSolver().solve(good, {}, start_at(Eigen::Vector2d(0, 0))), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
