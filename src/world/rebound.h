#pragma once

#include "contact_posing.h"

namespace stiction {

struct IslandSolution;

// Which contacts fly apart again once they close, by restitution e > 0 and by their speed.

/// Whether the contacts of the island that do not rebound are held before they close. Where joints
/// lead bodies, and among more than 8 of them, each touch that is met at its time costs a solve of
/// them all.
bool anticipates(const Island& island);

/// Slower rebounds end in rest, m/s: their flight takes up to a tenth of the step, among more than
/// 8 bodies up to 1 - e of it, where joints lead bodies up to the step.
double calc_least_rebound(const StepView& view, const Island& island, const FoundContact& contact);

/// Whether bodies that close a contact at that speed, m/s, fly apart again.
bool rebounds(const StepView& view, const Island& island, const FoundContact& contact,
              double speed);

/// How fast bodies that move like that close a contact if nothing but external forces acts on the
/// way, m/s.
double calc_closing_speed(const WorldValue& world, const BodyMotions& motions,
                          const FoundContact& contact);

/// Whether restitution acts on a contact of the island in this step: e > 0, and the bodies meet
/// fast enough to rebound. Without restitution, too, where bodies in flight meet although the start
/// does not tell (`FoundContact::flight_approach`) and contacts are not anticipated: rows of
/// the start would keep them apart too late.
bool awaits_rebound(const StepView& view, const Island& island);

/// Whether by the solution with all contacts at once restitution acts where it was not awaited: on
/// the way that joints lead bodies, a contact with e > 0 closes.
bool has_met_rebound(const StepView& view, const Island& island, const IslandSolution& solution);

}  // namespace stiction
