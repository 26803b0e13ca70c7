#pragma once

#include <cstddef>

#include "world_value.h"

namespace stiction {

/// Returns how many conditions of all joints, including bounds that are equal, depend on the others
/// at the present poses: their number less the rank of their Jacobian, by sparse QR with column
/// pivoting (Eigen::SparseQR). Errors of joints, about 1e-9 m, make no row independent. O(n) for n
/// joints in chains and trees, more with loops.
std::size_t count_redundant_rows(const WorldValue& world);

}  // namespace stiction
