#pragma once

#include <Eigen/Core>

namespace stiction {

// Both use Householder's QR factorisation with column pivoting (Golub and Van Loan, Matrix
// Computations, 5.4 and 5.5). Pivots below `threshold`, relative to the largest one, are zero.
// Eigen's factorisations take long to compile, so only one source includes them.

/// A solution of the least-squares problem A x = b, with zeros for columns that depend on others.
Eigen::VectorXd solve_least_squares(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                    const Eigen::VectorXd& b, double threshold);

/// An orthonormal basis, by columns, of all x with A x = 0.
Eigen::MatrixXd find_null_space(const Eigen::MatrixXd& A, double threshold);

}  // namespace stiction
