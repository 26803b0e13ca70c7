#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/world/unsolved_island.h>

#include <span>

#include "contact_posing.h"
#include "joint_row_place.h"

namespace stiction {

/// Finds out why a problem of an island was left unsolved. `places` are the indices of the
/// problem's contacts in the island's list, `joint_places` the origins of its rows, `best` is the
/// best answer found. Violations of friction count if the law bounds it.
///
/// Bodies are squeezed if no motion meets all normal conditions and rows beyond contacts; the
/// frictionless model, whose methods are finite, decides that. A static, kinematic or dynamic body
/// takes part if there is such a motion without it. Costs one frictionless solve per body; not done
/// for islands of more than 100 contacts, and those whose conditions rest would meet.
UnsolvedIsland explain_unsolved(const StepView& view, const Island& island,
                                const ContactProblem& problem, std::span<const std::size_t> places,
                                std::span<const JointRowPlace> joint_places,
                                const ContactSolution& best, bool has_friction_bound);

}  // namespace stiction
