#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lemke.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "answer_laws.h"
#include "box_problems.h"

namespace stiction {
namespace {

// Uncoupled rows: z_i = mid(l_i, -q_i / M_ii, u_i).
TEST(KellerClosedForm, UncoupledRows) {
  BoxLcp problem = make_box({2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3}, {-6, 8, -5, 9},
                            {0, -1, -kInf, -kInf}, {1, kInf, kInf, 0});
  expect_solution<KellerSolver>(problem, Eigen::Vector4d(1, -1, 5, -3));
  const LcpSolution solution = KellerSolver().solve(problem);
  using enum BoundState;
  EXPECT_EQ(solution.states, (std::vector<BoundState>{upper, lower, between, between}));
}

// The shares of two springs in series with a force between them, one of which can only push.
TEST(KellerClosedForm, CoupledRows) {
  expect_solution<KellerSolver>(make_box({2, -1, -1, 2}, {-3, 0}, {0, 0}, {kInf, kInf}),
                                Eigen::Vector2d(2, 1));
  expect_solution<KellerSolver>(make_box({2, -1, -1, 2}, {-3, 0}, {0, 0}, {1, kInf}),
                                Eigen::Vector2d(1, 0.5));
  expect_solution<KellerSolver>(make_box({2, 1, 1, 2}, {-1, 1}, {0, 0}, {kInf, kInf}),
                                Eigen::Vector2d(0.5, 0));
}

// z_1 + z_2 = 3 with z_1 <= 1: the drive along the null direction ends at the bound.
TEST(KellerClosedForm, NullDirectionEndsAtABound) {
  const LcpSolution solution =
      KellerSolver().solve(make_box({1, 1, 1, 1}, {-3, -3}, {0, 0}, {1, kInf}));
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_NEAR(solution.z.sum(), 3, 1e-14);
  expect_solution<KellerSolver>(make_box({1, 1, 1, 1}, {-3, -4}, {0, 0}, {1, kInf}),
                                Eigen::Vector2d(0, 4));
  expect_solution<KellerSolver>(make_box({1, 1, 1, 1}, {-4, -3}, {0, 0}, {1, kInf}),
                                Eigen::Vector2d(1, 2));
  expect_solution<KellerSolver>(make_box({0}, {-1}, {0}, {7}), Eigen::VectorXd::Constant(1, 7));
}

TEST(KellerClosedForm, RunsAlongARayWhereThereIsNoSolution) {
  for (const BoxLcp& problem :
       {make_box({0}, {-1}, {0}, {kInf}), make_box({1, -1, -1, 1}, {-1, 0.5}, {0, 0}, {kInf, kInf}),
        make_box({1, 1, 1, 1}, {0, 1}, {-kInf, -kInf}, {kInf, kInf})}) {
    const LcpSolution solution = KellerSolver().solve(problem);
    EXPECT_EQ(solution.status, LcpStatus::no_solution_found);
    EXPECT_TRUE(solution.z.allFinite());
    EXPECT_GT(solution.residual, 0.1);
  }
}

TEST(KellerClosedForm, FixedRowsStayAndActOnTheOthers) {
  expect_solution<KellerSolver>(make_box({2, 1, 1, 2}, {0, 0}, {3, -kInf}, {3, kInf}),
                                Eigen::Vector2d(3, -1.5));
}

/// Cottle, Pang and Stone, Example 4.4.16; semidefinite.
TEST(KellerTextbook, CottlePangStoneExample4416) {
  const BoxLcp problem = make_box({1, -1, -1, 1}, {1, -1}, {0, 0}, {kInf, kInf});
  const LcpSolution solution = KellerSolver().solve(problem);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_NEAR(solution.z[1] - solution.z[0], 1, 1e-15);
}

/// Fathi's matrices, positive definite, on which Lemke's and Murty's methods take 2^n pivots; the
/// solution is the first unit vector (Murty, Linear Complementarity, chapter 6).
TEST(KellerTextbook, FathisExamplesTakeFewPivots) {
  for (const int n : {4, 8, 12, 16, 40}) {
    RowMajorMatrix L = RowMajorMatrix::Identity(n, n);
    L.triangularView<Eigen::StrictlyLower>().setConstant(2);
    const BoxLcp problem = make_one_sided(L * L.transpose(), Eigen::VectorXd::Constant(n, -1.0));
    expect_solution<KellerSolver>(problem, Eigen::VectorXd::Unit(n, 0));
    EXPECT_LE(KellerSolver().solve(problem).statistics.pivots, 2 * n) << n;
  }
}

/// Hock and Schittkowski, Test Examples for Nonlinear Programming Codes, problem 3: minimise
/// x_2 + 1e-5 (x_2 - x_1)^2 over x_2 >= 0.
TEST(KellerTextbook, HockSchittkowski3) {
  expect_solution<KellerSolver>(
      make_box({2e-5, -2e-5, -2e-5, 2e-5}, {0, 1}, {-kInf, 0}, {kInf, kInf}),
      Eigen::Vector2d(0, 0));
}

// A string of n links under uniform load above a floor at -c: z'' = 1 where it hangs free.
TEST(KellerTextbook, StringOverAFloor) {
  const int n = 41;
  BoxLcp problem{RowMajorMatrix::Zero(n, n), Eigen::VectorXd::Constant(n, 1.0),
                 Eigen::VectorXd::Constant(n, -18.0), Eigen::VectorXd::Constant(n, kInf)};
  problem.M.diagonal().setConstant(2);
  problem.M.diagonal<1>().setConstant(-1);
  problem.M.diagonal<-1>().setConstant(-1);
  // z_k = k^2 / 2 - b k touches -18 with slope 0 between its neighbours at k = 6: b = 6.
  Eigen::VectorXd z(n);
  for (int i = 0; i < n; ++i) {
    const int k = std::min({i + 1, n - i, 6});
    z[i] = 0.5 * k * k - 6 * k;
  }
  expect_solution<KellerSolver>(problem, z);
}

TEST(KellerRandom, LargeBoxesOfCondition1e4TakeFewPivots) {
  KellerSolver solver;
  int pivots = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const LcpSolution& solution = solver.solve(make_alefeld_box(100, 1e4, seed));
    ASSERT_EQ(solution.status, LcpStatus::solved) << seed;
    EXPECT_LE(solution.residual, 1e-12) << seed;
    EXPECT_EQ(solution.statistics.restarts, 0) << seed;
    pivots += solution.statistics.pivots;
  }
  EXPECT_LE(pivots,
            40 * 200);  // about 100 pivots are rows that enter, the rest are rows that leave
}

TEST(KellerRandom, AgreesWithLemkeOnTheDoubledProblem) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const BoxLcp problem = make_alefeld_box(25, 1e3, seed);
    const LcpSolution lemke = LemkeSolver().solve(make_doubled(problem));
    ASSERT_EQ(lemke.status, LcpStatus::solved);
    EXPECT_LE((KellerSolver().solve(problem).z - (problem.lower + lemke.z.head(25)))
                  .cwiseAbs()
                  .maxCoeff(),
              1e-10);
  }
}

// Units of powers of two change no bit of the answer, however far from 1 they are.
TEST(KellerRandom, DoesNotDependOnUnits) {
  const BoxLcp problem = make_alefeld_box(30, 1e4, 1);
  const LcpSolution reference = KellerSolver().solve(problem);
  for (const int of_M : {-200, 0, 200}) {
    for (const int of_z : {-100, 3, 100}) {
      BoxLcp other = problem;
      other.M *= std::ldexp(1.0, 2 * of_M);
      other.q *= std::ldexp(1.0, 2 * of_M + of_z);
      other.lower *= std::ldexp(1.0, of_z);
      other.upper *= std::ldexp(1.0, of_z);
      const Eigen::VectorXd z = KellerSolver().solve(other).z * std::ldexp(1.0, -of_z);
      EXPECT_LE((z - reference.z).cwiseAbs().maxCoeff(), 1e-13) << of_M << " " << of_z;
    }
  }
}

TEST(KellerRandom, DoesNotDependOnTheOrderOfTheRows) {
  std::mt19937_64 random(3);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const BoxLcp problem = make_alefeld_box(40, 1e4, seed);
    std::vector<int> order(40);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    const BoxLcp shuffled{problem.M(order, order), problem.q(order), problem.lower(order),
                          problem.upper(order)};
    EXPECT_LE((KellerSolver().solve(shuffled).z - KellerSolver().solve(problem).z(order))
                  .cwiseAbs()
                  .maxCoeff(),
              1e-12);
  }
}

TEST(KellerStart, ItsOwnAnswerTakesNoPivot) {
  KellerSolver solver;
  const BoxLcp problem = make_alefeld_box(60, 1e4, 1);
  const LcpSolution& solution = solver.solve(problem);
  const Eigen::VectorXd z = solution.z;
  solver.solve(problem, {}, start_from(solution));
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_EQ(solution.statistics.pivots, 0);
  EXPECT_EQ(solution.statistics.stage, LcpStage::trivial);
  EXPECT_LE((solution.z - z).cwiseAbs().maxCoeff(), 1e-14);
}

// The states stay useful for bounds and right-hand sides that have changed a little.
TEST(KellerStart, SavesPivots) {
  int cold = 0;
  int warm = 0;
  KellerSolver solver;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    BoxLcp problem = make_alefeld_box(60, 1e4, seed);
    const LcpSolution before = solver.solve(problem);
    problem.q *= 1.001;
    problem.upper *= 1.01;
    cold += solver.solve(problem).statistics.pivots;
    warm += solver.solve(problem, {}, start_from(before)).statistics.pivots;
  }
  EXPECT_LE(10 * warm, cold) << warm << " " << cold;
}

TEST(KellerStatus, EmptyProblem) {
  const LcpSolution solution = KellerSolver().solve(BoxLcp{});
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_EQ(solution.z.size(), 0);
}

TEST(KellerStatus, PivotLimitIsReportedAndKept) {
  const LcpSolution solution =
      KellerSolver().solve(make_alefeld_box(40, 1e4, 1), {.pivot_limit = 6});
  EXPECT_EQ(solution.status, LcpStatus::iteration_limit);
  EXPECT_LE(solution.statistics.pivots, 6);
}

TEST(KellerStatus, EqualInputsGiveEqualBitsOnAUsedSolver) {
  KellerSolver used;
  used.solve(make_alefeld_box(50, 1e4, 7));
  const BoxLcp problem = make_alefeld_box(30, 1e6, 8);
  EXPECT_EQ(used.solve(problem).z, KellerSolver().solve(problem).z);
}

TEST(KellerStatus, ExtremeNumbersEndHonestly) {
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  for (const double m : {huge, 1e200, 1e-200, tiny, 0.0}) {
    for (const double q : {-huge, -1.0, -tiny, 0.0, tiny, huge}) {
      const BoxLcp problem = make_box({m, m, m, m}, {q, -q}, {0, -huge}, {kInf, huge});
      const LcpSolution solution = KellerSolver().solve(problem);
      EXPECT_EQ(solution.status == LcpStatus::solved, lcp_residual(problem, solution.z) <= 1e-8);
      EXPECT_TRUE(solution.z.allFinite());
    }
  }
}

TEST(KellerStatus, RejectsWhatIsNoProblem) {
  const BoxLcp good = make_alefeld_box(3, 10, 1);
  BoxLcp bad = good;
  bad.M(1, 2) = kNaN;
  EXPECT_THROW(KellerSolver().solve(bad), std::invalid_argument);
  bad = good;
  bad.q[0] = kInf;
  EXPECT_THROW(KellerSolver().solve(bad), std::invalid_argument);
  bad = good;
  bad.lower[0] = bad.upper[0] + 1;
  EXPECT_THROW(KellerSolver().solve(bad), std::invalid_argument);
  bad = good;
  bad.q.resize(2);
  EXPECT_THROW(KellerSolver().solve(bad), std::invalid_argument);
  EXPECT_THROW(KellerSolver().solve(good, {.pivot_limit = -1}), std::invalid_argument);
  EXPECT_THROW(KellerSolver().solve(good, {.tolerance = 0}), std::invalid_argument);
  EXPECT_THROW(KellerSolver().solve(good, {.tolerance = kNaN}), std::invalid_argument);
  const std::vector<double> z = {0, kNaN, 0};
  const std::vector<BoundState> states(2);
  EXPECT_THROW(KellerSolver().solve(good, {}, {.z = z}), std::invalid_argument);
  EXPECT_THROW(KellerSolver().solve(good, {}, {.states = states}), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
