#pragma once

#include <span>

#include "contact_posing.h"

namespace stiction {

// What moves evenly is at rest for someone who moves along, and like what rests it is solved once
// a step: forces balance, and bodies end as they were, but elsewhere. Mostly balls that roll on
// what is flat, and what slides without friction.

/// Whether the island moves evenly by what is remembered: nothing turns but balls, nor does what it
/// touches, and the forces of the step before balance. O(bodies * contacts).
bool may_move_evenly(const StepView& view, const Island& island);

/// Whether it does with these velocities at the end, one a body of the island, that its contacts
/// lead to: they are those of the start, and nothing closes but what touches. With second order it
/// ends at the same place then.
bool moves_evenly(const StepView& view, const Island& island, std::span<const Vec6> velocities);

}  // namespace stiction
