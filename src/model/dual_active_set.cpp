// Goldfarb and Idnani, A numerically stable dual method for solving strictly convex quadratic
// programs, Mathematical Programming 27 (1983), section 2.

#include "infinity.h"
#include "least_constraint.h"

namespace stiction {
namespace {

class DualActiveSet {
 public:
  explicit DualActiveSet(ActiveRows& rows)
      : rows_(rows), n_(static_cast<int>(rows.problem().unilateral.size())) {}

  bool run(int& pivots) {
    release_pulling(pivots);
    const int limit = 50 * n_ + 500;
    for (int step = 0; step < limit; ++step) {
      const int row = find_most_violated();
      if (row < 0) return true;
      if (!add(row, pivots)) return false;
    }
    return false;
  }

 private:
  /// The method starts from active rows that all push.
  void release_pulling(int& pivots) {
    while (rows_.spend_pivot()) {
      rows_.calc_impulses(z_);
      int place = -1;
      if (rows_.size() == 0 || z_.minCoeff(&place) >= 0) return;
      rows_.deactivate(place);
      ++pivots;
    }
  }

  int find_most_violated() const {
    int most = -1;
    double least = -kConstraintTolerance;
    for (int i = 0; i < n_; ++i) {
      if (rows_.is_active(i)) continue;
      const double speed = rows_.speed(i);
      if (speed >= least) continue;
      least = speed;
      most = i;
    }
    return most;
  }

  /// Raises the impulse of the row from zero until it is no longer violated; active rows that are
  /// unloaded on the way go. False if no impulse is enough, or no effort is left.
  bool add(int row, int& pivots) {
    while (rows_.spend_pivot()) {
      const double outside = rows_.lean(row, coefficients_);
      rows_.calc_impulses(z_);
      const double enough = outside > 0 ? -rows_.speed(row) / outside : kInfinity;
      int unloaded = -1;
      double first = kInfinity;
      for (int place = 0; place < rows_.size(); ++place) {
        if (coefficients_[place] <= kConstraintTolerance) continue;
        const double ratio = z_[place] / coefficients_[place];
        if (ratio >= first) continue;
        first = ratio;
        unloaded = place;
      }
      ++pivots;
      if (enough <= first && enough < kInfinity) return rows_.activate(row);
      if (unloaded < 0) return false;
      rows_.deactivate(unloaded);
    }
    return false;
  }

  ActiveRows& rows_;
  const int n_;
  Eigen::VectorXd z_, coefficients_;
};

}  // namespace

void solve_by_active_set(ActiveRows& rows, LeastConstraintSolution& solution) {
  solution.solved = DualActiveSet(rows).run(solution.pivots);
  rows.get_solution(solution);
}

}  // namespace stiction
