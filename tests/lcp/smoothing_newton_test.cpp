#include <stiction/lcp/smoothing_newton.h>

#include <gtest/gtest.h>

#include <cmath>

#include "newton_laws.h"
#include "newton_robustness.h"

namespace stiction {
namespace {

// M = 1, q = -1 at z = 0, mu = 1, without scaling: w = -1, x = z - w = 1 above the bound 0, root =
// sqrt(1 + 4). Phi = w - s(-1) = -1 - (sqrt 5 - 1) / 2 = -(1 + sqrt 5) / 2, psi = 1 + Phi^2 > 1, so
// that d_mu = -1 + 0.2 = -0.8. c = 1 - s'(-1) = (1 + 1 / sqrt 5) / 2, dPhi/dmu = -2 / sqrt 5, and
// with nu = 1e-3:  (1 - c + nu + c) d = -Phi - (dPhi/dmu) d_mu.
TEST(SmoothingNewton, OneStepByHand) {
  std::vector<double> z;
  std::vector<double> psi;
  SmoothingNewtonOptions options = {.has_scaling = false};
  options.stop.on_iteration = [&](const LcpIteration& iteration) {
    z.push_back(iteration.z[0]);
    psi.push_back(iteration.merit);
  };
  const LcpSolution solution = SmoothingNewtonSolver().solve(make_lcp({1}, {-1}), options);
  const double root = std::sqrt(5.0);
  const double phi = -(1 + root) / 2;
  EXPECT_NEAR(psi[0], 1 + phi * phi, 1e-14);
  EXPECT_NEAR(z[1], (-phi - 2 / root * 0.8) / 1.001, 1e-14);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_NEAR(solution.z[0], 1, 1e-7);
}

TEST(SmoothingNewton, ClosedForms) {
  check_closed_forms<SmoothingNewtonSolver>(SmoothingNewtonOptions{});
}
TEST(SmoothingNewton, AgreesWithKeller) {
  check_agreement_with_keller<SmoothingNewtonSolver>(SmoothingNewtonOptions{});
}
TEST(SmoothingNewton, AgreesWithLemke) {
  check_agreement_with_lemke<SmoothingNewtonSolver>(SmoothingNewtonOptions{});
}

TEST(SmoothingNewton, ConvergesQuadratically) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    EXPECT_GT(last_exponent(errors_along<SmoothingNewtonSolver>(make_alefeld_box(40, 100, seed),
                                                                SmoothingNewtonOptions{})),
              1.6);
  }
}

// Lacoursiere, section 7: the iteration count is nearly independent of the size.
TEST(SmoothingNewton, TheSizeHardlyMatters) {
  for (const int n : {10, 20, 40, 80, 160}) {
    const LcpSolution solution =
        SmoothingNewtonSolver().solve(make_alefeld_box(n, 1e4, 1), {.stop = {.tolerance = 1e-12}});
    EXPECT_EQ(solution.status, LcpStatus::solved);
    EXPECT_LE(solution.statistics.iterations, 15) << n;
  }
}

TEST(SmoothingNewton, MeritFallsMonotonously) {
  double before = kInf;
  SmoothingNewtonOptions options;
  options.stop.on_iteration = [&](const LcpIteration& iteration) {
    EXPECT_LT(iteration.merit, before);
    before = iteration.merit;
  };
  SmoothingNewtonSolver().solve(make_alefeld_box(40, 1e4, 4), options);
}

TEST(SmoothingNewton, Degenerate) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Eigen::VectorXd z;
    const Lcp problem = make_degenerate(30, seed, z);
    const LcpSolution solution =
        SmoothingNewtonSolver().solve(problem, {.stop = {.tolerance = 1e-11}});
    EXPECT_EQ(solution.status, LcpStatus::solved) << seed;
    EXPECT_LE((solution.z - z).cwiseAbs().maxCoeff(), 1e-4) << seed;  // the root of the tolerance
  }
}

TEST(SmoothingNewton, SolvesSemidefiniteProblems) {
  check_semidefinite<SmoothingNewtonSolver>(SmoothingNewtonOptions{});
}

// Skew: w = (z_2 - 1, 2 - z_1), zero at (2, 1). Then P0 but not semidefinite, with a zero on the
// diagonal: w = (5 z_2 - 5, z_2 - 2).
TEST(SmoothingNewton, SolvesP0Problems) {
  const SmoothingNewtonOptions precise = {.stop = {.tolerance = 1e-12}};
  const LcpSolution skew = SmoothingNewtonSolver().solve(make_lcp({0, 1, -1, 0}, {-1, 2}), precise);
  EXPECT_EQ(skew.status, LcpStatus::solved);
  EXPECT_LE((skew.z - Eigen::Vector2d(2, 1)).cwiseAbs().maxCoeff(), 1e-10);
  const LcpSolution p0 = SmoothingNewtonSolver().solve(make_lcp({0, 5, 0, 1}, {-5, -2}), precise);
  EXPECT_EQ(p0.status, LcpStatus::solved);
  EXPECT_LE((p0.z - Eigen::Vector2d(0, 2)).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(SmoothingNewton, SolvesMostContacts) {
  int solved = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Lcp problem = RandomContacts(3, 6, seed).make_lcp(0.5);
    const LcpSolution solution =
        SmoothingNewtonSolver().solve(problem, {.stop = {.tolerance = 1e-10}});
    expect_honest(problem, solution, 1e-10);
    solved += solution.status == LcpStatus::solved;
  }
  EXPECT_GE(solved, 19);
}

// M = -2 is not a P0 matrix, and q = -1 has no solution: 1 - c + nu mu - 2 c may vanish or change
// its sign.
TEST(SmoothingNewton, SaysWhyItGivesUp) {
  SmoothingNewtonSolver solver;
  const Lcp problem = make_lcp({-2}, {-1});
  const LcpSolution& solution = solver.solve(problem);
  EXPECT_EQ(solution.stop, LcpStop::local_minimum);
  EXPECT_EQ(solution.statistics.restarts, 5);
  EXPECT_EQ(solver.solve(problem, {.restart_limit = 0}).statistics.restarts, 0);
}

TEST(SmoothingNewton, Diverges) {
  check_divergence<SmoothingNewtonSolver>(SmoothingNewtonOptions{});
}
TEST(SmoothingNewton, Infeasible) {
  check_infeasible<SmoothingNewtonSolver>(SmoothingNewtonOptions{});
}
TEST(SmoothingNewton, ExtremeNumbers) {
  check_extreme_numbers<SmoothingNewtonSolver>(SmoothingNewtonOptions{});
}
TEST(SmoothingNewton, Garbage) {
  check_garbage<SmoothingNewtonSolver>(SmoothingNewtonOptions{}, 500);
}
TEST(SmoothingNewton, EqualBits) {
  check_equal_bits<SmoothingNewtonSolver>(SmoothingNewtonOptions{});
}
TEST(SmoothingNewton, Units) { check_units<SmoothingNewtonSolver>(SmoothingNewtonOptions{}); }
TEST(SmoothingNewton, Start) { check_start<SmoothingNewtonSolver>(SmoothingNewtonOptions{}); }
TEST(SmoothingNewton, Criteria) { check_criteria<SmoothingNewtonSolver>(SmoothingNewtonOptions{}); }

TEST(SmoothingNewton, Rejections) {
  check_rejections<SmoothingNewtonSolver>(SmoothingNewtonOptions{});
  EXPECT_THROW(SmoothingNewtonSolver().solve(make_alefeld_box(3, 10, 1), {.restart_limit = -1}),
               std::invalid_argument);
}

}  // namespace
}  // namespace stiction
