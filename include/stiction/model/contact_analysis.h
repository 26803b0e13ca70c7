#pragma once

#include <stiction/contact/contact_problem.h>

#include <vector>

namespace stiction {

/// Whether the equations of motion determine a contact's impulse.
///
/// Velocities are unique even where impulses are not: the four corners of a box on a plane can
/// share its weight in a one-parameter family of ways, and where they stick they can also push
/// against each other. Three feet share the weight in one way only, but can still push against each
/// other.
struct ContactAnalysis {
  bool is_normal_unique = true;
  bool is_friction_unique = true;

  bool is_unique() const { return is_normal_unique && is_friction_unique; }
};

/// Finds which impulses in `solution` the equations of motion determine; one entry per contact.
///
/// The states turn every closed contact into a set of columns: the wrenches on the two bodies of a
/// unit impulse along each direction that the contact may push in:
///
///     sticks      n, t1, t2             slides      n - mu u_t / |u_t|
///     mu = 0      n                     parts       none: its impulse is 0
///
/// Impulses that differ by a null vector x of these columns, A x = 0, move all bodies alike. A
/// contact's impulse is unique iff no null vector has a component there. Masses play no part: x
/// balances itself on every body.
///
/// Given the states, `true` is a guarantee. `false` is certain only where the loads are inside
/// their cones: where a touching contact carries nothing, or friction just reaches its bound,
/// inequalities may fix impulses that the equations leave open (a box about to tip over an edge).
///
/// `solution` needs states and velocities (throws std::invalid_argument unless there is one for
/// each contact and body). For an impact and the forces after it, analyse the latter:
/// `prior_normal_impulse` is not considered. Lengths are measured by the longest arm of each body;
/// the rank is that of columns of length 1, with a relative threshold of 1e-9; components of unit
/// null vectors below 1e-7 count as zero. Dense: O(k^2 (k + m)) time and O(k^2 + k m) memory for k
/// directions (at most 3 per contact) and m bodies.
std::vector<ContactAnalysis> analyse_contacts(const ContactProblem& problem,
                                              const ContactSolution& solution);

}  // namespace stiction
