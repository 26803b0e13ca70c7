#include <stiction/lcp/stopping_criteria.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace stiction {
namespace {

void require(bool holds, const char* expected, double given) {
  if (holds) return;
  throw std::invalid_argument(std::string("expected ") + expected + ", got " +
                              std::to_string(given));
}

}  // namespace

void validate(const StoppingCriteria& criteria) {
  const auto is_measure = [](double value) { return value >= 0.0 && std::isfinite(value); };
  require(criteria.tolerance > 0.0, "tolerance > 0", criteria.tolerance);
  require(is_measure(criteria.absolute), "a finite absolute >= 0", criteria.absolute);
  require(is_measure(criteria.relative), "a finite relative >= 0", criteria.relative);
  require(is_measure(criteria.stagnation), "a finite stagnation >= 0", criteria.stagnation);
  require(criteria.iteration_limit >= 0, "iteration_limit >= 0", criteria.iteration_limit);
}

}  // namespace stiction
