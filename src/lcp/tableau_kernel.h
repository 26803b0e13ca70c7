#pragma once

#include <Eigen/Core>

namespace stiction {

/// Entries of a padded row: strides are multiples of this, and rows start on its alignment.
inline constexpr Eigen::Index kRowAlignment = 8;

/// The numbers of one pivot for `update_rows`.
template <class Scalar>
struct RankOneUpdate {
  Scalar* tableau;  ///< num_rows rows of `stride` entries, zero beyond the last column
  Eigen::Index num_rows;
  Eigen::Index stride;
  const Scalar* multiplier;  ///< one per row; rows with multiplier 0 are skipped
  const Scalar* pivot_row;   ///< `stride` entries, none of them in `tableau`
  Eigen::Index pivot_column;
  Eigen::Index next_column;
  Scalar* next_entries;  ///< one per row
};

/// For each row t of the tableau with multiplier f:
///
///     t(pivot_column) = 0,   t += f * pivot_row,   next_entries(row) = t(next_column).
///
/// The multiplication is rounded before the addition (no fused operation), so the result does not
/// depend on the vector width of the machine. Cost: num_rows * stride multiply-adds.
void update_rows(const RankOneUpdate<double>& update);

/// The same in extended precision.
void update_rows(const RankOneUpdate<long double>& update);

}  // namespace stiction
