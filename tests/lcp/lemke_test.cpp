#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lemke.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "answer_laws.h"
#include "small_problems.h"

namespace stiction {
namespace {

/// A random symmetric positive definite problem of n rows with about half of z active.
Lcp random_definite(int n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  const RowMajorMatrix A = RowMajorMatrix::NullaryExpr(n, n, [&] { return normal(random); });
  return {A * A.transpose() + RowMajorMatrix::Identity(n, n),
          Eigen::VectorXd::NullaryExpr(n, [&] { return normal(random); })};
}

TEST(LemkeTextbook, CottlePangStoneExample447) {
  expect_solution<LemkeSolver>(make_lcp({0, -1, 2, 2, 0, -2, -1, 1, 0}, {-3, 6, -1}),
                               Eigen::Vector3d(0, 1, 3));
}

/// The pivot that would let z_0 leave ties with another one, which would end on a ray.
TEST(LemkeTextbook, CottlePangStoneExample4416Z0WinsTies) {
  const Lcp problem = make_lcp({1, -1, -1, 1}, {1, -1});
  for (const double spread : {0.0, 0.1, 1.0}) {
    const LcpSolution solution =
        LemkeSolver().solve(problem, {.covering_spread = spread, .restarts = 0});
    EXPECT_EQ(solution.status, LcpStatus::solved) << spread;
    EXPECT_EQ(solution.statistics.stage, LcpStage::largest_pivot) << spread;
    EXPECT_LE(solution.residual, 1e-15) << spread;
  }
}

/// Floudas and Pardalos, Handbook of Test Problems, 10.2.9: the optimality conditions of a convex
/// quadratic program with one parameter.
TEST(LemkeTextbook, HandbookProblem1029) {
  const auto problem = [](double l) {
    return make_lcp({11, 0, 10, -1, 0, 11, 10, -1, 10, 10, 21, -1, 1, 1, 1, 0}, {50, 50, l, -6});
  };
  expect_solution<LemkeSolver>(problem(10), Eigen::Vector4d(2, 2, 2, 92));
  expect_solution<LemkeSolver>(problem(100), Eigen::Vector4d(3, 3, 0, 83));
}

/// Ahn 1983: tridiagonal (1, 4, -2), q = -1. Its solution in fractions has the denominator 15504.
TEST(LemkeTextbook, AhnTridiagonal) {
  Lcp problem{RowMajorMatrix::Zero(8, 8), Eigen::VectorXd::Constant(8, -1.0)};
  problem.M.diagonal().setConstant(4);
  problem.M.diagonal<1>().setConstant(-2);
  problem.M.diagonal<-1>().setConstant(1);
  Eigen::VectorXd z(8);
  z << 395.0 / 969, 611.0 / 1938, 108.0 / 323, 1265.0 / 3876, 310.0 / 969, 783.0 / 2584,
      1031.0 / 3876, 2845.0 / 15504;
  expect_solution<LemkeSolver>(problem, z);
}

/// Lemke's method ends on a ray here though there are solutions (Cottle, Pang and Stone, 4.4.23).
/// Its answer must be true either way.
TEST(LemkeTextbook, BimatrixGameIsSolvedOrHonestlyNot) {
  const Lcp problem =
      make_lcp({0, 0, 10, 20, 0, 0, 30, 15, 10, 20, 0, 0, 30, 15, 0, 0}, {-1, -1, -1, -1});
  const LcpSolution solution = LemkeSolver().solve(problem);
  EXPECT_EQ(solution.status == LcpStatus::solved, lcp_residual(problem, solution.z) <= 1e-8);
}

TEST(LemkeEdge, EmptyProblem) {
  const LcpSolution solution = LemkeSolver().solve(Lcp{});
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_EQ(solution.z.size(), 0);
  EXPECT_EQ(solution.residual, 0.0);
}

TEST(LemkeEdge, OneRow) {
  expect_solution<LemkeSolver>(make_lcp({2}, {-3}), Eigen::VectorXd::Constant(1, 1.5));
  expect_solution<LemkeSolver>(make_lcp({2}, {3}), Eigen::VectorXd::Zero(1));
  expect_solution<LemkeSolver>(make_lcp({0}, {0}), Eigen::VectorXd::Zero(1));
  expect_solution<LemkeSolver>(make_lcp({-1}, {3}), Eigen::VectorXd::Zero(1));
}

TEST(LemkeEdge, NonNegativeQIsSolvedWithoutAPivot) {
  const LcpSolution solution = LemkeSolver().solve(make_lcp({-1, 5, 7, -1}, {0, 2}));
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_EQ(solution.z, Eigen::Vector2d::Zero());
  EXPECT_EQ(solution.statistics.pivots, 0);
  EXPECT_EQ(solution.statistics.stage, LcpStage::trivial);
  EXPECT_EQ(solution.statistics.runs[0], 1);
}

TEST(LemkeEdge, QWithZeros) {
  expect_solution<LemkeSolver>(make_lcp({2, 1, 0, 1, 2, 1, 0, 1, 2}, {0, -3, 0}),
                               Eigen::Vector3d(0, 1.5, 0));
  expect_solution<LemkeSolver>(make_lcp({2, -1, 0, -1, 2, -1, 0, -1, 2}, {0, -4, 0}),
                               Eigen::Vector3d(2, 4, 2));
}

/// n supports at the same place can share a load in any way: z >= 0 with sum z = load.
TEST(LemkeEdge, DuplicateRows) {
  for (const int n : {2, 3, 10, 50}) {
    const LcpSolution solution =
        LemkeSolver().solve(Lcp{RowMajorMatrix::Ones(n, n), Eigen::VectorXd::Constant(n, -3.0)});
    EXPECT_EQ(solution.status, LcpStatus::solved) << n;
    EXPECT_NEAR(solution.z.sum(), 3.0, 1e-14) << n;
  }
}

TEST(LemkeEdge, InfeasibleProblemsHaveNoSolution) {
  const Lcp infeasible[] = {make_lcp({-1}, {-1}), make_lcp({0}, {-1}),
                            make_lcp({0, 0, 0, 0}, {-1, 1}), make_lcp({1, -1, -1, 1}, {-1, -1}),
                            make_lcp({0, 1, -1, 0}, {1, -2})};
  for (const Lcp& problem : infeasible) {
    const LcpSolution solution = LemkeSolver().solve(problem);
    EXPECT_EQ(solution.status, LcpStatus::no_solution_found) << problem.M;
    EXPECT_GT(solution.residual, 1e-2);
    EXPECT_TRUE(solution.z.allFinite());
    EXPECT_GE(solution.z.minCoeff(), 0.0);
    EXPECT_GT(solution.statistics.runs[1], 0);
    EXPECT_GT(solution.statistics.runs[2], 0);
    EXPECT_GT(solution.statistics.runs[3], 0);
  }
}

/// A solution of the problem scaled by powers of two is the scaled solution, bit for bit.
TEST(LemkeScaling, IsExactForPowersOfTwo) {
  const Lcp problem = random_definite(12, 5);
  const LcpSolution reference = LemkeSolver().solve(problem);
  ASSERT_EQ(reference.status, LcpStatus::solved);
  for (const int m : {-600, -40, 1, 40, 600}) {
    for (const int k : {-300, -7, 300}) {
      const LcpSolution scaled = LemkeSolver().solve(
          Lcp{problem.M * std::ldexp(1.0, 2 * (m / 2)), problem.q * std::ldexp(1.0, k)});
      const Eigen::VectorXd expected = reference.z * std::ldexp(1.0, k - 2 * (m / 2));
      if (!expected.allFinite() || (expected.array() > 1e200).any()) continue;
      EXPECT_EQ(scaled.status, LcpStatus::solved) << m << " " << k;
      EXPECT_EQ(scaled.z, expected) << m << " " << k;
    }
  }
}

TEST(LemkeScaling, HugeAndTinyNumbers) {
  for (const double m : {1e-300, 1e-150, 1.0, 1e150, 1e300}) {
    for (const double q : {1e-300, 1.0, 1e150, 1e300}) {
      const double z = q / m;
      const Lcp problem = make_lcp({2 * m, m, m, 2 * m}, {-3 * q, -3 * q});
      const LcpSolution solution = LemkeSolver().solve(problem);
      if (std::isfinite(z) && z < 1e300 && z > 1e-300) {
        EXPECT_EQ(solution.status, LcpStatus::solved) << m << " " << q;
        EXPECT_NEAR(solution.z[0] / z, 1.0, 1e-14) << m << " " << q;
      }
      EXPECT_TRUE(solution.z.allFinite()) << m << " " << q;
    }
  }
}

/// Masses of 1e-6 and 1e6 kg side by side, with cone rows, which cannot have the same scale.
TEST(LemkeScaling, RowsOfVeryDifferentSize) {
  for (const double ratio : {1e-12, 1e-6, 1e6, 1e12}) {
    // Two particles, each on a plane with friction mu = 1/2 in two directions: the second one
    // slides.
    Lcp problem{RowMajorMatrix::Zero(8, 8), Eigen::VectorXd::Zero(8)};
    Eigen::VectorXd expected(8);
    for (int body = 0; body < 2; ++body) {
      const double m = body == 0 ? 1.0 : ratio;  // 1 / mass
      const double slip = body == 0 ? 0.25 : 2.0;
      RowMajorMatrix M(4, 4);
      M << m, 0, 0, 0, 0, m, -m, 1, 0, -m, m, 1, 0.5, -1, -1, 0;
      problem.M.block<4, 4>(4 * body, 4 * body) = M;
      problem.q.segment<4>(4 * body) << -1, slip, -slip, 0;
      // sticks: friction -slip / m; slides: friction -mu / m, lambda = slip - mu
      expected.segment<4>(4 * body) << 1 / m, 0, (body == 0 ? slip : 0.5) / m,
          body == 0 ? 0.0 : slip - 0.5;
    }
    const LcpSolution solution = LemkeSolver().solve(problem);
    EXPECT_EQ(solution.status, LcpStatus::solved) << ratio;
    for (const int i : {0, 2, 4, 6, 7}) {
      // a sticking contact may carry equal and opposite friction on top; the net one counts
      const double net = i == 2 || i == 6 ? solution.z[i] - solution.z[i - 1] : solution.z[i];
      EXPECT_NEAR(net / expected[i], 1.0, 1e-12) << ratio << " " << i;
    }
  }
}

TEST(LemkeInput, NotFiniteNumbersAreRefused) {
  for (const double bad : {kNaN, kInf, -kInf}) {
    Lcp problem = make_lcp({1, 0, 0, 1}, {-1, -1});
    problem.M(0, 1) = bad;
    EXPECT_THROW(LemkeSolver().solve(problem), std::invalid_argument);
    problem = make_lcp({1, 0, 0, 1}, {-1, bad});
    EXPECT_THROW(LemkeSolver().solve(problem), std::invalid_argument);
  }
  EXPECT_THROW(LemkeSolver().solve(Lcp{RowMajorMatrix::Zero(2, 3), Eigen::Vector2d(-1, 1)}),
               std::invalid_argument);
}

TEST(LemkeInput, OptionsOutOfRangeAreRefused) {
  const Lcp problem = make_lcp({1, 0, 0, 1}, {-1, -1});
  const std::vector<int> wrong_size = {0};
  const std::vector<int> too_large = {0, 2};
  const std::vector<int> negative = {-1, 0};
  const LemkeOptions wrong[] = {{.covering_group = wrong_size},
                                {.covering_group = too_large},
                                {.covering_group = negative},
                                {.covering_spread = -0.1},
                                {.covering_spread = kNaN},
                                {.pivot_threshold = 0},
                                {.pivot_threshold = 1},
                                {.tie_width = -1e-12},
                                {.tie_width = kInf},
                                {.pivot_limit = -1},
                                {.restarts = -1},
                                {.tolerance = 0},
                                {.tolerance = kNaN}};
  for (const LemkeOptions& options : wrong) {
    EXPECT_THROW(LemkeSolver().solve(problem, options), std::invalid_argument) << &options - wrong;
  }
}

TEST(LemkeOptions, PivotLimitEndsTheLadder) {
  const Lcp problem = random_definite(30, 3);
  const int needed = LemkeSolver().solve(problem).statistics.pivots;
  ASSERT_GT(needed, 5);
  const LcpSolution cut = LemkeSolver().solve(problem, {.pivot_limit = 6});
  EXPECT_EQ(cut.status, LcpStatus::iteration_limit);
  EXPECT_LE(cut.statistics.pivots, 6);
  EXPECT_TRUE(cut.z.allFinite());
  EXPECT_GT(cut.residual, 1e-8);
}

TEST(LemkeOptions, RowsOfAGroupShareTheCoveringEntry) {
  // With one group for all rows the covering vector is a multiple of (1, ..., 1), as with spread 0.
  const Lcp problem = random_definite(20, 8);
  const std::vector<int> one_group(20, 4);
  const LcpSolution grouped =
      LemkeSolver().solve(problem, {.covering_group = one_group, .covering_spread = 5.0});
  const LcpSolution of_ones =
      LemkeSolver().solve(problem, {.covering_group = one_group, .covering_spread = 0.0});
  EXPECT_EQ(grouped.status, LcpStatus::solved);
  EXPECT_EQ(grouped.statistics.pivots, of_ones.statistics.pivots);
}

/// The solver does not trust the tableau: with a tolerance that rounding errors exceed, it climbs
/// the whole ladder and reports that it did not reach it.
TEST(LemkeOptions, ToleranceIsHeldAgainstTheJudge) {
  const Lcp problem = random_definite(40, 11);
  const LcpSolution solution = LemkeSolver().solve(problem, {.tolerance = 1e-30});
  EXPECT_EQ(solution.status, LcpStatus::no_solution_found);
  EXPECT_EQ(solution.residual, lcp_residual(problem, solution.z));
  EXPECT_LE(solution.residual, 1e-14);
  for (int stage = 1; stage < kNumLcpStages; ++stage) {
    EXPECT_EQ(solution.statistics.runs[static_cast<std::size_t>(stage)], 3) << stage;
  }
  EXPECT_EQ(solution.statistics.restarts, 8);
}

/// The Hilbert matrix: the tableau's own answer is far off; the judge's bound holds.
TEST(LemkeAccuracy, IllConditionedMatrices) {
  for (const int n : {4, 8, 12, 16}) {
    Lcp problem{RowMajorMatrix(n, n), Eigen::VectorXd(n)};
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) problem.M(i, j) = 1.0 / (i + j + 1);
    }
    problem.q = -problem.M * Eigen::VectorXd::Ones(n);
    const LcpSolution solution = LemkeSolver().solve(problem);
    EXPECT_EQ(solution.status, LcpStatus::solved) << n;
    EXPECT_LE(solution.residual, 1e-12) << n;
  }
}

bool is_same_path(const LcpSolution& a, const LcpSolution& b) {
  if (a.z.size() != b.z.size() || a.statistics.pivots != b.statistics.pivots) return false;
  for (Eigen::Index i = 0; i < a.z.size(); ++i) {
    if (std::bit_cast<std::uint64_t>(a.z[i]) != std::bit_cast<std::uint64_t>(b.z[i])) return false;
  }
  return std::bit_cast<std::uint64_t>(a.residual) == std::bit_cast<std::uint64_t>(b.residual);
}

TEST(LemkeDeterminism, EqualInputsGiveEqualBitsWhateverWasSolvedBefore) {
  LemkeSolver used;
  for (const int n : {30, 3, 64, 17}) {
    const Lcp problem = random_definite(n, 77);
    const LcpSolution fresh = LemkeSolver().solve(problem);
    EXPECT_EQ(fresh.status, LcpStatus::solved);
    const LcpSolution first = used.solve(problem);
    used.solve(random_definite(40, 78));
    used.solve(make_lcp({0}, {-1}));  // climbs the whole ladder
    EXPECT_TRUE(is_same_path(fresh, first)) << n;
    EXPECT_TRUE(is_same_path(fresh, used.solve(problem))) << n;
  }
}

TEST(LemkeDeterminism, TheSeedSelectsThePathNotTheAnswer) {
  const Lcp problem = random_definite(25, 9);
  const LcpSolution first = LemkeSolver().solve(problem, {.seed = 1});
  bool another_path = false;
  for (std::uint64_t seed = 2; seed < 12; ++seed) {
    const LcpSolution other = LemkeSolver().solve(problem, {.seed = seed, .covering_spread = 20.0});
    EXPECT_EQ(other.status, LcpStatus::solved);
    EXPECT_LE((other.z - first.z).cwiseAbs().maxCoeff(), 1e-12);
    another_path |= other.statistics.pivots != first.statistics.pivots;
  }
  EXPECT_TRUE(another_path);
}

TEST(LemkeSolverObject, MovesWithItsWorkspace) {
  const Lcp problem = random_definite(10, 1);
  LemkeSolver solver;
  const LcpSolution before = solver.solve(problem);
  LemkeSolver moved = std::move(solver);
  EXPECT_TRUE(is_same_path(before, moved.solve(problem)));
}

}  // namespace
}  // namespace stiction
