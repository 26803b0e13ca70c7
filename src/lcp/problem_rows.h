#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>

#include <Eigen/Core>

namespace stiction {

// The rows of w = M z + q, with one class for each form of the problem, so that a sweep is written
// only once. Each refers to the problem that it was started with, and has:
//
//   w(i, z)           row i of M z + q
//   moved(i, change)  must follow each change of a z_i
//   refresh(z)        must follow any other change of z; removes the rounding errors that moved
//                     has accumulated
//   diagonal(i)       M_ii
//   element(i, j)     M_ij
//   is_zero(i)        all M_ij are zero
//   absolute_sums(x)  the sums over j of |M_ij| x_j, x >= 0

/// M is dense. w takes O(n) operations, and nothing is stored.
class DenseRows {
 public:
  void start(const RowMajorMatrix& M, const Eigen::VectorXd& q);

  double w(Eigen::Index i, const Eigen::VectorXd& z) const { return M_->row(i).dot(z) + (*q_)[i]; }
  void moved(Eigen::Index, double) {}
  void refresh(const Eigen::VectorXd&) {}
  double diagonal(Eigen::Index i) const { return (*M_)(i, i); }
  double element(Eigen::Index i, Eigen::Index j) const { return (*M_)(i, j); }
  bool is_zero(Eigen::Index i) const { return (M_->row(i).array() == 0.0).all(); }
  const Eigen::VectorXd& absolute_sums(const Eigen::VectorXd& x);

 private:
  const RowMajorMatrix* M_ = nullptr;
  const Eigen::VectorXd* q_ = nullptr;
  Eigen::VectorXd sums_;
};

/// M is sparse. w takes as many operations as row i has entries.
class SparseRows {
 public:
  void start(const SparseRowMajorMatrix& M, const Eigen::VectorXd& q);

  double w(Eigen::Index i, const Eigen::VectorXd& z) const {
    double w = (*q_)[i];
    for (SparseRowMajorMatrix::InnerIterator entry(*M_, i); entry; ++entry) {
      w += entry.value() * z[entry.col()];
    }
    return w;
  }
  void moved(Eigen::Index, double) {}
  void refresh(const Eigen::VectorXd&) {}
  double diagonal(Eigen::Index i) const { return diagonal_[i]; }
  double element(Eigen::Index i, Eigen::Index j) const { return M_->coeff(i, j); }
  bool is_zero(Eigen::Index i) const;
  const Eigen::VectorXd& absolute_sums(const Eigen::VectorXd& x);

 private:
  const SparseRowMajorMatrix* M_ = nullptr;
  const Eigen::VectorXd* q_ = nullptr;
  Eigen::VectorXd diagonal_;
  Eigen::VectorXd sums_;
};

/// M = J inverse_mass J^T, never multiplied out. The change of velocity v is stored:
///
///     v = inverse_mass J^T z,     w_i = J_i v + q_i,     dv = (inverse_mass J_i^T) dz_i,
///
/// so that w and moved take as many operations as row i of J, or of its response, has entries.
class FactoredRows {
 public:
  /// Allocates the memory of the responses.
  void start(const FactoredBoxLcp& problem);

  double w(Eigen::Index i, const Eigen::VectorXd&) const {
    double w = (*q_)[i];
    for (SparseRowMajorMatrix::InnerIterator entry(*J_, i); entry; ++entry) {
      w += entry.value() * velocity_[entry.col()];
    }
    return w;
  }
  void moved(Eigen::Index i, double change) {
    for (SparseRowMajorMatrix::InnerIterator entry(response_, i); entry; ++entry) {
      velocity_[entry.col()] += entry.value() * change;
    }
  }
  void refresh(const Eigen::VectorXd& z);
  double diagonal(Eigen::Index i) const { return diagonal_[i]; }
  double element(Eigen::Index i, Eigen::Index j) const { return response_.row(j).dot(J_->row(i)); }
  bool is_zero(Eigen::Index i) const;
  /// Uses |J| |J inverse_mass|^T instead of |M|, hence an upper bound: |M| itself would take as
  /// many operations as M has entries.
  const Eigen::VectorXd& absolute_sums(const Eigen::VectorXd& x);

 private:
  const SparseRowMajorMatrix* J_ = nullptr;
  const Eigen::VectorXd* q_ = nullptr;
  SparseRowMajorMatrix response_;  ///< row i is inverse_mass J_i^T
  Eigen::VectorXd velocity_;       ///< v
  Eigen::VectorXd diagonal_;
  Eigen::VectorXd loads_;  ///< |J|^T x
  Eigen::VectorXd sums_;
};

/// The rows of a problem of any form.
class ProblemRows {
 public:
  DenseRows& start(const Lcp& problem) { return start_dense(problem.M, problem.q); }
  DenseRows& start(const BoxLcp& problem) { return start_dense(problem.M, problem.q); }
  SparseRows& start(const SparseLcp& problem) { return start_sparse(problem.M, problem.q); }
  SparseRows& start(const SparseBoxLcp& problem) { return start_sparse(problem.M, problem.q); }
  FactoredRows& start(const FactoredBoxLcp& problem) {
    factored_.start(problem);
    return factored_;
  }

 private:
  DenseRows& start_dense(const RowMajorMatrix& M, const Eigen::VectorXd& q) {
    dense_.start(M, q);
    return dense_;
  }
  SparseRows& start_sparse(const SparseRowMajorMatrix& M, const Eigen::VectorXd& q) {
    sparse_.start(M, q);
    return sparse_;
  }

  DenseRows dense_;
  SparseRows sparse_;
  FactoredRows factored_;
};

}  // namespace stiction
