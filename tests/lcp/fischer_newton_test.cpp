#include <stiction/lcp/fischer_newton.h>

#include <gtest/gtest.h>

#include <cmath>

#include "newton_laws.h"
#include "newton_robustness.h"

namespace stiction {
namespace {

constexpr JacobianStrategy kStrategies[] = {JacobianStrategy::random, JacobianStrategy::zero,
                                            JacobianStrategy::perturbation,
                                            JacobianStrategy::approximation};

// M = 1, q = -4 at z = 3: w = -1. phi = sqrt 10 - 2, p = 3 / sqrt 10 - 1, q = -1 / sqrt 10 - 1,
// J = p + q = 2 / sqrt 10 - 2 and d = -phi / J = (sqrt 10 - 2) / (2 - 2 / sqrt 10).
TEST(FischerNewton, OneStepByHand) {
  std::vector<double> z;
  std::vector<double> merit;
  FischerNewtonOptions options = kAsPrinted<FischerNewtonOptions>;
  options.stop.on_iteration = [&](const LcpIteration& iteration) {
    z.push_back(iteration.z[0]);
    merit.push_back(iteration.merit);
  };
  const std::vector<double> three = {3};
  const LcpSolution solution =
      FischerNewtonSolver().solve(make_lcp({1}, {-4}), options, {.z = three});
  const double root = std::sqrt(10.0);
  EXPECT_NEAR(merit[0], 0.5 * (root - 2) * (root - 2), 1e-15);
  EXPECT_NEAR(z[1], 3 + (root - 2) / (2 - 2 / root), 1e-14);
  EXPECT_NEAR(solution.z[0], 4, 1e-7);
}

TEST(FischerNewton, ClosedForms) {
  check_closed_forms<FischerNewtonSolver>(FischerNewtonOptions{});
  check_closed_forms<FischerNewtonSolver>(FischerNewtonOptions{.system = NewtonSystem::sparse});
  check_closed_forms<FischerNewtonSolver>(FischerNewtonOptions{.system = NewtonSystem::gmres});
  check_closed_forms<FischerNewtonSolver>(
      FischerNewtonOptions{.strategy = JacobianStrategy::approximation});
  check_closed_forms<FischerNewtonSolver>(FischerNewtonOptions{.pgs_sweeps = 3});
}

TEST(FischerNewton, AgreesWithKeller) {
  check_agreement_with_keller<FischerNewtonSolver>(FischerNewtonOptions{});
}
TEST(FischerNewton, AgreesWithLemke) {
  check_agreement_with_lemke<FischerNewtonSolver>(FischerNewtonOptions{});
}

// |e_(k+1)| <= c |e_k|^2 near the solution: log e_(k+1) / log e_k tends to 2.
TEST(FischerNewton, ConvergesQuadratically) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    EXPECT_GT(last_exponent(errors_along<FischerNewtonSolver>(make_alefeld_box(40, 100, seed),
                                                              FischerNewtonOptions{})),
              1.6);
  }
  for (const JacobianStrategy strategy : kStrategies) {
    const FischerNewtonOptions options = {.strategy = strategy, .perturbation = 1e-7};
    EXPECT_GT(
        last_exponent(errors_along<FischerNewtonSolver>(make_alefeld_box(40, 100, 1), options)),
        1.6);
  }
}

TEST(FischerNewton, AllSystemsAgree) {
  const FischerNewtonOptions precise = {.stop = {.tolerance = 1e-12}};
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const SparseLcp grid = random_grid(8, seed);
    const Eigen::VectorXd dense = FischerNewtonSolver().solve(make_dense(grid), precise).z;
    const LcpSolution sparse = FischerNewtonSolver().solve(grid, precise);
    EXPECT_EQ(sparse.status, LcpStatus::solved);
    EXPECT_LE((sparse.z - dense).cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_EQ(sparse.statistics.linear_iterations, 0);
    FischerNewtonOptions gmres = precise;
    gmres.system = NewtonSystem::gmres;
    const LcpSolution matrix_free = FischerNewtonSolver().solve(make_box_lcp(grid), gmres);
    EXPECT_EQ(matrix_free.status, LcpStatus::solved);
    EXPECT_LE((matrix_free.z - dense).cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_GT(matrix_free.statistics.linear_iterations, 0);
  }
}

TEST(FischerNewton, FactorsGiveWhatTheDenseMatrixGives) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const FactoredBoxLcp problem = RandomContacts(12, 14, seed).make_frictionless();
    const LcpSolution factored =
        FischerNewtonSolver().solve(problem, {.stop = {.tolerance = 1e-12}});
    EXPECT_EQ(factored.status, LcpStatus::solved) << seed << to_string(factored.stop);
    expect_honest(problem, factored, 1e-12);
    const LcpSolution dense =
        FischerNewtonSolver().solve(make_dense(problem), {.stop = {.tolerance = 1e-12}});
    EXPECT_LE((factored.z - dense.z).cwiseAbs().maxCoeff(), 1e-8) << seed;
  }
}

/// Tolerances that a strategy attains: difference quotients cannot see kinks that are nearer than
/// h.
FischerNewtonOptions with_strategy(JacobianStrategy strategy) {
  if (strategy != JacobianStrategy::approximation) {
    return {.stop = {.tolerance = 1e-11}, .strategy = strategy};
  }
  return {.stop = {.tolerance = 1e-9}, .strategy = strategy, .perturbation = 1e-9};
}

// z_i = w_i = 0 in a third of the rows of the answer.
TEST(FischerNewton, DegenerateAnswerByAllStrategies) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Eigen::VectorXd z;
    const Lcp problem = make_degenerate(30, seed, z);
    for (const JacobianStrategy strategy : kStrategies) {
      const LcpSolution solution = FischerNewtonSolver().solve(problem, with_strategy(strategy));
      EXPECT_EQ(solution.status, LcpStatus::solved) << seed << " " << solution.residual;
      EXPECT_LE((solution.z - z).cwiseAbs().maxCoeff(), 1e-4) << seed;  // the root of the tolerance
    }
  }
}

// z_i = w_i = 0 in half of the rows of the start, where J is chosen.
TEST(FischerNewton, DegenerateStartByAllStrategies) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Lcp problem = random_skew(30, seed);
    for (int i = 0; i < 30; i += 2) problem.q[i] = 0;
    const Eigen::VectorXd lemke = LemkeSolver().solve(problem).z;
    for (const JacobianStrategy strategy : kStrategies) {
      const LcpSolution solution = FischerNewtonSolver().solve(problem, with_strategy(strategy));
      EXPECT_EQ(solution.status, LcpStatus::solved) << seed << " " << solution.residual;
      EXPECT_LE((solution.z - lemke).cwiseAbs().maxCoeff(), 1e-6) << seed;
    }
  }
}

// Another seed selects another element of the generalised Jacobian, the same seed the same one.
TEST(FischerNewton, TheSeedDecidesTheRandomStrategy) {
  const Lcp problem = make_lcp({2, 1, 0, 2}, {0, -1});
  const auto first_step = [&](std::uint64_t seed) {
    std::vector<double> z;
    FischerNewtonOptions options = {.strategy = JacobianStrategy::random, .seed = seed};
    options.stop.on_iteration = [&](const LcpIteration& i) { z.push_back(i.merit); };
    FischerNewtonSolver().solve(problem, options);
    return z[1];
  };
  EXPECT_EQ(first_step(1), first_step(1));
  EXPECT_NE(first_step(1), first_step(2));
}

TEST(FischerNewton, SolvesSemidefiniteProblems) {
  check_semidefinite<FischerNewtonSolver>(FischerNewtonOptions{});
}

// Erleben's table 1b: contact problems are solved, including redundant ones.
TEST(FischerNewton, SolvesContacts) {
  int solved = 0;
  int printed = 0;
  FischerNewtonSolver solver;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Lcp problem = seed % 2 == 0 ? RandomContacts(3, 6, seed).make_lcp(0.5)
                                      : RandomContacts(2, 10, seed).make_lcp(0.5);
    const LcpSolution& solution = solver.solve(problem, {.stop = {.tolerance = 1e-10}});
    expect_honest(problem, solution, 1e-10);
    solved += solution.status == LcpStatus::solved;
    printed += FischerNewtonSolver().solve(problem, kAsPrinted<FischerNewtonOptions>).status ==
               LcpStatus::solved;
  }
  EXPECT_GE(solved, 19);
  EXPECT_GE(printed, 10);
  EXPECT_LE(printed, solved);
}

// Initial Gauss-Seidel sweeps save iterations, and do no harm where the diagonal is zero.
TEST(FischerNewton, BeginsWithSweeps) {
  FischerNewtonSolver solver;
  const BoxLcp problem = make_box_lcp(make_dense(random_grid(8, 1)));
  const int cold = solver.solve(problem).statistics.iterations;
  EXPECT_EQ(solver.report().sweeps, 0);
  const LcpSolution& swept = solver.solve(problem, {.pgs_sweeps = 10});
  EXPECT_EQ(swept.status, LcpStatus::solved);
  EXPECT_EQ(solver.report().sweeps, 10);
  EXPECT_LT(swept.statistics.iterations, cold);
  const Lcp contact = RandomContacts(3, 6, 2).make_lcp(0.5);
  EXPECT_EQ(solver.solve(contact, {.pgs_sweeps = 10}).status, LcpStatus::solved);
}

// M = 0, q = -1: at z = 0 the gradient (p + 0 q) phi is -2; along it theta falls for ever towards
// its value at z = infinity, phi = 1, without a solution.
TEST(FischerNewton, SaysWhyItGivesUp) {
  const LcpSolution flat = FischerNewtonSolver().solve(make_lcp({0}, {-1}));
  EXPECT_NE(flat.status, LcpStatus::solved);
  // w = -z - 1: theta has its minimum where its derivative phi (p - q) is zero, z = w.
  const Lcp turned = make_lcp({-1}, {-1});
  const LcpSolution stuck = FischerNewtonSolver().solve(turned, {.memory = 1});
  EXPECT_EQ(stuck.stop, LcpStop::local_minimum);
  EXPECT_NEAR(stuck.residual, 0.5, 0.01);
  // A free row with M = 0: J = 0, and the system has no solution.
  const BoxLcp free_row = make_box({0}, {-1}, {-kInf}, {kInf});
  EXPECT_EQ(FischerNewtonSolver().solve(free_row, {.has_gradient_fallback = false}).stop,
            LcpStop::non_descent);
  EXPECT_EQ(FischerNewtonSolver().solve(free_row).stop, LcpStop::local_minimum);
}

TEST(FischerNewton, Diverges) { check_divergence<FischerNewtonSolver>(FischerNewtonOptions{}); }
TEST(FischerNewton, Infeasible) { check_infeasible<FischerNewtonSolver>(FischerNewtonOptions{}); }
TEST(FischerNewton, ExtremeNumbers) {
  check_extreme_numbers<FischerNewtonSolver>(FischerNewtonOptions{});
}
TEST(FischerNewton, Garbage) {
  check_garbage<FischerNewtonSolver>(FischerNewtonOptions{}, 400);
  check_garbage<FischerNewtonSolver>(kAsPrinted<FischerNewtonOptions>, 100);
  check_garbage<FischerNewtonSolver>(FischerNewtonOptions{.system = NewtonSystem::sparse}, 100);
  check_garbage<FischerNewtonSolver>(FischerNewtonOptions{.system = NewtonSystem::gmres}, 100);
  check_garbage<FischerNewtonSolver>(
      FischerNewtonOptions{.strategy = JacobianStrategy::approximation}, 50);
  check_garbage<FischerNewtonSolver>(FischerNewtonOptions{.pgs_sweeps = 3}, 100);
}
TEST(FischerNewton, EqualBits) {
  check_equal_bits<FischerNewtonSolver>(FischerNewtonOptions{});
  check_equal_bits<FischerNewtonSolver>(FischerNewtonOptions{.system = NewtonSystem::gmres});
}
TEST(FischerNewton, Units) { check_units<FischerNewtonSolver>(FischerNewtonOptions{}); }
TEST(FischerNewton, Start) { check_start<FischerNewtonSolver>(FischerNewtonOptions{}); }
TEST(FischerNewton, Criteria) { check_criteria<FischerNewtonSolver>(FischerNewtonOptions{}); }

TEST(FischerNewton, Rejections) {
  check_rejections<FischerNewtonSolver>(FischerNewtonOptions{});
  const BoxLcp box = make_alefeld_box(3, 10, 1);
  EXPECT_THROW(FischerNewtonSolver().solve(box, {.memory = 0}), std::invalid_argument);
  EXPECT_THROW(FischerNewtonSolver().solve(box, {.perturbation = 0}), std::invalid_argument);
  EXPECT_THROW(FischerNewtonSolver().solve(box, {.perturbation = kInf}), std::invalid_argument);
  EXPECT_THROW(FischerNewtonSolver().solve(box, {.pgs_sweeps = -1}), std::invalid_argument);
  for (const NewtonSystem system : {NewtonSystem::dense, NewtonSystem::sparse}) {
    EXPECT_THROW(FischerNewtonSolver().solve(
                     box, {.system = system, .strategy = JacobianStrategy::approximation}),
                 std::invalid_argument);
  }
  const FactoredBoxLcp factors = RandomContacts(2, 3, 1).make_frictionless();
  EXPECT_THROW(FischerNewtonSolver().solve(factors, {.system = NewtonSystem::dense}),
               std::invalid_argument);
  EXPECT_THROW(FischerNewtonSolver().solve(factors, {.system = NewtonSystem::sparse}),
               std::invalid_argument);
}

}  // namespace
}  // namespace stiction
