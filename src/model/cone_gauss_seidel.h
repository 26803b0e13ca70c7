#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/delassus.h>

#include <vector>

namespace stiction {

/// Sweeps of the nonlinear block Gauss-Seidel method over the contacts (Jean 1999; Jourdan, Alart
/// and Jean 1998), each contact projected on its own: theta on theta >= 0, then friction on the
/// disk of radius mu (theta + prior impulse). Improves `impulses` (N s) in place. It converges
/// slowly if at all, but from anywhere; Newton's method finishes what it begins. O(contacts) a
/// sweep.
void sweep_cone(const ContactProblem& problem, const Delassus& delassus, int sweeps,
                std::vector<Vec3>& impulses);

}  // namespace stiction
