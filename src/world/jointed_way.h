#pragma once

#include <functional>
#include <optional>

#include "island_ways.h"

namespace stiction {

struct IslandTools;

/// Solves the forces on an island with joints from the present poses of its bodies, for so many
/// seconds.
using SolveLeg = std::function<void(double leg)>;

/// Moves jointed bodies, all of them in the part, on to the touch that is expected on their
/// straight path, s from now, or `most` seconds on. The joints are held where a solve ends, so a
/// leg of another length has another answer: the touch is found by the secant method on the time,
/// with one solve per look. `solution` has a solve of `most` seconds. Books the result of the last
/// solve; returns how far the bodies came, s.
double follow_jointed(const StepView& view, const Island& island, std::optional<double> touch,
                      double most, const SolveLeg& solve_leg, IslandWays& ways, IslandTools& tools,
                      IslandSolution& solution);

}  // namespace stiction
