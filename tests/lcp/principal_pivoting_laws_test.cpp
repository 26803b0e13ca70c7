#include <stiction/lcp/block_pivot.h>
#include <stiction/lcp/dantzig.h>
#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/murty.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "answer_laws.h"
#include "box_problems.h"

// Laws that hold for every solver by principal pivoting, whatever its path.
namespace stiction {
namespace {

using enum BoundState;

template <class Solver>
class PrincipalPivoting : public testing::Test {
 public:
  void expect_solution(const BoxLcp& problem, const Eigen::VectorXd& z) {
    const LcpSolution& solution = solver.solve(problem);
    EXPECT_EQ(solution.status, LcpStatus::solved) << to_string(solution.stop);
    EXPECT_EQ(solution.stop, LcpStop::residual);
    ASSERT_EQ(solution.z.size(), z.size());
    EXPECT_LE((solution.z - z).cwiseAbs().maxCoeff(), 1e-13 * (1 + z.cwiseAbs().maxCoeff()))
        << solution.z.transpose();
  }

  Solver solver;
};

using Solvers = testing::Types<MurtySolver, BlockPivotSolver, DantzigSolver>;
TYPED_TEST_SUITE(PrincipalPivoting, Solvers);

// Uncoupled rows: z_i = mid(l_i, -q_i / M_ii, u_i).
TYPED_TEST(PrincipalPivoting, UncoupledRows) {
  const BoxLcp problem = make_box({2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3}, {-6, 8, -5, 9},
                                  {0, -1, -kInf, -kInf}, {1, kInf, kInf, 0});
  this->expect_solution(problem, Eigen::Vector4d(1, -1, 5, -3));
  EXPECT_EQ(this->solver.solve(problem).states, (States{upper, lower, between, between}));
}

TYPED_TEST(PrincipalPivoting, CoupledRows) {
  this->expect_solution(make_box({2, -1, -1, 2}, {-3, 0}, {0, 0}, {kInf, kInf}),
                        Eigen::Vector2d(2, 1));
  this->expect_solution(make_box({2, -1, -1, 2}, {-3, 0}, {0, 0}, {1, kInf}),
                        Eigen::Vector2d(1, 0.5));
  this->expect_solution(make_box({2, 1, 1, 2}, {-1, 1}, {0, 0}, {kInf, kInf}),
                        Eigen::Vector2d(0.5, 0));
}

TYPED_TEST(PrincipalPivoting, FixedRowsStayAndActOnTheOthers) {
  this->expect_solution(make_box({2, 1, 1, 2}, {0, 0}, {3, -kInf}, {3, kInf}),
                        Eigen::Vector2d(3, -1.5));
}

TYPED_TEST(PrincipalPivoting, EmptyAndSingleRows) {
  EXPECT_EQ(this->solver.solve(BoxLcp{}).status, LcpStatus::solved);
  EXPECT_EQ(this->solver.solve(Lcp{}).status, LcpStatus::solved);
  this->expect_solution(make_box({4}, {-2}, {0}, {kInf}), Eigen::VectorXd::Constant(1, 0.5));
  this->expect_solution(make_box({4}, {2}, {0}, {kInf}), Eigen::VectorXd::Zero(1));
  this->expect_solution(make_box({4}, {2}, {-kInf}, {kInf}), Eigen::VectorXd::Constant(1, -0.5));
  this->expect_solution(make_box({0}, {-2}, {0}, {3}), Eigen::VectorXd::Constant(1, 3));
  EXPECT_EQ(this->solver.solve(make_box({0}, {-2}, {0}, {kInf})).stop, LcpStop::ray);
}

/// Fathi's positive definite matrices; the solution is the first unit vector (Murty, Linear
/// Complementarity, chapter 6).
TYPED_TEST(PrincipalPivoting, FathisExamples) {
  for (const int n : {4, 8, 10}) {
    RowMajorMatrix L = RowMajorMatrix::Identity(n, n);
    L.triangularView<Eigen::StrictlyLower>().setConstant(2);
    this->expect_solution(make_one_sided(L * L.transpose(), Eigen::VectorXd::Constant(n, -1.0)),
                          Eigen::VectorXd::Unit(n, 0));
  }
}

/// Cottle, Pang and Stone, Example 4.4.16; semidefinite.
TYPED_TEST(PrincipalPivoting, CottlePangStoneExample4416) {
  const Lcp problem{RowMajorMatrix{{1, -1}, {-1, 1}}, Eigen::Vector2d(1, -1)};
  const LcpSolution& solution = this->solver.solve(problem);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_NEAR(solution.z[1] - solution.z[0], 1, 1e-15);
}

/// Symmetric semidefinite M: solved exactly when there is a solution, else the method ends on a
/// ray; w is the same for all solutions. Other matrices, on which a method may end without a
/// solution, are in `SemidefiniteWithoutSymmetryIsSolvedOrSaidNotToBe`.
TYPED_TEST(PrincipalPivoting, AgreesWithEnumeration) {
  RandomBoxes random(1);
  int solved = 0;
  int unsolved = 0;
  for (int draw = 0; draw < 1500; ++draw) {
    const int n = random.integer(1, 6);
    const bool is_integer = draw % 2 == 0;
    const BoxLcp problem = random.box(n, random.integer(0, n), is_integer);
    const std::optional<Eigen::VectorXd> expected = enumerate_solution(problem);
    const LcpSolution& solution = this->solver.solve(problem);
    expect_honest_states(problem, solution);
    ASSERT_EQ(solution.status == LcpStatus::solved, expected.has_value())
        << to_string(solution.stop) << "\nM\n"
        << problem.M << "\nq " << problem.q.transpose() << "\nl " << problem.lower.transpose()
        << "\nu " << problem.upper.transpose();
    (expected ? solved : unsolved) += 1;
    if (!expected) {
      EXPECT_EQ(solution.stop, LcpStop::ray);
      continue;
    }
    const double size = 1 + solution.z.cwiseAbs().maxCoeff();
    EXPECT_LE(solution.residual, 1e-12 * size);
    EXPECT_LE((problem.M * (solution.z - *expected)).cwiseAbs().maxCoeff(), 1e-9 * size);
  }
  EXPECT_GE(solved, 900);
  EXPECT_GE(unsolved, 100);
}

/// At least nine tenths of the problems with a solution are solved.
TYPED_TEST(PrincipalPivoting, SemidefiniteWithoutSymmetryIsSolvedOrSaidNotToBe) {
  RandomBoxes random(2);
  int solvable = 0;
  int solved = 0;
  for (int draw = 0; draw < 500; ++draw) {
    const int n = random.integer(1, 5);
    const bool is_integer = draw % 2 == 0;
    BoxLcp problem = random.box(n, random.integer(0, n), is_integer);
    problem.M += random.skew(n, is_integer);
    const LcpSolution& solution = this->solver.solve(problem);
    expect_honest_states(problem, solution);
    solvable += enumerate_solution(problem).has_value();
    solved += solution.status == LcpStatus::solved;
  }
  EXPECT_GE(10 * solved, 9 * solvable) << solved << " of " << solvable;
}

/// P matrices that are not symmetric: definite ones, and triangular ones that are not definite.
TYPED_TEST(PrincipalPivoting, PMatrices) {
  RandomBoxes random(2);
  for (int draw = 0; draw < 200; ++draw) {
    const int n = random.integer(2, 30);
    BoxLcp problem = random.box(n, n, false);
    const RowMajorMatrix K = random.matrix(n, n);
    if (draw % 2 == 0) {
      problem.M = 0.2 * RowMajorMatrix::Identity(n, n) + K - K.transpose();
    } else {
      problem.M = K.triangularView<Eigen::StrictlyUpper>();
      problem.M.diagonal().setOnes();
    }
    const LcpSolution solution = this->solver.solve(problem);
    ASSERT_EQ(solution.status, LcpStatus::solved) << draw << " " << to_string(solution.stop);
    const double size = 1 + solution.z.cwiseAbs().maxCoeff();
    EXPECT_LE(solution.residual, 1e-12 * size);
    const Eigen::VectorXd first = random.matrix(n, 1);  // the solution is unique
    const LcpSolution& other =
        this->solver.solve(problem, {}, {.z = {first.data(), static_cast<std::size_t>(n)}});
    ASSERT_EQ(other.status, LcpStatus::solved) << draw;
    EXPECT_LE((other.z - solution.z).cwiseAbs().maxCoeff(), 1e-7 * size) << draw;
  }
}

/// Many equal and opposite rows with exact ties: n = 60 of rank 12.
TYPED_TEST(PrincipalPivoting, RedundantRows) {
  RandomBoxes random(3);
  for (int draw = 0; draw < 20; ++draw) {
    const int n = 60;
    RowMajorMatrix A = random.integers(n, 12, 1);
    A.bottomRows(20) = A.topRows(20);
    const Eigen::VectorXd velocity = random.matrix(12, 1);
    BoxLcp problem = make_one_sided(A * A.transpose(), A * velocity);
    problem.upper.head(10).setConstant(0.1);
    const LcpSolution& solution = this->solver.solve(problem);
    ASSERT_EQ(solution.status, LcpStatus::solved) << draw << " " << to_string(solution.stop);
    EXPECT_LE(solution.residual, 1e-12);
  }
}

TYPED_TEST(PrincipalPivoting, PlainProblemsAreBoxProblemsWithoutUpperBounds) {
  RandomBoxes random(4);
  for (int draw = 0; draw < 20; ++draw) {
    const RowMajorMatrix A = random.matrix(20, 20);
    const Lcp problem{A * A.transpose(), random.matrix(20, 1)};
    const LcpSolution plain = this->solver.solve(problem);
    const LcpSolution& box = this->solver.solve(make_box_lcp(problem));
    EXPECT_EQ(plain.z, box.z);
    EXPECT_EQ(plain.residual, lcp_residual(problem, plain.z));
  }
}

// Units of powers of two do not matter, however far from 1 they are.
TYPED_TEST(PrincipalPivoting, DoesNotDependOnUnits) {
  const BoxLcp problem = make_alefeld_box(30, 1e4, 1);
  const Eigen::VectorXd reference = this->solver.solve(problem).z;
  for (const int of_M : {-200, 0, 200}) {
    for (const int of_z : {-100, 3, 100}) {
      BoxLcp other = problem;
      other.M *= std::ldexp(1.0, 2 * of_M);
      other.q *= std::ldexp(1.0, 2 * of_M + of_z);
      other.lower *= std::ldexp(1.0, of_z);
      other.upper *= std::ldexp(1.0, of_z);
      const Eigen::VectorXd z = this->solver.solve(other).z * std::ldexp(1.0, -of_z);
      EXPECT_LE((z - reference).cwiseAbs().maxCoeff(), 1e-13) << of_M << " " << of_z;
    }
  }
}

TYPED_TEST(PrincipalPivoting, ItsOwnAnswerTakesNoPivot) {
  for (const BoxLcp& problem :
       {make_alefeld_box(60, 1e4, 1),
        make_one_sided(RowMajorMatrix::Ones(8, 8), Eigen::VectorXd::Constant(8, -3))}) {
    const LcpSolution& solution = this->solver.solve(problem);
    const Eigen::VectorXd z = solution.z;
    this->solver.solve(problem, {}, start_from(solution));
    EXPECT_EQ(solution.status, LcpStatus::solved);
    EXPECT_EQ(solution.statistics.pivots, 0);
    EXPECT_LE((solution.z - z).cwiseAbs().maxCoeff(), 1e-13);
  }
}

/// Any start leads to the same w.
TYPED_TEST(PrincipalPivoting, FromArbitraryStarts) {
  RandomBoxes random(6);
  for (int draw = 0; draw < 500; ++draw) {
    const int n = random.integer(1, 12);
    const BoxLcp problem = random.box(n, random.integer(1, n), draw % 2 == 0);
    const LcpSolution cold = this->solver.solve(problem);
    const Eigen::VectorXd z = 3 * random.matrix(n, 1);
    States states(static_cast<std::size_t>(n));
    for (BoundState& state : states) state = static_cast<BoundState>(random.integer(0, 2));
    for (const bool with_states : {false, true}) {
      LcpStart start{.z = {z.data(), static_cast<std::size_t>(n)}};
      if (with_states) start.states = states;
      const LcpSolution& warm = this->solver.solve(problem, {}, start);
      expect_honest_states(problem, warm);
      ASSERT_EQ(warm.status, cold.status) << problem.M << "\nq " << problem.q.transpose();
      if (cold.status != LcpStatus::solved) continue;
      const double size = 1 + warm.z.cwiseAbs().maxCoeff() + cold.z.cwiseAbs().maxCoeff();
      EXPECT_LE((problem.M * (warm.z - cold.z)).cwiseAbs().maxCoeff(), 1e-9 * size);
    }
  }
}

TYPED_TEST(PrincipalPivoting, PivotLimitIsReportedAndKept) {
  BoxLcp problem = make_alefeld_box(40, 1e6, 1);
  const LcpSolution& solution = this->solver.solve(problem, {.pivot_limit = 2});
  EXPECT_EQ(solution.status, LcpStatus::iteration_limit);
  EXPECT_EQ(solution.stop, LcpStop::iteration_limit);
  EXPECT_EQ(solution.statistics.pivots, 2);
  EXPECT_EQ(solution.statistics.iterations, 2);
}

TYPED_TEST(PrincipalPivoting, EqualInputsGiveEqualBitsOnAUsedSolver) {
  this->solver.solve(make_alefeld_box(50, 1e4, 7));
  const BoxLcp problem = make_alefeld_box(30, 1e6, 8);
  EXPECT_EQ(this->solver.solve(problem).z, TypeParam().solve(problem).z);
}

TYPED_TEST(PrincipalPivoting, ExtremeNumbersEndHonestly) {
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  for (const double m : {huge, 1e200, 1.0, 1e-200, tiny, 0.0, -1.0, -huge}) {
    for (const double off : {m, -m, 0.0, huge, tiny}) {
      for (const double q : {-huge, -1.0, -tiny, 0.0, tiny, huge}) {
        const BoxLcp problem = make_box({m, off, m, m}, {q, -q}, {0, -huge}, {kInf, huge});
        expect_honest_states(problem, this->solver.solve(problem));
        const Lcp plain{problem.M, problem.q};
        expect_honest_states(make_box_lcp(plain), this->solver.solve(plain));
      }
    }
  }
}

/// Matrices of every kind with numbers of every size: the methods end, and honestly.
TYPED_TEST(PrincipalPivoting, GarbageEndsHonestly) {
  RandomBoxes random(8);
  int solved = 0;
  for (int draw = 0; draw < 1000; ++draw) {
    const int n = random.integer(1, 10);
    BoxLcp problem = random.box(n, n, draw % 2 == 0);
    problem.M = draw % 2 == 0 ? random.integers(n, n, 1) : random.matrix(n, n);
    if (draw % 4 >= 2) {
      for (Eigen::Index i = 0; i < n; ++i) {
        problem.M.row(i) *= std::ldexp(1.0, 30 * random.integer(-20, 20));
        problem.q[i] *= std::ldexp(1.0, 30 * random.integer(-20, 20));
      }
    }
    const LcpSolution& solution = this->solver.solve(problem);
    expect_honest_states(problem, solution);
    solved += solution.status == LcpStatus::solved;
  }
  EXPECT_GE(solved, 200);
}

TYPED_TEST(PrincipalPivoting, RejectsWhatIsNoProblem) {
  const BoxLcp good = make_alefeld_box(3, 10, 1);
  BoxLcp bad = good;
  bad.M(1, 2) = kNaN;
  EXPECT_THROW(this->solver.solve(bad), std::invalid_argument);
  EXPECT_THROW(this->solver.solve(Lcp{bad.M, bad.q}), std::invalid_argument);
  bad = good;
  bad.lower[0] = bad.upper[0] + 1;
  EXPECT_THROW(this->solver.solve(bad), std::invalid_argument);
  EXPECT_THROW(this->solver.solve(good, {.tolerance = kNaN}), std::invalid_argument);
  const std::vector<double> z = {0, kNaN, 0};
  const States states(2);
  EXPECT_THROW(this->solver.solve(good, {}, {.z = z}), std::invalid_argument);
  EXPECT_THROW(this->solver.solve(good, {}, {.states = states}), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
