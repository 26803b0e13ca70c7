// Drumwright, Rapidly computable viscous friction and no-slip rigid contact models, Algorithm 1.

#include <limits>

#include "infinity.h"
#include "least_constraint.h"

namespace stiction {
namespace {

/// Pivots without fewer violations than ever before, after which the least-index rule takes over.
constexpr int kPivotPatience = 10;

class PrincipalPivoting {
 public:
  explicit PrincipalPivoting(ActiveRows& rows)
      : rows_(rows), n_(static_cast<int>(rows.problem().bounded.size())) {}

  /// Whether it ended at a solution.
  bool run(int& pivots) {
    if (!rows_.settle()) return false;
    const int limit = 20 * n_ + 100;
    for (int step = 0; step < limit && rows_.spend_pivot(); ++step) {
      rows_.calc_impulses(z_);
      choose();
      if (incoming_ < 0 && outgoing_ < 0) return true;
      pivots += (incoming_ >= 0) + (outgoing_ >= 0);
      if (!exchange()) return false;
    }
    return false;
  }

 private:
  /// Sets the row to come in and the place of the one to go, -1 for none.
  void choose() {
    incoming_ = outgoing_ = -1;
    int violations = 0;
    double most_violated = kConstraintTolerance;
    double most_excessive = kConstraintTolerance;
    int least_row = n_;
    const bool by_index = since_progress_ > kPivotPatience;
    for (int i = 0; i < n_; ++i) {
      if (rows_.is_active(i)) continue;
      const double violation = rows_.violation(i);
      violations += violation > kConstraintTolerance;
      if (by_index ? violation > kConstraintTolerance && i < least_row
                   : violation > most_violated) {
        most_violated = violation;
        least_row = i;
        incoming_ = i;
      }
    }
    for (int place = 0; place < rows_.size(); ++place) {
      const double excess = rows_.excess(place, z_[place]);
      violations += excess > kConstraintTolerance;
      if (by_index) {
        if (excess <= kConstraintTolerance || rows_.row(place) >= least_row) continue;
        least_row = rows_.row(place);
        incoming_ = -1;  // one index at a time
        outgoing_ = place;
      } else if (excess > most_excessive) {
        most_excessive = excess;
        outgoing_ = place;
      }
    }
    since_progress_ = violations < fewest_ ? 0 : since_progress_ + 1;
    fewest_ = std::min(fewest_, violations);
  }

  bool exchange() {
    if (outgoing_ >= 0) {
      rows_.deactivate(outgoing_, rows_.bound_near(outgoing_, z_[outgoing_]));
    }
    if (incoming_ < 0 || rows_.activate(incoming_)) return true;
    // It depends on the active ones: as it takes up load, one of them comes to a bound, or itself.
    rows_.calc_impulses(z_);
    rows_.lean(incoming_, coefficients_);
    const ActiveRows::End end = rows_.find_end(incoming_, z_, coefficients_);
    if (!(end.way < kInfinity)) return false;
    if (end.place < 0) {
      rows_.hold(incoming_, end.bound);
      return true;
    }
    rows_.deactivate(end.place, end.bound);
    return rows_.activate(incoming_);
  }

  ActiveRows& rows_;
  const int n_;
  int incoming_ = -1;
  int outgoing_ = -1;
  int since_progress_ = 0;
  int fewest_ = std::numeric_limits<int>::max();
  Eigen::VectorXd z_, coefficients_;
};

}  // namespace

void solve_by_principal_pivoting(ActiveRows& rows, LeastConstraintSolution& solution) {
  solution.solved = PrincipalPivoting(rows).run(solution.pivots);
  rows.get_solution(solution);
}

}  // namespace stiction
