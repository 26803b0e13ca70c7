#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/pgs.h>
#include <stiction/lcp/psor.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "splitting_problems.h"

namespace stiction {
namespace {

// w = (2 z_1 - z_2 - 3, 2 z_2 - z_1), relaxation 3/2, z_1 <= 2:
// z_1 = 3/2 * 3/2 -> 2, z_2 = 3/2 * 2/2; then z_1 = 2 + 3/2 * 0.5/2 -> 2, z_2 = 1.5 - 3/2 * 1/2.
TEST(PsorSweep, ByHand) {
  const auto z = iterates_of(PsorSolver(), make_box({2, -1, -1, 2}, {-3, 0}, {0, 0}, {2, 9}),
                             PsorOptions{.relaxation = 1.5}, 2);
  ASSERT_EQ(z.size(), 3);
  EXPECT_EQ(z[0], Eigen::Vector2d(0, 0));
  EXPECT_EQ(z[1], Eigen::Vector2d(2, 1.5));
  EXPECT_EQ(z[2], Eigen::Vector2d(2, 0.75));
}

// Half relaxation: z_1 = 1/2; w_2 = 2 - 1/2, z_2 = -1.5/8; w_3 = 0.1875 - 8, z_3 = 7.8125/8.
TEST(PsorSweep, ByHandUnderRelaxed) {
  const auto z = iterates_of(PsorSolver(), chain_of_three(), PsorOptions{.relaxation = 0.5}, 1);
  EXPECT_EQ(z[1], Eigen::Vector3d(0.5, -0.1875, 0.9765625));
}

TEST(PsorSweep, DenseSparseAndFactoredAgree) {
  const FactoredBoxLcp factored = random_factored(60, 15, 3);
  const BoxLcp dense = make_dense(factored);
  const PsorOptions options = {.relaxation = 1.3};
  const auto z = iterates_of(PsorSolver(), dense, options, 60);
  const auto of_sparse = iterates_of(PsorSolver(), make_sparse(dense), options, 60);
  const auto of_factored = iterates_of(PsorSolver(), factored, options, 60);
  ASSERT_EQ(of_sparse.size(), z.size());
  ASSERT_EQ(of_factored.size(), z.size());
  ASSERT_GT(z.size(), 20);
  for (std::size_t k = 0; k < z.size(); ++k) {
    EXPECT_LE((of_sparse[k] - z[k]).cwiseAbs().maxCoeff(), 1e-12) << k;
    EXPECT_LE((of_factored[k] - z[k]).cwiseAbs().maxCoeff(), 1e-12) << k;
  }
}

// Also between the points at which the velocity is recomputed, for thousands of sweeps.
TEST(PsorSweep, TheVelocityOfFactorsDoesNotDrift) {
  const FactoredBoxLcp problem = random_factored(90, 16, 5);
  PsorSolver solver;
  const PsorOptions options = {.stop = {.tolerance = 1e-13}, .relaxation = 0.05};
  const LcpSolution& solution = solver.solve(problem, options);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_GT(solution.statistics.iterations, 500);
  EXPECT_LE(lcp_residual(make_dense(problem), solution.z), 2e-13);
}

TEST(PsorConvergence, TheObjectiveFallsWithEachSweep) {
  for (const double relaxation : {0.3, 1.0, 1.4, 1.9}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const BoxLcp problem = make_alefeld_box(20, 100, seed);
      const auto z = iterates_of(PsorSolver(), problem, PsorOptions{.relaxation = relaxation}, 200);
      for (std::size_t k = 1; k < z.size(); ++k) {
        const double before = calc_objective(problem, z[k - 1]);
        EXPECT_LE(calc_objective(problem, z[k]), before + 1e-13 * std::abs(before))
            << relaxation << " " << seed << " " << k;
      }
      EXPECT_LT(calc_objective(problem, z[1]), calc_objective(problem, z[0]) - 0.1);
    }
  }
}

TEST(PsorConvergence, AgreesWithKellerOnRandomBoxes) {
  for (const double relaxation : {0.5, 1.0, 1.4, 1.8}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const BoxLcp problem = make_alefeld_box(30, 1e3, seed);
      const LcpSolution solution =
          PsorSolver().solve(problem, {.stop = {.tolerance = 1e-12}, .relaxation = relaxation});
      EXPECT_EQ(solution.status, LcpStatus::solved);
      EXPECT_EQ(solution.stop, LcpStop::residual);
      EXPECT_LE((solution.z - solve_exactly(problem).z).cwiseAbs().maxCoeff(), 1e-9);
    }
  }
}

TEST(PsorConvergence, LargeBoxesOfCondition1e4) {
  PsorSolver solver;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const LcpSolution& solution = solver.solve(make_alefeld_box(100, 1e4, seed));
    EXPECT_EQ(solution.status, LcpStatus::solved) << seed;
    EXPECT_LE(solution.residual, 1e-8) << seed;
    EXPECT_LE(solution.statistics.iterations, 2000) << seed;
  }
}

// Rank 16 of 60: there are many solutions, but w is unique, and each limit is a solution.
TEST(PsorConvergence, SemidefiniteProblems) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const FactoredBoxLcp problem = random_factored(60, 5, seed);
    PsorSolver solver;
    const LcpSolution& solution = solver.solve(problem, {.stop = {.tolerance = 1e-10}});
    EXPECT_EQ(solution.status, LcpStatus::solved) << seed;
    const BoxLcp dense = make_dense(problem);
    const LcpSolution exact = solve_exactly(dense);
    ASSERT_EQ(exact.status, LcpStatus::solved);
    EXPECT_LE((dense.M * (solution.z - exact.z)).cwiseAbs().maxCoeff(), 1e-6) << seed;
  }
}

TEST(PsorConvergence, MembraneOverAnObstacle) {
  const SparseLcp problem = membrane(12);
  const Eigen::VectorXd exact = solve_exactly(make_box_lcp(make_dense(problem))).z;
  EXPECT_GT(exact.maxCoeff(), 1);
  EXPECT_EQ(exact.minCoeff(), 0);
  PsorSolver solver;
  const LcpSolution& solution = solver.solve(problem, {.stop = {.tolerance = 1e-12}});
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_LE((solution.z - exact).cwiseAbs().maxCoeff(), 1e-9);
  const int over_relaxed = solution.statistics.iterations;
  PgsSolver pgs;
  EXPECT_LE(2 * over_relaxed,
            pgs.solve(problem, {.stop = {.tolerance = 1e-12}}).statistics.iterations);
}

TEST(PsorStart, IsTakenAndMovedIntoTheBounds) {
  const BoxLcp problem = chain_of_three();
  const Eigen::Vector3d guess(-1, 0.5, 7);
  EXPECT_EQ(iterates_of(PsorSolver(), problem, PsorOptions{}, 1, start_at(guess))[0],
            Eigen::Vector3d(0, 0.5, 1.5));
  PsorSolver solver;
  const LcpSolution& solution = solver.solve(make_alefeld_box(40, 1e3, 1));
  const int cold = solution.statistics.iterations;
  const Eigen::VectorXd z = solution.z;
  solver.solve(make_alefeld_box(40, 1e3, 1), {}, start_at(solution.z));  // its own answer
  EXPECT_EQ(solution.statistics.iterations, 0);
  EXPECT_EQ(solution.z, z);
  BoxLcp nearby = make_alefeld_box(40, 1e3, 1);
  nearby.q *= 1.0001;
  solver.solve(nearby, {}, start_at(z));
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_LE(2 * solution.statistics.iterations, cold + 2);
}

/// The rows of a zero matrix go where q sends them; fixed rows stay.
TEST(PsorStatus, RowsWithoutElements) {
  const BoxLcp problem = make_box({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {1, -1, 0, 5},
                                  {-2, -kInf, -1, 3}, {kInf, 4, 1, 3});
  const LcpSolution solution = PsorSolver().solve(problem);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_EQ(solution.z, Eigen::Vector4d(-2, 4, 0, 3));
  const LcpSolution unbounded =
      PsorSolver().solve(make_box({0, 0, 0, 1}, {-1, -1}, {0, 0}, {kInf, 5}));
  EXPECT_EQ(unbounded.status, LcpStatus::no_solution_found);
  EXPECT_EQ(unbounded.stop, LcpStop::ray);
}

TEST(PsorStatus, AZeroOrNegativeDiagonalIsNotForThisMethod) {
  for (const double diagonal : {0.0, -1.0}) {
    const LcpSolution solution =
        PsorSolver().solve(make_box({1, 2, 2, diagonal}, {-1, -1}, {0, 0}, {kInf, kInf}));
    EXPECT_EQ(solution.status, LcpStatus::no_solution_found);
    EXPECT_EQ(solution.stop, LcpStop::not_applicable);
    EXPECT_EQ(solution.z, Eigen::Vector2d(0, 0));
  }
  // but a fixed row need not have one
  const LcpSolution fixed = PsorSolver().solve(make_box({2, 1, 1, -1}, {-1, 0}, {0, 3}, {5, 3}));
  EXPECT_EQ(fixed.status, LcpStatus::solved);
  EXPECT_EQ(fixed.z, Eigen::Vector2d(0, 3));
}

// For (1 a; -a 1) a Gauss-Seidel sweep multiplies the error by -a^2 = -4: without bounds z grows
// without limit, within [-1, 1] it cycles through corners of the box. The solution is 0.
TEST(PsorStatus, WhereTheMethodDivergesItSaysSo) {
  const PsorOptions options = {.relaxation = 1};
  const Eigen::Vector2d start(0.25, 0.25);
  const LcpSolution diverged =
      PsorSolver().solve(make_free({1, 2, -2, 1}, {0, 0}), options, start_at(start));
  EXPECT_EQ(diverged.status, LcpStatus::no_solution_found);
  EXPECT_EQ(diverged.stop, LcpStop::diverged);
  EXPECT_TRUE(diverged.z.allFinite());
  EXPECT_LE(diverged.residual, 0.75);  // that of the start
  const LcpSolution cycle = PsorSolver().solve(make_box({1, 2, -2, 1}, {0, 0}, {-1, -1}, {1, 1}),
                                               options, start_at(start));
  EXPECT_EQ(cycle.status, LcpStatus::no_solution_found);
  EXPECT_EQ(cycle.stop, LcpStop::cycle);
  EXPECT_LE(cycle.statistics.iterations, 20);
}

TEST(PsorStatus, EachCriterionEndsASolve) {
  const BoxLcp problem = make_alefeld_box(20, 1e3, 2);
  const auto stop_of = [&](const StoppingCriteria& stop) {
    return PsorSolver().solve(problem, {stop}).stop;
  };
  EXPECT_EQ(stop_of({}), LcpStop::residual);
  EXPECT_EQ(stop_of({.iteration_limit = 3}), LcpStop::iteration_limit);
  EXPECT_EQ(PsorSolver().solve(problem, {{.iteration_limit = 3}}).status,
            LcpStatus::iteration_limit);
  EXPECT_EQ(PsorSolver().solve(problem, {{.iteration_limit = 3}}).statistics.iterations, 3);
  EXPECT_EQ(stop_of({.absolute = 1e-3}), LcpStop::absolute);
  EXPECT_EQ(stop_of({.relative = 0.5}), LcpStop::relative);
  EXPECT_EQ(stop_of({.stagnation = 1e-3}), LcpStop::stagnation);
  // Nothing changes any more, though some rounding errors remain.
  const LcpStop last = stop_of({.tolerance = 1e-300});
  EXPECT_TRUE(last == LcpStop::stagnation || last == LcpStop::cycle) << to_string(last);
}

TEST(PsorStatus, EmptyProblems) {
  EXPECT_EQ(PsorSolver().solve(BoxLcp{}).status, LcpStatus::solved);
  PsorSolver solver;
  EXPECT_EQ(solver.solve(Lcp{}).status, LcpStatus::solved);
  EXPECT_EQ(solver.solve(SparseLcp{}).status, LcpStatus::solved);
  EXPECT_EQ(solver.solve(SparseBoxLcp{}).status, LcpStatus::solved);
  EXPECT_EQ(solver.solve(FactoredBoxLcp{}).status, LcpStatus::solved);
}

TEST(PsorStatus, EqualInputsGiveEqualBitsOnAUsedSolver) {
  PsorSolver used;
  used.solve(random_factored(30, 9, 1));
  used.solve(make_alefeld_box(50, 1e3, 7));
  const BoxLcp problem = make_alefeld_box(30, 1e3, 8);
  EXPECT_EQ(used.solve(problem).z, PsorSolver().solve(problem).z);
  const FactoredBoxLcp factored = random_factored(40, 12, 2);
  EXPECT_EQ(used.solve(factored).z, PsorSolver().solve(factored).z);
}

TEST(PsorStatus, ExtremeNumbersEndHonestly) {
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  for (const double m : {huge, 1e200, 1e-200, tiny, 0.0, -huge}) {
    for (const double coupling : {0.5, 1.0, -3.0}) {
      for (const double q : {-huge, -1.0, -tiny, 0.0, tiny, huge}) {
        const double off = coupling < 0 ? std::max(m / 4, -huge) : coupling * m;
        BoxLcp problem = make_box({m, off, -off, m}, {q, -q}, {0, -huge}, {kInf, huge});
        const LcpSolution solution = PsorSolver().solve(problem, {{.iteration_limit = 3000}});
        EXPECT_EQ(solution.status == LcpStatus::solved, lcp_residual(problem, solution.z) <= 1e-8);
        EXPECT_EQ(solution.residual, lcp_residual(problem, solution.z));
        EXPECT_TRUE(solution.z.allFinite());
      }
    }
  }
}

TEST(PsorStatus, RejectsWhatIsNoProblem) {
  const BoxLcp good = make_alefeld_box(3, 10, 1);
  for (const double relaxation : {0.0, 2.0, -1.0, kNaN, kInf}) {
    EXPECT_THROW(PsorSolver().solve(good, {.relaxation = relaxation}), std::invalid_argument);
  }
  EXPECT_THROW(PsorSolver().solve(good, {{.tolerance = 0}}), std::invalid_argument);
  EXPECT_THROW(PsorSolver().solve(good, {{.iteration_limit = -1}}), std::invalid_argument);
  BoxLcp bad = good;
  bad.M(1, 2) = kNaN;
  EXPECT_THROW(PsorSolver().solve(bad), std::invalid_argument);
  EXPECT_THROW(PsorSolver().solve(make_sparse(bad)), std::invalid_argument);
  bad = good;
  bad.lower[0] = bad.upper[0] + 1;
  EXPECT_THROW(PsorSolver().solve(bad), std::invalid_argument);
  EXPECT_THROW(PsorSolver().solve(good, {}, start_at(Eigen::Vector2d(0, 0))),
               std::invalid_argument);
  EXPECT_THROW(PsorSolver().solve(good, {}, start_at(Eigen::Vector3d(0, kNaN, 0))),
               std::invalid_argument);
}

}  // namespace
}  // namespace stiction
