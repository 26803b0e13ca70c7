#include "axis_choice.h"

namespace stiction {

AxisTolerances axis_tolerances(double inner_radius, double outer_radius,
                               double other_outer_radius) {
  const auto [smaller, larger] = std::minmax({outer_radius, other_outer_radius});
  return {.tie = 1e-8 * smaller + 1e-14 * larger,
          .touch = 1e-3 * inner_radius,
          .grazing = 1e-2 * inner_radius};
}

int choose_axis(std::span<const AxisCandidate> axes, const AxisTolerances& tolerances) {
  const auto axis_at = [&](int i) -> const AxisCandidate& { return axes[i]; };
  return choose_axis(static_cast<int>(axes.size()), axis_at, tolerances);
}

}  // namespace stiction
