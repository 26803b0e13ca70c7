#pragma once

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// The Cholesky factor L of a symmetric positive definite matrix A = L L^T that grows by a last row
/// and shrinks by any row, at O(size^2) each. For Scalar = double and long double.
///
/// Source: Golub and Van Loan, Matrix Computations, 4.2 and 12.5.
template <class Scalar>
class KellerFactor {
 public:
  using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

  /// Starts with the empty matrix and reserves memory for `capacity` rows.
  void reset(Eigen::Index capacity);
  void clear() { size_ = 0; }
  Eigen::Index size() const { return size_; }

  /// Row i of L; before `factor`, of A.
  Scalar* row(Eigen::Index i) { return L_.row(i).data(); }
  /// Factors the matrix whose lower triangle has been written to the first `size` rows. Returns
  /// false, and leaves the factor empty, unless A is definite and no squared diagonal element of L
  /// is below `least_part` of that of A. Eigen allocates memory for more than about a hundred rows.
  bool factor(Eigen::Index size, Scalar least_part);

  /// Overwrites the first size() entries of b by L^-1 b.
  void solve_lower(Vector& b) const;
  /// Overwrites the first size() entries of b by L^-T b.
  void solve_upper(Vector& b) const;

  /// Appends the row (a, d) to A, given y = L^-1 a and the Schur complement d - y . y > 0.
  void append(const Vector& y, Scalar schur_complement);
  /// Removes row and column k from A. Uses rotations, hence backward stable.
  void remove(Eigen::Index k);

 private:
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  void rotate_columns(Eigen::Index j);

  Vector diagonal_;  ///< of A, while it is factored
  Matrix L_;         ///< the lower triangle of the leading size_ rows
  Eigen::Index size_ = 0;
};

}  // namespace stiction
