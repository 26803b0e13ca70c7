#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/lcp_solvers.h>

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "constants.h"

namespace stiction {

/// Kinds of M. Each kind but the last belongs to a class by construction.
enum class MatrixKind {
  diagonally_dominant,
  symmetric_definite,
  symmetric_semidefinite,  ///< of lower rank, often with equal or zero rows
  definite,
  semidefinite,     ///< of lower rank, plus a skew part
  triangular,       ///< P, and as a rule far from positive semidefinite; rows in any order
  scaled_definite,  ///< P: positive definite with rows multiplied by positive numbers
  strictly_copositive,
  bordered_copositive,  ///< ((C, -A^T), (A, 0)) with C strictly copositive: not always solvable
  any,
};

/// The narrowest class that all matrices of the kind belong to, if there is one.
inline std::optional<MatrixClass> class_of(MatrixKind kind) {
  switch (kind) {
    case MatrixKind::diagonally_dominant:
      return MatrixClass::diagonally_dominant;
    case MatrixKind::symmetric_definite:
      return MatrixClass::symmetric_positive_definite;
    case MatrixKind::symmetric_semidefinite:
      return MatrixClass::symmetric_positive_semidefinite;
    case MatrixKind::definite:
      return MatrixClass::positive_definite;
    case MatrixKind::semidefinite:
      return MatrixClass::positive_semidefinite;
    case MatrixKind::triangular:
    case MatrixKind::scaled_definite:
      return MatrixClass::p_matrix;
    case MatrixKind::strictly_copositive:
    case MatrixKind::bordered_copositive:
      return MatrixClass::copositive_plus;
    case MatrixKind::any:
      return std::nullopt;
  }
  return std::nullopt;
}

/// Random problems of small integers, which are full of ties, zeros and equal rows.
class IntegerProblems {
 public:
  explicit IntegerProblems(std::uint64_t seed) : random_(seed) {}

  int integer(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }

  RowMajorMatrix matrix(MatrixKind kind, int n);
  Lcp plain(MatrixKind kind, int n);
  /// Rows of every kind: free, one-sided in either direction, two-sided, fixed.
  BoxLcp box(MatrixKind kind, int n);
  /// A start with entries within the bounds, beyond them and on them.
  Eigen::VectorXd start_point(int n) {
    return Eigen::VectorXd::NullaryExpr(n, [&] { return 0.5 * integer(-6, 6); });
  }
  std::vector<BoundState> start_states(int n) {
    std::vector<BoundState> states(static_cast<std::size_t>(n));
    for (BoundState& state : states) state = static_cast<BoundState>(integer(0, 2));
    return states;
  }

 private:
  RowMajorMatrix integers(int rows, int columns, int largest) {
    return RowMajorMatrix::NullaryExpr(
        rows, columns, [&] { return static_cast<double>(integer(-largest, largest)); });
  }
  RowMajorMatrix skew(int n) {
    const RowMajorMatrix A = integers(n, n, 1);
    return A - A.transpose();
  }
  /// A A^T for an integer A: symmetric positive semidefinite of at most this rank.
  RowMajorMatrix gram(int n, int rank) {
    const RowMajorMatrix A = integers(n, rank, 1);
    return A * A.transpose();
  }
  RowMajorMatrix dominant(int n);
  RowMajorMatrix triangular(int n);
  RowMajorMatrix copositive(int n);
  RowMajorMatrix bordered(int n);
  /// A random q, or one with a degenerate solution (z_i = w_i = 0 in some rows).
  Eigen::VectorXd right_hand_side(const RowMajorMatrix& M);

  std::mt19937_64 random_;
};

inline RowMajorMatrix IntegerProblems::dominant(int n) {
  RowMajorMatrix M = integers(n, n, 2);
  for (int i = 0; i < n; ++i) {
    M(i, i) = 0;
    M(i, i) = M.row(i).cwiseAbs().sum() + integer(1, 3);
  }
  return M;
}

inline RowMajorMatrix IntegerProblems::triangular(int n) {
  RowMajorMatrix M = integers(n, n, 2);
  M.triangularView<Eigen::StrictlyUpper>().setZero();
  for (int i = 0; i < n; ++i) M(i, i) = integer(1, 3);
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random_);
  return M(order, order);
}

inline RowMajorMatrix IntegerProblems::copositive(int n) {
  RowMajorMatrix M = integers(n, n, 3).cwiseAbs();
  for (int i = 0; i < n; ++i) M(i, i) = integer(1, 3);
  return M;
}

inline RowMajorMatrix IntegerProblems::bordered(int n) {
  const int border = n / 2;
  const int inner = n - border;
  RowMajorMatrix M = RowMajorMatrix::Zero(n, n);
  M.topLeftCorner(inner, inner) = copositive(inner);
  M.bottomLeftCorner(border, inner) = integers(border, inner, 2);
  M.topRightCorner(inner, border) = -M.bottomLeftCorner(border, inner).transpose();
  return M;
}

inline RowMajorMatrix IntegerProblems::matrix(MatrixKind kind, int n) {
  switch (kind) {
    case MatrixKind::diagonally_dominant:
      return dominant(n);
    case MatrixKind::symmetric_definite:
      return gram(n, n) + RowMajorMatrix::Identity(n, n);
    case MatrixKind::symmetric_semidefinite:
      return gram(n, integer(0, n - 1));
    case MatrixKind::definite:
      return gram(n, n) + RowMajorMatrix::Identity(n, n) + skew(n);
    case MatrixKind::semidefinite:
      return gram(n, integer(0, n - 1)) + skew(n);
    case MatrixKind::triangular:
      return triangular(n);
    case MatrixKind::scaled_definite: {
      RowMajorMatrix M = matrix(MatrixKind::definite, n);
      for (int i = 0; i < n; ++i) M.row(i) *= integer(1, 4);
      return M;
    }
    case MatrixKind::strictly_copositive:
      return copositive(n);
    case MatrixKind::bordered_copositive:
      return bordered(n);
    case MatrixKind::any:
      return integers(n, n, 2);
  }
  return {};
}

inline Eigen::VectorXd IntegerProblems::right_hand_side(const RowMajorMatrix& M) {
  const auto n = static_cast<int>(M.rows());
  if (integer(0, 2) > 0) return integers(n, 1, 3);
  Eigen::VectorXd z(n);
  Eigen::VectorXd w(n);
  for (int i = 0; i < n; ++i) {
    const int value = integer(-1, 1);
    z[i] = std::max(value, 0);
    w[i] = std::max(-value, 0);
  }
  return w - M * z;
}

inline Lcp IntegerProblems::plain(MatrixKind kind, int n) {
  const RowMajorMatrix M = matrix(kind, n);
  return {M, right_hand_side(M)};
}

inline BoxLcp IntegerProblems::box(MatrixKind kind, int n) {
  const RowMajorMatrix M = matrix(kind, n);
  BoxLcp problem{M, right_hand_side(M), Eigen::VectorXd(n), Eigen::VectorXd(n)};
  for (int i = 0; i < n; ++i) {
    const int kind_of_row = integer(0, 7);
    problem.lower[i] = integer(-2, 2);
    problem.upper[i] = problem.lower[i] + integer(1, 3);
    if (kind_of_row == 0) problem.upper[i] = problem.lower[i];
    if (kind_of_row == 1 || kind_of_row == 2) problem.lower[i] = -kInf;
    if (kind_of_row == 2 || kind_of_row == 3) problem.upper[i] = kInf;
    if (kind_of_row == 4) problem.lower[i] = 0;
    if (kind_of_row == 4) problem.upper[i] = kInf;
  }
  return problem;
}

}  // namespace stiction
