#pragma once

// What all Newton methods have to keep, as functions of the solver and its options.

#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lemke.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "newton_problems.h"

namespace stiction {

template <class Problem>
void expect_honest(const Problem& problem, const LcpSolution& solution, double tolerance) {
  const Eigen::Index n = problem.q.size();
  ASSERT_EQ(solution.z.size(), n);
  EXPECT_TRUE(solution.z.allFinite());
  EXPECT_EQ(solution.status == LcpStatus::solved, lcp_residual(problem, solution.z) <= tolerance);
  EXPECT_EQ(solution.status == LcpStatus::solved, solution.stop == LcpStop::residual);
  EXPECT_EQ(solution.status == LcpStatus::iteration_limit,
            solution.stop == LcpStop::iteration_limit);
  if constexpr (requires { problem.lower; }) {
    EXPECT_TRUE((solution.z.array() >= problem.lower.array()).all());
    EXPECT_TRUE((solution.z.array() <= problem.upper.array()).all());
  } else {
    EXPECT_TRUE((solution.z.array() >= 0).all());
  }
}

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
                                 {0, -1, -kInfinity, -kInfinity}, {1, kInfinity, kInfinity, 0}),
                        Eigen::Vector4d(1, -1, 5, -3), options);
  // A fixed row acts on a free one.
  expect_answer<Solver>(make_box({2, 1, 1, 2}, {0, 0}, {3, -kInfinity}, {3, kInfinity}),
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
    const BoxLcp problem = random_box(100, 1e4, seed);
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

/// Solutions of which a third has z_i = w_i = 0.
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

/// Without a solution: w = -1 whatever z is; two rows that contradict each other.
template <class Solver, class Options>
void check_infeasible(const Options& options) {
  for (const Lcp& problem : {make_lcp({0}, {-1}), make_lcp({1, -1, -1, 1}, {-1, 0.5})}) {
    const LcpSolution solution = Solver().solve(problem, options);
    EXPECT_NE(solution.status, LcpStatus::solved);
    expect_honest(problem, solution, options.stop.tolerance);
  }
}

template <class Solver, class Options>
void check_extreme_numbers(const Options& options) {
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  Solver solver;
  for (const double m : {huge, 1e200, 1.0, 1e-200, tiny, 0.0}) {
    for (const double q : {-huge, -1.0, -tiny, 0.0, tiny, huge}) {
      for (const double off : {m, -m, 0.0, huge, -1.0}) {
        const BoxLcp problem = make_box({m, off, -off, m}, {q, -q}, {0, -huge}, {kInfinity, huge});
        expect_honest(problem, solver.solve(problem, options), options.stop.tolerance);
      }
    }
  }
}

/// Matrices of all kinds, numbers of all sizes, bounds of all kinds.
inline BoxLcp random_garbage(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> dice(0, 5);
  const int n = dice(random) + dice(random);
  const int spread = dice(random) == 0 ? 250 : 3 * dice(random);
  const auto draw = [&] {
    return dice(random) == 0 ? 0.0 : normal(random) * std::pow(10.0, spread * normal(random) / 3);
  };
  const auto bounded = [&] { return std::clamp(draw(), -1e307, 1e307); };
  BoxLcp problem{RowMajorMatrix::NullaryExpr(n, n, bounded), Eigen::VectorXd(n), Eigen::VectorXd(n),
                 Eigen::VectorXd(n)};
  if (dice(random) < 2) problem.M = 0.5 * (problem.M + RowMajorMatrix(problem.M.transpose()));
  for (int i = 0; i < n; ++i) {
    const double a = bounded();
    const double b = dice(random) == 0 ? a : bounded();
    problem.q[i] = bounded();
    problem.lower[i] = dice(random) < 2 ? -kInfinity : std::min(a, b);
    problem.upper[i] = dice(random) < 2 ? kInfinity : std::max(a, b);
  }
  return problem;
}

template <class Solver, class Options>
void check_garbage(const Options& options, std::uint64_t num_problems) {
  Solver used;
  for (std::uint64_t seed = 0; seed < num_problems; ++seed) {
    const BoxLcp problem = random_garbage(seed);
    const LcpSolution& solution = used.solve(problem, options);
    expect_honest(problem, solution, options.stop.tolerance);
    if (seed % 8 == 0) {
      EXPECT_EQ(Solver().solve(problem, options).z, solution.z) << seed;
    }
    if (::testing::Test::HasFailure()) FAIL() << seed;
  }
}

template <class Solver, class Options>
void check_equal_bits(const Options& options) {
  Solver used;
  used.solve(random_box(50, 1e4, 7), options);
  for (const int n : {30, 50, 51}) {
    const BoxLcp problem = random_box(n, 1e5, 8);
    const LcpSolution fresh = Solver().solve(problem, options);
    const LcpSolution& again = used.solve(problem, options);
    EXPECT_EQ(again.z, fresh.z);
    EXPECT_EQ(again.residual, fresh.residual);
    EXPECT_EQ(again.statistics.line_search_steps, fresh.statistics.line_search_steps);
  }
}

/// Units of powers of two change no bit of the scaled problem, hence none of the iterates. (Where w
/// is below the rounding error of z the judge of the problem as given accepts any of them.)
template <class Solver, class Options>
void check_units(const Options& options) {
  const BoxLcp problem = random_box(30, 1e4, 1);
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
  const BoxLcp problem = random_box(40, 1e4, 3);
  const LcpSolution& solution = solver.solve(problem, options);
  const Eigen::VectorXd z = solution.z;
  const LcpStart start = {.z = {solution.z.data(), static_cast<std::size_t>(solution.z.size())}};
  solver.solve(problem, options, start);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_EQ(solution.statistics.iterations, 0);
  EXPECT_LE((solution.z - z).cwiseAbs().maxCoeff(), 1e-15);
  // Out of bounds, and far: moved to the nearest point.
  const std::vector<double> far(40, 1e300);
  solver.solve(problem, options, {.z = far});
  EXPECT_EQ(solution.status, LcpStatus::solved);
}

/// theta = 1/2 |w|^2 of a free row beyond the range of double; the scaled problem is harmless.
template <class Solver, class Options>
void check_divergence(Options options) {
  const BoxLcp problem = make_box({1e200}, {1e200}, {-kInfinity}, {kInfinity});
  EXPECT_NEAR(Solver().solve(problem, options).z[0], -1, 1e-7);
  options.has_scaling = false;
  const LcpSolution solution = Solver().solve(problem, options);
  EXPECT_EQ(solution.stop, LcpStop::diverged);
  expect_honest(problem, solution, options.stop.tolerance);
}

/// The criteria of Erleben's section 6, each of which ends a solve that goes on without it.
template <class Solver, class Options>
void check_criteria(const Options& options) {
  const BoxLcp problem = random_box(20, 1e4, 2);
  const auto stop_with = [&](auto set) {
    Options with = options;
    with.stop.tolerance = 1e-300;
    set(with.stop);
    const LcpSolution solution = Solver().solve(problem, with);
    expect_honest(problem, solution, 1e-300);
    return solution.stop;
  };
  EXPECT_EQ(stop_with([](StoppingCriteria& stop) { stop.absolute = 1e-3; }), LcpStop::absolute);
  EXPECT_EQ(stop_with([](StoppingCriteria& stop) { stop.relative = 1 - 1e-9; }), LcpStop::relative);
  EXPECT_EQ(stop_with([](StoppingCriteria& stop) { stop.stagnation = 1e-3; }), LcpStop::stagnation);
  EXPECT_EQ(stop_with([](StoppingCriteria& stop) { stop.iteration_limit = 2; }),
            LcpStop::iteration_limit);
  EXPECT_EQ(Solver().solve(problem, options).stop, LcpStop::residual);
}

template <class Solver, class Options>
void check_rejections(const Options& good) {
  const BoxLcp problem = random_box(3, 10, 1);
  const auto expect_rejected = [&](auto spoil) {
    Options options = good;
    spoil(options);
    EXPECT_THROW(Solver().solve(problem, options), std::invalid_argument);
  };
  expect_rejected([](Options& o) { o.sufficient_decrease = 0; });
  expect_rejected([](Options& o) { o.sufficient_decrease = 1; });
  expect_rejected([](Options& o) { o.sufficient_decrease = kNan; });
  expect_rejected([](Options& o) { o.step_reduction = o.sufficient_decrease; });
  expect_rejected([](Options& o) { o.step_reduction = 1; });
  expect_rejected([](Options& o) { o.least_step = 0; });
  expect_rejected([](Options& o) { o.stop.tolerance = 0; });
  BoxLcp bad = problem;
  bad.M(1, 2) = kNan;
  EXPECT_THROW(Solver().solve(bad, good), std::invalid_argument);
  bad = problem;
  bad.q.resize(2);
  EXPECT_THROW(Solver().solve(bad, good), std::invalid_argument);
  bad = problem;
  bad.lower[0] = bad.upper[0] + 1;
  EXPECT_THROW(Solver().solve(bad, good), std::invalid_argument);
  const std::vector<double> z = {0, kNan, 0};
  const std::vector<BoundState> states(2);
  EXPECT_THROW(Solver().solve(problem, good, {.z = z}), std::invalid_argument);
  EXPECT_THROW(Solver().solve(problem, good, {.states = states}), std::invalid_argument);
}

}  // namespace stiction
