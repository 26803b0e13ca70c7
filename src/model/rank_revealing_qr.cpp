#include "rank_revealing_qr.h"

#include <Eigen/QR>

namespace stiction {

Eigen::VectorXd solve_least_squares(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                    const Eigen::VectorXd& b, double threshold) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(A);
  qr.setThreshold(threshold);
  return qr.solve(b);
}

/// With A P = Q [T 0; 0 0] Z, the basis is the last columns of P Z^T.
Eigen::MatrixXd find_null_space(const Eigen::MatrixXd& A, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(threshold);
  decomposition.compute(A);
  const Eigen::Index nullity = A.cols() - decomposition.rank();
  if (nullity == 0) return Eigen::MatrixXd::Zero(A.cols(), 0);
  const Eigen::MatrixXd Z = decomposition.matrixZ();
  return decomposition.colsPermutation() * Z.bottomRows(nullity).transpose();
}

}  // namespace stiction
