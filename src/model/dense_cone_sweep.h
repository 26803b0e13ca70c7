#pragma once

#include <Eigen/Core>

#include "cone_problem.h"

namespace stiction {

/// Sweeps of the nonlinear block Gauss-Seidel method over the contacts (Jean 1999; Jourdan, Alart
/// and Jean 1998), each contact solved exactly with the others held. Improves r in place. It
/// converges slowly if at all, but from anywhere; Newton's method finishes what it begins.
///
/// A contact on its own is open, sticks, or slides in the direction e for which slip and friction
/// agree: u_n = 0, u_t + s e = 0 for an s >= 0 and r_t = mu r_n e, a single equation for the angle
/// of e, whose roots are bracketed and bisected. Of several answers the nearest to the impulse
/// before is taken; where there is none, the contact is projected on its cone. O(m) a contact for
/// m rows, and a few hundred operations for the angle.
void sweep_cone_exactly(const ConeProblem& problem, int sweeps, Eigen::VectorXd& r);

}  // namespace stiction
