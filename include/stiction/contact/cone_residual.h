#pragma once

#include <stiction/contact/contact_problem.h>

#include <vector>

namespace stiction {

/// How far an answer is from Coulomb's law on its true cone, dimensionless; 0 is exact. It judges
/// the law itself: no facets, and no scale that a solver chose.
///
/// Per contact, with u = J v+ + offset, p the prior normal impulse, m_c V the unit of impulses
/// (1/m_c = n M^-1 n^T, V = `velocity_scale`) and P the projection onto the disc of radius
/// mu (max(0, theta) + p),
///
///     max(|theta - max(0, theta - m_c u_n)|, |f - P(f - m_c u_T)|) / (m_c V),
///
/// the natural map of Signorini's condition and of the principle of maximum dissipation (Alart and
/// Curnier 1991, eqs 2.4 and 2.5, with rho = m_c). For infinite mu, P is the identity where theta +
/// p > 0, else 0. Returns the largest of this, the bodies' momentum balance as in
/// `calc_coulomb_residual`, and the rows beyond contacts (`ContactResidual::rows`). 0 if V is 0,
/// infinity if anything is not finite. O(contacts).
double calc_cone_residual(const ContactProblem& problem, const ContactSolution& solution);

/// The same in parts: `max` is the value above, `normal` and `friction` are the two parts of the
/// natural map. Cone errors count contacts that slide faster than 1e-6 V.
ContactResidual calc_cone_residual_parts(const ContactProblem& problem,
                                         const ContactSolution& solution);

/// The natural map of each contact above; infinity for every contact if the answer is incomplete or
/// not finite.
std::vector<double> calc_cone_violations(const ContactProblem& problem,
                                         const ContactSolution& solution);

}  // namespace stiction
