#include "sparse_factors.h"

#include <Eigen/SparseLU>
#include <Eigen/SparseQR>

namespace stiction {
namespace {

/// A system of scaled rows counts as singular if its solution by LU exceeds the right-hand side by
/// more than the first factor, or has a relative error above the second.
constexpr double kLargestGrowth = 1e10;
constexpr double kLargestError = 1e-6;

}  // namespace

struct SparseFactors::Factors {
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
  Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> qr;
};

SparseFactors::SparseFactors() : factors_(std::make_unique<Factors>()) {}
SparseFactors::~SparseFactors() = default;

bool SparseFactors::solve_by_lu(const Eigen::SparseMatrix<double>& A, const Eigen::VectorXd& b,
                                Eigen::Ref<Eigen::VectorXd> x) {
  factors_->lu.compute(A);
  if (factors_->lu.info() != Eigen::Success) return false;
  x = factors_->lu.solve(b);
  const double error = (A * x - b).norm();
  const bool is_small = x.norm() <= kLargestGrowth * b.norm();
  return is_small && error <= kLargestError * b.norm();
}

bool SparseFactors::solve_by_qr(const Eigen::SparseMatrix<double>& A, const Eigen::VectorXd& b,
                                Eigen::Ref<Eigen::VectorXd> x) {
  factors_->qr.compute(A);
  if (factors_->qr.info() != Eigen::Success) return false;
  x = factors_->qr.solve(b);
  return true;
}

}  // namespace stiction
