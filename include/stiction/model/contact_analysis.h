#pragma once

#include <stiction/contact/contact_problem.h>

#include <vector>

namespace stiction {

/// Whether the equations of motion leave a contact's impulse any choice.
///
/// Velocities are unique where impulses are not: the four corners of a box on a plane can share its
/// weight in a one-parameter family of ways, and where they stick they can push against each other
/// besides. Three feet share it in one way only, but can still push against each other.
struct ContactAnalysis {
  bool is_normal_unique = true;
  bool is_friction_unique = true;

  bool is_unique() const { return is_normal_unique && is_friction_unique; }
};

/// Which of the impulses in `solution` the equations of motion determine, one entry per contact.
///
/// The present states make every contact that is closed a set of columns, the wrenches on the two
/// bodies of a unit impulse along each direction that is open to it:
///
///     sticks      n, t1, t2             slides      n - mu u_t / |u_t|
///     mu = 0      n                     parts       none: its impulse is 0
///
/// Impulses that differ by a null vector x of these columns, A x = 0, move all bodies alike. A
/// contact's impulse is unique iff no null vector has a component there. Masses play no part: x
/// balances itself on every body.
///
/// `true` is a guarantee, given the states. `false` is one where the loads are inside their cones;
/// where a contact that touches carries nothing, or friction just reaches its bound, inequalities
/// may fix what the equations leave open (a box about to tip over an edge).
///
/// `solution` needs states and velocities (throws std::invalid_argument unless there is one for
/// each contact and body); of an impact and the forces after it, look at the
/// latter, as `prior_normal_impulse` is left out of account. Lengths are measured by the longest
/// arm of each body; the rank is that of columns of length 1, relative threshold 1e-9; components
/// of unit null vectors below 1e-7 count as none. Takes O(k^2 (k + m)) time and O(k^2 + k m)
/// memory, dense, for k directions (at most 3 a contact) and m bodies.
std::vector<ContactAnalysis> analyse_contacts(const ContactProblem& problem,
                                              const ContactSolution& solution);

}  // namespace stiction
