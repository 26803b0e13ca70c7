#pragma once

#include <Eigen/SparseCore>
#include <memory>

namespace stiction {

/// Solves sparse systems A x = b by Eigen's factorisations, which are slow to compile and therefore
/// included in one source only. Keeps their memory from one matrix to the next.
class SparseFactors {
 public:
  SparseFactors();
  ~SparseFactors();

  /// By LU with partial pivoting; x is left unchanged if that fails. False if A counts as singular.
  bool solve_by_lu(const Eigen::SparseMatrix<double>& A, const Eigen::VectorXd& b,
                   Eigen::Ref<Eigen::VectorXd> x);

  /// By rank-revealing QR, for a singular A; false if that fails.
  bool solve_by_qr(const Eigen::SparseMatrix<double>& A, const Eigen::VectorXd& b,
                   Eigen::Ref<Eigen::VectorXd> x);

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace stiction
