#pragma once

#include "island_ways.h"

namespace stiction {

struct IslandTools;

/// Whether a contact of bodies that move like that touches and approaches too fast for the forces
/// of the step to be all that acts on it. Where contacts are anticipated (see `anticipates`), only
/// those that rebound are struck.
bool is_struck(const StepView& view, const Island& island, BodyMotions motions,
               const FoundContact& contact);

/// The impact of the contacts of the part that are struck, and of those that it reaches: what
/// touches the bodies that are struck or is tied to them, and so on. Gives the bodies their
/// velocities and books impulses. False, and nothing happens, where none is struck.
bool strike(const StepView& view, const Island& island, IslandWays& ways, IslandTools& tools,
            IslandSolution& solution);

}  // namespace stiction
