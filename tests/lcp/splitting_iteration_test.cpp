#include <stiction/lcp/psor.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "splitting_problems.h"

// The loop that the splitting methods share, tested with SOR.

namespace stiction {
namespace {

// The judging schedule finds the first sweep that the judge accepts, or one soon after it.
TEST(SplittingIteration, EndsSoonAfterTheResidualIsReached) {
  int on_time = 0;
  const int num_problems = 20;
  for (std::uint64_t seed = 0; seed < num_problems; ++seed) {
    const BoxLcp problem = make_alefeld_box(30, 1e4, seed);
    PsorOptions options = {.relaxation = 1.0};
    const int reported = PsorSolver().solve(problem, options).statistics.iterations;
    options.stop.on_iteration = [](const LcpIteration&) {};  // judged after each sweep
    const int first = PsorSolver().solve(problem, options).statistics.iterations;
    EXPECT_GE(reported, first);
    EXPECT_LE(reported, first + std::max(4, first / 32));
    if (reported == first) ++on_time;
  }
  EXPECT_GE(on_time, num_problems / 2);
}

// The last point of a solve that reaches its limit is judged, even if the schedule skips it.
TEST(SplittingIteration, TheLastPointIsOffered) {
  for (int limit = 1; limit <= 12; ++limit) {
    const PsorOptions options = {.relaxation = 0.5};
    const auto z = iterates_of(PsorSolver(), chain_of_three(), options, limit);
    EXPECT_EQ(PsorSolver().solve(chain_of_three(), {{.iteration_limit = limit}, 0.5}).z, z.back())
        << limit;
  }
}

// theta = z . |M z + q| (Erleben, eq. 106): M = 2, q = -3, relaxation 1/2: z = 3/4, w = -3/2.
TEST(SplittingMerit, TheGapByHand) {
  std::vector<double> merits;
  PsorOptions options = {.relaxation = 0.5, .merit = SplittingMerit::gap};
  options.stop.iteration_limit = 1;
  options.stop.on_iteration = [&](const LcpIteration& at) { merits.push_back(at.merit); };
  PsorSolver().solve(make_box({2}, {-3}, {0}, {kInf}), options);
  EXPECT_EQ(merits, (std::vector<double>{0, 9.0 / 8}));  // zero at the start, which is not a
                                                         // solution
  // Both bounds: w = -3 < 0 leaves the distance 5 to the upper one; then 17/4 times 3/2.
  merits.clear();
  PsorSolver().solve(make_box({2}, {-3}, {0}, {5}), options);
  EXPECT_EQ(merits, (std::vector<double>{15, 51.0 / 8}));
  // w = 3 > 0 at z = 0 above the lower bound -1, then z = -3/4, w = 3/2, 1/4 from it.
  merits.clear();
  PsorSolver().solve(make_box({2}, {3}, {-1}, {5}), options);
  EXPECT_EQ(merits, (std::vector<double>{3, 3.0 / 8}));
  // The upper bound alone, and none.
  merits.clear();
  PsorSolver().solve(make_box({2}, {3}, {-kInf}, {5}), options);
  EXPECT_EQ(merits, (std::vector<double>{15, 1.5 * 5.75}));
  merits.clear();
  PsorSolver().solve(make_free({2}, {3}), options);
  EXPECT_EQ(merits, (std::vector<double>{3, 1.5}));
}

// With criterion (107) on (106), as in Erleben's tables: the start z = 0 does not end the solve.
TEST(SplittingMerit, TheGapEndsASolve) {
  const SparseLcp problem = membrane(10);
  PsorSolver solver;
  const LcpSolution& solution = solver.solve(
      problem, {.stop = {.tolerance = 1e-14, .absolute = 1e-3}, .merit = SplittingMerit::gap});
  EXPECT_EQ(solution.stop, LcpStop::absolute);
  EXPECT_EQ(solution.status, LcpStatus::no_solution_found);
  EXPECT_GT(solution.statistics.iterations, 3);
  EXPECT_LT(solution.z.dot((problem.M * solution.z + problem.q).cwiseAbs()), 1e-3);
}

}  // namespace
}  // namespace stiction
