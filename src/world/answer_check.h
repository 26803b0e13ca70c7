#pragma once

#include <stiction/contact/contact_problem.h>

namespace stiction {

/// An answer with a larger residual is none.
inline constexpr double kMostUsableResidual = 1e-6;

/// Whether a step may go on with what a contact model, perhaps one from outside the library, says
/// is an answer: it is called solved, has one entry for each contact, row or body, finite numbers,
/// and a residual of at most `kMostUsableResidual`.
bool is_usable(const ContactProblem& problem, const ContactSolution& answer);

/// The same answer if it can be looked at: one entry for each contact, row or body, finite, its
/// residual a number. Else the one without any impulse, whose residual is infinite. It is not
/// called solved.
ContactSolution make_unsolved(const ContactProblem& problem, ContactSolution answer);

}  // namespace stiction
