#pragma once

#include <stiction/contact/contact_problem.h>

namespace stiction {

/// The judge of the frictionless model: min(u_n, theta), no tangential impulse, and the momentum of
/// every body, in the units of `calc_coulomb_residual`. Recomputed from the problem as posed;
/// shares no code with any solver. Anything not finite, or not one entry for each contact and body,
/// gives infinity. O(contacts).
ContactResidual calc_frictionless_residual(const ContactProblem& problem,
                                           const ContactSolution& solution);

}  // namespace stiction
