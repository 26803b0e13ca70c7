#include <stiction/lcp/keller.h>
#include <stiction/lcp/lemke.h>
#include <stiction/lcp/ppm.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "box_problems.h"
#include "heap_counter.h"

namespace stiction {
namespace {

Lcp random_semidefinite(int n, int seed) {
  std::mt19937_64 random(static_cast<std::uint64_t>(seed));
  std::normal_distribution<double> normal;
  const RowMajorMatrix A = RowMajorMatrix::NullaryExpr(n, n / 2, [&] { return normal(random); });
  const Eigen::VectorXd v = Eigen::VectorXd::NullaryExpr(n / 2, [&] { return normal(random); });
  return {A * A.transpose(), A * v};
}

const void* volatile last_kept;

/// Keeps the compiler from leaving out an allocation whose content nobody reads.
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
    for (int seed = 2; seed < 10; ++seed) {
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
BoxLcp random_semidefinite_box(int n, int seed) {
  std::mt19937_64 random(static_cast<std::uint64_t>(seed));
  std::normal_distribution<double> normal;
  const RowMajorMatrix A = RowMajorMatrix::NullaryExpr(n, n / 2, [&] { return normal(random); });
  const Eigen::VectorXd v = Eigen::VectorXd::NullaryExpr(n / 2, [&] { return normal(random); });
  BoxLcp problem{A * A.transpose(), A * v, Eigen::VectorXd::Zero(n),
                 Eigen::VectorXd::Constant(n, std::numeric_limits<double>::infinity())};
  problem.lower.head(n / 3).setConstant(-0.1);
  problem.upper.head(n / 2).setConstant(0.1);
  return problem;
}

TEST(KellerAllocation, ASolveOfTheSameSizeTakesNothingFromTheHeap) {
  KellerSolver solver;
  for (const int n : {40, 7, 41}) {
    const LcpSolution& solution = solver.solve(random_semidefinite_box(n, 1));
    ASSERT_EQ(solution.status, LcpStatus::solved);
    for (int seed = 2; seed < 10; ++seed) {
      const BoxLcp problem = random_semidefinite_box(n, seed);
      EXPECT_EQ(allocations_of([&] { solver.solve(problem); }), 0) << n;
      EXPECT_EQ(solution.status, LcpStatus::solved) << n;
      const LcpStart start = {.z = {solution.z.data(), static_cast<std::size_t>(n)},
                              .states = solution.states};
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

/// Laws: no allocation by the second of two solves of the same size.
template <class Solver>
void expect_no_allocation_on_boxes() {
  Solver solver;
  for (const int n : {40, 7, 41}) {
    solver.solve(test::make_alefeld_box(n, 1e3, 0));
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const BoxLcp problem = test::make_alefeld_box(n, 1e3, seed);
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
  test::RandomBoxes random(1);
  PpmSolver solver;
  BoxLcp problem = random.with_bounds(random.p_matrix(12), false);
  solver.solve(problem);
  for (int draw = 0; draw < 5; ++draw) {
    problem.q = random.matrix(12, 1);
    EXPECT_EQ(allocations_of([&] { solver.solve(problem); }), 0);
  }
}

}  // namespace
}  // namespace stiction
