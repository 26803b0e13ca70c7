#pragma once

#include "contact_posing.h"

namespace stiction {

struct IslandSolution;

// Decides which contacts rebound after they close, by restitution e > 0 and by their speed.

/// True if contacts of the island that do not rebound are held before they close: with joints, or
/// among more than 8 bodies, each touch that is met at its time costs a solve of all of them.
bool anticipates(const Island& island);

/// Slower rebounds end in rest, m/s: their flight takes up to a tenth of the step; among more than
/// 8 bodies up to 1 - e of it; if joints lead bodies, up to the whole step.
double calc_least_rebound(const StepView& view, const Island& island, const FoundContact& contact);

/// True if bodies that close a contact at that speed, m/s, rebound.
bool rebounds(const StepView& view, const Island& island, const FoundContact& contact,
              double speed);

/// The speed at which bodies with these motions close a contact if only external forces act on the
/// way, m/s.
double calc_closing_speed(const WorldValue& world, const BodyMotions& motions,
                          const FoundContact& contact);

/// True if restitution acts on a contact of the island in this step: e > 0, and the bodies meet
/// fast enough to rebound. Also true without restitution if bodies in flight meet although the
/// start does not show it (`FoundContact::flight_approach`) and contacts are not anticipated: rows
/// of the start would keep them apart too late.
bool awaits_rebound(const StepView& view, const Island& island);

/// True if in the solution with all contacts at once restitution acts although it was not expected:
/// on the path along which joints lead bodies, a contact with e > 0 closes.
bool has_met_rebound(const StepView& view, const Island& island, const IslandSolution& solution);

}  // namespace stiction
