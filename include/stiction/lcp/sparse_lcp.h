#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace stiction {

/// Sparse matrix stored by rows.
using SparseRowMajorMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// The LCP (q, M) of `Lcp` with a sparse M.
struct SparseLcp {
  SparseRowMajorMatrix M;
  Eigen::VectorXd q;
};

/// The box-constrained problem of `BoxLcp` with a sparse M.
struct SparseBoxLcp {
  SparseRowMajorMatrix M;
  Eigen::VectorXd q;
  Eigen::VectorXd lower;
  Eigen::VectorXd upper;
};

/// The box-constrained problem of `BoxLcp` with M in factors that are never multiplied out,
///
///     M = J inverse_mass J^T,
///
/// as contact problems have it: J (n x d) holds the rows of the Jacobian, inverse_mass (d x d)
/// is symmetric positive semidefinite, usually block-diagonal. J^T z is an impulse on the bodies,
/// inverse_mass J^T z their change of velocity.
struct FactoredBoxLcp {
  SparseRowMajorMatrix J;
  SparseRowMajorMatrix inverse_mass;
  Eigen::VectorXd q;
  Eigen::VectorXd lower;
  Eigen::VectorXd upper;
};

/// Like the checks of the dense problems: shapes, finite numbers, bounds. Throw
/// std::invalid_argument, saying what was expected and what was given. Cost O(number of stored
/// entries + n). Whether inverse_mass is symmetric positive semidefinite is not checked.
void validate(const SparseLcp& problem);
void validate(const SparseBoxLcp& problem);
void validate(const FactoredBoxLcp& problem);

/// The same problem with bounds, l = 0 and u = infinity.
SparseBoxLcp make_box_lcp(const SparseLcp& problem);

/// The same problem with a dense M. O(n^2) memory; a factored problem takes O(n * stored entries of
/// J) time.
Lcp make_dense(const SparseLcp& problem);
BoxLcp make_dense(const SparseBoxLcp& problem);
BoxLcp make_dense(const FactoredBoxLcp& problem);

/// The same problem with a sparse M without stored zeros.
SparseLcp make_sparse(const Lcp& problem);
SparseBoxLcp make_sparse(const BoxLcp& problem);

[[gnu::used]] inline constexpr auto kSparseLcpLayouts =
    abi::layouts_of<SparseLcp, SparseBoxLcp, FactoredBoxLcp>();

}  // namespace stiction
