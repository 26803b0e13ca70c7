#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// The point and the basic rows from which a pivoting method starts, made from an `LcpStart`.
struct BoxStart {
  /// The point of the box nearest to zero, with no row basic.
  void set_cold(const BoxLcp& problem);
  /// As `LcpStart` describes it; with an empty start the same as `set_cold`.
  void set(const BoxLcp& problem, const LcpStart& start);

  Eigen::VectorXd z;           ///< n finite numbers within the bounds
  std::vector<bool> is_basic;  ///< one per row
};

/// The state of row i if it is not basic: the bound at which z_i stands, or `between`.
BoundState state_at(const BoxLcp& problem, const Eigen::VectorXd& z, Eigen::Index i);

/// Like `make_box_lcp`, but into `box`, whose memory is reused.
void assign_box(const Lcp& problem, BoxLcp& box);

}  // namespace stiction
