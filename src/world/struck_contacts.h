#pragma once

#include "island_ways.h"

namespace stiction {

struct IslandTools;

/// True if a contact of bodies with these motions touches and approaches too fast for the forces of
/// the step to be all that acts on it. If contacts are anticipated (see `anticipates`), only those
/// that rebound are struck.
bool is_struck(const StepView& view, const Island& island, BodyMotions motions,
               const FoundContact& contact);

/// Solves the impact of the struck contacts of the part and of those that it reaches: what touches
/// the struck bodies or is tied to them, and so on. Sets the bodies' velocities and books the
/// impulses. Returns false, doing nothing, if no contact is struck.
bool strike(const StepView& view, const Island& island, IslandWays& ways, IslandTools& tools,
            IslandSolution& solution);

}  // namespace stiction
