#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/world/unsolved_island.h>

#include <span>

#include "contact_posing.h"
#include "joint_row_place.h"

namespace stiction {

/// Finds out why a problem of an island was left unsolved. `places` are those of the problem's
/// contacts in the island's list, `joint_places` those of its rows, `best` is the best answer that
/// was met. Violations of friction count where the law bounds it.
///
/// Whether bodies are squeezed is a question of normal conditions, and of rows beyond contacts:
/// they are if no motion meets all of them, which the frictionless model, whose methods are finite,
/// answers. A static or kinematic body takes part if without it there is such a motion, and so does
/// a dynamic one. One frictionless solve for each body; islands of more than 100 contacts are not
/// asked, nor those that rest would meet.
UnsolvedIsland explain_unsolved(const StepView& view, const Island& island,
                                const ContactProblem& problem, std::span<const std::size_t> places,
                                std::span<const JointRowPlace> joint_places,
                                const ContactSolution& best, bool has_friction_bound);

}  // namespace stiction
