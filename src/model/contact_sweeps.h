#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/effort.h>

#include <vector>

namespace stiction {

// Sweeps of the nonlinear block Gauss-Seidel method over the contacts (Jean 1999; Jourdan, Alart
// and Jean 1998), each contact projected on its own: theta on theta >= 0, then what acts in the
// tangent plane. They improve `impulses` (N s) in place. They converge slowly if at all, but from
// anywhere, and a few of them give an answer to go on with where effort is short. O(contacts) a
// sweep.

/// Friction is projected on the disk of radius mu (theta + prior impulse), each row beyond the
/// contacts, after them, on its bounds.
void sweep_cone(const ContactProblem& problem, int sweeps, std::vector<Vec3>& impulses,
                std::vector<double>& row_impulses);

// A search that ends without an answer settles for that of some sweeps.

/// What a search is to leave of the effort for them, and for having their answer judged,
/// multiplications.
double calc_settling_reserve(const ContactProblem& problem, const Effort& effort);

/// Books as many sweeps as the effort has left, up to what is of use, and returns their number.
int spend_on_sweeps(const ContactProblem& problem, Effort& effort);

}  // namespace stiction
