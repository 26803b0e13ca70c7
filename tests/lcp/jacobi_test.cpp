#include <stiction/lcp/jacobi.h>
#include <stiction/lcp/lcp_residual.h>

#include <gtest/gtest.h>

#include <stdexcept>

#include "splitting_problems.h"

namespace stiction {
namespace {

// M is diagonally dominant, so the relaxation is 1: from 0, z = -q / 4 moved into the bounds; then
// w = (4 + 1/2 - 4, -2 - 1 - 3/2 + 2, 6 + 1/2 - 8), z = (1 - 1/8, -1/2 + 5/8, 3/2 + 3/8 -> 3/2).
TEST(JacobiSweep, ByHand) {
  const auto z = iterates_of(JacobiSolver(), chain_of_three(), JacobiOptions{}, 2);
  ASSERT_EQ(z.size(), 3);
  EXPECT_EQ(z[0], Eigen::Vector3d(0, 0, 0));
  EXPECT_EQ(z[1], Eigen::Vector3d(1, -0.5, 1.5));
  EXPECT_EQ(z[2], Eigen::Vector3d(0.875, 0.125, 1.5));
}

// The scaled rows of (4 2 2; 2 1 1; 2 1 4) are (1 1 1/2; 1 1 1/2; 1/2 1/2 1): relaxation 1/2.5.
TEST(JacobiSweep, SafeRelaxationByHand) {
  const BoxLcp problem = make_free({4, 2, 2, 2, 1, 1, 2, 1, 4}, {-10, 5, 20});
  const auto z = iterates_of(JacobiSolver(), problem, JacobiOptions{}, 1);
  EXPECT_LE((z[1] - Eigen::Vector3d(1, -2, -2)).cwiseAbs().maxCoeff(), 1e-15);
  // A fixed row does not count: (2) alone is dominant.
  const auto fixed = iterates_of(JacobiSolver(), make_box({2, 9, 9, 1}, {-4, 0}, {-9, 0}, {9, 0}),
                                 JacobiOptions{}, 1);
  EXPECT_EQ(fixed[1], Eigen::Vector2d(2, 0));
}

// J = (1 1; 1 -1), inverse_mass = 1, M = 2: with |J| |J|^T = (2 2; 2 2) relaxation 1/2, not 1.
TEST(JacobiSweep, SafeRelaxationOfFactorsByHand) {
  FactoredBoxLcp problem{SparseRowMajorMatrix(2, 2), SparseRowMajorMatrix(2, 2),
                         Eigen::Vector2d(-4, -8), Eigen::Vector2d::Constant(-kInf),
                         Eigen::Vector2d::Constant(kInf)};
  problem.J = RowMajorMatrix({{1, 1}, {1, -1}}).sparseView();
  problem.inverse_mass.setIdentity();
  const auto z = iterates_of(JacobiSolver(), problem, JacobiOptions{}, 1);
  EXPECT_LE((z[1] - Eigen::Vector2d(1, 2)).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(JacobiSweep, DenseSparseAndFactoredAgree) {
  const FactoredBoxLcp factored = random_factored(60, 15, 3);
  const BoxLcp dense = make_dense(factored);
  const JacobiOptions options = {.relaxation = 0.2};
  const auto z = iterates_of(JacobiSolver(), dense, options, 60);
  const auto of_sparse = iterates_of(JacobiSolver(), make_sparse(dense), options, 60);
  const auto of_factored = iterates_of(JacobiSolver(), factored, options, 60);
  ASSERT_EQ(z.size(), 61);
  ASSERT_EQ(of_sparse.size(), z.size());
  ASSERT_EQ(of_factored.size(), z.size());
  for (std::size_t k = 0; k < z.size(); ++k) {
    EXPECT_LE((of_sparse[k] - z[k]).cwiseAbs().maxCoeff(), 1e-12) << k;
    EXPECT_LE((of_factored[k] - z[k]).cwiseAbs().maxCoeff(), 1e-12) << k;
  }
}

// The sweep does not depend on the order of the rows, unlike that of Gauss-Seidel.
TEST(JacobiSweep, DoesNotDependOnTheOrderOfTheRows) {
  const BoxLcp problem = make_alefeld_box(12, 10, 1);
  const Eigen::VectorXi order = Eigen::VectorXi::LinSpaced(12, 11, 0);
  const BoxLcp turned{problem.M(order, order), problem.q(order), problem.lower(order),
                      problem.upper(order)};
  const auto z = iterates_of(JacobiSolver(), problem, JacobiOptions{}, 5);
  const auto of_turned = iterates_of(JacobiSolver(), turned, JacobiOptions{}, 5);
  for (std::size_t k = 0; k < z.size(); ++k) {
    EXPECT_LE((of_turned[k] - z[k](order)).cwiseAbs().maxCoeff(), 1e-14);
  }
}

// Without bounds two sweeps multiply the error by m_12 m_21 / (m_11 m_22) = 3 / 16.
TEST(JacobiConvergence, RateByHand) {
  const BoxLcp problem = make_free({4, 1, 3, 4}, {-5, -7});  // z = (1, 1)
  const auto z = iterates_of(JacobiSolver(), problem, JacobiOptions{}, 12);
  ASSERT_EQ(z.size(), 13);
  const Eigen::Vector2d solution(1, 1);
  for (std::size_t k = 2; k < z.size(); ++k) {
    EXPECT_LE((z[k] - solution - 3.0 / 16 * (z[k - 2] - solution)).cwiseAbs().maxCoeff(), 1e-15);
  }
}

// If M is strictly diagonally dominant, symmetric or not, each sweep reduces the largest error at
// least by the largest ratio of a row's other elements to its diagonal one, here 3/4.
TEST(JacobiConvergence, DominantProblemsContract) {
  const BoxLcp problem =
      make_box({4, -2, 1, 0, 2, 1, 3, 3, 8}, {-3, 1, -20}, {0, -1, -5}, {kInf, 1, 2});
  const LcpSolution solution = JacobiSolver().solve(problem, {.stop = {.tolerance = 1e-15}});
  ASSERT_EQ(solution.status, LcpStatus::solved);
  const auto z = iterates_of(JacobiSolver(), problem, JacobiOptions{}, 30,
                             start_at(Eigen::Vector3d(50, 1, -5)));
  for (std::size_t k = 1; k < z.size(); ++k) {
    EXPECT_LE((z[k] - solution.z).cwiseAbs().maxCoeff(),
              0.75 * (z[k - 1] - solution.z).cwiseAbs().maxCoeff() + 1e-14);
  }
}

// With the safe relaxation, and up to twice that.
TEST(JacobiConvergence, TheObjectiveFallsWithEachSweep) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const BoxLcp problem = make_alefeld_box(20, 100, seed);
    const auto z = iterates_of(JacobiSolver(), problem, JacobiOptions{}, 200);
    for (std::size_t k = 1; k < z.size(); ++k) {
      const double before = calc_objective(problem, z[k - 1]);
      EXPECT_LE(calc_objective(problem, z[k]), before + 1e-13 * std::abs(before)) << seed;
    }
    EXPECT_LT(calc_objective(problem, z[1]), calc_objective(problem, z[0]) - 0.1);
  }
}

// n equal rows of ones: relaxation 1 multiplies the error by 1 - n, the safe one by 0.
TEST(JacobiConvergence, TheSafeRelaxationIsNeeded) {
  BoxLcp problem = make_free({1, 1, 1, 1, 1, 1, 1, 1, 1}, {-3, -3, -3});
  const LcpSolution safe = JacobiSolver().solve(problem);
  EXPECT_EQ(safe.status, LcpStatus::solved);
  EXPECT_EQ(safe.statistics.iterations, 1);
  const LcpSolution unsafe = JacobiSolver().solve(problem, {.relaxation = 1});
  EXPECT_EQ(unsafe.status, LcpStatus::no_solution_found);
  EXPECT_EQ(unsafe.stop, LcpStop::diverged);
  EXPECT_TRUE(unsafe.z.allFinite());
}

TEST(JacobiConvergence, AgreesWithKellerOnRandomBoxes) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const BoxLcp problem = make_alefeld_box(30, 1e2, seed);
    const LcpSolution solution = JacobiSolver().solve(problem, {.stop = {.tolerance = 1e-12}});
    EXPECT_EQ(solution.status, LcpStatus::solved);
    EXPECT_LE((solution.z - solve_exactly(problem).z).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST(JacobiConvergence, SemidefiniteFactors) {
  const FactoredBoxLcp problem = random_factored(40, 10, 4);
  JacobiSolver solver;
  const LcpSolution& solution = solver.solve(problem);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  const BoxLcp dense = make_dense(problem);
  EXPECT_LE((dense.M * (solution.z - solve_exactly(dense).z)).cwiseAbs().maxCoeff(), 1e-5);
}

TEST(JacobiConvergence, MembraneOverAnObstacle) {
  const SparseLcp problem = membrane(10);
  JacobiSolver solver;
  const LcpSolution& solution = solver.solve(problem, {.stop = {.tolerance = 1e-12}});
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_LE((solution.z - solve_exactly(make_box_lcp(make_dense(problem))).z).cwiseAbs().maxCoeff(),
            1e-9);
}

TEST(JacobiStatus, EndsHonestly) {
  EXPECT_EQ(JacobiSolver().solve(make_box({1, 2, 2, 0}, {-1, -1}, {0, 0}, {9, 9})).stop,
            LcpStop::not_applicable);
  EXPECT_EQ(JacobiSolver().solve(make_box({0}, {-1}, {0}, {kInf})).stop, LcpStop::ray);
  const BoxLcp problem = make_alefeld_box(20, 100, 1);
  EXPECT_EQ(JacobiSolver().solve(problem, {{.iteration_limit = 3}}).status,
            LcpStatus::iteration_limit);
  EXPECT_EQ(JacobiSolver().solve(problem, {{.absolute = 1e-3}}).stop, LcpStop::absolute);
  EXPECT_EQ(JacobiSolver().solve(problem, {{.relative = 0.9}}).stop, LcpStop::relative);
  EXPECT_EQ(JacobiSolver().solve(problem, {{.stagnation = 1e-3}}).stop, LcpStop::stagnation);
  // Two rows that alternate between the corners of the box: z = (1, 1), then (-1, -1).
  const LcpSolution cycle =
      JacobiSolver().solve(make_box({1, 3, 3, 1}, {0, 0}, {-1, -1}, {1, 1}), {.relaxation = 1},
                           start_at(Eigen::Vector2d(1, 1)));
  EXPECT_EQ(cycle.status, LcpStatus::no_solution_found);
  EXPECT_EQ(cycle.stop, LcpStop::cycle);
}

TEST(JacobiStart, ItsOwnAnswerTakesNoSweep) {
  JacobiSolver solver;
  const LcpSolution& solution = solver.solve(make_alefeld_box(20, 100, 1));
  const Eigen::VectorXd z = solution.z;
  solver.solve(make_alefeld_box(20, 100, 1), {}, start_at(solution.z));
  EXPECT_EQ(solution.statistics.iterations, 0);
  EXPECT_EQ(solution.z, z);
}

TEST(JacobiStatus, EmptyProblems) {
  JacobiSolver solver;
  EXPECT_EQ(solver.solve(Lcp{}).status, LcpStatus::solved);
  EXPECT_EQ(solver.solve(BoxLcp{}).status, LcpStatus::solved);
  EXPECT_EQ(solver.solve(SparseLcp{}).status, LcpStatus::solved);
  EXPECT_EQ(solver.solve(SparseBoxLcp{}).status, LcpStatus::solved);
  EXPECT_EQ(solver.solve(FactoredBoxLcp{}).status, LcpStatus::solved);
}

TEST(JacobiStatus, EqualInputsGiveEqualBitsOnAUsedSolver) {
  JacobiSolver used;
  used.solve(random_factored(30, 9, 1));
  used.solve(make_alefeld_box(50, 10, 7));
  const BoxLcp problem = make_alefeld_box(30, 10, 8);
  EXPECT_EQ(used.solve(problem).z, JacobiSolver().solve(problem).z);
}

TEST(JacobiStatus, ExtremeNumbersEndHonestly) {
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  for (const double m : {huge, 1e200, 1e-200, tiny, 0.0}) {
    for (const double q : {-huge, -1.0, -tiny, 0.0, tiny, huge}) {
      const BoxLcp problem = make_box({m, m, huge, 1}, {q, -q}, {0, -huge}, {kInf, huge});
      const LcpSolution solution = JacobiSolver().solve(problem, {{.iteration_limit = 3000}});
      EXPECT_EQ(solution.status == LcpStatus::solved, lcp_residual(problem, solution.z) <= 1e-8);
      EXPECT_TRUE(solution.z.allFinite());
    }
  }
}

TEST(JacobiStatus, RejectsWhatIsNoProblem) {
  const BoxLcp good = make_alefeld_box(3, 10, 1);
  for (const double relaxation : {-0.5, 2.0, kNaN}) {
    EXPECT_THROW(JacobiSolver().solve(good, {.relaxation = relaxation}), std::invalid_argument);
  }
  EXPECT_THROW(JacobiSolver().solve(good, {{.tolerance = 0}}), std::invalid_argument);
  BoxLcp bad = good;
  bad.q[0] = kNaN;
  EXPECT_THROW(JacobiSolver().solve(bad), std::invalid_argument);
  EXPECT_THROW(JacobiSolver().solve(good, {}, start_at(Eigen::Vector2d(0, 0))),
               std::invalid_argument);
}

}  // namespace
}  // namespace stiction
