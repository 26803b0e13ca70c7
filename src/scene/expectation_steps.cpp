#include "expectation_steps.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// Times are decimals: one that misses the end of a step by this share of a step means that end.
constexpr double kStepRoundOff = 1e-6;

}  // namespace

StepRange calc_step_range(const Expectation& expectation, double timestep, std::size_t num_steps) {
  const double beyond = static_cast<double>(num_steps) + 1;
  const auto to_step = [&](double step) {
    return static_cast<std::size_t>(std::clamp(step, 0.0, beyond));
  };
  if (expectation.at) {
    const std::size_t step = to_step(std::round(*expectation.at / timestep - kStepRoundOff));
    return {step, step};
  }
  StepRange range = {0, num_steps};
  if (expectation.from) {
    range.first = to_step(std::ceil(*expectation.from / timestep - kStepRoundOff));
  }
  if (expectation.to) {
    range.last = to_step(std::floor(*expectation.to / timestep + kStepRoundOff));
  }
  return range;
}

}  // namespace stiction
