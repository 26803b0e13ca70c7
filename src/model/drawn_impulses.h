#pragma once

#include "island_system.h"

namespace stiction {

/// Impulses within the law of each group, to begin with where no others lead to an answer: number
/// `draw` of a sequence, the same whenever it is asked for. Their size is that of the judge's
/// velocities, up to a factor of 100 either way for all at once.
void draw_impulses(const IslandSystem& system, unsigned int draw, Rows& r);

}  // namespace stiction
