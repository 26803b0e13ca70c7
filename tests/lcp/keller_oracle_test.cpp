#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp_residual.h>

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <vector>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// z where the rows of `basic` have w = 0 and the others stand at `z`; empty if M_BB is singular.
std::optional<Eigen::VectorXd> solve_basis(const BoxLcp& problem, const std::vector<int>& basic,
                                           Eigen::VectorXd z) {
  if (basic.empty()) return z;
  for (const int i : basic) z[i] = 0;
  const Eigen::VectorXd w = problem.M * z + problem.q;
  Eigen::FullPivLU<Eigen::MatrixXd> lu(problem.M(basic, basic));
  lu.setThreshold(1e-10);
  if (!lu.isInvertible()) return std::nullopt;
  z(basic) = lu.solve(-w(basic));
  return z;
}

bool is_solution(const BoxLcp& problem, const Eigen::VectorXd& z) {
  const Eigen::VectorXd w = problem.M * z + problem.q;
  const double slack = 1e-10 * (1 + z.cwiseAbs().maxCoeff() + problem.q.cwiseAbs().maxCoeff());
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    if (z[i] < problem.lower[i] - slack || z[i] > problem.upper[i] + slack) return false;
    if (w[i] < -slack && z[i] < problem.upper[i] - slack) return false;
    if (w[i] > slack && z[i] > problem.lower[i] + slack) return false;
  }
  return true;
}

/// A solution by brute force: every row basic, at its lower or at its upper bound (a free row:
/// basic or at zero), all 3^n of them. A convex problem that has a solution has one of these.
std::optional<Eigen::VectorXd> enumerate_solution(const BoxLcp& problem) {
  const int n = static_cast<int>(problem.q.size());
  int num_cases = 1;
  for (int i = 0; i < n; ++i) num_cases *= 3;
  for (int code = 0; code < num_cases; ++code) {
    std::vector<int> basic;
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
    bool is_possible = true;
    for (int i = 0, rest = code; i < n; ++i, rest /= 3) {
      const bool is_free = problem.lower[i] == -kInfinity && problem.upper[i] == kInfinity;
      if (rest % 3 == 0) {
        basic.push_back(i);
      } else if (is_free) {
        is_possible = is_possible && rest % 3 == 1;
      } else {
        z[i] = rest % 3 == 1 ? problem.lower[i] : problem.upper[i];
        is_possible = is_possible && std::isfinite(z[i]);
      }
    }
    if (!is_possible) continue;
    const std::optional<Eigen::VectorXd> candidate = solve_basis(problem, basic, z);
    if (candidate && is_solution(problem, *candidate)) return candidate;
  }
  return std::nullopt;
}

class RandomBoxes {
 public:
  explicit RandomBoxes(std::uint64_t seed) : random_(seed) {}

  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  RowMajorMatrix matrix(int rows, int columns) {
    return RowMajorMatrix::NullaryExpr(rows, columns, [&] { return normal_(random_); });
  }
  RowMajorMatrix integers(int rows, int columns, int largest) {
    return RowMajorMatrix::NullaryExpr(
        rows, columns, [&] { return static_cast<double>(integer(-largest, largest)); });
  }

  /// M = A A^T of the given rank with rows of every kind: one-sided either way, boxes, free, fixed.
  BoxLcp box(int n, int rank, bool is_integer) {
    const RowMajorMatrix A = is_integer ? integers(n, rank, 1) : matrix(n, rank);
    BoxLcp problem{A * A.transpose(), is_integer ? integers(n, 1, 2) : matrix(n, 1),
                   Eigen::VectorXd(n), Eigen::VectorXd(n)};
    for (int i = 0; i < n; ++i) {
      const double a = is_integer ? integer(-1, 1) : normal_(random_);
      const double b = is_integer ? a + integer(0, 2) : a + std::abs(normal_(random_));
      const int kind = integer(0, 7);
      problem.lower[i] = kind == 0 || kind == 1 ? -kInfinity : a;
      problem.upper[i] = kind == 0 || kind == 2 ? kInfinity : kind == 3 ? a : b;
    }
    return problem;
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

struct Outcome {
  int solved = 0;
  int unsolved = 0;
};

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

/// For matrices beyond the guarantee, success is not promised, but the truth and an end are.
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
