// The caller may end any solver at any of its iterations.

#include <stiction/lcp/lcp_solvers.h>
#include <stiction/lcp/problem_generators.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace stiction {
namespace {

/// Not symmetric, so that no solver predicts the answer by sweeps.
BoxLcp make_problem() {
  constexpr int kRows = 40;
  BoxLcp problem;
  problem.M.resize(kRows, kRows);
  problem.q.resize(kRows);
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kRows; ++j) {
      const double skew = i == j ? 0.1 : (i < j ? 0.02 : -0.02);
      problem.M(i, j) = std::exp(-0.3 * std::abs(i - j)) + skew;
    }
    problem.q[i] = std::sin(1.7 * i) - 0.3;
  }
  problem.lower.setZero(kRows);
  problem.upper.setConstant(kRows, 1.0);
  return problem;
}

TEST(MayGoOn, EndsEverySolverAtItsCap) {
  const BoxLcp problem = make_problem();
  for (const LcpSolverInfo& info : lcp_solvers()) {
    NamedLcpSolver solver(info.name);
    int questions = 0;
    const std::function<bool()> count = [&] { return ++questions > 0; };
    const LcpSolution whole = solver.solve(problem, {.may_go_on = &count});
    EXPECT_GT(questions, 0) << info.name;
    const LcpSolution free = solver.solve(problem);
    EXPECT_EQ(whole.z, free.z) << info.name;

    const std::function<bool()> nobody;
    EXPECT_EQ(solver.solve(problem, {.may_go_on = &nobody}).z, free.z) << info.name;

    questions = 0;
    const std::function<bool()> never = [&] { return ++questions < 0; };
    const LcpSolution none = solver.solve(problem, {.tolerance = 1e-300, .may_go_on = &never});
    EXPECT_NE(none.status, LcpStatus::solved) << info.name;
    EXPECT_LE(none.statistics.iterations, 1) << info.name;
    EXPECT_LE(questions, 20) << info.name << ": once for each run of its ladder";
  }
}

}  // namespace
}  // namespace stiction
