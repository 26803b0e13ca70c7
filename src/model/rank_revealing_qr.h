#pragma once

#include <stiction/model/effort.h>

#include <Eigen/Core>

#include <memory>

namespace stiction {

// By Householder's QR factorisation with column pivoting (Golub and Van Loan, Matrix Computations,
// 5.4 and 5.5). Pivots below `threshold`, relative to the largest one, are zero. The factorisations
// of Eigen take long to compile, hence are known to one source only.

/// The least solution of A x = b, in the sense of least squares where there is none.
class LeastNormSolver {
 public:
  LeastNormSolver();
  ~LeastNormSolver();

  /// By a complete orthogonal decomposition of a square A, O(n^3). False if the effort is to stop,
  /// which it is asked at every column: that may be a long time. Keeps its memory for an A of equal
  /// size.
  bool factor(const Eigen::MatrixXd& A, double threshold, Effort& effort);
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

/// A solution of the least-squares problem A x = b, with zeros for columns that depend on others.
Eigen::VectorXd solve_least_squares(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                    const Eigen::VectorXd& b, double threshold);

/// An orthonormal basis of the x with A x = 0, by columns.
Eigen::MatrixXd find_null_space(const Eigen::MatrixXd& A, double threshold);

}  // namespace stiction
