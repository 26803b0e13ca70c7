#pragma once

#include <stiction/contact/contact_problem.h>

namespace stiction {

/// An answer with a larger residual is unusable.
inline constexpr double kMostUsableResidual = 1e-6;

/// True if a step may go on with the answer of a contact model, perhaps one from outside the
/// library: it is called solved, has one entry for each contact, row or body, finite numbers, and a
/// residual of at most `kMostUsableResidual`.
bool is_usable(const ContactProblem& problem, const ContactSolution& answer);

/// Returns the same answer, no longer called solved, if it can be evaluated: one entry for each
/// contact, row or body, all finite, its residual a number. Otherwise returns the answer without
/// any impulse, with an infinite residual.
ContactSolution make_unsolved(const ContactProblem& problem, ContactSolution answer);

}  // namespace stiction
