#pragma once

#include "answer_keeper.h"
#include "complete_pivoting_lu.h"
#include "lcp_scaling.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// Makes an answer of a pivoting method as exact as the data allow. For the active set a = {i : z_i
/// basic} it solves
///
///     M_aa z_a = -q_a,   z = 0 elsewhere,
///
/// by a rank-revealing factorisation, refined with residuals, in long double, of the problem as
/// given. If M_aa is singular, the undetermined z keep their values. If some z_i < 0 or w_i < 0
/// remains, the worst such i changes sides (a principal pivot) and the system is solved again, a
/// few times.
class ActiveSetPolish {
 public:
  /// Starts from z with the active set {i : is_active[i]}; offers every point to the keeper and
  /// ends once one has an error of at most `target`. Counts in `statistics`.
  ///
  /// Cost O(|a|^3 + n |a|) per principal pivot.
  void run(const Lcp& problem, const LcpScaling& scaling, const std::vector<bool>& is_active,
           const Eigen::VectorXd& z, double target, AnswerKeeper& keeper,
           LcpStatistics& statistics);

 private:
  void factor(const Lcp& problem, const LcpScaling& scaling);
  void refine(const Lcp& problem, const LcpScaling& scaling);
  double scaled_w(const Lcp& problem, const LcpScaling& scaling, Eigen::Index i) const;
  bool change_sides_of_worst(const Lcp& problem, const LcpScaling& scaling);

  CompletePivotingLu lu_;
  std::vector<bool> is_active_;
  std::vector<int> active_;  ///< a, ascending
  std::vector<double> step_;
  Eigen::VectorXd z_;
  Eigen::VectorXd offered_;  ///< z_ with its negative entries raised to 0
};

}  // namespace stiction
