#pragma once

#include <cstddef>

#include "contact_posing.h"

namespace stiction {

class ContactModel;
struct IslandSolution;

/// Islands of up to this many bodies are led through all impacts.
inline constexpr std::size_t kMostBodiesMet = 20;
/// Islands of up to this many bodies also without restitution, if they are thrown about: among more
/// bodies friction takes far more energy than rows of one pose add, and each solve costs more.
inline constexpr std::size_t kMostBodiesThrown = 2;

/// True if each meeting is solved for the whole island, rather than for the part that it reaches.
inline bool goes_as_one(const Island& island) {
  return !island.joints.empty() || island.bodies.size() <= kMostBodiesThrown;
}

/// True if an island is worth being led through its impacts one by one: not if it has more than 20
/// bodies and joints between them, as each meeting is then a solve of all of them (four figures of
/// eleven parts took seven times as long).
bool can_be_led(const StepView& view, const Island& island);

/// True if in the solution with all contacts at once a body turns so fast near another one that
/// whether and how they meet has to be found out on their paths, even without restitution.
bool is_thrown_about(const StepView& view, const Island& island, const ContactModel& model,
                     const IslandSolution& solution);

}  // namespace stiction
