#pragma once

#include <stiction/contact/contact_problem.h>

namespace stiction {

/// The judge of Coulomb friction on a pyramid whose facets stay: Lloyd's conditions (eqs 2-5, 8)
/// with the disc |f| <= mu theta replaced by a regular polygon of so many `directions` (even, >=
/// 4), the first of its corners along t1. Recomputed from the problem as posed and from nothing
/// else; it shares no code with any solver. That of the true cone is `calc_cone_residual`.
///
/// phi is the non-negative combination of the two facet directions next to f, lambda the largest
/// component of -u_t along a facet direction; then sigma = D^T u_t + lambda >= 0 by construction.
/// The friction part is min(sigma, phi) and min(gamma, lambda). Velocities are measured in
/// V = `velocity_scale`, impulses in m_c V with 1/m_c = n M^-1 n^T, momentum in m V (angular: m V
/// times the body's largest radius of gyration). All 0 where V is 0. The friction conditions of a
/// contact that slips slower than 1e-12 V inside its cone are bounded from above by 2 |u_t| / V
/// instead of evaluated. Anything not finite gives infinity. Cone errors count contacts that slide
/// faster than 1e-6 V. O(contacts).
ContactResidual calc_coulomb_residual(const ContactProblem& problem,
                                      const ContactSolution& solution, int directions);

}  // namespace stiction
