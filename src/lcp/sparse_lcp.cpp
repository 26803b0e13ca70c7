#include <stiction/lcp/sparse_lcp.h>

#include "infinity.h"
#include "problem_checks.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace stiction {
namespace {

void require_finite_elements(const char* matrix, const SparseRowMajorMatrix& M) {
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (SparseRowMajorMatrix::InnerIterator entry(M, i); entry; ++entry) {
      if (std::isfinite(entry.value())) continue;
      throw std::invalid_argument(
          "expected finite numbers in " + std::string(matrix) + ", got " +
          describe_entry(matrix + ("[" + std::to_string(i) + "]"), entry.col(), entry.value()));
    }
  }
}

void require_square_and_finite(const SparseRowMajorMatrix& M, const Eigen::VectorXd& q) {
  require_square("M", M.rows(), M.cols());
  require_finite_elements("M", M);
  require_same_size("q", q.size(), M.rows());
  require_finite("q", q);
}

}  // namespace

void validate(const SparseLcp& problem) { require_square_and_finite(problem.M, problem.q); }

void validate(const SparseBoxLcp& problem) {
  require_square_and_finite(problem.M, problem.q);
  require_bounds(problem.lower, problem.upper, problem.M.rows());
}

void validate(const FactoredBoxLcp& problem) {
  require_finite_elements("J", problem.J);
  require_square("inverse_mass", problem.inverse_mass.rows(), problem.inverse_mass.cols());
  require_finite_elements("inverse_mass", problem.inverse_mass);
  if (problem.J.cols() != problem.inverse_mass.rows()) {
    throw std::invalid_argument("expected J with a column for each of the " +
                                std::to_string(problem.inverse_mass.rows()) +
                                " rows of inverse_mass, got " + std::to_string(problem.J.cols()));
  }
  require_same_size("q", problem.q.size(), problem.J.rows());
  require_finite("q", problem.q);
  require_bounds(problem.lower, problem.upper, problem.J.rows());
}

SparseBoxLcp make_box_lcp(const SparseLcp& problem) {
  const Eigen::Index n = problem.q.size();
  return {.M = problem.M,
          .q = problem.q,
          .lower = Eigen::VectorXd::Zero(n),
          .upper = Eigen::VectorXd::Constant(n, kInfinity)};
}

Lcp make_dense(const SparseLcp& problem) { return {.M = problem.M, .q = problem.q}; }

BoxLcp make_dense(const SparseBoxLcp& problem) {
  return {.M = problem.M, .q = problem.q, .lower = problem.lower, .upper = problem.upper};
}

BoxLcp make_dense(const FactoredBoxLcp& problem) {
  const SparseRowMajorMatrix M =
      problem.J * problem.inverse_mass * SparseRowMajorMatrix(problem.J.transpose());
  return {.M = M, .q = problem.q, .lower = problem.lower, .upper = problem.upper};
}

SparseLcp make_sparse(const Lcp& problem) {
  return {.M = problem.M.sparseView(0.0, 1.0), .q = problem.q};
}

SparseBoxLcp make_sparse(const BoxLcp& problem) {
  return {.M = problem.M.sparseView(0.0, 1.0),
          .q = problem.q,
          .lower = problem.lower,
          .upper = problem.upper};
}

}  // namespace stiction
