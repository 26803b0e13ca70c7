#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/effort.h>

#include <vector>

namespace stiction {

// Sweeps of the nonlinear block Gauss-Seidel method over the contacts (Jean 1999; Jourdan, Alart
// and Jean 1998). Each contact is projected on its own: theta on theta >= 0, then the tangential
// part. The sweeps improve `impulses` (N s) in place. They converge slowly if at all, but from
// anywhere; a few of them give an approximate answer if effort is short. O(contacts) per sweep.

/// Projects friction on the disc of radius mu (theta + prior impulse), and then each row beyond the
/// contacts on its bounds.
void sweep_cone(const ContactProblem& problem, int sweeps, std::vector<Vec3>& impulses,
                std::vector<double>& row_impulses);

// A search that ends without an answer settles for the result of some sweeps.

/// The multiplications that a search should reserve for such sweeps and for judging their answer.
double calc_settling_reserve(const ContactProblem& problem, const Effort& effort);

/// Books as many sweeps as the remaining effort allows, up to a useful number; returns the number.
int spend_on_sweeps(const ContactProblem& problem, Effort& effort);

}  // namespace stiction
