#pragma once

#include <cstddef>

#include "world_value.h"

namespace stiction {

/// How many of the conditions of all joints, those of equal bounds included, follow from the others
/// where the bodies are: their number less the rank of their Jacobian, by sparse QR with columns
/// that are pivoted (Eigen::SparseQR). Errors of joints, about 1e-9 m, make no row independent.
/// O(n) for n joints in chains and trees, more with loops.
std::size_t count_redundant_rows(const WorldValue& world);

}  // namespace stiction
