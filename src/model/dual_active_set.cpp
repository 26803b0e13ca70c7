// Goldfarb and Idnani, A numerically stable dual method for solving strictly convex quadratic
// programs, Mathematical Programming 27 (1983), section 2.

#include "infinity.h"
#include "least_constraint.h"

namespace stiction {
namespace {

class DualActiveSet {
 public:
  explicit DualActiveSet(ActiveRows& rows)
      : rows_(rows), n_(static_cast<int>(rows.problem().bounded.size())) {}

  bool run(int& pivots) {
    if (!rows_.settle()) return false;
    release_excessive(pivots);
    const int limit = 50 * n_ + 500;
    for (int step = 0; step < limit; ++step) {
      const int row = find_most_violated();
      if (row < 0) return true;
      if (!add(row, pivots)) return false;
    }
    return false;
  }

 private:
  /// The method starts from impulses that are all within their bounds.
  void release_excessive(int& pivots) {
    while (rows_.spend_pivot()) {
      rows_.calc_impulses(z_);
      int worst = -1;
      double most = 0;
      for (int place = 0; place < rows_.size(); ++place) {
        const double excess = rows_.excess(place, z_[place]);
        if (excess <= most) continue;
        most = excess;
        worst = place;
      }
      if (worst < 0) return;
      rows_.deactivate(worst, rows_.bound_near(worst, z_[worst]));
      ++pivots;
    }
  }

  int find_most_violated() const {
    int most = -1;
    double worst = kConstraintTolerance;
    for (int i = 0; i < n_; ++i) {
      if (rows_.is_active(i)) continue;
      const double violation = rows_.violation(i);
      if (violation <= worst) continue;
      worst = violation;
      most = i;
    }
    return most;
  }

  /// Takes the impulse of the row away from its bound until it is no longer violated, or is at its
  /// other bound; active rows that get to a bound on the way go. False if no impulse is enough, or
  /// no effort is left.
  bool add(int row, int& pivots) {
    while (rows_.spend_pivot()) {
      const double outside = rows_.lean(row, coefficients_);
      rows_.calc_impulses(z_);
      const double enough = outside > 0 ? rows_.violation(row) / outside : kInfinity;
      const ActiveRows::End end = rows_.find_end(row, z_, coefficients_);
      ++pivots;
      if (enough <= end.way && enough < kInfinity) return rows_.activate(row);
      if (!(end.way < kInfinity)) return false;
      if (end.place < 0) {
        rows_.hold(row, end.bound);
        return true;
      }
      rows_.deactivate(end.place, end.bound);
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
