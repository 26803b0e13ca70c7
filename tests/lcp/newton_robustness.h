#pragma once

// Laws for all Newton methods on problems without a solution, on numbers of any size and on invalid
// data, as functions of the solver and its options.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "newton_laws.h"
#include "newton_problems.h"

namespace stiction {

/// Problems without a solution: w = -1 whatever z is; two contradictory rows.
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
        const BoxLcp problem = make_box({m, off, -off, m}, {q, -q}, {0, -huge}, {kInf, huge});
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
    problem.lower[i] = dice(random) < 2 ? -kInf : std::min(a, b);
    problem.upper[i] = dice(random) < 2 ? kInf : std::max(a, b);
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

/// theta = 1/2 |w|^2 of a free row overflows; the scaled problem is harmless.
template <class Solver, class Options>
void check_divergence(Options options) {
  const BoxLcp problem = make_box({1e200}, {1e200}, {-kInf}, {kInf});
  EXPECT_NEAR(Solver().solve(problem, options).z[0], -1, 1e-7);
  options.has_scaling = false;
  const LcpSolution solution = Solver().solve(problem, options);
  EXPECT_EQ(solution.stop, LcpStop::diverged);
  expect_honest(problem, solution, options.stop.tolerance);
}

/// Each stopping criterion of Erleben's section 6 ends a solve that would go on without it.
template <class Solver, class Options>
void check_criteria(const Options& options) {
  const BoxLcp problem = make_alefeld_box(20, 1e4, 2);
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
  const BoxLcp problem = make_alefeld_box(3, 10, 1);
  const auto expect_rejected = [&](auto spoil) {
    Options options = good;
    spoil(options);
    EXPECT_THROW(Solver().solve(problem, options), std::invalid_argument);
  };
  expect_rejected([](Options& o) { o.sufficient_decrease = 0; });
  expect_rejected([](Options& o) { o.sufficient_decrease = 1; });
  expect_rejected([](Options& o) { o.sufficient_decrease = kNaN; });
  expect_rejected([](Options& o) { o.step_reduction = o.sufficient_decrease; });
  expect_rejected([](Options& o) { o.step_reduction = 1; });
  expect_rejected([](Options& o) { o.least_step = 0; });
  expect_rejected([](Options& o) { o.stop.tolerance = 0; });
  BoxLcp bad = problem;
  bad.M(1, 2) = kNaN;
  EXPECT_THROW(Solver().solve(bad, good), std::invalid_argument);
  bad = problem;
  bad.q.resize(2);
  EXPECT_THROW(Solver().solve(bad, good), std::invalid_argument);
  bad = problem;
  bad.lower[0] = bad.upper[0] + 1;
  EXPECT_THROW(Solver().solve(bad, good), std::invalid_argument);
  const std::vector<double> z = {0, kNaN, 0};
  const std::vector<BoundState> states(2);
  EXPECT_THROW(Solver().solve(problem, good, {.z = z}), std::invalid_argument);
  EXPECT_THROW(Solver().solve(problem, good, {.states = states}), std::invalid_argument);
}

}  // namespace stiction
