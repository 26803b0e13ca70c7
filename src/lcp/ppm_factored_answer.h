#pragma once

#include "infinity.h"
#include "ppm_rows.h"

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// Judges candidate answers to a `FactoredBoxLcp` by `lcp_residual` of the problem as given, and
/// keeps the best one.
class PpmFactoredAnswer {
 public:
  /// Starts from a point within the bounds, to be replaced by anything better.
  void start(const FactoredBoxLcp& problem, const Eigen::VectorXd& z);

  /// Moves z into the box, and rows whose state is a finite bound onto that bound; keeps z and the
  /// states if they are the best so far.
  void offer(const FactoredBoxLcp& problem, Eigen::VectorXd& z,
             const std::vector<BoundState>& states);

  /// Offers z_B -= M_BB^-1 w_B, with w of the problem as given, as long as that improves the
  /// answer; B are the basic rows of `rows`, which gave the best answer so far.
  void refine(const FactoredBoxLcp& problem, const PpmFactoredRows& rows,
              const std::vector<BoundState>& states, LcpStatistics& statistics);

  double residual() const { return residual_; }

  /// Writes z, states and residual, the status that follows from these, and what ended the solve:
  /// `stop` unless the residual is at most the tolerance.
  void finish(double tolerance, LcpStop stop, LcpSolution& solution) const;

 private:
  Eigen::VectorXd z_;
  std::vector<BoundState> states_;
  double residual_ = kInfinity;
  Eigen::VectorXd candidate_, step_, w_;
};

}  // namespace stiction
