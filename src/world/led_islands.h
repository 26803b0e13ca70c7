#pragma once

#include <cstddef>

#include "contact_posing.h"

namespace stiction {

class ContactModel;
struct IslandSolution;

/// Islands of up to so many bodies are led through all impacts.
inline constexpr std::size_t kMostBodiesMet = 20;
/// Those of up to so many without restitution, too, if they are thrown about: among more bodies
/// friction takes far more than rows of one pose add, and each solve costs more.
inline constexpr std::size_t kMostBodiesThrown = 2;

/// Whether all of an island is solved at each meeting, rather than what it reaches.
inline bool goes_as_one(const Island& island) {
  return !island.joints.empty() || island.bodies.size() <= kMostBodiesThrown;
}

/// Whether an island is worth being led through its impacts one by one: not one of more than 20
/// bodies that joints tie to each other, where each meeting is a solve of them all (four figures of
/// eleven parts took seven times as long).
bool can_be_led(const StepView& view, const Island& island);

/// Whether by the solution with all contacts at once a body turns so fast while it is near another
/// that whether and how they meet has to be found out on their paths, even without restitution.
bool is_thrown_about(const StepView& view, const Island& island, const ContactModel& model,
                     const IslandSolution& solution);

}  // namespace stiction
