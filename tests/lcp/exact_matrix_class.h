#pragma once

#include <stiction/lcp/lcp_solvers.h>

#include "exact_lcp.h"
#include "exact_tableau.h"

#include <cmath>
#include <vector>

namespace stiction::exact {

/// Decides the matrix classes of Cottle, Pang and Stone, chapter 3, without rounding, for integer
/// matrices (or integers over a power of two up to 1024). Costs 2^n determinants and more.
class ExactMatrix {
 public:
  explicit ExactMatrix(const RowMajorMatrix& M);

  bool is(MatrixClass matrix_class) const;

 private:
  using Rows = std::vector<int>;

  bool is_symmetric() const { return M_ == M_.transpose(); }
  bool is_diagonally_dominant() const;
  /// True if all principal minors of `matrix` are > 0, or >= 0 if `zero` is allowed.
  bool has_principal_minors(const RowMajorMatrix& matrix, bool zero) const;
  /// True if all leading principal minors are positive (Sylvester).
  bool is_definite() const;
  bool is_copositive_plus() const;

  std::vector<Rows> subsets() const;
  static Integer determinant(const RowMajorMatrix& matrix, const Rows& rows);
  /// True if some x >= 0 with support in `rows` has (S x)_rows = 0 and (S x)_i > 0.
  bool has_null_vector(const Rows& rows, int i) const;
  /// True if some nonzero x >= 0 with support in `rows` has (S x)_k < 0 for all k in `rows`.
  bool has_descent(const Rows& rows) const;

  RowMajorMatrix M_;
  RowMajorMatrix S_;  ///< M + M^T
};

inline ExactMatrix::ExactMatrix(const RowMajorMatrix& M) {
  const BoxLcp problem{M, Eigen::VectorXd::Zero(M.rows()), {}, {}};
  M_ = integer_factor(problem) * M;
  S_ = M_ + RowMajorMatrix(M_.transpose());
}

inline bool ExactMatrix::is(MatrixClass matrix_class) const {
  switch (matrix_class) {
    case MatrixClass::diagonally_dominant:
      return is_diagonally_dominant();
    case MatrixClass::symmetric_positive_definite:
      return is_symmetric() && is_definite();
    case MatrixClass::symmetric_positive_semidefinite:
      return is_symmetric() && has_principal_minors(S_, true);
    case MatrixClass::positive_definite:
      return is_definite();
    case MatrixClass::positive_semidefinite:
      return has_principal_minors(S_, true);
    case MatrixClass::p_matrix:
      return has_principal_minors(M_, false);
    case MatrixClass::copositive_plus:
      return is_copositive_plus();
  }
  return false;
}

inline bool ExactMatrix::is_diagonally_dominant() const {
  for (Eigen::Index i = 0; i < M_.rows(); ++i) {
    if (2 * M_(i, i) <= M_.row(i).cwiseAbs().sum()) return false;
  }
  return true;
}

inline std::vector<ExactMatrix::Rows> ExactMatrix::subsets() const {
  std::vector<Rows> all;
  const auto n = static_cast<unsigned>(M_.rows());
  for (unsigned code = 1; code < (1u << n); ++code) {
    Rows rows;
    for (unsigned i = 0; i < n; ++i) {
      if ((code >> i) & 1u) rows.push_back(static_cast<int>(i));
    }
    all.push_back(rows);
  }
  return all;
}

inline Integer ExactMatrix::determinant(const RowMajorMatrix& matrix, const Rows& rows) {
  const int m = static_cast<int>(rows.size());
  Tableau tableau(m, m);
  for (int k = 0; k < m; ++k) {
    for (int l = 0; l < m; ++l) {
      tableau(k, l) =
          to_integer(matrix(rows[static_cast<std::size_t>(k)], rows[static_cast<std::size_t>(l)]));
    }
  }
  const std::optional<int> exchanges = eliminate(tableau, m);
  if (!exchanges) return 0;
  return *exchanges % 2 == 0 ? tableau.denominator() : -tableau.denominator();
}

inline bool ExactMatrix::has_principal_minors(const RowMajorMatrix& matrix, bool zero) const {
  for (const Rows& rows : subsets()) {
    const int minor_sign = sign(determinant(matrix, rows));
    if (minor_sign < 0 || (minor_sign == 0 && !zero)) return false;
  }
  return true;
}

inline bool ExactMatrix::is_definite() const {
  Rows rows;
  for (int k = 0; k < M_.rows(); ++k) {
    rows.push_back(k);
    if (determinant(S_, rows) <= 0) return false;
  }
  return true;
}

inline bool ExactMatrix::has_null_vector(const Rows& rows, int i) const {
  const int m = static_cast<int>(rows.size());
  Tableau system(m + 1, m + 1);
  for (int k = 0; k <= m; ++k) {
    const int row = k < m ? rows[static_cast<std::size_t>(k)] : i;
    for (int l = 0; l < m; ++l) {
      system(k, l) = to_integer(S_(row, rows[static_cast<std::size_t>(l)]));
    }
  }
  system(m, m) = 1;
  return has_nonnegative_solution(system);
}

inline bool ExactMatrix::has_descent(const Rows& rows) const {
  // S x + s = -1 with x, s >= 0, row by row.
  const int m = static_cast<int>(rows.size());
  Tableau system(m, 2 * m + 1);
  for (int k = 0; k < m; ++k) {
    for (int l = 0; l < m; ++l) {
      system(k, l) =
          to_integer(S_(rows[static_cast<std::size_t>(k)], rows[static_cast<std::size_t>(l)]));
    }
    system(k, m + k) = 1;
    system(k, 2 * m) = -1;
  }
  return has_nonnegative_solution(system);
}

inline bool ExactMatrix::is_copositive_plus() const {
  // Copositive if and only if no principal submatrix has S x < 0 for some x >= 0 (Gaddum 1958, see
  // Cottle, Pang and Stone, section 3.8). Then x >= 0 minimises x . S x with value 0 over x >= 0 if
  // and only if (S x)_rows = 0 on its support and S x >= 0; "plus" means S x = 0 for all these.
  for (const Rows& rows : subsets()) {
    if (has_descent(rows)) return false;
    for (int i = 0; i < S_.rows(); ++i) {
      if (has_null_vector(rows, i)) return false;
    }
  }
  return true;
}

}  // namespace stiction::exact
