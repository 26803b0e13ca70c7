#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <random>
#include <vector>

// Problems with bounds for the tests of the solvers, and their solutions by enumeration.
namespace stiction {

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// M by rows, then q, lower and upper.
inline BoxLcp make_box(std::initializer_list<double> M, std::initializer_list<double> q,
                       std::initializer_list<double> lower, std::initializer_list<double> upper) {
  const auto n = static_cast<Eigen::Index>(q.size());
  return {Eigen::Map<const RowMajorMatrix>(M.begin(), n, n),
          Eigen::Map<const Eigen::VectorXd>(q.begin(), n),
          Eigen::Map<const Eigen::VectorXd>(lower.begin(), n),
          Eigen::Map<const Eigen::VectorXd>(upper.begin(), n)};
}

inline BoxLcp make_one_sided(const RowMajorMatrix& M, const Eigen::VectorXd& q) {
  return {M, q, Eigen::VectorXd::Zero(q.size()), Eigen::VectorXd::Constant(q.size(), kUnbounded)};
}

inline LcpStart start_from(const LcpSolution& solution) {
  return {.z = {solution.z.data(), static_cast<std::size_t>(solution.z.size())},
          .states = solution.states};
}

/// The random problems of Alefeld, Chen and Potra 1999 as Lacoursiere 2003 uses them: M = Q D Q^T
/// with eigenvalues spread logarithmically over the condition number, q uniform, boxes around 0.
inline BoxLcp random_box(int n, double condition, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return normal(random); });
  const Eigen::MatrixXd Q = Eigen::HouseholderQR<Eigen::MatrixXd>(A).householderQ();
  Eigen::VectorXd eigenvalues(n);
  for (int i = 0; i < n; ++i) eigenvalues[i] = std::pow(condition, i / (n - 1.0));
  BoxLcp problem;
  problem.M = Q * eigenvalues.asDiagonal() * Q.transpose();
  problem.M = 0.5 * (problem.M + RowMajorMatrix(problem.M.transpose()));
  problem.q = Eigen::VectorXd::NullaryExpr(n, [&] { return 200 * uniform(random) - 100; });
  problem.lower = Eigen::VectorXd::NullaryExpr(n, [&] { return -uniform(random); });
  problem.upper = Eigen::VectorXd::NullaryExpr(n, [&] { return uniform(random); });
  return problem;
}

/// z where the rows of `basic` have w = 0 and the others stand at `z`; empty if M_BB is singular.
inline std::optional<Eigen::VectorXd> solve_basis(const BoxLcp& problem,
                                                  const std::vector<int>& basic,
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

inline bool is_solution(const BoxLcp& problem, const Eigen::VectorXd& z) {
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
inline std::optional<Eigen::VectorXd> enumerate_solution(const BoxLcp& problem) {
  const int n = static_cast<int>(problem.q.size());
  int num_cases = 1;
  for (int i = 0; i < n; ++i) num_cases *= 3;
  for (int code = 0; code < num_cases; ++code) {
    std::vector<int> basic;
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
    bool is_possible = true;
    for (int i = 0, rest = code; i < n; ++i, rest /= 3) {
      const bool is_free = problem.lower[i] == -kUnbounded && problem.upper[i] == kUnbounded;
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
      problem.lower[i] = kind == 0 || kind == 1 ? -kUnbounded : a;
      problem.upper[i] = kind == 0 || kind == 2 ? kUnbounded : kind == 3 ? a : b;
    }
    return problem;
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

}  // namespace stiction
