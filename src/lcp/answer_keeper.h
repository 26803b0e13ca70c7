#pragma once

#include "lcp_scaling.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>

namespace stiction {

/// Judges candidate answers and keeps the best one.
///
/// Its measure, `error`, is the larger of the natural residual of the problem as given and that of
/// the scaled problem, max_i |min(z'_i, w'_i)|. The latter cannot be deceived by units in which all
/// of z or all of w is tiny; the former is what the caller is promised.
class AnswerKeeper {
 public:
  /// Starts with z = 0 as the answer.
  void start(const Lcp& problem, const LcpScaling& scaling);

  /// Raises the negative entries of z to 0 and returns the error of the result, +infinity if any
  /// number is not finite. Keeps it if it is the best so far. Cost O(n^2).
  double offer(const Lcp& problem, const LcpScaling& scaling, Eigen::VectorXd& z);

  /// s D (M z + q), row i, for the last candidate.
  double scaled_w(Eigen::Index i) const { return scaled_w_[i]; }

  const Eigen::VectorXd& best() const { return best_; }
  double best_error() const { return best_error_; }
  double best_residual() const { return best_residual_; }

 private:
  Eigen::VectorXd best_;
  Eigen::VectorXd scaled_w_;
  double best_error_ = 0.0;
  double best_residual_ = 0.0;
};

}  // namespace stiction
