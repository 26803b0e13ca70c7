#pragma once

#include <algorithm>

#include "island_problem.h"

namespace stiction {

/// The proximal step of one bounded row: r+ = clamp(z / (1 + rho s)), z = r - rho u.
struct ProximalRow {
  ProximalRow(const RowGroup& group, int i, double z, double rho)
      : yielding(1 + rho * group.softness[i]),
        yielded(z / yielding),
        impulse(std::clamp(yielded, group.lower[i], group.upper[i])),
        is_inside(yielded > group.lower[i] && yielded < group.upper[i]),
        stiffness(is_inside ? rho / yielding : 0.0) {}

  double yielding;   ///< 1 + rho s
  double yielded;    ///< z / (1 + rho s), the impulse within the bounds
  double impulse;    ///< r+
  bool is_inside;    ///< off its bounds
  double stiffness;  ///< -d r+ / d u
};

}  // namespace stiction
