#include "convex_multipliers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "proximal_row.h"

namespace stiction {
namespace {

/// Only where round-off makes them go round: islands of 700 held contacts take up to 212.
constexpr int kMostNewtonSteps = 300;
constexpr double kMostKappa = 1e7;
/// Growth of kappa after a step in which no row changed its state.
constexpr double kSteadyGrowth = 10;
/// |F| in units of what it was at most: where nothing but round-off is left.
constexpr double kZeroForce = 1e-12;
/// Steps of the multipliers after which the residual must have halved. Of 120,000 steps of random
/// mechanisms, whose rows may all but follow from each other, 77 end above 1e-8 with 4, 6 with 10,
/// 2 with 20 and 2 with the interior path, which took a third more time.
constexpr int kPatience = 20;

}  // namespace

bool ConvexMultipliers::run(IslandSystem& system, const Rows& r, const Options& options,
                            Effort& effort, BestAnswer& best) {
  centre_ = y_ = r;
  no_push_.assign(r.size(), Vec3::Zero());
  D_.resize(r.size());
  system.calc_velocities(y_, v_);
  system.calc_relative(v_, u_);
  kappa_ = options.kappa;
  scale_ = 0;
  drift_.forget();
  double least = std::numeric_limits<double>::infinity();
  until_ = effort.spent_units() + options.most;
  for (int steps_without_progress = 0; steps_without_progress < kPatience;) {
    const Minimum minimum = minimise(system, options.contraction, effort);
    centre_.swap(r_);
    const double residual = best.offer(system, centre_);
    if (residual <= options.accepted) return true;
    if (minimum == Minimum::none) break;
    steps_without_progress = residual < 0.5 * least ? 0 : steps_without_progress + 1;
    least = std::min(least, residual);
    const bool keeps_states = minimum == Minimum::with_the_same_states;
    if (!keeps_states) drift_.forget();
    if (keeps_states && drift_.leap(system, kappa_, r_, centre_)) continue;
    kappa_ = std::min((keeps_states ? kSteadyGrowth : options.growth) * kappa_, kMostKappa);
  }
  return finish_.run(system, centre_, options.accepted, effort, best);
}

/// F(v) = M v - f - H r+ = 0, the minimum of the proximal step, or near it; none where effort or
/// digits end.
ConvexMultipliers::Minimum ConvexMultipliers::minimise(IslandSystem& system, double contraction,
                                                       Effort& effort) {
  Minimum minimum = Minimum::with_the_same_states;
  double enough = 0;
  for (int k = 0; k < kMostNewtonSteps; ++k) {
    const double size = evaluate(system);
    scale_ = std::max(scale_, size);
    if (size <= std::max(enough, kZeroForce * scale_)) return minimum;
    if (k == 0) enough = contraction * size;
    if (effort.spent_units() >= until_ || !effort.spend(effort.unit())) return Minimum::none;
    if (!system.factor(D_, true)) return Minimum::none;
    if (!system.solve(b_, no_push_, 1, dv_, du_, dr_)) return Minimum::none;
    bool changes_state = false;
    const double a = search_line(system, changes_state);
    for (std::size_t i = 0; i < v_.size(); ++i) v_[i] += a * dv_[i];
    for (std::size_t c = 0; c < u_.size(); ++c) {
      u_[c] += a * du_[c];
      y_[c] += a * (r_[c] - y_[c] + dr_[c]);
    }
    if (changes_state) {
      minimum = Minimum::with_new_states;
      continue;
    }
    evaluate(system);
    return minimum;
  }
  return Minimum::none;
}

/// |F| at v, with r+, -F and the derivative of r+.
double ConvexMultipliers::evaluate(IslandSystem& system) {
  r_.resize(centre_.size());
  for (int c = 0; c < system.num_groups(); ++c) {
    const RowGroup& group = system.group(c);
    const double rho = system.proximal_mass(c, kappa_);
    r_[c].setZero();
    D_[c].setZero();
    for (int i = 0; i < group.num_rows; ++i) {
      const ProximalRow at(group, i, centre_[c][i] - rho * u_[c][i], rho);
      r_[c][i] = at.impulse;
      D_[c](i, i) = at.stiffness;
    }
  }
  system.calc_imbalance(r_, v_, b_);
  return system.measure(b_);
}

/// The a >= 0 at which F(v + a dv) . dv is 0. It begins at -du . (r+ - y), rises by as much up to
/// a = 1, unless rows come to their bounds or away from them: there the rise bends.
double ConvexMultipliers::search_line(const IslandSystem& system, bool& changes_state) {
  bends_.clear();
  double work = 0;
  for (int c = 0; c < system.num_groups(); ++c) {
    const RowGroup& group = system.group(c);
    const double rho = system.proximal_mass(c, kappa_);
    work += du_[c].dot(r_[c] - y_[c]);
    for (int i = 0; i < group.num_rows; ++i) {
      const ProximalRow at(group, i, centre_[c][i] - rho * u_[c][i], rho);
      const double speed = -rho / at.yielding * du_[c][i];
      if (speed == 0) continue;
      const double bend = -speed * du_[c][i];
      const auto [enters, leaves] = std::minmax(
          {(group.lower[i] - at.yielded) / speed, (group.upper[i] - at.yielded) / speed});
      if (!at.is_inside && leaves > 0) bends_.emplace_back(std::max(0.0, enters), bend);
      if (leaves > 0 && std::isfinite(leaves)) bends_.emplace_back(leaves, -bend);
    }
  }
  std::ranges::sort(bends_);
  double a = 0;
  double value = -work;
  double slope = work;
  changes_state = false;
  if (!(work > 0)) return 1;  // Round-off.
  for (const auto& [next, bend] : bends_) {
    if (value + slope * (next - a) >= 0) break;
    value += slope * (next - a);
    slope += bend;
    a = next;
    changes_state = true;
  }
  return slope > 0 ? a - value / slope : a;
}

}  // namespace stiction
