#include <stiction/lcp/stopping_criteria.h>

#include "problem_checks.h"

#include <cmath>

namespace stiction {

void validate(const StoppingCriteria& criteria) {
  const auto is_measure = [](double value) { return value >= 0.0 && std::isfinite(value); };
  require_option(criteria.tolerance > 0.0, "tolerance > 0", criteria.tolerance);
  require_option(is_measure(criteria.absolute), "a finite absolute >= 0", criteria.absolute);
  require_option(is_measure(criteria.relative), "a finite relative >= 0", criteria.relative);
  require_option(is_measure(criteria.stagnation), "a finite stagnation >= 0", criteria.stagnation);
  require_option(criteria.iteration_limit >= 0, "iteration_limit >= 0", criteria.iteration_limit);
}

}  // namespace stiction
