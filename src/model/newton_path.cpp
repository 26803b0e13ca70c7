#include "newton_path.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "group_model.h"

namespace stiction {
namespace {

/// With 20, 30 and 40 bins of 8 to 80 bodies take as long.
constexpr int kMostPathRounds = 40;
/// Full steps that do not halve the residual.
constexpr int kPathPatience = 2;
/// Beyond the edge of its piece by so much of the largest impulse, a group changes its state. With
/// nothing, groups at an edge that the path runs along change to and fro for ever; with 1e-12 to
/// 1e-9 all are alike.
constexpr double kPieceEdge = 1e-11;

}  // namespace

bool NewtonPath::run(IslandSystem& system, const Rows& r, const Options& options, Effort& effort,
                     BestAnswer& best) {
  const int n = system.num_groups();
  r_ = r;
  system.calc_velocities(r_, v_);
  find_points(system);
  states_.resize(n);
  for (int c = 0; c < n; ++c) states_[c] = find_group_state(system.group(c), z_[c]);
  int first_sign = 0;
  double least = std::numeric_limits<double>::infinity();
  int steps_without_progress = 0;
  for (int round = 0; round < kMostPathRounds; ++round) {
    // Newton's step here, unless the path turns back.
    if (!effort.spend(effort.unit())) return false;
    const bool is_symmetric = make_group_models(system, states_, r_, u_, z_, D_, g_);
    const int sign = system.factor(D_, is_symmetric);
    if (round == 0) first_sign = sign;
    if (sign == 0 || sign != first_sign) return false;
    system.calc_imbalance(r_, v_, b_);
    if (!system.solve(b_, g_, kNewtonRefinements, dv_, du_, dr_)) return false;

    // As far as the states hold.
    const GroupChange first = find_first_change(system);
    const double step = std::min(first.change.step, 1.0);
    for (std::size_t i = 0; i < v_.size(); ++i) v_[i] += step * dv_[i];
    for (int c = 0; c < n; ++c) r_[c] += step * dr_[c];
    find_points(system);
    if (first.change.step < 1) {
      states_[first.group] = first.change.state;
      continue;
    }

    // At its end. What is curved, and what 1 / R left, is for another path.
    const double residual = best.offer(system, r_);
    if (residual <= options.accepted) return true;
    const bool is_better = residual < 0.5 * least;
    least = std::min(least, residual);
    if (!is_better && least <= options.sufficient) return true;
    steps_without_progress = is_better ? 0 : steps_without_progress + 1;
    if (steps_without_progress > kPathPatience || !std::isfinite(residual)) return false;
  }
  return false;
}

/// u and z at the present velocities and impulses.
void NewtonPath::find_points(IslandSystem& system) {
  system.calc_relative(v_, u_);
  z_.resize(r_.size());
  for (int c = 0; c < system.num_groups(); ++c) {
    z_[c] = calc_natural_point(system.group(c), r_[c], u_[c]);
  }
}

NewtonPath::GroupChange NewtonPath::find_first_change(const IslandSystem& system) const {
  const double tolerance = kPieceEdge * largest_component(r_);
  GroupChange first = {{std::numeric_limits<double>::infinity(), 0}, -1};
  for (int c = 0; c < system.num_groups(); ++c) {
    const RowGroup& group = system.group(c);
    const Vec3 d = calc_natural_point(group, dr_[c], du_[c]);
    const StateChange change = find_state_change(group, states_[c], z_[c], d, tolerance);
    if (change.step < first.change.step) first = {change, c};
  }
  return first;
}

}  // namespace stiction
