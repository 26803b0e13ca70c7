#pragma once

#include <cstddef>

namespace stiction {

/// Largest number of steps of a run.
inline constexpr double kMaxSteps = 1e12;

/// round(duration / timestep), at least 1. Throws std::invalid_argument unless timestep > 0,
/// duration >= 0, both finite, and the steps at most kMaxSteps.
std::size_t calc_num_steps(double duration, double timestep);

}  // namespace stiction
