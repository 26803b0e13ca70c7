#pragma once

#include <stiction/contact/contact_problem.h>

namespace stiction {

/// The judge of Coulomb friction on a pyramid with fixed facets: Lloyd's conditions (eqs 2-5, 8)
/// with the disc |f| <= mu theta replaced by a regular polygon with this number of `directions`
/// (even, >= 4), its first corner along t1. Recomputed from the problem as posed alone; it shares
/// no code with any solver. The judge of the true cone is `calc_cone_residual`.
///
/// phi is the non-negative combination of the two facet directions next to f, lambda the largest
/// component of -u_t along a facet direction; then sigma = D^T u_t + lambda >= 0 by construction.
/// The friction part is min(sigma, phi) and min(gamma, lambda). Velocities are measured in V =
/// `velocity_scale`, impulses in m_c V with 1/m_c = n M^-1 n^T, momentum in m V (angular: m V times
/// the body's largest radius of gyration). All 0 if V is 0. For a contact inside its cone that
/// slips slower than 1e-12 V, the friction conditions are bounded from above by 2 |u_t| / V instead
/// of evaluated. Infinity if anything is not finite. Cone errors count contacts that slide faster
/// than 1e-6 V. O(contacts).
ContactResidual calc_coulomb_residual(const ContactProblem& problem,
                                      const ContactSolution& solution, int directions);

}  // namespace stiction
