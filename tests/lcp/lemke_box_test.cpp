#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lemke.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "answer_laws.h"
#include "box_problems.h"

namespace stiction {
namespace {

// Uncoupled rows: z_i = mid(l_i, -q_i / M_ii, u_i).
TEST(LemkeBoxByHand, UncoupledRows) {
  const BoxLcp problem = make_box({2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3}, {-6, 8, -5, 9},
                                  {0, -1, -kInf, -kInf}, {1, kInf, kInf, 0});
  expect_solution<LemkeSolver>(problem, Eigen::Vector4d(1, -1, 5, -3));
  using enum BoundState;
  EXPECT_EQ(LemkeSolver().solve(problem).states,
            (std::vector<BoundState>{upper, lower, between, between}));
}

// w = 2 z_1 - z_2 - 3 and -z_1 + 2 z_2: without a bound (2, 1); z_1 <= 1 leaves z_2 = 1/2 and
// w_1 = -3/2; a fixed z_1 = 3 leaves z_2 = 3/2.
TEST(LemkeBoxByHand, CoupledRows) {
  const auto with = [](double l, double u) {
    return make_box({2, -1, -1, 2}, {-3, 0}, {l, 0}, {u, kInf});
  };
  expect_solution<LemkeSolver>(with(0, kInf), Eigen::Vector2d(2, 1));
  expect_solution<LemkeSolver>(with(0, 1), Eigen::Vector2d(1, 0.5));
  expect_solution<LemkeSolver>(with(3, 3), Eigen::Vector2d(3, 1.5));
  expect_solution<LemkeSolver>(with(2.5, 4), Eigen::Vector2d(2.5, 1.25));
  expect_solution<LemkeSolver>(with(-kInf, 1), Eigen::Vector2d(1, 0.5));
  expect_solution<LemkeSolver>(with(-kInf, kInf), Eigen::Vector2d(2, 1));
}

// A compact box has a solution for every M. w = -z + 1/2 on [0, 1]: z = 0, 1/2 and 1 are solutions.
// w = (z_2 - 1/2, 1/2 - z_1) rotates: only (1/2, 1/2) is one.
TEST(LemkeBoxByHand, MatricesOfNoClass) {
  EXPECT_EQ(LemkeSolver().solve(make_box({-1}, {0.5}, {0}, {1})).status, LcpStatus::solved);
  EXPECT_EQ(LemkeSolver().solve(make_box({-1}, {-0.5}, {0}, {1})).status, LcpStatus::solved);
  expect_solution<LemkeSolver>(make_box({0, 1, -1, 0}, {-0.5, 0.5}, {0, 0}, {1, 1}),
                               Eigen::Vector2d(0.5, 0.5));
  expect_solution<LemkeSolver>(make_box({0}, {-1}, {0}, {7}), Eigen::VectorXd::Constant(1, 7));
  expect_solution<LemkeSolver>(make_box({0}, {1}, {-7}, {7}), Eigen::VectorXd::Constant(1, -7));
}

// An equation with a unilateral force: z_1 is free, w_1 = z_2 - 1 = 0, w_2 = -z_1 + 3 = 0. There is
// no diagonal pivot.
TEST(LemkeBoxByHand, MultiplierOfAnEquation) {
  expect_solution<LemkeSolver>(make_box({0, 1, -1, 0}, {-1, 3}, {-kInf, 0}, {kInf, kInf}),
                               Eigen::Vector2d(3, 1));
  // z_2 <= 3/4 cannot be 1; with z_2 = 1 at its bound, w_2 = 3 - z_1 <= 0 leaves z_1 >= 3 open.
  const BoxLcp without = make_box({0, 1, -1, 0}, {-1, 3}, {-kInf, 0}, {kInf, 0.75});
  EXPECT_EQ(LemkeSolver().solve(without).status, LcpStatus::no_solution_found);
  const LcpSolution at_bound =
      LemkeSolver().solve(make_box({0, 1, -1, 0}, {-1, 3}, {-kInf, 0}, {kInf, 1}));
  EXPECT_EQ(at_bound.status, LcpStatus::solved);
  EXPECT_EQ(at_bound.z[1], 1);
  EXPECT_GE(at_bound.z[0], 3);
}

TEST(LemkeBoxByHand, EndsHonestlyWhereThereIsNoSolution) {
  for (const BoxLcp& problem : {make_box({0}, {-1}, {0}, {kInf}), make_box({0}, {1}, {-kInf}, {0}),
                                make_box({0}, {1}, {-kInf}, {kInf}),
                                make_box({1, -1, -1, 1}, {-1, 0.5}, {0, 0}, {kInf, kInf}),
                                make_box({1, 1, 1, 1}, {0, 1}, {-kInf, -kInf}, {kInf, kInf})}) {
    const LcpSolution solution = LemkeSolver().solve(problem);
    EXPECT_EQ(solution.status, LcpStatus::no_solution_found);
    EXPECT_EQ(solution.stop, LcpStop::ray);
    expect_honest_states(problem, solution);
  }
}

// l = 0, u = infinity is the plain problem, to the bit; so is its mirror image -z.
TEST(LemkeBox, WithoutUpperBoundsItIsThePlainProblem) {
  RandomBoxes random(1);
  for (int draw = 0; draw < 50; ++draw) {
    const int n = random.integer(1, 20);
    const Lcp plain = {random.semidefinite(n, n, false) + random.skew(n, false),
                       random.matrix(n, 1)};
    const LcpSolution expected = LemkeSolver().solve(plain);
    ASSERT_EQ(expected.status, LcpStatus::solved);
    const LcpSolution box = LemkeSolver().solve(make_box_lcp(plain));
    EXPECT_LE((box.z - expected.z).cwiseAbs().maxCoeff(), 1e-10 * (1 + expected.z.maxCoeff()));
    EXPECT_EQ(box.statistics.pivots, expected.statistics.pivots);
    const LcpSolution mirrored = LemkeSolver().solve(
        {plain.M, -plain.q, Eigen::VectorXd::Constant(n, -kInf), Eigen::VectorXd::Zero(n)});
    EXPECT_EQ(mirrored.z, -box.z);
  }
}

TEST(LemkeBox, AgreesWithTheDoubledProblem) {
  RandomBoxes random(2);
  LemkeSolver solver;
  for (int draw = 0; draw < 100; ++draw) {
    const int n = random.integer(1, 25);
    const int rank = draw % 2 == 0 ? n : random.integer(0, n);
    const RowMajorMatrix M = random.semidefinite(n, rank, false) + random.skew(n, false);
    const Eigen::VectorXd lower = random.matrix(n, 1);
    const BoxLcp problem = {M, random.matrix(n, 1), lower, lower + random.matrix(n, 1).cwiseAbs()};
    const LcpSolution doubled = LemkeSolver().solve(make_doubled(problem));
    ASSERT_EQ(doubled.status, LcpStatus::solved);
    const LcpSolution& solution = solver.solve(problem);
    ASSERT_EQ(solution.status, LcpStatus::solved);
    expect_honest_states(problem, solution);
    const Eigen::VectorXd expected = lower + doubled.z.head(n);
    // (M + M^T)(z - z') = 0 for any two solutions of a monotone problem.
    const RowMajorMatrix symmetric = M + RowMajorMatrix(M.transpose());
    EXPECT_LE((symmetric * (solution.z - expected)).cwiseAbs().maxCoeff(), 1e-8 * n);
    if (rank == n) {
      EXPECT_LE((solution.z - expected).cwiseAbs().maxCoeff(), 1e-7);
    }
  }
}

TEST(LemkeBox, AgreesWithKellerOnSemidefiniteProblems) {
  RandomBoxes random(3);
  LemkeSolver lemke;
  KellerSolver keller;
  int solved = 0;
  for (int draw = 0; draw < 2000; ++draw) {
    const int n = random.integer(1, 12);
    const bool is_integer = draw % 2 == 0;  // equal rows, exact ties, degenerate bases
    const BoxLcp problem = random.with_bounds(
        random.semidefinite(n, random.integer(0, n + 1), is_integer), is_integer);
    const LcpSolution& solution = lemke.solve(problem);
    const LcpSolution& expected = keller.solve(problem);
    expect_honest_states(problem, solution);
    ASSERT_EQ(solution.status, expected.status) << problem.M << "\nq " << problem.q.transpose();
    if (expected.status != LcpStatus::solved) continue;
    ++solved;
    const double size = 1 + solution.z.cwiseAbs().maxCoeff() + expected.z.cwiseAbs().maxCoeff();
    EXPECT_LE(solution.residual, 1e-12 * size);
    EXPECT_LE((problem.M * (solution.z - expected.z)).cwiseAbs().maxCoeff(), 1e-9 * size);
  }
  EXPECT_GE(solved, 500);
  EXPECT_LE(solved, 1900);
}

TEST(LemkeBox, FindsTheOneSolutionOfPMatrices) {
  RandomBoxes random(4);
  LemkeSolver solver;
  for (int draw = 0; draw < 1000; ++draw) {
    const BoxLcp problem = random.with_bounds(random.p_matrix(random.integer(1, 6)), false);
    const auto expected = enumerate_solution(problem);
    ASSERT_TRUE(expected.has_value());
    const LcpSolution& solution = solver.solve(problem);
    ASSERT_EQ(solution.status, LcpStatus::solved) << draw;
    expect_honest_states(problem, solution);
    const double size = 1 + expected->cwiseAbs().maxCoeff();
    EXPECT_LE((solution.z - *expected).cwiseAbs().maxCoeff(), 1e-7 * size) << draw;
  }
}

// Symmetric or not, a ray proves that a semidefinite problem has no solution.
TEST(LemkeBox, SolvesSemidefiniteProblemsExactlyWhenTheyHaveASolution) {
  RandomBoxes random(5);
  LemkeSolver solver;
  int solved = 0;
  int unsolved = 0;
  for (int draw = 0; draw < 1000; ++draw) {
    const int n = random.integer(1, 5);
    const bool is_integer = draw % 2 == 0;
    RowMajorMatrix M = random.semidefinite(n, random.integer(0, n), is_integer);
    if (draw % 4 < 2) M += random.skew(n, is_integer);
    const BoxLcp problem = random.with_bounds(M, is_integer);
    const LcpSolution& solution = solver.solve(problem);
    expect_honest_states(problem, solution);
    const auto expected = enumerate_solution(problem);
    if (expected) {
      ASSERT_EQ(solution.status, LcpStatus::solved)
          << M << "\nq " << problem.q.transpose() << "\nl " << problem.lower.transpose() << "\nu "
          << problem.upper.transpose();
    }
    (solution.status == LcpStatus::solved ? solved : unsolved) += 1;
  }
  EXPECT_GE(solved, 300);
  EXPECT_GE(unsolved, 50);
}

// Every problem on a compact box has a solution, and Lemke's path ends at one, whatever M is.
TEST(LemkeBox, SolvesEveryProblemOnACompactBox) {
  RandomBoxes random(6);
  LemkeSolver solver;
  for (int draw = 0; draw < 2000; ++draw) {
    const int n = random.integer(1, 15);
    const bool is_integer = draw % 2 == 0;
    const RowMajorMatrix M = is_integer ? random.integers(n, n, 2) : random.matrix(n, n);
    BoxLcp problem = random.with_bounds(M, is_integer);
    problem.lower = problem.lower.cwiseMax(-4.0).cwiseMin(1.0);
    problem.upper = problem.upper.cwiseMin(4.0).cwiseMax(problem.lower);
    const LcpSolution& solution = solver.solve(problem);
    expect_honest_states(problem, solution);
    ASSERT_EQ(solution.status, LcpStatus::solved) << draw << "\n" << M;
  }
}

TEST(LemkeBox, LargeBoxesOfCondition1e4TakeFewPivots) {
  LemkeSolver solver;
  int pivots = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const LcpSolution& solution = solver.solve(make_alefeld_box(100, 1e4, seed));
    ASSERT_EQ(solution.status, LcpStatus::solved) << seed;
    EXPECT_LE(solution.residual, 1e-9) << seed;
    EXPECT_EQ(solution.statistics.restarts, 0) << seed;
    pivots += solution.statistics.pivots;
  }
  EXPECT_LE(pivots, 100 * 150);
}

// The groups and the seed determine the path, not the answer, if that is unique.
TEST(LemkeBox, CoveringVectorsDoNotChangeAUniqueAnswer) {
  const BoxLcp problem = make_alefeld_box(30, 1e3, 5);
  const LcpSolution reference = LemkeSolver().solve(problem);
  std::vector<int> group(30);
  for (int i = 0; i < 30; ++i) group[static_cast<std::size_t>(i)] = 29 - i / 2;
  for (const LemkeOptions& options : {LemkeOptions{.seed = 9}, LemkeOptions{.covering_spread = 0},
                                      LemkeOptions{.covering_group = group}}) {
    const LcpSolution solution = LemkeSolver().solve(problem, options);
    ASSERT_EQ(solution.status, LcpStatus::solved);
    EXPECT_LE((solution.z - reference.z).cwiseAbs().maxCoeff(), 1e-11);
  }
}

TEST(LemkeBoxStatus, SmallestProblems) {
  const LcpSolution empty = LemkeSolver().solve(BoxLcp{});
  EXPECT_EQ(empty.status, LcpStatus::solved);
  EXPECT_EQ(empty.z.size(), 0);
  const LcpSolution fixed = LemkeSolver().solve(make_box({1, 2, 3, 4}, {5, 6}, {7, -8}, {7, -8}));
  EXPECT_EQ(fixed.status, LcpStatus::solved);
  EXPECT_EQ(fixed.z, Eigen::Vector2d(7, -8));
  EXPECT_EQ(fixed.statistics.pivots, 0);
}

TEST(LemkeBoxStatus, PivotLimitIsReportedAndKept) {
  const LcpSolution solution =
      LemkeSolver().solve(make_alefeld_box(40, 1e4, 1), {.pivot_limit = 6});
  EXPECT_EQ(solution.status, LcpStatus::iteration_limit);
  EXPECT_LE(solution.statistics.pivots, 6);
}

TEST(LemkeBoxStatus, EqualInputsGiveEqualBitsOnAUsedSolver) {
  LemkeSolver used;
  RandomBoxes random(7);
  used.solve(make_alefeld_box(50, 1e4, 7));
  for (int draw = 0; draw < 20; ++draw) {
    const int n = random.integer(1, 30);
    const BoxLcp problem = random.with_bounds(random.semidefinite(n, n, false), false);
    const LcpSolution& solution = used.solve(problem);
    const LcpSolution fresh = LemkeSolver().solve(problem);
    EXPECT_EQ(solution.z, fresh.z);
    EXPECT_EQ(solution.states, fresh.states);
    EXPECT_EQ(solution.statistics.pivots, fresh.statistics.pivots);
    used.solve(Lcp{problem.M, problem.q});
  }
}

TEST(LemkeBoxStatus, ExtremeNumbersEndHonestly) {
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  RandomBoxes random(8);
  const std::vector<double> numbers = {huge, -huge,  1e200, -1e200, 1,    -1,
                                       0,    1e-200, -tiny, tiny,   1e30, -1e30};
  const auto draw_number = [&] { return numbers[static_cast<std::size_t>(random.integer(0, 11))]; };
  LemkeSolver solver;
  for (int draw = 0; draw < 3000; ++draw) {
    const int n = random.integer(1, 5);
    BoxLcp problem{RowMajorMatrix::NullaryExpr(n, n, draw_number),
                   Eigen::VectorXd::NullaryExpr(n, draw_number), Eigen::VectorXd(n),
                   Eigen::VectorXd(n)};
    if (draw % 2 == 0) problem.M = (problem.M + RowMajorMatrix(problem.M.transpose())) / 2;
    for (int i = 0; i < n; ++i) {
      const double a = draw_number();
      const double b = draw_number();
      const int kind = random.integer(0, 4);
      problem.lower[i] = kind == 0 ? -kInf : std::min(a, b);
      problem.upper[i] = kind == 1 ? kInf : std::max(a, b);
    }
    if (!problem.M.allFinite()) continue;
    expect_honest_states(problem, solver.solve(problem));
  }
}

TEST(LemkeBoxStatus, RejectsWhatIsNoProblem) {
  const BoxLcp good = make_alefeld_box(3, 10, 1);
  BoxLcp bad = good;
  bad.M(1, 2) = kNaN;
  EXPECT_THROW(LemkeSolver().solve(bad), std::invalid_argument);
  bad = good;
  bad.lower[0] = bad.upper[0] + 1;
  EXPECT_THROW(LemkeSolver().solve(bad), std::invalid_argument);
  bad = good;
  bad.upper.resize(2);
  EXPECT_THROW(LemkeSolver().solve(bad), std::invalid_argument);
  EXPECT_THROW(LemkeSolver().solve(good, {.pivot_limit = -1}), std::invalid_argument);
  EXPECT_THROW(LemkeSolver().solve(good, {.tolerance = 0}), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
