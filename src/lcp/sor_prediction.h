#pragma once

#include "box_start.h"
#include "keller_scaling.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>

namespace stiction {

/// Predicts which rows of the solution are at which bound, for a symmetric M with a positive
/// diagonal, by sweeps of projected successive over-relaxation on the scaled problem,
///
///     z_i = mid(l_i, z_i - omega w_i / M_ii, u_i),   w = M z + q,   omega = 1.5,
///
/// row after row. Source: Murty, Linear Complementarity, section 9.1; Erleben 2013, section 5.2.
class SorPrediction {
 public:
  /// Sweeps from the start, at most `num_sweeps` times, until a few sweeps in a row have changed no
  /// row's state. The result becomes the start, with the rows within their bounds basic. Leaves the
  /// start unchanged if M is not as above.
  ///
  /// Cost: n for each row that moves; a row that stands still costs nothing.
  void improve(const BoxLcp& problem, const KellerScaling<double>& scaled, int num_sweeps,
               BoxStart& start);

 private:
  Eigen::VectorXd z_, w_;
  Eigen::VectorXd step_per_w_;  ///< omega / M_ii
};

}  // namespace stiction
