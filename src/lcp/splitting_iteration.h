#pragma once

#include "box_point.h"
#include "iteration_monitor.h"
#include "judging_schedule.h"
#include "row_relaxation.h"

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/splitting_merit.h>
#include <stiction/lcp/stopping_criteria.h>

#include <cmath>
#include <cstdint>
#include <optional>

namespace stiction {

/// The sum over i of |w_i| times the distance of z_i from where w_i would let it rest
/// (`SplittingMerit::gap`).
template <class Rows>
double calc_gap(const Rows& rows, const BoxPoint& point) {
  double gap = 0.0;
  for (Eigen::Index i = 0; i < point.z.size(); ++i) {
    const double w = rows.w(i, point.z);
    const bool has_lower = std::isfinite(point.lower[i]);
    const bool has_upper = std::isfinite(point.upper[i]);
    const bool rests_below = has_lower && (w > 0.0 || !has_upper);
    const double distance = rests_below ? point.z[i] - point.lower[i]
                            : has_upper ? point.upper[i] - point.z[i]
                                        : 1.0;
    gap += std::abs(w) * distance;
  }
  return gap;
}

/// 1 + max |q_i|, by which the natural residual is divided.
inline double unit_of_residual(const Eigen::VectorXd& q) {
  return 1.0 + (q.size() > 0 ? q.cwiseAbs().maxCoeff() : 0.0);
}

/// The loop around the sweeps of a splitting method.
class SplittingIteration {
 public:
  static constexpr int kDefaultLimit = 100000;

  /// Iterates point = sweep() from the present point, unless an `obstacle` forbids it, and hands
  /// over the best one. `rows` are those of the problem; the sweep keeps them up to date.
  template <class Problem, class Rows, class Sweep>
  void run(const Problem& problem, Rows& rows, const StoppingCriteria& criteria,
           SplittingMerit merit, std::optional<LcpStop> obstacle, Sweep sweep,
           LcpSolution& solution) {
    const double unit = unit_of_residual(problem.q);
    monitor_.start(criteria, kDefaultLimit);
    schedule_.start(criteria.tolerance);
    cycle_length_ = 0;
    const auto judge = [&] {
      rows.refresh(point.z);
      return lcp_residual(problem, point.z);
    };
    const auto observe = [&](double estimate) {
      const double residual = judge();
      schedule_.judged(monitor_.iterations() + 1, estimate, residual);
      return monitor_.observe(
          point.z, merit == SplittingMerit::gap ? calc_gap(rows, point) : residual, residual);
    };
    std::optional<LcpStop> stop = observe(0.0);
    if (!stop) stop = obstacle;
    while (!stop) {
      const SweepMeasure measure = sweep();
      const double estimate = measure.violation / unit;
      const bool is_judged =
          monitor_.needs_measures() || schedule_.is_due(monitor_.iterations() + 1, estimate);
      stop = is_judged ? observe(estimate) : monitor_.pass(point.z);
      if (!stop && !std::isfinite(measure.sum_of_w)) stop = LcpStop::diverged;
      if (!stop && comes_back()) stop = LcpStop::cycle;
      if (stop && !is_judged && point.z.allFinite()) monitor_.offer(point.z, judge());
    }
    solution.states.clear();
    solution.statistics = {};
    monitor_.finish(*stop, solution);
  }

  BoxPoint point;

 private:
  /// True if the point equals an earlier one bit by bit (Brent's method: it is compared with the
  /// one after the last sweep whose number was a power of two).
  bool comes_back() {
    if (cycle_length_ > 0 && point.z == anchor_) return true;
    if (cycle_length_ == 0 || ++steps_ == cycle_length_) {
      anchor_ = point.z;
      steps_ = 0;
      cycle_length_ = cycle_length_ == 0 ? 1 : 2 * cycle_length_;
    }
    return false;
  }

  IterationMonitor monitor_;
  JudgingSchedule schedule_;
  Eigen::VectorXd anchor_;
  std::int64_t cycle_length_ = 0;
  std::int64_t steps_ = 0;  ///< since the anchor
};

}  // namespace stiction
