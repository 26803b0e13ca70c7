#pragma once

#include <stiction/lcp/sparse_lcp.h>

namespace stiction {

/// C with C C^T = S for a symmetric positive semidefinite S of independent blocks, such as the
/// inverse masses of bodies. C has as many columns as S has rank, so an immovable body has none.
/// Negative pivots, which a semidefinite S does not have, count as zero. Only the lower triangle is
/// read.
///
/// Each block is factored by Cholesky's method with diagonal pivoting, L D L^T (Eigen's LDLT):
/// O(size^3).
SparseRowMajorMatrix calc_mass_factor(const SparseRowMajorMatrix& S);

}  // namespace stiction
