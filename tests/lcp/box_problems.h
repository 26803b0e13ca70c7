#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/LU>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "random_problems.h"
#include "small_problems.h"

namespace stiction {

inline BoxLcp make_one_sided(const RowMajorMatrix& M, const Eigen::VectorXd& q) {
  return {M, q, Eigen::VectorXd::Zero(q.size()), Eigen::VectorXd::Constant(q.size(), kInf)};
}

/// Random problems with rows of every kind.
class RandomBoxes {
 public:
  explicit RandomBoxes(std::uint64_t seed) : random_(seed) {}

  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  double normal() { return normal_(random_); }
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  RowMajorMatrix matrix(int rows, int columns) {
    return RowMajorMatrix::NullaryExpr(rows, columns, [&] { return normal(); });
  }
  RowMajorMatrix integers(int rows, int columns, int largest) {
    return RowMajorMatrix::NullaryExpr(
        rows, columns, [&] { return static_cast<double>(integer(-largest, largest)); });
  }

  /// M = A A^T, where A has `rank` columns.
  RowMajorMatrix semidefinite(int n, int rank, bool is_integer) {
    const RowMajorMatrix A = is_integer ? integers(n, rank, 1) : matrix(n, rank);
    return A * A.transpose();
  }
  /// A skew matrix, which adds nothing to z . M z.
  RowMajorMatrix skew(int n, bool is_integer) {
    const RowMajorMatrix A = is_integer ? integers(n, n, 1) : matrix(n, n);
    return A - A.transpose();
  }
  /// A P matrix that in general is not semidefinite: triangular, its rows scaled and then mixed by
  /// a principal pivot transform, which keeps the class (Cottle, Pang and Stone, Theorem 4.1.3).
  RowMajorMatrix p_matrix(int n) {
    RowMajorMatrix A = 3 * matrix(n, n);
    A.triangularView<Eigen::StrictlyLower>().setZero();
    A.diagonal() = A.diagonal().cwiseAbs().array() + 0.3;
    for (int i = 0; i < n; ++i) {
      if (integer(0, 1) == 0) pivot(A, i);
    }
    return A;
  }

  /// A symmetric semidefinite M of the given rank.
  BoxLcp box(int n, int rank, bool is_integer) {
    return with_bounds(semidefinite(n, rank, is_integer), is_integer);
  }

  /// One-sided either way, two-sided, free and fixed rows.
  BoxLcp with_bounds(const RowMajorMatrix& M, bool is_integer) {
    const auto n = static_cast<int>(M.rows());
    BoxLcp problem{M, is_integer ? integers(n, 1, 2) : matrix(n, 1), Eigen::VectorXd(n),
                   Eigen::VectorXd(n)};
    for (int i = 0; i < n; ++i) {
      const double a = is_integer ? integer(-1, 1) : normal();
      const double b = is_integer ? a + integer(0, 2) : a + std::abs(normal());
      const int kind = integer(0, 7);
      problem.lower[i] = kind == 0 || kind == 1 ? -kInf : a;
      problem.upper[i] = kind == 0 || kind == 2 ? kInf : kind == 3 ? a : b;
    }
    return problem;
  }

 private:
  /// Exchanges w_i and z_i.
  static void pivot(RowMajorMatrix& A, Eigen::Index i) {
    const double inverse = 1 / A(i, i);
    const Eigen::VectorXd column = A.col(i);
    const Eigen::RowVectorXd row = A.row(i);
    A -= column * inverse * row;
    A.row(i) = -inverse * row;
    A.col(i) = inverse * column;
    A(i, i) = inverse;
  }

  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

/// The LCP of 2 n rows for y = z - l in [0, r], with the multiplier t of y <= r and its slack s:
///     w = M y + t + M l + q,   s = r - y,   0 <= (y, t) _|_ (w, s) >= 0.
inline Lcp make_doubled(const BoxLcp& box) {
  const Eigen::Index n = box.q.size();
  Lcp problem{RowMajorMatrix::Zero(2 * n, 2 * n), Eigen::VectorXd(2 * n)};
  problem.M.topLeftCorner(n, n) = box.M;
  problem.M.topRightCorner(n, n).setIdentity();
  problem.M.bottomLeftCorner(n, n).diagonal().setConstant(-1);
  problem.q << box.q + box.M * box.lower, box.upper - box.lower;
  return problem;
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

/// A solution by brute force over all 3^n bases: every row basic, at its lower or at its upper
/// bound (a free row: basic or at zero). Skips bases with a singular M_BB: if M is semidefinite, a
/// solvable problem has a solution without them; in general it may not.
inline std::optional<Eigen::VectorXd> enumerate_solution(const BoxLcp& problem) {
  const int n = static_cast<int>(problem.q.size());
  int num_cases = 1;
  for (int i = 0; i < n; ++i) num_cases *= 3;
  for (int code = 0; code < num_cases; ++code) {
    std::vector<int> basic;
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
    bool is_possible = true;
    for (int i = 0, rest = code; i < n; ++i, rest /= 3) {
      const bool is_free = problem.lower[i] == -kInf && problem.upper[i] == kInf;
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
    if (!basic.empty()) {
      const Eigen::VectorXd w = problem.M * z + problem.q;
      Eigen::FullPivLU<Eigen::MatrixXd> lu(problem.M(basic, basic));
      lu.setThreshold(1e-10);
      if (!lu.isInvertible()) continue;
      z(basic) = lu.solve(-w(basic));
    }
    if (is_solution(problem, z)) return z;
  }
  return std::nullopt;
}

/// Counts over a number of problems.
struct Outcome {
  int solved = 0;
  int unsolved = 0;
};

}  // namespace stiction
