#pragma once

#include "complete_pivoting_lu.h"
#include "graded_lu.h"
#include "newton_problem.h"
#include "sparse_factors.h"

#include <vector>

namespace stiction {

/// A function of all rows, F(z), and the factors of its generalised Jacobian
///
///     J = diag(dz) + diag(dw) M.
struct NewtonLinearisation {
  void resize(Eigen::Index n) {
    for (Eigen::VectorXd* v : {&value, &dz, &dw}) v->resize(n);
  }
  Eigen::VectorXd value, dz, dw;
};

/// Solves the linear systems of Newton methods, J d = -F.
///
/// Rows without w, dw_i = 0, have d_i = -F_i / dz_i and move to the right-hand side. This leaves a
/// system for the others, B (Erleben, eqs 79-80):
///
///     (diag(dz_B) + diag(dw_B) M_BB) d_B = -F_B - diag(dw_B) M_BF d_F.
///
/// Eq. 80 as printed has d_F = -H_F substituted, and its signs are right.
class NewtonEquation {
 public:
  enum class Outcome { regular, singular, not_solved };

  void reset(NewtonProblem& problem, NewtonSystem system);

  /// `forcing`: GMRES ends at |F + J d| <= forcing |F|. If a dense system is singular, d satisfies
  /// the equations of the pivot rows, see `CompletePivotingLu`.
  Outcome solve(const NewtonLinearisation& rows, double forcing, Eigen::VectorXd& d);

  /// J x and J^T x.
  void multiply(const NewtonLinearisation& rows, const Eigen::VectorXd& x,
                Eigen::VectorXd& product);
  void multiply_transposed(const NewtonLinearisation& rows, const Eigen::VectorXd& x,
                           Eigen::VectorXd& product);

  int linear_iterations() const { return linear_iterations_; }

 private:
  void split(const NewtonLinearisation& rows, Eigen::VectorXd& d);
  Outcome solve_dense(const NewtonLinearisation& rows);
  template <class Lu>
  void fill_dense(const NewtonLinearisation& rows, Lu& lu) const;
  void assemble_sparse(const NewtonLinearisation& rows);
  Outcome solve_sparse(const NewtonLinearisation& rows);
  Outcome solve_matrix_free(const NewtonLinearisation& rows, double tolerance);

  NewtonProblem* problem_ = nullptr;
  NewtonSystem system_ = NewtonSystem::dense;
  int linear_iterations_ = 0;
  std::vector<Eigen::Index> basic_;     ///< B
  std::vector<Eigen::Index> position_;  ///< in B, or -1
  Eigen::VectorXd rhs_;                 ///< of the reduced system, then its solution
  Eigen::VectorXd product_, weighted_, scattered_;
  GradedLu lu_;
  CompletePivotingLu rank_revealing_lu_;
  std::vector<double> rank_revealing_rhs_;
  Eigen::SparseMatrix<double> sparse_;
  std::vector<Eigen::Triplet<double>> triplets_;
  SparseFactors sparse_factors_;
};

}  // namespace stiction
