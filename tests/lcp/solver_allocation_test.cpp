#include <stiction/lcp/block_pivot.h>
#include <stiction/lcp/dantzig.h>
#include <stiction/lcp/jacobi.h>
#include <stiction/lcp/keller.h>
#include <stiction/lcp/lemke.h>
#include <stiction/lcp/murty.h>
#include <stiction/lcp/pgs.h>
#include <stiction/lcp/ppm.h>
#include <stiction/lcp/psor.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "box_problems.h"
#include "heap_counter.h"
#include "splitting_problems.h"

namespace stiction {
namespace {

const void* volatile last_kept;

/// Keeps the compiler from removing an allocation whose content is never read.
void keep(const void* block) { last_kept = block; }

TEST(AllocationCounter, SeesEveryWayToTheHeap) {
  EXPECT_GE(allocations_of([] { keep(std::make_unique<int>(1).get()); }), 1);
  EXPECT_GE(allocations_of([] { keep(std::vector<double>(10).data()); }), 1);
  EXPECT_GE(allocations_of([] { keep(Eigen::VectorXd(10).data()); }), 1);
  struct alignas(64) Wide {
    double numbers[8];
  };
  EXPECT_GE(allocations_of([] { keep(std::make_unique<Wide>().get()); }), 1);
  EXPECT_EQ(allocations_of([] {}), 0);
}

TEST(LemkeAllocation, ASolveOfTheSameSizeTakesNothingFromTheHeap) {
  LemkeSolver solver;
  for (const int n : {40, 7, 41}) {
    ASSERT_EQ(solver.solve(random_semidefinite(n, 1)).status, LcpStatus::solved);
    for (std::uint64_t seed = 2; seed < 10; ++seed) {
      const Lcp problem = random_semidefinite(n, seed);
      LcpStatus status = LcpStatus::iteration_limit;
      EXPECT_EQ(allocations_of([&] { status = solver.solve(problem).status; }), 0) << n;
      EXPECT_EQ(status, LcpStatus::solved) << n;
    }
  }
}

TEST(LemkeAllocation, NorDoesTheWholeLadder) {
  LemkeSolver solver;
  const Lcp problem = random_semidefinite(30, 2);
  const LemkeOptions unattainable = {.tolerance = 1e-30};
  solver.solve(problem, unattainable);
  EXPECT_EQ(allocations_of([&] { solver.solve(problem, unattainable); }), 0);
}

/// Semidefinite, of rank n / 2, with boxes and one-sided rows.
BoxLcp random_semidefinite_box(int n, std::uint64_t seed) {
  BoxLcp problem = make_box_lcp(random_semidefinite(n, seed));
  problem.lower.head(n / 3).setConstant(-0.1);
  problem.upper.head(n / 2).setConstant(0.1);
  return problem;
}

TEST(KellerAllocation, ASolveOfTheSameSizeTakesNothingFromTheHeap) {
  KellerSolver solver;
  for (const int n : {40, 7, 41}) {
    const LcpSolution& solution = solver.solve(random_semidefinite_box(n, 1));
    ASSERT_EQ(solution.status, LcpStatus::solved);
    for (std::uint64_t seed = 2; seed < 10; ++seed) {
      const BoxLcp problem = random_semidefinite_box(n, seed);
      EXPECT_EQ(allocations_of([&] { solver.solve(problem); }), 0) << n;
      EXPECT_EQ(solution.status, LcpStatus::solved) << n;
      const LcpStart start = start_from(solution);
      EXPECT_EQ(allocations_of([&] { solver.solve(problem, {}, start); }), 0) << n;
    }
  }
}

TEST(KellerAllocation, NorDoAllRuns) {
  KellerSolver solver;
  const BoxLcp problem = random_semidefinite_box(30, 2);
  const KellerOptions unattainable = {.tolerance = 1e-30};
  solver.solve(problem, unattainable);
  EXPECT_EQ(allocations_of([&] { solver.solve(problem, unattainable); }), 0);
}

/// The number of heap blocks that a solve allocates, after a solve of another problem of the same
/// size.
template <class Solver, class Problem, class Options>
long allocations_of_second_solve(const Problem& problem, const Problem& before,
                                 const Options& options) {
  Solver solver;
  const LcpSolution& solution = solver.solve(before, options);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  const long count = allocations_of([&] { solver.solve(problem, options); });
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_GT(solution.statistics.iterations, 20);
  return count;
}

TEST(SplittingAllocation, ASolveOfTheSameSizeTakesNothingFromTheHeap) {
  const BoxLcp before = make_alefeld_box(30, 1e3, 1);
  const BoxLcp problem = make_alefeld_box(30, 1e3, 2);
  EXPECT_EQ(allocations_of_second_solve<JacobiSolver>(problem, before, JacobiOptions{}), 0);
  EXPECT_EQ(allocations_of_second_solve<PgsSolver>(problem, before, PgsOptions{}), 0);
  EXPECT_EQ(allocations_of_second_solve<PsorSolver>(problem, before, PsorOptions{}), 0);
  std::vector<int> block(30);
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = static_cast<int>(i) / 3;
  const PgsOptions in_blocks = {.block = block};
  EXPECT_EQ(allocations_of_second_solve<PgsSolver>(problem, before, in_blocks), 0);
  const Lcp plain = make_dense(membrane(7));
  EXPECT_EQ(allocations_of_second_solve<PsorSolver>(plain, plain, PsorOptions{}), 0);
}

TEST(SplittingAllocation, NorDoesOneOfASparseProblem) {
  const SparseLcp problem = membrane(7);
  EXPECT_EQ(allocations_of_second_solve<JacobiSolver>(problem, problem, JacobiOptions{}), 0);
  EXPECT_EQ(allocations_of_second_solve<PgsSolver>(problem, problem, PgsOptions{}), 0);
  EXPECT_EQ(allocations_of_second_solve<PsorSolver>(problem, problem, PsorOptions{}), 0);
}

// For factors the responses are recomputed for each solve, and each judgement of the residual
// allocates three vectors; the sweeps themselves allocate nothing.
TEST(SplittingAllocation, SweepsOverFactorsTakeNothing) {
  const FactoredBoxLcp problem = random_factored(60, 16, 1);
  const auto allocations = [&](int num_sweeps) {
    PsorSolver solver;
    const PsorOptions options = {.stop = {.tolerance = 1e-300, .iteration_limit = num_sweeps},
                                 .relaxation = 0.01};
    return allocations_of([&] { solver.solve(problem, options); });
  };
  // 32 judgements between doublings of the number of sweeps
  EXPECT_LE(allocations(2000) - allocations(1000), 32 * 3);
}

/// Laws: no allocation by the second of two solves of the same size.
template <class Solver>
void expect_no_allocation_on_boxes() {
  Solver solver;
  for (const int n : {40, 7, 41}) {
    solver.solve(make_alefeld_box(n, 1e3, 0));
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const BoxLcp problem = make_alefeld_box(n, 1e3, seed);
      LcpStatus status = LcpStatus::iteration_limit;
      EXPECT_EQ(allocations_of([&] { status = solver.solve(problem).status; }), 0) << n;
      EXPECT_EQ(status, LcpStatus::solved) << n;
    }
  }
}

TEST(LemkeAllocation, NorDoesASolveWithBounds) { expect_no_allocation_on_boxes<LemkeSolver>(); }

TEST(PpmAllocation, ADenseSolveOfTheSameSizeTakesNothingFromTheHeap) {
  expect_no_allocation_on_boxes<PpmSolver>();
}

TEST(PpmAllocation, NorDoesOneWithAMatrixThatIsNotSymmetric) {
  RandomBoxes random(1);
  PpmSolver solver;
  BoxLcp problem = random.with_bounds(random.p_matrix(12), false);
  solver.solve(problem);
  for (int draw = 0; draw < 5; ++draw) {
    problem.q = random.matrix(12, 1);
    EXPECT_EQ(allocations_of([&] { solver.solve(problem); }), 0);
  }
}

template <class Solver>
class PivotingAllocation : public testing::Test {};
using PivotingSolvers = testing::Types<MurtySolver, BlockPivotSolver, DantzigSolver>;
TYPED_TEST_SUITE(PivotingAllocation, PivotingSolvers);

TYPED_TEST(PivotingAllocation, ASolveOfTheSameSizeTakesNothingFromTheHeap) {
  RandomBoxes random(7);
  TypeParam solver;
  for (const int n : {40, 7, 41}) {
    solver.solve(make_alefeld_box(n, 1e4, 1));
    solver.solve(make_alefeld_box(n, 1e4, 2), {.tolerance = 1e-30});
    for (int draw = 0; draw < 20; ++draw) {
      const BoxLcp problem = random.box(n, draw % 2 == 0 ? n : n / 2, false);
      const Lcp plain{problem.M, problem.q};
      const LcpSolution* solution = nullptr;
      const auto cold = [&] { solution = &solver.solve(problem); };
      const auto warm = [&] { solver.solve(problem, {}, start_from(*solution)); };
      EXPECT_EQ(allocations_of(cold), 0) << n << " " << draw;
      EXPECT_EQ(allocations_of(warm), 0) << n << " " << draw;
      solver.solve(plain);
      EXPECT_EQ(allocations_of([&] { solver.solve(plain); }), 0) << n << " " << draw;
    }
  }
}

}  // namespace
}  // namespace stiction
