#include "newton_path.h"

#include <algorithm>
#include <cmath>

#include "infinity.h"

namespace stiction {
namespace {

/// Limits of 20, 30 and 40 take as long in bins of 8 to 80 bodies.
constexpr int kMostPathRounds = 40;
/// Full steps that do not halve the residual.
constexpr int kPathPatience = 2;
/// Distance beyond the edge of its piece, relative to the largest impulse, at which a group changes
/// its state. With zero, groups at an edge that the path follows switch back and forth forever;
/// values from 1e-12 to 1e-9 perform alike.
constexpr double kPieceEdge = 1e-11;

}  // namespace

bool NewtonPath::run(IslandSystem& system, const Rows& r, const Options& options, Effort& effort,
                     BestAnswer& best) {
  newton_.start(system, r);
  newton_.find_points();
  newton_.choose_states();
  int first_sign = 0;
  double least = kInfinity;
  int steps_without_progress = 0;
  for (int round = 0; round < kMostPathRounds; ++round) {
    // Compute Newton's step here, unless the path turns back.
    if (!effort.spend(effort.unit())) return false;
    const int sign = newton_.find_step();
    if (round == 0) first_sign = sign;
    if (sign == 0 || sign != first_sign) return false;

    // Go as far as the states hold.
    const GroupChange first = find_first_change(system);
    newton_.move(std::min(first.change.step, 1.0));
    newton_.find_points();
    if (first.change.step < 1) {
      newton_.set_state(first.group, first.change.state);
      continue;
    }

    // At the end of the step. Curvature, and the remainder of 1 / R, are left to the next path.
    const double residual = best.offer(system, newton_.impulses());
    if (residual <= options.accepted) return true;
    const bool is_better = residual < 0.5 * least;
    least = std::min(least, residual);
    if (!is_better && least <= options.sufficient) return true;
    steps_without_progress = is_better ? 0 : steps_without_progress + 1;
    if (steps_without_progress > kPathPatience || !std::isfinite(residual)) return false;
  }
  return false;
}

NewtonPath::GroupChange NewtonPath::find_first_change(const IslandSystem& system) const {
  const double tolerance = kPieceEdge * largest_component(newton_.impulses());
  GroupChange first = {{kInfinity, 0}, -1};
  for (int c = 0; c < system.num_groups(); ++c) {
    const StateChange change =
        find_state_change(system.group(c), newton_.state(c), newton_.point(c),
                          newton_.calc_point_change(c), tolerance);
    if (change.step < first.change.step) first = {change, c};
  }
  return first;
}

}  // namespace stiction
