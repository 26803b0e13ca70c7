#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/ppm.h>

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <vector>

#include "answer_laws.h"
#include "box_problems.h"

namespace stiction {
namespace {

/// A problem in factors with three coordinates per body: each row acts on one or two bodies, body 0
/// is immovable, rows are redundant if there are many.
FactoredBoxLcp random_factors(RandomBoxes& random, int n, int num_bodies, bool is_integer) {
  const int d = 3 * num_bodies;
  RowMajorMatrix J = RowMajorMatrix::Zero(n, d);
  for (int i = 0; i < n; ++i) {
    for (int side = 0; side < 2; ++side) {
      const int body = random.integer(0, num_bodies - 1);
      J.block(i, 3 * body, 1, 3) = is_integer ? random.integers(1, 3, 1) : random.matrix(1, 3);
    }
  }
  RowMajorMatrix inverse_mass = RowMajorMatrix::Zero(d, d);
  for (int body = 1; body < num_bodies; ++body) {
    inverse_mass.block(3 * body, 3 * body, 3, 3) = random.semidefinite(3, 3, is_integer);
  }
  BoxLcp bounds = random.with_bounds(RowMajorMatrix::Zero(n, n), is_integer);
  return {J.sparseView(), inverse_mass.sparseView(), bounds.q, bounds.lower, bounds.upper};
}

// Uncoupled rows: z_i = mid(l_i, -q_i / M_ii, u_i).
TEST(PpmByHand, UncoupledRows) {
  const BoxLcp problem = make_box({2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3}, {-6, 8, -5, 9},
                                  {0, -1, -kInf, -kInf}, {1, kInf, kInf, 0});
  expect_solution<PpmSolver>(problem, Eigen::Vector4d(1, -1, 5, -3));
  using enum BoundState;
  EXPECT_EQ(PpmSolver().solve(problem).states,
            (std::vector<BoundState>{upper, lower, between, between}));
}

TEST(PpmByHand, CoupledRows) {
  const auto with = [](double l, double u) {
    return make_box({2, -1, -1, 2}, {-3, 0}, {l, 0}, {u, kInf});
  };
  expect_solution<PpmSolver>(with(0, kInf), Eigen::Vector2d(2, 1));
  expect_solution<PpmSolver>(with(0, 1), Eigen::Vector2d(1, 0.5));
  expect_solution<PpmSolver>(with(3, 3), Eigen::Vector2d(3, 1.5));
  expect_solution<PpmSolver>(with(-kInf, kInf), Eigen::Vector2d(2, 1));
  const LcpSolution plain = PpmSolver().solve(make_lcp({2, -1, -1, 2}, {-3, 0}));
  EXPECT_EQ(plain.status, LcpStatus::solved);
  EXPECT_LE((plain.z - Eigen::Vector2d(2, 1)).cwiseAbs().maxCoeff(), 1e-15);
}

// z_1 + z_2 = 3 with z_1 <= 1: the rows are equal, so one replaces the other.
TEST(PpmByHand, DependentRows) {
  const LcpSolution solution =
      PpmSolver().solve(make_box({1, 1, 1, 1}, {-3, -3}, {0, 0}, {1, kInf}));
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_NEAR(solution.z.sum(), 3, 1e-14);
  expect_solution<PpmSolver>(make_box({1, 1, 1, 1}, {-3, -4}, {0, 0}, {1, kInf}),
                             Eigen::Vector2d(0, 4));
  expect_solution<PpmSolver>(make_box({1, 1, 1, 1}, {-4, -3}, {0, 0}, {1, kInf}),
                             Eigen::Vector2d(1, 2));
  expect_solution<PpmSolver>(make_box({0}, {-1}, {0}, {7}), Eigen::VectorXd::Constant(1, 7));
}

// Two bodies of mass 1/2 and 1 on a line, and a third that cannot move. Contacts 0|1, 1|2, and 1|2
// again; body 2 arrives at speed 2, body 1 at 1; all should come to rest.
TEST(PpmByHand, ContactsInFactors) {
  FactoredBoxLcp problem;
  RowMajorMatrix J(3, 3);  // rows n . (v_b - v_a)
  J << -1, 1, 0,           // body 1 against body 0
      0, -1, 1,            // body 2 against body 1
      0, -1, 1;
  RowMajorMatrix inverse_mass = RowMajorMatrix::Zero(3, 3);
  inverse_mass.diagonal() << 0, 2, 1;
  problem.J = J.sparseView();
  problem.inverse_mass = inverse_mass.sparseView();
  // Free velocities (0, -1, -2): gaps close with J v = (-1, -1, -1).
  problem.q = Eigen::Vector3d(-1, -1, -1);
  problem.lower.setZero(3);
  problem.upper.setConstant(3, kInf);
  // All come to rest: body 2 gets 2 from its contacts, body 1 needs 2 z_0 - 2 * 2 = 1.
  const LcpSolution solution = PpmSolver().solve(problem);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_NEAR(solution.z[0], 2.5, 1e-14);
  EXPECT_NEAR(solution.z[1] + solution.z[2], 2, 1e-14);
  EXPECT_EQ(solution.statistics.pivots, 2);  // one of the two equal rows is enough
}

// The body turns about one axis only, (1, 1, 1) / sqrt(3). A row about another axis has no effect,
// in spite of rounding errors: it cannot be satisfied, or need not act.
TEST(PpmByHand, RowsThatCannotAct) {
  const RowMajorMatrix J = (RowMajorMatrix(2, 3) << 0.1, 0.2, 0.3, 0.3, -0.1, -0.2).finished();
  FactoredBoxLcp problem{J.sparseView(), RowMajorMatrix::Constant(3, 3, 1.0 / 3).sparseView(),
                         Eigen::Vector2d(-0.6, 1), Eigen::Vector2d(0, 0),
                         Eigen::Vector2d::Constant(kInf)};
  // M_11 = 0.6^2 / 3, M_12 = M_22 = 0.
  const LcpSolution solution = PpmSolver().solve(problem);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_NEAR(solution.z[0], 5, 1e-14);
  EXPECT_EQ(solution.z[1], 0);
  problem.q[1] = -1;
  EXPECT_EQ(PpmSolver().solve(problem).stop, LcpStop::ray);
  problem.upper[1] = 7;
  EXPECT_EQ(PpmSolver().solve(problem).status, LcpStatus::solved);
  EXPECT_EQ(PpmSolver().solve(problem).z[1], 7);
}

TEST(PpmByHand, EndsHonestlyWhereThereIsNoSolution) {
  for (const BoxLcp& problem :
       {make_box({0}, {-1}, {0}, {kInf}), make_box({1, -1, -1, 1}, {-1, 0.5}, {0, 0}, {kInf, kInf}),
        make_box({1, 1, 1, 1}, {0, 1}, {-kInf, -kInf}, {kInf, kInf})}) {
    const LcpSolution solution = PpmSolver().solve(problem);
    EXPECT_EQ(solution.status, LcpStatus::no_solution_found);
    EXPECT_EQ(solution.stop, LcpStop::ray);
    expect_honest_states(problem, solution);
  }
}

/// Algorithm 1 as printed, for l = 0 and u = infinity: returns false if a basis recurs.
bool ends_as_printed(const Lcp& problem) {
  Eigen::Index first = 0;
  problem.q.minCoeff(&first);
  std::vector<int> basis = {static_cast<int>(first)};
  std::set<std::vector<int>> seen;
  while (seen.insert(basis).second) {
    Eigen::VectorXd z = Eigen::VectorXd::Zero(problem.q.size());
    z(basis) = problem.M(basis, basis).eval().fullPivLu().solve(-problem.q(basis));
    Eigen::VectorXd w = problem.M * z + problem.q;
    w(basis).setZero();
    Eigen::Index i = 0;
    Eigen::Index j = 0;
    const bool comes = w.minCoeff(&i) < -1e-12;
    const bool goes = z.minCoeff(&j) < -1e-12;
    if (!comes && !goes) return true;
    if (goes) std::erase(basis, static_cast<int>(j));
    if (comes) basis.push_back(static_cast<int>(i));
    std::sort(basis.begin(), basis.end());
  }
  return false;
}

/// A P matrix: Kostreva 1979, Cycling in linear complementarity problems (Mathematical Programming
/// 16); the only solution is (1/3, 1/3, 1/3).
TEST(PpmGuard, SolvesWhatTheRuleAsPrintedCyclesOn) {
  const Lcp problem = make_lcp({1, 2, 0, 0, 1, 2, 2, 0, 1}, {-1, -1, -1});
  EXPECT_FALSE(ends_as_printed(problem));
  expect_solution<PpmSolver>(make_box_lcp(problem), Eigen::Vector3d::Constant(1.0 / 3));
}

/// A A^T with small integers in A, found by drawing a million of them.
TEST(PpmGuard, SolvesADefiniteProblemThatTheRuleAsPrintedCyclesOn) {
  const Lcp problem = make_lcp({16, -4, -4, 4,  -2, 5,  2,   //
                                -4, 16, 0,  2,  5,  -6, -3,  //
                                -4, 0,  16, 10, -3, -5, 7,   //
                                4,  2,  10, 15, -2, -2, 1,   //
                                -2, 5,  -3, -2, 10, -8, -3,  //
                                5,  -6, -5, -2, -8, 11, -3,  //
                                2,  -3, 7,  1,  -3, -3, 15},
                               {-2, -3, 1, -4, 0, 0, 0});
  EXPECT_FALSE(ends_as_printed(problem));
  const LcpSolution expected = KellerSolver().solve(make_box_lcp(problem));
  ASSERT_EQ(expected.status, LcpStatus::solved);
  EXPECT_EQ(PpmSolver().solve(problem, {.patience = 1000000}).statistics.restarts,
            1);  // without the guard
  for (const int patience : {1, 2, 10}) {
    const LcpSolution solution = PpmSolver().solve(problem, {.patience = patience});
    ASSERT_EQ(solution.status, LcpStatus::solved);
    EXPECT_EQ(solution.statistics.restarts, 0);
    EXPECT_LE((solution.z - expected.z).cwiseAbs().maxCoeff(), 1e-12 * expected.z.maxCoeff());
  }
}

TEST(PpmRandom, AgreesWithKeller) {
  RandomBoxes random(1);
  PpmSolver ppm;
  KellerSolver keller;
  int solved = 0;
  for (int draw = 0; draw < 3000; ++draw) {
    const int n = random.integer(0, 12);
    const bool is_integer = draw % 2 == 0;  // equal rows, exact ties, degenerate bases
    const BoxLcp problem = random.with_bounds(
        random.semidefinite(n, random.integer(0, n + 1), is_integer), is_integer);
    const LcpSolution& solution = ppm.solve(problem);
    const LcpSolution& expected = keller.solve(problem);
    expect_honest_states(problem, solution);
    ASSERT_EQ(solution.status, expected.status) << problem.M << "\nq " << problem.q.transpose();
    if (expected.status != LcpStatus::solved || n == 0) continue;
    ++solved;
    const double size = 1 + solution.z.cwiseAbs().maxCoeff() + expected.z.cwiseAbs().maxCoeff();
    EXPECT_LE(solution.residual, 1e-12 * size);
    EXPECT_LE((problem.M * (solution.z - expected.z)).cwiseAbs().maxCoeff(), 1e-9 * size);
  }
  EXPECT_GE(solved, 1000);
  EXPECT_LE(solved, 2900);
}

TEST(PpmRandom, FactorsGiveWhatTheDenseFormGives) {
  RandomBoxes random(2);
  PpmSolver solver;
  KellerSolver keller;
  int solved = 0;
  int redundant = 0;
  for (int draw = 0; draw < 1500; ++draw) {
    const int num_bodies = random.integer(1, 5);
    const int n = random.integer(0, 20);
    const FactoredBoxLcp problem = random_factors(random, n, num_bodies, draw % 2 == 0);
    const BoxLcp dense = make_dense(problem);
    const LcpSolution expected = keller.solve(dense);
    const LcpSolution& solution = solver.solve(problem);
    expect_honest_states(problem, solution);
    ASSERT_EQ(solution.status, expected.status)
        << draw << " " << to_string(solution.stop) << " " << solution.residual;
    if (expected.status != LcpStatus::solved || n == 0) continue;
    ++solved;
    redundant += n > 3 * (num_bodies - 1);
    const double size = 1 + solution.z.cwiseAbs().maxCoeff() + expected.z.cwiseAbs().maxCoeff() +
                        dense.M.cwiseAbs().maxCoeff();
    EXPECT_LE(solution.residual, 1e-11 * size);
    EXPECT_LE((dense.M * (solution.z - expected.z)).cwiseAbs().maxCoeff(), 1e-8 * size * size);
  }
  EXPECT_GE(solved, 300);
  EXPECT_GE(redundant, 30);
}

TEST(PpmRandom, FindsTheOneSolutionOfPMatrices) {
  RandomBoxes random(3);
  PpmSolver solver;
  for (int draw = 0; draw < 1000; ++draw) {
    const BoxLcp problem = random.with_bounds(random.p_matrix(random.integer(1, 6)), false);
    const auto expected = enumerate_solution(problem);
    ASSERT_TRUE(expected.has_value());
    const LcpSolution& solution = solver.solve(problem);
    expect_honest_states(problem, solution);
    ASSERT_EQ(solution.status, LcpStatus::solved) << draw << "\n" << problem.M;
    const double size = 1 + expected->cwiseAbs().maxCoeff();
    EXPECT_LE((solution.z - *expected).cwiseAbs().maxCoeff(), 1e-7 * size) << draw;
  }
}

TEST(PpmRandom, LargeBoxesOfCondition1e4TakeFewPivots) {
  PpmSolver solver;
  int pivots = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const LcpSolution& solution = solver.solve(make_alefeld_box(100, 1e4, seed));
    ASSERT_EQ(solution.status, LcpStatus::solved) << seed;
    EXPECT_LE(solution.residual, 1e-12) << seed;
    pivots += solution.statistics.pivots;
  }
  EXPECT_LE(pivots, 40 * 160);
}

/// Matrices beyond the guarantee: success is not promised, but a true statement and an end are.
TEST(PpmRandom, SaysSolvedOnlyOfSolutions) {
  RandomBoxes random(4);
  PpmSolver solver;
  int solved = 0;
  for (int draw = 0; draw < 2000; ++draw) {
    const int n = random.integer(1, 8);
    const bool is_integer = draw % 2 == 0;
    RowMajorMatrix M = is_integer ? random.integers(n, n, 1) : random.matrix(n, n);
    if (draw % 4 < 2) M += RowMajorMatrix(M.transpose());
    const BoxLcp problem = random.with_bounds(M, is_integer);
    const LcpSolution& solution = solver.solve(problem);
    expect_honest_states(problem, solution);
    solved += solution.status == LcpStatus::solved;
  }
  EXPECT_GE(solved, 300);
}

TEST(PpmStart, ItsOwnAnswerTakesNoPivot) {
  PpmSolver solver;
  RandomBoxes random(5);
  const BoxLcp problem = make_alefeld_box(60, 1e4, 1);
  const LcpSolution first = solver.solve(problem);
  const LcpSolution& again = solver.solve(problem, {}, start_from(first));
  EXPECT_EQ(again.status, LcpStatus::solved);
  EXPECT_EQ(again.statistics.pivots, 0);
  EXPECT_LE((again.z - first.z).cwiseAbs().maxCoeff(), 1e-12);
  FactoredBoxLcp factors = random_factors(random, 20, 6, false);
  factors.lower.setConstant(-1);
  factors.upper.setConstant(1);
  const LcpSolution cold = solver.solve(factors);
  ASSERT_EQ(cold.status, LcpStatus::solved);
  EXPECT_GT(cold.statistics.pivots, 0);
  EXPECT_EQ(solver.solve(factors, {}, start_from(cold)).statistics.pivots, 0);
}

TEST(PpmStart, AnyStartLeadsToTheSameW) {
  RandomBoxes random(6);
  PpmSolver solver;
  for (int draw = 0; draw < 1000; ++draw) {
    const int n = random.integer(1, 12);
    const bool is_integer = draw % 2 == 0;
    const BoxLcp problem =
        random.with_bounds(random.semidefinite(n, random.integer(1, n), is_integer), is_integer);
    const LcpSolution cold = solver.solve(problem);
    const Eigen::VectorXd z = 3 * random.matrix(n, 1);
    std::vector<BoundState> states(static_cast<std::size_t>(n));
    for (BoundState& state : states) state = static_cast<BoundState>(random.integer(0, 2));
    const LcpSolution& warm =
        solver.solve(problem, {}, {.z = {z.data(), static_cast<std::size_t>(n)}, .states = states});
    ASSERT_EQ(warm.status, cold.status) << problem.M << "\nq " << problem.q.transpose();
    if (cold.status != LcpStatus::solved) continue;
    const double size = 1 + warm.z.cwiseAbs().maxCoeff() + cold.z.cwiseAbs().maxCoeff();
    EXPECT_LE((problem.M * (warm.z - cold.z)).cwiseAbs().maxCoeff(), 1e-9 * size);
  }
}

TEST(PpmStatus, SmallestProblems) {
  EXPECT_EQ(PpmSolver().solve(Lcp{}).status, LcpStatus::solved);
  EXPECT_EQ(PpmSolver().solve(BoxLcp{}).status, LcpStatus::solved);
  EXPECT_EQ(PpmSolver().solve(FactoredBoxLcp{}).status, LcpStatus::solved);
  for (const double q : {-3.0, 0.0, 3.0}) {
    const LcpSolution solution = PpmSolver().solve(make_lcp({2}, {q}));
    EXPECT_EQ(solution.status, LcpStatus::solved);
    EXPECT_DOUBLE_EQ(solution.z[0], std::max(-q / 2, 0.0));
  }
}

TEST(PpmStatus, PivotLimitIsReportedAndKept) {
  const LcpSolution solution = PpmSolver().solve(make_alefeld_box(40, 1e4, 1), {.pivot_limit = 6});
  EXPECT_EQ(solution.status, LcpStatus::iteration_limit);
  EXPECT_LE(solution.statistics.pivots, 6);
}

TEST(PpmStatus, EqualInputsGiveEqualBitsOnAUsedSolver) {
  RandomBoxes random(7);
  PpmSolver used;
  for (int draw = 0; draw < 30; ++draw) {
    const int n = random.integer(1, 20);
    const BoxLcp box = random.with_bounds(random.semidefinite(n, n, false), false);
    const FactoredBoxLcp factors = random_factors(random, n, 4, false);
    EXPECT_EQ(used.solve(box).z, PpmSolver().solve(box).z);
    EXPECT_EQ(used.solve(factors).z, PpmSolver().solve(factors).z);
    EXPECT_EQ(used.solve(Lcp{box.M, box.q}).z, PpmSolver().solve(Lcp{box.M, box.q}).z);
  }
}

TEST(PpmStatus, ExtremeNumbersEndHonestly) {
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  RandomBoxes random(9);
  const std::vector<double> numbers = {huge, -huge,  1e200, -1e200, 1,    -1,
                                       0,    1e-200, -tiny, tiny,   1e30, -1e30};
  const auto draw_number = [&] { return numbers[static_cast<std::size_t>(random.integer(0, 11))]; };
  PpmSolver solver;
  for (int draw = 0; draw < 3000; ++draw) {
    const int n = random.integer(1, 5);
    BoxLcp problem{RowMajorMatrix::NullaryExpr(n, n, draw_number),
                   Eigen::VectorXd::NullaryExpr(n, draw_number), Eigen::VectorXd(n),
                   Eigen::VectorXd(n)};
    if (draw % 2 == 0) {
      problem.M.triangularView<Eigen::StrictlyUpper>() = problem.M.transpose();
    }
    for (int i = 0; i < n; ++i) {
      const double a = draw_number();
      const double b = draw_number();
      const int kind = random.integer(0, 4);
      problem.lower[i] = kind == 0 ? -kInf : std::min(a, b);
      problem.upper[i] = kind == 1 ? kInf : std::max(a, b);
    }
    expect_honest_states(problem, solver.solve(problem));
    const RowMajorMatrix J = RowMajorMatrix::NullaryExpr(n, 3, draw_number);
    RowMajorMatrix S = RowMajorMatrix::NullaryExpr(3, 3, draw_number);
    S.triangularView<Eigen::StrictlyUpper>() = S.transpose();
    const FactoredBoxLcp factors = {J.sparseView(), S.sparseView(), problem.q, problem.lower,
                                    problem.upper};
    expect_honest_states(factors, solver.solve(factors));
  }
}

TEST(PpmStatus, RejectsWhatIsNoProblem) {
  const BoxLcp good = make_alefeld_box(3, 10, 1);
  BoxLcp bad = good;
  bad.M(1, 2) = kNaN;
  EXPECT_THROW(PpmSolver().solve(bad), std::invalid_argument);
  EXPECT_THROW(PpmSolver().solve(Lcp{bad.M, bad.q}), std::invalid_argument);
  bad = good;
  bad.lower[0] = bad.upper[0] + 1;
  EXPECT_THROW(PpmSolver().solve(bad), std::invalid_argument);
  EXPECT_THROW(PpmSolver().solve(good, {.patience = 0}), std::invalid_argument);
  EXPECT_THROW(PpmSolver().solve(good, {.pivot_limit = -1}), std::invalid_argument);
  EXPECT_THROW(PpmSolver().solve(good, {.tolerance = 0}), std::invalid_argument);
  const std::vector<double> z = {0, kNaN, 0};
  EXPECT_THROW(PpmSolver().solve(good, {}, {.z = z}), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
