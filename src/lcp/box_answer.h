#pragma once

#include "infinity.h"
#include "keller_scaling.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// Judges candidate answers to a `BoxLcp` and keeps the best one.
///
/// Its measure, `error`, is the larger of `lcp_residual` of the problem as given and the residual
/// of the scaled one, relative to its numbers (`KellerScaling::calc_error`). The latter cannot be
/// deceived by units in which z or w is tiny; the former is what the caller is promised.
class BoxAnswer {
 public:
  /// Starts with z, which is within the bounds, and the states at which it stands; anything better
  /// replaces it.
  void start(const BoxLcp& problem, const KellerScaling<double>& scaling, const Eigen::VectorXd& z);

  /// Moves z into the box, and rows whose state is a finite bound onto it; returns the error of the
  /// result, +infinity if any number is not finite. Keeps it, with the states, if it is the best so
  /// far. Cost O(n^2).
  double offer(const BoxLcp& problem, const KellerScaling<double>& scaling, Eigen::VectorXd& z,
               const std::vector<BoundState>& states);

  /// The best candidate so far.
  const Eigen::VectorXd& z() const { return z_; }
  const std::vector<BoundState>& states() const { return states_; }
  double error() const { return error_; }
  double residual() const { return residual_; }

  /// Writes z, states and residual. Status and stop follow from these: `stop` unless the residual
  /// is at most the tolerance. Statistics count iterations as pivots.
  void finish(double tolerance, LcpStop stop, LcpSolution& solution) const;

 private:
  Eigen::VectorXd z_;
  std::vector<BoundState> states_;
  double error_ = kInfinity;
  double residual_ = kInfinity;
};

}  // namespace stiction
