#pragma once

#include <stiction/contact/contact_problem.h>

namespace stiction {

/// How wrong an answer to a contact problem is. Dimensionless; 0 is exact.
struct ContactResidual {
  double max = 0;       ///< the largest of the three below
  double normal = 0;    ///< min(nu, theta)
  double friction = 0;  ///< min(sigma, phi) and min(gamma, lambda)
  double momentum = 0;  ///< M (v+ - v*) - J^T r per body
  double cone_angle =
      0;  ///< rad: largest angle between friction and minus the slip, sliding contacts
  double cone_force = 0;  ///< largest relative shortfall of |f| against mu theta, sliding contacts
};

/// The judge of the Coulomb model: Lloyd's conditions (eqs 2-5, 8) recomputed from the problem as
/// posed and from nothing else; it shares no code with any solver.
///
/// phi is the non-negative combination of the two facet directions next to f, lambda the largest
/// component of -u_t along a facet direction; then sigma = D^T u_t + lambda >= 0 by construction.
/// Velocities are measured in V = `velocity_scale`, impulses in m_c V with 1/m_c = n M^-1 n^T,
/// momentum in m V (angular: m V times the body's largest radius of gyration). All 0 where V is 0.
/// Anything not finite gives infinity. Cone errors count contacts that slide faster than 1e-6 V.
/// O(contacts * directions).
ContactResidual calc_coulomb_residual(const ContactProblem& problem,
                                      const ContactSolution& solution);

}  // namespace stiction
