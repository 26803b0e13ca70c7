#include "problem_rows.h"

#include <cmath>

namespace stiction {
namespace {

bool is_zero_row(const SparseRowMajorMatrix& matrix, Eigen::Index i) {
  for (SparseRowMajorMatrix::InnerIterator entry(matrix, i); entry; ++entry) {
    if (entry.value() != 0.0) return false;
  }
  return true;
}

/// The sum over j of |A_ij| x_j.
double absolute_sum(const SparseRowMajorMatrix& A, Eigen::Index i, const Eigen::VectorXd& x) {
  double sum = 0.0;
  for (SparseRowMajorMatrix::InnerIterator entry(A, i); entry; ++entry) {
    sum += std::abs(entry.value()) * x[entry.col()];
  }
  return sum;
}

}  // namespace

void DenseRows::start(const RowMajorMatrix& M, const Eigen::VectorXd& q) {
  M_ = &M;
  q_ = &q;
}

const Eigen::VectorXd& DenseRows::absolute_sums(const Eigen::VectorXd& x) {
  sums_.resize(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    sums_[i] = M_->row(i).cwiseAbs().dot(x);
  }
  return sums_;
}

void SparseRows::start(const SparseRowMajorMatrix& M, const Eigen::VectorXd& q) {
  M_ = &M;
  q_ = &q;
  diagonal_.setZero(q.size());
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    for (SparseRowMajorMatrix::InnerIterator entry(M, i); entry; ++entry) {
      if (entry.col() == i) diagonal_[i] = entry.value();
    }
  }
}

bool SparseRows::is_zero(Eigen::Index i) const { return is_zero_row(*M_, i); }

const Eigen::VectorXd& SparseRows::absolute_sums(const Eigen::VectorXd& x) {
  sums_.resize(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) sums_[i] = absolute_sum(*M_, i, x);
  return sums_;
}

void FactoredRows::start(const FactoredBoxLcp& problem) {
  J_ = &problem.J;
  q_ = &problem.q;
  response_ = problem.J * SparseRowMajorMatrix(problem.inverse_mass.transpose());
  velocity_.setZero(problem.J.cols());
  diagonal_.resize(problem.q.size());
  for (Eigen::Index i = 0; i < problem.q.size(); ++i) diagonal_[i] = element(i, i);
}

void FactoredRows::refresh(const Eigen::VectorXd& z) {
  velocity_.setZero();
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    if (z[i] != 0.0) moved(i, z[i]);
  }
}

bool FactoredRows::is_zero(Eigen::Index i) const { return is_zero_row(response_, i); }

const Eigen::VectorXd& FactoredRows::absolute_sums(const Eigen::VectorXd& x) {
  loads_.setZero(J_->cols());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    for (SparseRowMajorMatrix::InnerIterator entry(*J_, i); entry; ++entry) {
      loads_[entry.col()] += std::abs(entry.value()) * x[i];
    }
  }
  sums_.resize(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) sums_[i] = absolute_sum(response_, i, loads_);
  return sums_;
}

}  // namespace stiction
