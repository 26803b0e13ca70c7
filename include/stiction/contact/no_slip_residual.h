#pragma once

#include <stiction/contact/contact_problem.h>

namespace stiction {

/// The judge of the no-slip model (Drumwright, eqs 25, 45 and 46, with a condition that the paper
/// leaves out: a contact that holds must push). At each contact min(u_n, theta), and
///
///   - if it touched at the start and carries load: u_t = 0, or no tangential impulse; measured
///     by the least of |u_t|, theta and |f|;
///   - if it carries none, or did not touch: no tangential impulse.
///
/// A loaded contact can slip although no friction bounds it, where holding it would need a pull
/// (Lynch and Mason 1995): `cone_force` is the largest min(|u_t|, theta), 0 if nothing slips under
/// load. Contacts that have yet to close a gap (`closing`) are not counted there: they may slip.
///
/// Load is the normal impulse plus the one applied before (`prior_normal_impulse`); below 1e-12 m_c
/// V it counts as none. Also judges the momentum of every body; units as in
/// `calc_coulomb_residual`. Recomputed from the problem as posed; shares no code with any solver.
/// Anything not finite, or not one entry for each contact and body, gives infinity. O(contacts).
ContactResidual calc_no_slip_residual(const ContactProblem& problem,
                                      const ContactSolution& solution);

}  // namespace stiction
