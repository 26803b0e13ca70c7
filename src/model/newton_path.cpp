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

double largest_normal(const Rows& r) {
  double most = 0;
  for (const Vec3& impulse : r) most = std::max(most, std::abs(impulse.x()));
  return most;
}

}  // namespace

bool NewtonPath::run(IslandSystem& system, const Rows& r, const Options& options, Effort& effort,
                     BestAnswer& best) {
  const int n = system.num_groups();
  r_ = r;
  system.calc_velocities(r_, v_);
  system.calc_relative(v_, u_);
  states_.resize(n);
  for (int c = 0; c < n; ++c) {
    states_[c] =
        find_group_state(system.group(c), calc_natural_point(system.group(c), r_[c], u_[c]));
  }
  sign_ = 0;
  double least = std::numeric_limits<double>::infinity();
  int steps_without_progress = 0;
  for (int round = 0; round < kMostPathRounds; ++round) {
    // Newton's step here, unless the path turns back.
    if (!effort.spend(effort.unit()) || !linearise(system)) return false;
    system.calc_imbalance(r_, v_, b_);
    if (!system.solve(b_, g_, kNewtonRefinements, dv_, du_, dr_)) return false;

    // As far as the states hold.
    const StateChange change = find_first_change(system);
    move(system, std::min(change.step, 1.0));
    if (change.step < 1) {
      states_[changing_] = change.state;
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

/// Makes and factors Newton's equation in the present states; false at a fold.
bool NewtonPath::linearise(IslandSystem& system) {
  const int n = system.num_groups();
  D_.resize(n);
  g_.resize(n);
  bool is_symmetric = true;
  for (int c = 0; c < n; ++c) {
    const double R = system.proximal_mass(c, kNewtonStiffness);
    const GroupModel model = make_group_model(system.group(c), states_[c], r_[c], u_[c], R);
    D_[c] = model.D;
    g_[c] = model.g;
    is_symmetric = is_symmetric && model.is_symmetric;
  }
  const int sign = system.factor(D_, is_symmetric);
  if (sign_ == 0) sign_ = sign;
  return sign != 0 && sign == sign_;
}

StateChange NewtonPath::find_first_change(const IslandSystem& system) {
  const double tolerance = kPieceEdge * largest_normal(r_);
  StateChange first = {std::numeric_limits<double>::infinity(), 0};
  for (int c = 0; c < system.num_groups(); ++c) {
    const RowGroup& group = system.group(c);
    const Vec3 z = calc_natural_point(group, r_[c], u_[c]);
    const Vec3 end = calc_natural_point(group, r_[c] + dr_[c], u_[c] + du_[c]);
    const StateChange next = find_state_change(group, states_[c], z, end - z, tolerance);
    if (next.step >= first.step) continue;
    first = next;
    changing_ = c;
  }
  return first;
}

void NewtonPath::move(IslandSystem& system, double step) {
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] += step * dv_[i];
  for (std::size_t c = 0; c < r_.size(); ++c) r_[c] += step * dr_[c];
  system.calc_relative(v_, u_);
}

}  // namespace stiction
