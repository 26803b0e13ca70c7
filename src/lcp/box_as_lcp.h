#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>

namespace stiction {

/// A box-constrained problem as an LCP in x >= 0, for methods that support no other bounds:
///
///     z_i = l_i + x_i          where l_i is finite,
///     z_i = u_i - x_i          where u_i alone is,
///     z_i = x_i - x_e          where neither is, with a further unknown x_e.
///
/// If both are finite, a further row u_i - l_i - x_i >= 0 is complementary to x_e, the part of -w_i
/// that holds z_i at u_i. M remains positive semidefinite if it is.
class BoxAsLcp {
 public:
  /// Returns the LCP; valid until the next call.
  const Lcp& start(const BoxLcp& box);

  /// The point of the box that belongs to x.
  void calc_z(const BoxLcp& box, const Eigen::VectorXd& x, Eigen::VectorXd& z) const;

 private:
  void choose_unknowns(const BoxLcp& box);

  Lcp problem_;
  Eigen::VectorXd origin_;  ///< z = origin_ + map_ x
  RowMajorMatrix map_;
  RowMajorMatrix mapped_;  ///< M map_
  Eigen::VectorXd w_;      ///< at the origin
};

}  // namespace stiction
