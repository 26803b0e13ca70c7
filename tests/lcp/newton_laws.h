#pragma once

// Laws for all Newton methods, as functions of the solver and its options.

#include <stiction/lcp/keller.h>
#include <stiction/lcp/lemke.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "answer_laws.h"
#include "newton_problems.h"

namespace stiction {

/// Erleben's methods as printed, without the library's safeguards.
template <class Options>
inline const Options kAsPrinted = {
    .memory = 1, .has_projection = true, .has_gradient_fallback = false, .has_scaling = false};

template <class Solver, class Problem, class Options>
void expect_answer(const Problem& problem, const Eigen::VectorXd& z, Options options) {
  options.stop.tolerance = 1e-13;
  const LcpSolution solution = Solver().solve(problem, options);
  EXPECT_EQ(solution.status, LcpStatus::solved) << to_string(solution.stop);
  ASSERT_EQ(solution.z.size(), z.size());
  if (z.size() == 0) return;
  EXPECT_LE((solution.z - z).cwiseAbs().maxCoeff(), 1e-11 * (1 + z.cwiseAbs().maxCoeff()))
      << solution.z.transpose();
}

template <class Solver, class Options>
void check_closed_forms(const Options& options) {
  // z_i = mid(l_i, -q_i / M_ii, u_i): upper, lower, free and upper alone.
  expect_answer<Solver>(make_box({2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3}, {-6, 8, -5, 9},
                                 {0, -1, -kInf, -kInf}, {1, kInf, kInf, 0}),
                        Eigen::Vector4d(1, -1, 5, -3), options);
  // A fixed row acts on a free one.
  expect_answer<Solver>(make_box({2, 1, 1, 2}, {0, 0}, {3, -kInf}, {3, kInf}),
                        Eigen::Vector2d(3, -1.5), options);
  expect_answer<Solver>(make_lcp({2, -1, -1, 2}, {-3, 0}), Eigen::Vector2d(2, 1), options);
  expect_answer<Solver>(make_lcp({2, 1, 1, 2}, {-1, 1}), Eigen::Vector2d(0.5, 0), options);
  expect_answer<Solver>(make_lcp({3}, {6}), Eigen::VectorXd::Zero(1), options);
  expect_answer<Solver>(make_lcp({3}, {-6}), Eigen::VectorXd::Constant(1, 2), options);
  expect_answer<Solver>(Lcp{}, Eigen::VectorXd(), options);
  expect_answer<Solver>(BoxLcp{}, Eigen::VectorXd(), options);
  // Murty's example, positive definite: the last unit vector scaled.
  expect_answer<Solver>(make_lcp({1, 0, 0, 2, 1, 0, 2, 2, 1}, {-1, -1, -1}),
                        Eigen::Vector3d(1, 0, 0), options);
}

template <class Solver, class Options>
void check_agreement_with_keller(Options options) {
  options.stop.tolerance = 1e-12;
  Solver solver;
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    const BoxLcp problem = make_alefeld_box(100, 1e4, seed);
    const LcpSolution& solution = solver.solve(problem, options);
    ASSERT_EQ(solution.status, LcpStatus::solved) << seed << to_string(solution.stop);
    EXPECT_LE(solution.statistics.iterations, 20) << seed;
    const LcpSolution keller = KellerSolver().solve(problem);
    EXPECT_LE((solution.z - keller.z).cwiseAbs().maxCoeff(), 1e-9) << seed;
    expect_honest(problem, solution, options.stop.tolerance);
  }
}

template <class Solver, class Options>
void check_agreement_with_lemke(Options options) {
  options.stop.tolerance = 1e-12;
  Solver solver;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Lcp problem = random_skew(40, seed);
    const LcpSolution& solution = solver.solve(problem, options);
    ASSERT_EQ(solution.status, LcpStatus::solved) << seed << to_string(solution.stop);
    const LcpSolution lemke = LemkeSolver().solve(problem);
    ASSERT_EQ(lemke.status, LcpStatus::solved);
    EXPECT_LE((solution.z - lemke.z).cwiseAbs().maxCoeff(), 1e-9) << seed;
  }
}

/// The errors of the iterates of one solve.
template <class Solver, class Options>
std::vector<double> errors_along(const BoxLcp& problem, Options options) {
  const Eigen::VectorXd answer = KellerSolver().solve(problem, {.tolerance = 1e-13}).z;
  std::vector<double> errors;
  options.stop.tolerance = 1e-14;
  options.stop.iteration_limit = 40;
  options.stop.on_iteration = [&](const LcpIteration& iteration) {
    EXPECT_EQ(iteration.number, static_cast<int>(errors.size()));
    EXPECT_DOUBLE_EQ(iteration.residual, lcp_residual(problem, iteration.z));
    errors.push_back((iteration.z - answer).cwiseAbs().maxCoeff());
  };
  Solver().solve(problem, options);
  return errors;
}

/// A problem whose solution has z_i = w_i = 0 in a third of its rows.
inline Lcp make_degenerate(int n, std::uint64_t seed, Eigen::VectorXd& z) {
  Lcp problem = random_skew(n, seed);
  z = problem.q.cwiseAbs();
  Eigen::VectorXd w = Eigen::VectorXd::Zero(n);
  for (int i = 0; i < n; ++i) {
    if (i % 3 != 0) z[i] = 0;
    if (i % 3 == 1) w[i] = 1;
  }
  problem.q = w - problem.M * z;
  return problem;
}

template <class Solver, class Options>
void check_semidefinite(Options options) {
  options.stop.tolerance = 1e-12;
  Solver solver;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Lcp problem = random_semidefinite(30, seed);
    const LcpSolution& solution = solver.solve(problem, options);
    EXPECT_EQ(solution.status, LcpStatus::solved) << seed << to_string(solution.stop);
    // w is unique where M is symmetric.
    const LcpSolution lemke = LemkeSolver().solve(problem);
    EXPECT_LE((problem.M * (solution.z - lemke.z)).cwiseAbs().maxCoeff(), 1e-6) << seed;
  }
}

template <class Solver, class Options>
void check_equal_bits(const Options& options) {
  Solver used;
  used.solve(make_alefeld_box(50, 1e4, 7), options);
  for (const int n : {30, 50, 51}) {
    const BoxLcp problem = make_alefeld_box(n, 1e5, 8);
    const LcpSolution fresh = Solver().solve(problem, options);
    const LcpSolution& again = used.solve(problem, options);
    EXPECT_EQ(again.z, fresh.z);
    EXPECT_EQ(again.residual, fresh.residual);
    EXPECT_EQ(again.statistics.line_search_steps, fresh.statistics.line_search_steps);
  }
}

/// Scaling by powers of two changes no bit of the scaled problem, hence no iterate. (Where w is
/// below the rounding error of z, the judge of the unscaled problem accepts any of them.)
template <class Solver, class Options>
void check_units(const Options& options) {
  const BoxLcp problem = make_alefeld_box(30, 1e4, 1);
  const auto last_iterate = [&](const BoxLcp& with_units) {
    Eigen::VectorXd z;
    Options six_steps = options;
    six_steps.stop.tolerance = 1e-300;
    six_steps.stop.iteration_limit = 6;
    six_steps.stop.on_iteration = [&](const LcpIteration& iteration) { z = iteration.z; };
    Solver().solve(with_units, six_steps);
    return z;
  };
  const Eigen::VectorXd reference = last_iterate(problem);
  for (const int of_M : {-10, 0, 200}) {
    for (const int of_z : {-3, 3, 100}) {
      BoxLcp other = problem;
      other.M *= std::ldexp(1.0, 2 * of_M);
      other.q *= std::ldexp(1.0, 2 * of_M + of_z);
      other.lower *= std::ldexp(1.0, of_z);
      other.upper *= std::ldexp(1.0, of_z);
      EXPECT_EQ(last_iterate(other) * std::ldexp(1.0, -of_z), reference) << of_M << " " << of_z;
    }
  }
}

template <class Solver, class Options>
void check_start(const Options& options) {
  Solver solver;
  const BoxLcp problem = make_alefeld_box(40, 1e4, 3);
  const LcpSolution& solution = solver.solve(problem, options);
  const Eigen::VectorXd z = solution.z;
  solver.solve(problem, options, start_at(solution.z));
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_EQ(solution.statistics.iterations, 0);
  EXPECT_LE((solution.z - z).cwiseAbs().maxCoeff(), 1e-15);
  // Starts far out of bounds are moved to the nearest feasible point.
  const std::vector<double> far(40, 1e300);
  solver.solve(problem, options, {.z = far});
  EXPECT_EQ(solution.status, LcpStatus::solved);
}

}  // namespace stiction
