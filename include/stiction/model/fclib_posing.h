#pragma once

#include <stiction/contact/fclib.h>
#include <stiction/lcp/lcp.h>
#include <stiction/model/pyramid.h>

#include <Eigen/Core>

#include <span>

namespace stiction {

// These functions pose an FCLIB problem as a complementarity problem, in the file's units, for any
// solver, and turn its answer back into impulses. A problem in global form is first brought to its
// local form, u = W r + q; W may be unsymmetric. n is the number of contacts.
//
// `angles` (rad, one per contact) turn the first friction direction of each contact from its first
// tangent towards its second. Plane problems have one tangent and take no angles: `angles` is
// empty.

/// Lloyd's eq. 8 (2004): friction within a regular polygon with the given number of directions. The
/// first direction lies at the contact's angle, the others follow counter-clockwise. Plane problems
/// have two directions, along the tangent and against it, and ignore `directions`.
///
///     z = (theta, phi, lambda)     impulse units, impulse units, velocity units
///     w = (nu, sigma, gamma)       velocity units, velocity units, impulse units
///
///     nu    = W_nn theta + W_nt D^T phi            + q_n
///     sigma = D W_tn theta + D W_tt D^T phi + E lambda + D q_t
///     gamma = mu theta - E^T phi
///
/// theta of all contacts comes first; then phi, contact by contact with all its directions, for the
/// contacts with friction; then lambda of these contacts. Contacts with mu = 0 have only theta. M
/// is copositive where W is positive semidefinite, but unsymmetric, with zeros on the diagonal.
///
/// Throws std::invalid_argument if `make_local` does, if `directions` is odd or outside 4 to 64, or
/// if there are not n finite angles. O(rows^2).
Lcp pose_pyramid(const FclibProblem& problem, int directions, std::span<const double> angles);

/// The places of z and w in such a pyramid, and the rows that share an entry of Lemke's covering
/// vector.
PyramidLayout pyramid_layout(const FclibProblem& problem, int directions);

/// Returns r, in the file's order, for an answer z to `pose_pyramid` with the same arguments.
/// Throws as that function does, and if z has the wrong size.
Eigen::VectorXd impulses_from_pyramid(const FclibProblem& problem, int directions,
                                      std::span<const double> angles, const Eigen::VectorXd& z);

/// Lacoursiere's eq. 8 (2003): friction on each of two perpendicular axes, within given bounds: one
/// per contact, >= 0, possibly infinite, in impulse units,
///
///     z = (theta, beta_1, beta_2) of each contact, in the plane (theta, beta_1),
///     M = R^T W R,   q' = R^T q,   0 <= theta,   -bound <= beta_k <= bound,
///
/// where R turns the tangents of each contact by its angle. The answer is on Coulomb's cone if the
/// bounds equal mu theta of the answer and the first axis of each sliding contact lies along its
/// slip, so that beta_2 = 0.
///
/// Throws std::invalid_argument if `make_local` does or if there are not n such bounds and n finite
/// angles. O(m^2) for m rows of W.
BoxLcp pose_box(const FclibProblem& problem, std::span<const double> bounds,
                std::span<const double> angles);

/// Returns r, in the file's order, for an answer z to `pose_box` with the same angles. Throws
/// std::invalid_argument unless the sizes fit.
Eigen::VectorXd impulses_from_box(const FclibProblem& problem, std::span<const double> angles,
                                  const Eigen::VectorXd& z);

}  // namespace stiction
