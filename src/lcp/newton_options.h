#pragma once

#include "problem_checks.h"

namespace stiction {

/// The ranges of eq. 83 that all Newton methods share: 0 < alpha < beta < 1, least_step > 0.
template <class Options>
void validate_line_search(const Options& options) {
  const double alpha = options.sufficient_decrease;
  require_option(alpha > 0.0 && alpha < 1.0, "sufficient_decrease in (0, 1)", alpha);
  require_option(options.step_reduction > alpha && options.step_reduction < 1.0,
                 "step_reduction in (sufficient_decrease, 1)", options.step_reduction);
  require_option(options.least_step > 0.0, "least_step > 0", options.least_step);
}

}  // namespace stiction
