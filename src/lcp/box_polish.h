#pragma once

#include "box_answer.h"
#include "complete_pivoting_lu.h"
#include "keller_scaling.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// Makes an answer that a pivoting method found as exact as the data allow. With B the rows whose
/// state is `between` and the others, N, at their bounds, it solves
///
///     M_BB z_B = -(q_B + M_BN z_N)
///
/// in the scaled problem, by a Cholesky factor where M_BB is symmetric and safely definite, else by
/// elimination with complete pivoting, and refines by residuals in long double of the problem as
/// given. Where M_BB is singular the z that are not determined keep their values. If a row is
/// still infeasible by more than rounding error, the worst one changes its state (a principal
/// pivot) and the system is solved again, a few times.
class BoxPolish {
 public:
  /// Answers with an error up to this are at rounding error: `run` leaves them alone.
  static constexpr double kGoodEnough = 1e-12;

  /// Starts from z and the states; offers every point met to the answer and ends once its error is
  /// at most `kGoodEnough`, which may be at once. Counts in `statistics`.
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
