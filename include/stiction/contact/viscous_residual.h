#pragma once

#include <stiction/contact/contact_problem.h>

#include <array>

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

/// The judge of the viscous model at acceleration level, integrated by the classical Runge-Kutta
/// method (Drumwright, section IV). `stages` are the answers with the friction -h c u_t of the
/// velocities v_1, v_2 and v_3 acting for the whole step, where v_1 is that at its start and
/// v_{k+1} = v_1 + (1/2, 1/2, 1) (v+ of stage k - v_1). Each of them has to meet min(u_n, theta)
/// and the momentum balance, and so has the solution with friction (1, 2, 2, 1)/6 of those of the
/// four velocities. Units as above; the largest of all is returned. O(contacts).
ContactResidual calc_viscous_stages_residual(const ContactProblem& problem,
                                             const ContactSolution& solution,
                                             const std::array<ContactSolution, 3>& stages);

}  // namespace stiction
