#pragma once

#include <functional>
#include <optional>

#include "island_ways.h"

namespace stiction {

struct IslandTools;

/// Solves the forces on an island with joints from where its bodies are, for so many seconds.
using SolveLeg = std::function<void(double leg)>;

/// Moves bodies that joints lead, all of them in the part, on to the touch that is expected on
/// their straight way, s after now, or `most` seconds on. Where they are after another time is
/// another solve's answer, since that holds the joints there: the touch itself is found by the
/// secant method on the time, one solve a look. `solution` has a solve of `most` seconds; books
/// what the last one gives. How far it came, s.
double follow_jointed(const StepView& view, const Island& island, std::optional<double> touch,
                      double most, const SolveLeg& solve_leg, IslandWays& ways, IslandTools& tools,
                      IslandSolution& solution);

}  // namespace stiction
