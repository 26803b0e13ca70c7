#include "axis_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The preferred one of those `axes` that `is_eligible` within `tie` of their greatest `value`;
// -1 if none is eligible.
template <typename Eligible>
int greatest(std::span<const AxisCandidate> axes, double AxisCandidate::*value, double tie,
             const Eligible& is_eligible) {
  double most = -kInfinity;
  for (const AxisCandidate& axis : axes) {
    if (is_eligible(axis)) most = std::max(most, axis.*value);
  }
  int best = -1;
  for (int i = 0; i < static_cast<int>(axes.size()); ++i) {
    if (!is_eligible(axes[i]) || !(axes[i].*value >= most - tie)) continue;
    if (best < 0 || axes[i].preference > axes[best].preference) best = i;
  }
  return best;
}

}  // namespace

AxisTolerances axis_tolerances(double smaller_inner_radius, double smaller_outer_radius,
                               double larger_outer_radius) {
  return {.tie = 1e-8 * smaller_outer_radius + 1e-14 * larger_outer_radius,
          .touch = 1e-3 * smaller_inner_radius,
          .grazing = 1e-2 * smaller_inner_radius};
}

int choose_axis(std::span<const AxisCandidate> axes, const AxisTolerances& tolerances) {
  const double tie = tolerances.tie;
  const auto any = [](const AxisCandidate&) { return true; };
  const auto is_open = [&](const AxisCandidate& axis) {
    return axis.separation >= -tolerances.touch;
  };
  const auto is_grazed = [&](const AxisCandidate& axis) {
    return std::abs(axis.separation) <= tolerances.touch && axis.predicted >= -tolerances.grazing;
  };
  const int now = greatest(axes, &AxisCandidate::separation, tie, any);
  if (!is_open(axes[now]) || axes[now].predicted >= 0) return now;
  const int grazed = greatest(axes, &AxisCandidate::predicted, tie, is_grazed);
  return grazed >= 0 ? grazed : greatest(axes, &AxisCandidate::predicted, tie, is_open);
}

}  // namespace stiction
