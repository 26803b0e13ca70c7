#pragma once

#include "problem_checks.h"
#include "semismooth_newton.h"

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

/// Validates the options that all semismooth methods share.
template <class Options>
void validate_semismooth(const Options& options) {
  validate(options.stop);
  validate_line_search(options);
  require_option(options.memory >= 1 && options.memory <= 1000, "memory from 1 to 1000",
                 options.memory);
}

template <class Options>
SemismoothSettings make_semismooth_settings(const Options& options, NewtonSystem system) {
  return {.stop = &options.stop,
          .sufficient_decrease = options.sufficient_decrease,
          .step_reduction = options.step_reduction,
          .least_step = options.least_step,
          .memory = options.memory,
          .has_projection = options.has_projection,
          .has_gradient_fallback = options.has_gradient_fallback,
          .system = system};
}

}  // namespace stiction
