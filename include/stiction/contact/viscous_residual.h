#pragma once

#include <stiction/contact/contact_problem.h>

namespace stiction {

/// The judge of the viscous model in its velocity-level form (Drumwright, section IV, with the
/// velocity at the end of the step). At each contact min(u_n, theta), and
///
///   - if it touched at the start: f + h c u_t = 0, in units of m_c V (1 + h c / m_c), which
///   neither
///     side of the equation exceeds;
///   - otherwise: no tangential impulse.
///
/// Also judges the momentum of every body; units as in `calc_coulomb_residual`. Recomputed from the
/// problem as posed; shares no code with any solver. Anything not finite, or not one entry for each
/// contact and body, gives infinity. O(contacts).
ContactResidual calc_viscous_residual(const ContactProblem& problem,
                                      const ContactSolution& solution);

/// The judge of the viscous model at acceleration level, integrated by the classical Runge-Kutta
/// method (Drumwright, section IV). The stages k = 1, 2, 3 are recomputed from the problem and the
/// solution's three `stage_loads`: the friction -h c u_t of v_k acts for the whole step, v_1 is the
/// velocity at its start and v_{k+1} = v_1 + (1/2, 1/2, 1) (v+ of stage k - v_1). Each stage has to
/// meet min(u_n, theta); the solution has to meet it, too, and the momentum balance with the
/// frictions of the four velocities weighted by (1, 2, 2, 1)/6. Units as above. Returns the largest
/// of all, infinity without three stages. O(contacts).
ContactResidual calc_viscous_stages_residual(const ContactProblem& problem,
                                             const ContactSolution& solution);

}  // namespace stiction
