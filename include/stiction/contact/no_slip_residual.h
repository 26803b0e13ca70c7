#pragma once

#include <stiction/contact/contact_problem.h>

namespace stiction {

/// The judge of the no-slip model (Drumwright, eqs 25, 45 and 46, with the condition that the paper
/// leaves out: who holds must push). At each contact min(u_n, theta), and
///
///   - where it touched at the start and carries load: u_t = 0, or no tangential impulse; measured
///     by the least of |u_t|, theta and |f|;
///   - where it carries none, or did not touch: no tangential impulse.
///
/// A loaded contact can slip although no friction bounds it, where holding it would have to pull
/// (Lynch and Mason 1995): `cone_force` is the largest min(|u_t|, theta), 0 where nothing does.
/// Contacts that have yet to close a gap (`closing`) are not counted there: they may slip.
///
/// Load is the normal impulse with the one applied before (`prior_normal_impulse`); below 1e-12 m_c
/// V it is none. With the momentum of every body, in the units of `calc_coulomb_residual`.
/// Recomputed from the problem as posed; shares no code with any solver. Anything not finite, or
/// not one entry for each contact and body, gives infinity. O(contacts).
ContactResidual calc_no_slip_residual(const ContactProblem& problem,
                                      const ContactSolution& solution);

}  // namespace stiction
