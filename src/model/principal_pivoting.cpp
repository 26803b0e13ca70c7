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
      : rows_(rows), n_(static_cast<int>(rows.problem().unilateral.size())) {}

  /// Whether it ended at a solution.
  bool run(int& pivots) {
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
    double least_speed = -kConstraintTolerance;
    double least_impulse = -kConstraintTolerance;
    int least_row = n_;
    const bool by_index = since_progress_ > kPivotPatience;
    for (int i = 0; i < n_; ++i) {
      if (rows_.is_active(i)) continue;
      const double speed = rows_.speed(i);
      violations += speed < -kConstraintTolerance;
      if (by_index ? speed < -kConstraintTolerance && i < least_row : speed < least_speed) {
        least_speed = speed;
        least_row = i;
        incoming_ = i;
      }
    }
    for (int place = 0; place < rows_.size(); ++place) {
      violations += z_[place] < -kConstraintTolerance;
      if (by_index) {
        if (z_[place] >= -kConstraintTolerance || rows_.row(place) >= least_row) continue;
        least_row = rows_.row(place);
        incoming_ = -1;  // one index at a time
        outgoing_ = place;
      } else if (z_[place] < least_impulse) {
        least_impulse = z_[place];
        outgoing_ = place;
      }
    }
    since_progress_ = violations < fewest_ ? 0 : since_progress_ + 1;
    fewest_ = std::min(fewest_, violations);
  }

  bool exchange() {
    if (outgoing_ >= 0) rows_.deactivate(outgoing_);
    if (incoming_ < 0 || rows_.activate(incoming_)) return true;
    const int place = find_replaced();
    if (place < 0) return false;
    rows_.deactivate(place);
    return rows_.activate(incoming_);
  }

  /// The place of the active row that is unloaded first as the incoming one, which depends on the
  /// active ones, takes up load; -1 if there is none.
  int find_replaced() {
    rows_.calc_impulses(z_);
    rows_.lean(incoming_, coefficients_);
    int replaced = -1;
    double first = kInfinity;
    for (int place = 0; place < rows_.size(); ++place) {
      if (coefficients_[place] <= kConstraintTolerance) continue;
      const double ratio = z_[place] / coefficients_[place];
      if (ratio >= first) continue;
      first = ratio;
      replaced = place;
    }
    return replaced;
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
