#include "step_count.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace stiction {

std::size_t calc_num_steps(double duration, double timestep) {
  const double steps = std::round(duration / timestep);
  if (timestep > 0 && std::isfinite(timestep) && duration >= 0 && steps <= kMaxSteps) {
    return static_cast<std::size_t>(std::max(steps, 1.0));
  }
  std::ostringstream text;
  text << "expected a timestep > 0, a duration >= 0 and at most " << kMaxSteps
       << " steps, got timestep " << timestep << ", duration " << duration;
  throw std::invalid_argument(text.str());
}

}  // namespace stiction
