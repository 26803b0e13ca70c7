#include "newton_equation.h"

#include "gmres_solver.h"

#include <algorithm>

namespace stiction {

void NewtonEquation::reset(NewtonProblem& problem, NewtonSystem system) {
  problem_ = &problem;
  system_ = system;
  linear_iterations_ = 0;
  const auto n = static_cast<std::size_t>(problem.size());
  basic_.reserve(n);
  for (Eigen::VectorXd* v : {&rhs_, &product_, &weighted_, &scattered_}) v->resize(problem.size());
  if (system != NewtonSystem::dense) return;
  lu_.reserve(problem.size());
  rank_revealing_lu_.reserve(static_cast<int>(n));
  rank_revealing_rhs_.reserve(n);
}

NewtonEquation::Outcome NewtonEquation::solve(const NewtonLinearisation& rows, double forcing,
                                              Eigen::VectorXd& d) {
  split(rows, d);
  Outcome outcome = Outcome::regular;
  if (!basic_.empty()) {
    switch (system_) {
      case NewtonSystem::dense:
        outcome = solve_dense(rows);
        break;
      case NewtonSystem::sparse:
        outcome = solve_sparse(rows);
        break;
      case NewtonSystem::gmres:
        outcome = solve_matrix_free(rows, forcing * rows.value.norm());
        break;
    }
  }
  for (std::size_t k = 0; k < basic_.size(); ++k) {
    d[basic_[k]] = rhs_[static_cast<Eigen::Index>(k)];
  }
  return outcome != Outcome::not_solved && d.allFinite() ? outcome : Outcome::not_solved;
}

/// Determines B, d_F and the right-hand side.
void NewtonEquation::split(const NewtonLinearisation& rows, Eigen::VectorXd& d) {
  basic_.clear();
  bool is_pure = true;  // d_F = 0
  for (Eigen::Index i = 0; i < d.size(); ++i) {
    if (rows.dw[i] != 0.0) {
      d[i] = 0.0;
      basic_.push_back(i);
    } else {
      d[i] = -rows.value[i] / rows.dz[i];
      is_pure = is_pure && d[i] == 0.0;
    }
  }
  if (is_pure) {
    product_.setZero();
  } else {
    problem_->multiply(d, product_);
  }
  for (std::size_t k = 0; k < basic_.size(); ++k) {
    const Eigen::Index i = basic_[k];
    rhs_[static_cast<Eigen::Index>(k)] = -rows.value[i] - rows.dw[i] * product_[i];
  }
}

/// diag(dz_B) + diag(dw_B) M_BB.
template <class Lu>
void NewtonEquation::fill_dense(const NewtonLinearisation& rows, Lu& lu) const {
  const auto size = static_cast<int>(basic_.size());
  lu.resize(size);
  for (int i = 0; i < size; ++i) {
    const Eigen::Index r = basic_[static_cast<std::size_t>(i)];
    const double* const row = problem_->dense().row(r).data();
    for (int j = 0; j < size; ++j) {
      lu.element(i, j) = rows.dw[r] * row[basic_[static_cast<std::size_t>(j)]];
    }
    lu.element(i, i) += rows.dz[r];
  }
}

NewtonEquation::Outcome NewtonEquation::solve_dense(const NewtonLinearisation& rows) {
  fill_dense(rows, lu_);
  if (lu_.factor()) {
    lu_.solve(rhs_);
    return Outcome::regular;
  }
  fill_dense(rows, rank_revealing_lu_);
  rank_revealing_lu_.factor();
  rank_revealing_rhs_.assign(rhs_.begin(), rhs_.begin() + static_cast<int>(basic_.size()));
  rank_revealing_lu_.solve(rank_revealing_rhs_);
  std::copy(rank_revealing_rhs_.begin(), rank_revealing_rhs_.end(), rhs_.begin());
  return Outcome::singular;
}

void NewtonEquation::assemble_sparse(const NewtonLinearisation& rows) {
  const SparseRowMajorMatrix& M = problem_->sparse();
  const auto size = static_cast<Eigen::Index>(basic_.size());
  position_.assign(static_cast<std::size_t>(M.rows()), -1);
  for (Eigen::Index k = 0; k < size; ++k) {
    position_[static_cast<std::size_t>(basic_[static_cast<std::size_t>(k)])] = k;
  }
  triplets_.clear();
  for (Eigen::Index k = 0; k < size; ++k) {
    const Eigen::Index r = basic_[static_cast<std::size_t>(k)];
    triplets_.emplace_back(static_cast<int>(k), static_cast<int>(k), rows.dz[r]);
    for (SparseRowMajorMatrix::InnerIterator entry(M, r); entry; ++entry) {
      const Eigen::Index column = position_[static_cast<std::size_t>(entry.col())];
      if (column < 0) continue;
      triplets_.emplace_back(static_cast<int>(k), static_cast<int>(column),
                             rows.dw[r] * entry.value());
    }
  }
  sparse_.resize(size, size);
  sparse_.setFromTriplets(triplets_.begin(), triplets_.end());
}

NewtonEquation::Outcome NewtonEquation::solve_sparse(const NewtonLinearisation& rows) {
  assemble_sparse(rows);
  const Eigen::Index size = sparse_.rows();
  const Eigen::VectorXd rhs = rhs_.head(size);
  auto solution = rhs_.head(size);
  if (sparse_factors_.solve_by_lu(sparse_, rhs, solution)) return Outcome::regular;
  return sparse_factors_.solve_by_qr(sparse_, rhs, solution) ? Outcome::singular
                                                             : Outcome::not_solved;
}

NewtonEquation::Outcome NewtonEquation::solve_matrix_free(const NewtonLinearisation& rows,
                                                          double tolerance) {
  const auto size = static_cast<Eigen::Index>(basic_.size());
  const Eigen::VectorXd rhs = rhs_.head(size);
  if (rhs.isZero(0.0)) return Outcome::regular;
  Eigen::VectorXd solution(size);
  scattered_.setZero();
  linear_iterations_ += solve_by_gmres(
      [&](const Eigen::VectorXd& x, Eigen::VectorXd& product) {
        for (Eigen::Index k = 0; k < size; ++k)
          scattered_[basic_[static_cast<std::size_t>(k)]] = x[k];
        problem_->multiply(scattered_, product_);
        product.resize(size);
        for (Eigen::Index k = 0; k < size; ++k) {
          const Eigen::Index r = basic_[static_cast<std::size_t>(k)];
          product[k] = rows.dz[r] * x[k] + rows.dw[r] * product_[r];
        }
      },
      rhs, tolerance / rhs.norm(), solution);
  rhs_.head(size) = solution;
  return Outcome::regular;
}

void NewtonEquation::multiply(const NewtonLinearisation& rows, const Eigen::VectorXd& x,
                              Eigen::VectorXd& product) {
  problem_->multiply(x, product);
  product.array() = rows.dz.array() * x.array() + rows.dw.array() * product.array();
}

void NewtonEquation::multiply_transposed(const NewtonLinearisation& rows, const Eigen::VectorXd& x,
                                         Eigen::VectorXd& product) {
  weighted_.array() = rows.dw.array() * x.array();
  problem_->multiply_transposed(weighted_, product);
  product.array() += rows.dz.array() * x.array();
}

}  // namespace stiction
