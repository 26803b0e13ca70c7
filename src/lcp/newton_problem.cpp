#include "newton_problem.h"

#include "infinity.h"

#include <stiction/lcp/lcp_residual.h>

#include <limits>
#include <stdexcept>

namespace stiction {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

bool is_sparse(const NewtonProblem::Source& source) {
  return std::holds_alternative<const SparseLcp*>(source) ||
         std::holds_alternative<const SparseBoxLcp*>(source);
}

}  // namespace

NewtonSystem NewtonProblem::choose_system(const Source& source,
                                          std::optional<NewtonSystem> wanted) {
  if (!std::holds_alternative<const FactoredBoxLcp*>(source)) {
    return wanted.value_or(is_sparse(source) ? NewtonSystem::sparse : NewtonSystem::dense);
  }
  if (wanted.value_or(NewtonSystem::gmres) != NewtonSystem::gmres) {
    throw std::invalid_argument(
        "expected system gmres for a problem in factors, whose matrix is not formed, got " +
        std::string(wanted == NewtonSystem::dense ? "dense" : "sparse"));
  }
  return NewtonSystem::gmres;
}

void NewtonProblem::reset(const Source& source, NewtonSystem system, bool has_scaling) {
  source_ = source;
  has_scaling_ = has_scaling;
  const auto take_box = [&](const auto& box) { take_bounds(box.q, box.lower, box.upper); };
  std::visit(Overloaded{[&](const Lcp* problem) {
                          take_dense(problem->M, system);
                          take_plain(problem->q);
                        },
                        [&](const BoxLcp* problem) {
                          take_dense(problem->M, system);
                          take_box(*problem);
                        },
                        [&](const SparseLcp* problem) {
                          take_sparse(problem->M, system);
                          take_plain(problem->q);
                        },
                        [&](const SparseBoxLcp* problem) {
                          take_sparse(problem->M, system);
                          take_box(*problem);
                        },
                        [&](const FactoredBoxLcp* problem) {
                          take_factors(problem->J, problem->inverse_mass);
                          take_box(*problem);
                        }},
             source);
}

void NewtonProblem::take_dense(const RowMajorMatrix& M, NewtonSystem system) {
  scaling_.reset(M.rows());
  if (has_scaling_) {
    diagonal_ = M.diagonal();
    scaling_.compute_rows(diagonal_, [&](auto visit) {
      for (Eigen::Index i = 0; i < M.rows(); ++i) {
        for (Eigen::Index j = 0; j < M.cols(); ++j) visit(i, j, M(i, j));
      }
    });
  }
  form_ = system == NewtonSystem::sparse ? Form::sparse : Form::dense;
  dense_.resize(M.rows(), M.cols());
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < M.cols(); ++j) {
      dense_(i, j) = scaling_.scale_element(M(i, j), i, j);
    }
  }
  if (form_ == Form::sparse) sparse_ = dense_.sparseView(0.0, 1.0);
}

void NewtonProblem::take_sparse(const SparseRowMajorMatrix& M, NewtonSystem system) {
  using Entry = SparseRowMajorMatrix::InnerIterator;
  scaling_.reset(M.rows());
  if (has_scaling_) {
    diagonal_ = M.diagonal();
    scaling_.compute_rows(diagonal_, [&](auto visit) {
      for (Eigen::Index i = 0; i < M.rows(); ++i) {
        for (Entry entry(M, i); entry; ++entry) visit(i, entry.col(), entry.value());
      }
    });
  }
  form_ = system == NewtonSystem::dense ? Form::dense : Form::sparse;
  sparse_ = M;
  for (Eigen::Index i = 0; i < sparse_.rows(); ++i) {
    for (Entry entry(sparse_, i); entry; ++entry) {
      entry.valueRef() = scaling_.scale_element(entry.value(), i, entry.col());
    }
  }
  if (form_ == Form::dense) dense_ = sparse_;
}

/// D M D = (D J) inverse_mass (D J)^T.
void NewtonProblem::take_factors(const SparseRowMajorMatrix& J,
                                 const SparseRowMajorMatrix& inverse_mass) {
  form_ = Form::factored;
  J_ = J;
  inverse_mass_ = inverse_mass;
  scaling_.reset(J.rows());
  if (!has_scaling_) return;
  const SparseRowMajorMatrix velocities = J * inverse_mass;
  diagonal_.resize(J.rows());
  for (Eigen::Index i = 0; i < J.rows(); ++i) diagonal_[i] = velocities.row(i).dot(J.row(i));
  // In the rows of a zero diagonal element, a semidefinite M has no other elements.
  scaling_.compute_rows(diagonal_, [](auto) {});
  for (Eigen::Index i = 0; i < J_.rows(); ++i) {
    for (SparseRowMajorMatrix::InnerIterator entry(J_, i); entry; ++entry) {
      entry.valueRef() *= scaling_.scale(i);
    }
  }
}

void NewtonProblem::take_plain(const Eigen::VectorXd& q) {
  given_lower_.setZero(q.size());
  given_upper_.setConstant(q.size(), kInfinity);
  take_bounds(q, given_lower_, given_upper_);
}

void NewtonProblem::take_bounds(const Eigen::VectorXd& q, const Eigen::VectorXd& lower,
                                const Eigen::VectorXd& upper) {
  if (has_scaling_) scaling_.compute_right_hand_side(q, lower, upper);
  given_lower_ = lower;
  given_upper_ = upper;
  for (Eigen::VectorXd* v : {&q_, &lower_, &upper_}) v->resize(q.size());
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    q_[i] = scaling_.scale_w(q[i], i);
    lower_[i] = scaling_.scale_z(lower[i], i);
    upper_[i] = scaling_.scale_z(upper[i], i);
  }
}

void NewtonProblem::multiply(const Eigen::VectorXd& x, Eigen::VectorXd& product) {
  switch (form_) {
    case Form::dense:
      product.noalias() = dense_ * x;
      return;
    case Form::sparse:
      product.noalias() = sparse_ * x;
      return;
    case Form::factored:
      impulse_.noalias() = J_.transpose() * x;
      velocity_.noalias() = inverse_mass_ * impulse_;
      product.noalias() = J_ * velocity_;
      return;
  }
}

void NewtonProblem::multiply_transposed(const Eigen::VectorXd& x, Eigen::VectorXd& product) {
  switch (form_) {
    case Form::dense:
      product.noalias() = dense_.transpose() * x;
      return;
    case Form::sparse:
      product.noalias() = sparse_.transpose() * x;
      return;
    case Form::factored:
      impulse_.noalias() = J_.transpose() * x;
      velocity_.noalias() = inverse_mass_.transpose() * impulse_;
      product.noalias() = J_ * velocity_;
      return;
  }
}

void NewtonProblem::calc_w(const Eigen::VectorXd& z, Eigen::VectorXd& w) {
  multiply(z, w);
  w += q_;
}

void NewtonProblem::start_at(const LcpStart& start, Eigen::VectorXd& z) const {
  z.resize(size());
  for (Eigen::Index i = 0; i < size(); ++i) {
    const double given = start.z.empty() ? 0.0 : start.z[static_cast<std::size_t>(i)];
    const double scaled = std::clamp(scaling_.scale_z(given, i), -kLargest, kLargest);
    z[i] = std::min(std::max(scaled, lower_[i]), upper_[i]);
  }
}

void NewtonProblem::unscale(const Eigen::VectorXd& z, Eigen::VectorXd& given) const {
  given.resize(size());
  for (Eigen::Index i = 0; i < size(); ++i) {
    const double unscaled = scaling_.unscale_z(z[i], i);
    // Overflow becomes the largest finite number, so that z is within its bounds.
    given[i] = std::isnan(unscaled) ? unscaled
                                    : std::clamp(unscaled, std::max(given_lower_[i], -kLargest),
                                                 std::min(given_upper_[i], kLargest));
  }
}

double NewtonProblem::judge(const Eigen::VectorXd& given) const {
  return std::visit([&](const auto* problem) { return lcp_residual(*problem, given); }, source_);
}

}  // namespace stiction
