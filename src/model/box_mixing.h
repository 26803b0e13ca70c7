#pragma once

#include <Eigen/Core>

namespace stiction {

/// A change so much larger than the least one ends an acceleration.
inline constexpr double kSetback = 10;

/// Anderson's acceleration of a fixed-point iteration x = G(x): the next x is the combination of
/// the last few G(x) whose residuals G(x) - x, combined alike, are least in the sum of squares.
///
/// Source: Walker and Ni, Anderson acceleration for fixed-point iterations, SIAM Journal on
/// Numerical Analysis 49 (2011).
class BoxMixing {
 public:
  /// Forgets the past.
  void restart() { num_kept_ = 0; }

  /// The point to go to from x, given g = G(x). O(n memory^2).
  Eigen::VectorXd mix(const Eigen::VectorXd& x, const Eigen::VectorXd& g);

 private:
  static constexpr int kMemory = 6;

  int num_kept_ = 0;  ///< points seen since the restart; columns of the differences wrap round
  Eigen::MatrixXd residual_changes_;
  Eigen::MatrixXd g_changes_;
  Eigen::VectorXd last_residual_;
  Eigen::VectorXd last_g_;
};

}  // namespace stiction
