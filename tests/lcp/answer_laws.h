#pragma once

#include <stiction/lcp/lcp_residual.h>

#include <gtest/gtest.h>

namespace stiction {

/// Expects a solver with default options to find z.
template <class Solver, class Problem>
void expect_solution(const Problem& problem, const Eigen::VectorXd& z) {
  const LcpSolution solution = Solver().solve(problem);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_LE(solution.residual, 1e-14);
  ASSERT_EQ(solution.z.size(), z.size());
  EXPECT_LE((solution.z - z).cwiseAbs().maxCoeff(), 1e-13 * (1 + z.cwiseAbs().maxCoeff()))
      << solution.z.transpose();
}

/// Expects the laws that hold for every answer, solved or not.
template <class Problem>
void expect_honest(const Problem& problem, const LcpSolution& solution, double tolerance = 1e-8) {
  ASSERT_EQ(solution.z.size(), problem.q.size());
  ASSERT_TRUE(solution.z.allFinite());
  EXPECT_EQ(solution.residual, lcp_residual(problem, solution.z));
  EXPECT_EQ(solution.status == LcpStatus::solved, solution.residual <= tolerance);
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

/// The same for a pivoting method, which also returns the bound that each row is at.
template <class Problem>
void expect_honest_states(const Problem& problem, const LcpSolution& solution,
                          double tolerance = 1e-8) {
  expect_honest(problem, solution, tolerance);
  ASSERT_EQ(solution.states.size(), static_cast<std::size_t>(solution.z.size()));
  for (Eigen::Index i = 0; i < solution.z.size(); ++i) {
    const BoundState state = solution.states[static_cast<std::size_t>(i)];
    if (state == BoundState::between) continue;
    EXPECT_EQ(solution.z[i], state == BoundState::lower ? problem.lower[i] : problem.upper[i]);
  }
}

}  // namespace stiction
