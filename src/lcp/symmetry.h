#pragma once

#include <stiction/lcp/lcp.h>

namespace stiction {

/// True if |M_ij - M_ji| is at most a few rounding errors of 1, for a scaled M with |M_ij| of about
/// 1 or less. Cost O(n^2).
bool is_symmetric_to_rounding(const RowMajorMatrix& M);

}  // namespace stiction
