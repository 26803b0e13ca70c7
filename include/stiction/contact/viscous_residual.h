#pragma once

#include <stiction/contact/contact_problem.h>

namespace stiction {

/// The judge of the viscous model in its velocity-level form (Drumwright, section IV, with the
/// velocity at the end of the step). At each contact min(u_n, theta), and
///
///   - where it touched at the start: f + h c u_t = 0, measured in m_c V (1 + h c
///   /
///     m_c), of which neither side of the equation is more than a part;
///   - elsewhere: no tangential impulse.
///
/// With the momentum of every body, in the units of `calc_coulomb_residual`. Recomputed from the
/// problem as posed; shares no code with any solver. Anything not finite, or not one entry for each
/// contact and body, gives infinity. O(contacts).
ContactResidual calc_viscous_residual(const ContactProblem& problem,
                                      const ContactSolution& solution);

}  // namespace stiction
