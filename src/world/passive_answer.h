#pragma once

#include <stiction/contact/contact_problem.h>

#include <span>

#include "contact_posing.h"

namespace stiction {

/// Turns the best answer found to an unsolved problem into a usable step: its impulses lie in their
/// cones (with `has_friction_bound` Coulomb's; otherwise a contact that does not push has no
/// friction either), velocities follow from them by momentum balance, and the contacts put no
/// energy into the bodies,
///
///     sum of r . (u before + u after)/2 <= 0,   u without the gap's term,
///     the same - h f . M^-1 J^T r - h^2 f . M^-1 f / 2 <= 0,   f the step's forces:
///
/// Contacts and forces do their work along the mean velocity of the step, but bodies move by v+;
/// the second line says that kinetic and potential energy together do not rise. If either is
/// violated, all impulses are scaled by the largest factor in [0, 1] for which they hold. Rows
/// beyond contacts keep their impulses, within their bounds, and count as forces. `places` are the
/// indices of the problem's contacts in the island's list. O(contacts).
ContactSolution make_passive(const StepView& view, const Island& island,
                             const ContactProblem& problem, std::span<const std::size_t> places,
                             ContactSolution best, bool has_friction_bound);

}  // namespace stiction
