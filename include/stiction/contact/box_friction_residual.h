#pragma once

#include <stiction/contact/contact_problem.h>

namespace stiction {

/// The bound b that the friction of a box-friction contact is judged by.
enum class BoxBound {
  coulomb,   ///< mu (theta + prior normal impulse), with the answer's theta
  as_posed,  ///< the bound of the pass that gave the answer: the larger friction component
};

/// The judge of the box-friction model: recomputes Lacoursiere's conditions (2003, eqs 7-8) from
/// the problem as posed alone; it shares no code with the solver.
///
/// The two axes of a contact are those of its tangent basis turned by its `axis_angles`. On each,
/// with friction impulse beta, slip u and bound b,
///
///     beta = -b and u >= 0,   or   beta = b and u <= 0,   or   -b < beta < b and u = 0,
///
/// measured by |beta - mid(-b, beta - u, b)|. Velocities are measured in V = `velocity_scale`,
/// impulses in m_c V with 1/m_c = n M^-1 n^T. The normal, momentum and cone figures are those of
/// `calc_coulomb_residual`; the cone figures measure the distance of the answer from Coulomb's true
/// cone. All 0 if V is 0; infinity if anything is not finite. O(contacts).
ContactResidual calc_box_friction_residual(const ContactProblem& problem,
                                           const ContactSolution& solution,
                                           BoxBound bound = BoxBound::coulomb);

}  // namespace stiction
