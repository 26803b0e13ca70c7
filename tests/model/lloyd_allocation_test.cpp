#include <stiction/model/lloyd_lemke.h>

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "../../src/model/island_ladder.h"
#include "../../src/model/sparse_island_system.h"
#include "heap_counter.h"
#include "model/column_problems.h"

namespace stiction {
namespace {

/// Problems of one size: 3 bodies, 12 contacts, 8 directions.
std::vector<ContactColumns> problems_of_one_size(int family) {
  std::mt19937 generator(1000 + family);
  std::vector<ContactColumns> problems;
  for (int i = 0; i < 12; ++i) {
    switch (family) {
      case 0:
        problems.push_back(columns_of(make_rich_problem(generator, 3, 12)));
        break;
      case 1:
        problems.push_back(columns_of(make_stack(generator, 3, 0.1 * i)));
        break;
      case 2: {  // bilateral rows among the contacts
        problems.push_back(columns_of(make_stack(generator, 3, 0.1 * i)));
        for (const int c : {4, 5, 6}) problems.back().contacts[c].bilateral = true;
        break;
      }
      default: {  // given by W: dense columns, with and without factors
        const DenseProblem dense = write_out(columns_of(make_rich_problem(generator, 3, 12)));
        const Eigen::VectorXd mu = Eigen::VectorXd::Constant(12, 0.5);
        Eigen::MatrixXd W = dense.W;
        if (i % 2 == 1) W += 0.1 * Eigen::MatrixXd::Identity(36, 36);
        problems.push_back(make_contact_columns(W, dense.free, mu, 3, 8));
      }
    }
  }
  return problems;
}

TEST(LloydAllocation, TheCounterCounts) {
  EXPECT_GE(allocations_of([] {
              std::vector<double> numbers(10);
              const volatile double* kept = numbers.data();
              EXPECT_EQ(kept[0], 0);
            }),
            1);
  EXPECT_EQ(allocations_of([] {}), 0);
}

// After one solve of the size, cold and warm, with any outcome. A solve that climbs higher up the
// ladder than any before may allocate.
TEST(LloydAllocation, SolvesOfTheSameSizeTakeNothingFromTheHeap) {
  for (const LloydMethod method : kLloydMethods) {
    for (int family = 0; family < 4; ++family) {
      const std::vector<ContactColumns> problems = problems_of_one_size(family);
      LloydLemke solver;
      LloydStage highest = solver.solve(problems[0], {.method = method}).statistics.stage;
      for (std::size_t i = 1; i < problems.size(); ++i) {
        const LloydSolution* solution = nullptr;
        const long cold =
            allocations_of([&] { solution = &solver.solve(problems[i], {.method = method}); });
        const LloydStage stage = solution->statistics.stage;
        if (stage <= std::max(highest, LloydStage::restarted)) {
          EXPECT_EQ(cold, 0) << to_string(method) << " family " << family << " problem " << i;
        }
        highest = std::max(highest, stage);
        const LloydBasis basis = solution->basis;
        const long warm = allocations_of(
            [&] { solution = &solver.solve(problems[i], {.method = method}, &basis); });
        if (solution->statistics.stage <= highest) {
          EXPECT_EQ(warm, 0) << to_string(method) << " family " << family << " problem " << i;
        }
      }
    }
  }
}

TEST(LloydAllocation, ABasisOfAnotherProblemTakesNothingEither) {
  const std::vector<ContactColumns> problems = problems_of_one_size(0);
  for (const LloydMethod method : kLloydMethods) {
    LloydLemke solver;
    LloydBasis basis = solver.solve(problems[0], {.method = method}).basis;
    for (std::size_t i = 1; i < problems.size(); ++i) {
      const LloydSolution* solution = nullptr;
      const long taken = allocations_of(
          [&] { solution = &solver.solve(problems[i], {.method = method}, &basis); });
      if (solution->statistics.stage <= LloydStage::restarted) {
        EXPECT_EQ(taken, 0) << i;
      }
      basis = solution->basis;
    }
  }
}

TEST(LloydAllocation, SmallerProblemsTakeNothing) {
  std::mt19937 generator(1010);
  const ContactColumns large = columns_of(make_rich_problem(generator, 4, 16));
  for (const LloydMethod method : kLloydMethods) {
    LloydLemke solver;
    solver.solve(large, {.method = method});
    for (int num_bodies = 1; num_bodies <= 4; ++num_bodies) {
      const ContactColumns small =
          columns_of(make_rich_problem(generator, num_bodies, 3 * num_bodies));
      const long taken = allocations_of([&] { solver.solve(small, {.method = method}); });
      EXPECT_EQ(taken, 0) << num_bodies;
    }
  }
}

TEST(LloydAllocation, ColumnsReuseTheirMemory) {
  std::mt19937 generator(1020);
  for (const LloydMethod method : kLloydMethods) {
    LloydLemke solver;
    std::vector<double> angles(12, 0);
    ContactColumns columns;
    for (int i = 0; i < 6; ++i) {
      const ContactProblem problem = make_stack(generator, 3, 0.1);
      const long taken = allocations_of([&] {
        make_contact_columns(problem, angles, 8, columns);
        solver.solve(columns, {.method = method});
        make_contact_columns(problem, angles, 8, columns);
      });
      if (i > 2) {
        EXPECT_EQ(taken, 0) << i;
      }
    }
  }
}

TEST(LloydAllocation, TheHighestStagesReuseTheirMemoryToo) {
  const std::vector<ContactColumns> problems = problems_of_one_size(0);
  const LloydOptions unattainable = {.tolerance = 0};
  LloydLemke solver;
  solver.solve(problems[0], unattainable);
  solver.solve(problems[0], unattainable);
  EXPECT_EQ(allocations_of([&] { solver.solve(problems[0], unattainable); }), 0);
}

// The second solve of a graph of bodies, by rungs that the first one used.
TEST(IslandLadderAllocation, SolvesOfTheSameGraphTakeNothingFromTheHeap) {
  std::mt19937 generator(1030);
  for (int draw = 0; draw < 8; ++draw) {
    ContactProblem contacts = make_stack(generator, 5, 0.4);
    IslandLadder ladder;
    SparseIslandSystem system;
    IslandProblem problem;
    const auto solve = [&] {
      make_island_problem(contacts, problem);
      system.set_problem(problem);
      Effort effort(4000, 1, nullptr);
      ladder.solve(system, nullptr, {}, effort);
      const Rows& before = ladder.best().impulses();
      ladder.solve(system, &before, {}, effort);
    };
    solve();
    EXPECT_EQ(allocations_of(solve), 0) << draw;
    for (ContactProblem::Body& body : contacts.bodies) body.free_velocity *= 1.01;
    EXPECT_EQ(allocations_of(solve), 0) << draw;
  }
}

}  // namespace
}  // namespace stiction
