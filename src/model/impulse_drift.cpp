#include "impulse_drift.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

// Of 76 problems of hit walls, balls, heaps, tumbling boxes and a tower 62 are solved with these
// (68 to 1e-6), 62 to 64 with a cosine of 0.9 or 0.99 or 10 to 100 times the first change; without
// leaps, and softer multipliers behind in their place, 60 (65) for as much work.
constexpr double kSameDirection = 0.999;  ///< cosine between two steps
constexpr double kSteadyRate = 0.9;       ///< of a step to the one before

constexpr double kNever = std::numeric_limits<double>::infinity();

/// How many times d can be added to r until the group's state changes.
double calc_steps_to_change(const RowGroup& group, const Vec3& r, const Vec3& d) {
  double steps = kNever;
  if (group.law == RowLaw::bounded) {
    for (int i = 0; i < group.num_rows; ++i) {
      if (d[i] > 0) steps = std::min(steps, (group.upper[i] - r[i]) / d[i]);
      if (d[i] < 0) steps = std::min(steps, (group.lower[i] - r[i]) / d[i]);
    }
    return steps;
  }
  if (r.x() > 0 && d.x() < 0) steps = -r.x() / d.x();
  const double radius = disc_radius(group, r.x());
  const double friction = r.tail<2>().norm();
  const bool sticks = friction < radius * (1 - 1e-9);
  if (!sticks) return steps;
  // |r_T + t d_T| = radius + t mu d_n: a t^2 + 2 b t + q = 0 with q < 0.
  const double growth = group.friction * d.x();
  const double a = d.tail<2>().squaredNorm() - growth * growth;
  const double b = r.tail<2>().dot(d.tail<2>()) - radius * growth;
  const double q = friction * friction - radius * radius;
  const double discriminant = b * b - a * q;
  if (discriminant < 0) return steps;
  const double divisor = b + std::sqrt(discriminant);
  return divisor > 0 ? std::min(steps, -q / divisor) : steps;
}

}  // namespace

bool ImpulseDrift::leap(const IslandSystem& system, double kappa, const Rows& before, Rows& after,
                        double beyond) {
  const int n = system.num_groups();
  rate_.resize(n);
  double last_squared = 0, product = 0, squared = 0;
  for (int c = 0; c < n; ++c) {
    rate_[c] = (after[c] - before[c]) / kappa;
    const double weight = system.group(c).compliance * system.group(c).compliance;
    squared += weight * rate_[c].squaredNorm();
    if (!is_known_) continue;
    last_squared += weight * last_rate_[c].squaredNorm();
    product += weight * rate_[c].dot(last_rate_[c]);
  }
  const bool is_steady = is_known_ && product > kSteadyRate * last_squared &&
                         product > kSameDirection * std::sqrt(last_squared * squared);
  rate_.swap(last_rate_);
  is_known_ = true;
  if (!is_steady) return false;

  double steps = kNever;
  for (int c = 0; c < n; ++c) {
    const Vec3 step = kappa * last_rate_[c];
    steps = std::min(steps, calc_steps_to_change(system.group(c), after[c], step));
  }
  steps *= beyond;
  const double ratio = product / last_squared;
  if (ratio < 1) steps = std::min(steps, ratio / (1 - ratio));
  if (!(steps > 1 && steps < kNever)) return false;
  for (int c = 0; c < n; ++c) after[c] += steps * kappa * last_rate_[c];
  system.project(after, after);
  is_known_ = false;
  return true;
}

}  // namespace stiction
