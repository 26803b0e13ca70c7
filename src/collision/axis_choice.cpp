#include "axis_choice.h"

namespace stiction {

AxisTolerances axis_tolerances(double smaller_inner_radius, double smaller_outer_radius,
                               double larger_outer_radius) {
  return {.tie = 1e-8 * smaller_outer_radius + 1e-14 * larger_outer_radius,
          .touch = 1e-3 * smaller_inner_radius,
          .grazing = 1e-2 * smaller_inner_radius};
}

int choose_axis(std::span<const AxisCandidate> axes, const AxisTolerances& tolerances) {
  const auto axis_at = [&](int i) -> const AxisCandidate& { return axes[i]; };
  return choose_axis(static_cast<int>(axes.size()), axis_at, tolerances);
}

}  // namespace stiction
