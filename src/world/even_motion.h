#pragma once

#include <span>

#include "contact_posing.h"

namespace stiction {

// Bodies that move evenly are at rest for an observer who moves along, and like resting ones they
// are solved once per step: forces balance, and bodies end as they were, but elsewhere. Mostly
// balls that roll on flat ground, and bodies that slide without friction.

/// True if the island moves evenly as far as is remembered: nothing turns except balls, neither in
/// it nor in what it touches, and the forces of the step before balance. O(bodies * contacts).
bool may_move_evenly(const StepView& view, const Island& island);

/// True if the island moves evenly with these velocities at the end, one per body of the island, as
/// its contacts make them: they are those of the start, and only contacts that touch close. A step
/// of second order would end at the same place.
bool moves_evenly(const StepView& view, const Island& island, std::span<const Vec6> velocities);

}  // namespace stiction
