#pragma once

#include <stiction/contact/fclib.h>
#include <stiction/lcp/lcp.h>
#include <stiction/model/pyramid.h>

#include <Eigen/Core>

#include <span>

namespace stiction {

// An FCLIB problem as complementarity problems, in the file's units, for any solver that takes
// them, and the way back from their answers to impulses. A problem in global form is taken to its
// local one, u = W r + q; W may be unsymmetric. n is the number of contacts.
//
// `angles` (rad, one a contact) turn the first friction direction of each contact from its first
// tangent towards its second. Plane problems have one tangent, and no angles: `angles` is empty.

/// Lloyd's eq. 8 (2004): friction within a regular polygon of so many directions, of which the
/// first lies at the contact's angle, the others counter-clockwise. In plane problems there are two
/// directions, along the tangent and against it, and `directions` counts for nothing.
///
///     z = (theta, phi, lambda)     impulse units, impulse units, velocity units
///     w = (nu, sigma, gamma)       velocity units, velocity units, impulse units
///
///     nu    = W_nn theta + W_nt D^T phi            + q_n
///     sigma = D W_tn theta + D W_tt D^T phi + E lambda + D q_t
///     gamma = mu theta - E^T phi
///
/// theta of all contacts comes first; then phi, for each contact with friction its directions one
/// after the other; then lambda of these contacts. Contacts with mu = 0 have only theta. M is
/// copositive where W is positive semidefinite, but unsymmetric, with zeros on the diagonal.
///
/// Throws std::invalid_argument if `make_local` does, unless `directions` is even and from 4 to 64,
/// or if there are not n finite angles. O(rows^2).
Lcp pose_pyramid(const FclibProblem& problem, int directions, std::span<const double> angles);

/// Where z and w of such a pyramid stand, and which rows share an entry of Lemke's covering vector.
PyramidLayout pyramid_layout(const FclibProblem& problem, int directions);

/// r, in the file's order, of an answer z to `pose_pyramid` with the same arguments. Throws as that
/// does, and if z has the wrong size.
Eigen::VectorXd impulses_from_pyramid(const FclibProblem& problem, int directions,
                                      std::span<const double> angles, const Eigen::VectorXd& z);

/// Lacoursiere's eq. 8 (2003): the friction on each of two perpendicular axes within bounds that
/// are given, one a contact, >= 0, infinite ones allowed, in impulse units,
///
///     z = (theta, beta_1, beta_2) of each contact, in the plane (theta, beta_1),
///     M = R^T W R,   q' = R^T q,   0 <= theta,   -bound <= beta_k <= bound,
///
/// with R turning the tangents of each contact by its angle. Where the bounds are mu theta of the
/// answer and the first axis of each sliding contact lies along its slip, so that beta_2 = 0, the
/// answer is on Coulomb's cone.
///
/// Throws std::invalid_argument if `make_local` does or if there are not n such bounds and n finite
/// angles. O(m^2) for m rows of W.
BoxLcp pose_box(const FclibProblem& problem, std::span<const double> bounds,
                std::span<const double> angles);

/// r, in the file's order, of an answer z to `pose_box` with the same angles. Throws
/// std::invalid_argument unless the sizes fit.
Eigen::VectorXd impulses_from_box(const FclibProblem& problem, std::span<const double> angles,
                                  const Eigen::VectorXd& z);

}  // namespace stiction
