#pragma once

#include <stiction/collision/broad_phase.h>

namespace stiction {

/// The t at which the moving box begins to overlap the bounds, 0 <= t <= end; infinite if it never
/// does. Both are closed, and grown by round-off.
double meeting_time(const BoxSweep& sweep, const Aabb& bounds);

}  // namespace stiction
