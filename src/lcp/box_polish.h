#pragma once

#include "box_answer.h"
#include "complete_pivoting_lu.h"
#include "keller_scaling.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// Makes an answer of a pivoting method as exact as the data allow. With B the rows whose state is
/// `between` and the others, N, at their bounds, it solves
///
///     M_BB z_B = -(q_B + M_BN z_N)
///
/// in the scaled problem, by a Cholesky factor if M_BB is symmetric and safely definite, else by
/// elimination with complete pivoting, refined with residuals, in long double, of the problem as
/// given. If M_BB is singular the undetermined z keep their values. If a row is still infeasible by
/// more than rounding error, the worst one changes its state (a principal pivot) and the system is
/// solved again, a few times.
class BoxPolish {
 public:
  /// `run` does not change answers with at most this error, which is rounding error.
  static constexpr double kGoodEnough = 1e-12;

  /// Starts from z and the states; offers every point to the answer and ends once its error is at
  /// most `kGoodEnough`, possibly at once. Counts in `statistics`.
  ///
  /// Cost per principal pivot: O(|B|^3 + n |B|).
  void run(const BoxLcp& problem, const KellerScaling<double>& scaling,
           const std::vector<BoundState>& states, const Eigen::VectorXd& z, BoxAnswer& answer,
           LcpStatistics& statistics);

 private:
  using Block = Eigen::Map<Eigen::MatrixXd>;

  void take_states(const BoxLcp& problem);
  void factor(const KellerScaling<double>& scaling);
  bool factor_definite(const KellerScaling<double>& scaling);
  void solve();
  void refine(const BoxLcp& problem, const KellerScaling<double>& scaling);
  double scaled_w(const BoxLcp& problem, const KellerScaling<double>& scaling,
                  Eigen::Index i) const;
  bool change_state_of_worst(const BoxLcp& problem, const KellerScaling<double>& scaling);

  CompletePivotingLu lu_;
  std::vector<double> cholesky_;  ///< L of M_BB, by columns, if `is_definite_`
  bool is_definite_ = false;
  std::vector<BoundState> states_;
  std::vector<Eigen::Index> basis_;  ///< B, ascending
  std::vector<double> step_;
  Eigen::VectorXd z_;
  Eigen::VectorXd offered_;  ///< z_ moved into the box
};

}  // namespace stiction
