#pragma once

#include <stiction/scene/scene.h>

#include <cstddef>

namespace stiction {

/// Steps first..last, both included; 0 is the start of the run.
struct StepRange {
  std::size_t first = 0;
  std::size_t last = 0;

  bool is_empty() const { return first > last; }
};

/// The steps to which an expectation applies in a run of `num_steps` steps: the one nearest to `at`
/// (the earlier of two equally near ones), those that end within from..to, or all. If the run is
/// too short, the range is empty or ends beyond `num_steps`.
StepRange calc_step_range(const Expectation& expectation, double timestep, std::size_t num_steps);

}  // namespace stiction
