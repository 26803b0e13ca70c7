#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp_residual.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "box_problems.h"

namespace stiction {
namespace {

/// Laws: solved exactly when there is a solution; w = M z + q is the same for all solutions.
void expect_as_enumerated(const BoxLcp& problem, Outcome& outcome) {
  static thread_local KellerSolver solver;
  const LcpSolution& solution = solver.solve(problem);
  const std::optional<Eigen::VectorXd> expected = enumerate_solution(problem);
  (expected ? outcome.solved : outcome.unsolved) += 1;
  ASSERT_EQ(solution.status == LcpStatus::solved, expected.has_value())
      << to_string(solution.status) << " residual " << solution.residual << "\nM\n"
      << problem.M << "\nq " << problem.q.transpose() << "\nl " << problem.lower.transpose()
      << "\nu " << problem.upper.transpose();
  EXPECT_EQ(solution.residual, lcp_residual(problem, solution.z));
  EXPECT_EQ(solution.statistics.restarts, expected ? 0 : 2);
  if (!expected) return;
  const double size = 1 + solution.z.cwiseAbs().maxCoeff();
  EXPECT_LE(solution.residual, 1e-13 * size) << problem.M << "\nq " << problem.q.transpose();
  EXPECT_LE((problem.M * (solution.z - *expected)).cwiseAbs().maxCoeff(), 1e-9 * size);
  for (Eigen::Index i = 0; i < solution.z.size(); ++i) {
    const BoundState state = solution.states[static_cast<std::size_t>(i)];
    if (state == BoundState::lower) {
      EXPECT_EQ(solution.z[i], problem.lower[i]);
    } else if (state == BoundState::upper) {
      EXPECT_EQ(solution.z[i], problem.upper[i]);
    }
  }
}

TEST(KellerOracle, DefiniteProblems) {
  RandomBoxes random(1);
  Outcome outcome;
  for (int draw = 0; draw < 2000; ++draw) {
    const int n = random.integer(1, 6);
    expect_as_enumerated(random.box(n, n, false), outcome);
  }
  EXPECT_EQ(outcome.unsolved, 0);
}

TEST(KellerOracle, SemidefiniteProblemsOfEveryRank) {
  RandomBoxes random(2);
  Outcome outcome;
  for (int draw = 0; draw < 2000; ++draw) {
    const int n = random.integer(2, 6);
    expect_as_enumerated(random.box(n, random.integer(0, n - 1), false), outcome);
  }
  EXPECT_GE(outcome.solved, 300);
  EXPECT_GE(outcome.unsolved, 300);
}

/// Small integers: equal rows, zero rows, exact ties, degenerate bases and solution sets of faces.
TEST(KellerOracle, DegenerateProblems) {
  RandomBoxes random(3);
  Outcome outcome;
  for (int draw = 0; draw < 3000; ++draw) {
    const int n = random.integer(1, 6);
    expect_as_enumerated(random.box(n, random.integer(1, n), true), outcome);
  }
  EXPECT_GE(outcome.solved, 300);
  EXPECT_GE(outcome.unsolved, 300);
}

TEST(KellerOracle, SevenRows) {
  RandomBoxes random(4);
  Outcome outcome;
  for (int draw = 0; draw < 150; ++draw) {
    expect_as_enumerated(random.box(7, random.integer(3, 7), draw % 2 == 0), outcome);
  }
  EXPECT_GE(outcome.solved, 50);
}

/// For matrices beyond the guarantee, success is not promised, but a true statement and an end are.
TEST(KellerOracle, SaysSolvedOnlyOfSolutions) {
  RandomBoxes random(5);
  KellerSolver solver;
  int solved = 0;
  for (int draw = 0; draw < 2000; ++draw) {
    const int n = random.integer(1, 8);
    BoxLcp problem = random.box(n, n, draw % 2 == 0);
    problem.M = draw % 2 == 0 ? random.integers(n, n, 1) : random.matrix(n, n);
    const LcpSolution& solution = solver.solve(problem);
    EXPECT_EQ(solution.status == LcpStatus::solved, lcp_residual(problem, solution.z) <= 1e-8);
    EXPECT_TRUE(solution.z.allFinite());
    solved += solution.status == LcpStatus::solved;
  }
  EXPECT_GE(solved, 300);
}

/// Any start leads to the same w.
TEST(KellerOracle, FromArbitraryStarts) {
  RandomBoxes random(6);
  KellerSolver solver;
  for (int draw = 0; draw < 2000; ++draw) {
    const int n = random.integer(1, 12);
    const BoxLcp problem = random.box(n, random.integer(1, n), draw % 2 == 0);
    const LcpSolution cold = solver.solve(problem);
    const Eigen::VectorXd z = 3 * random.matrix(n, 1);
    std::vector<BoundState> states(static_cast<std::size_t>(n));
    for (BoundState& state : states) state = static_cast<BoundState>(random.integer(0, 2));
    for (const bool with_states : {false, true}) {
      LcpStart start{.z = {z.data(), static_cast<std::size_t>(n)}};
      if (with_states) start.states = states;
      const LcpSolution& warm = solver.solve(problem, {}, start);
      ASSERT_EQ(warm.status, cold.status) << problem.M << "\nq " << problem.q.transpose();
      if (cold.status != LcpStatus::solved) continue;
      const double size = 1 + warm.z.cwiseAbs().maxCoeff() + cold.z.cwiseAbs().maxCoeff();
      EXPECT_LE(warm.residual, 1e-13 * size);
      EXPECT_LE((problem.M * (warm.z - cold.z)).cwiseAbs().maxCoeff(), 1e-9 * size);
    }
  }
}

}  // namespace
}  // namespace stiction
