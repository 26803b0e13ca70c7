#include "step_count.h"

#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace stiction {

std::size_t calc_num_steps(double duration, double timestep) {
  const double steps = std::round(duration / timestep);
  if (timestep > 0 && std::isfinite(timestep) && duration >= 0 && steps <= kMaxSteps) {
    return static_cast<std::size_t>(std::max(steps, 1.0));
  }
  throw std::invalid_argument("expected a timestep > 0, a duration >= 0 and at most " +
                              format_number(kMaxSteps) + " steps, got timestep " +
                              format_number(timestep) + ", duration " + format_number(duration));
}

}  // namespace stiction
