#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/contact/fclib.h>

namespace stiction {

/// True if FCLIB can express the problem: it has no rows beyond contacts, and no contact's friction
/// bound includes a normal impulse applied before (`prior_normal_impulse`, the restitution of an
/// impact), since FCLIB's cone has its apex at zero.
bool fits_fclib(const ContactProblem& problem);

/// The problem in FCLIB's global form, M v = H r + f and u = H^T v + w, in SI units:
///
///     M = the bodies' masses and inertias, 6 x 6 blocks on the diagonal, linear before angular
///     H = J^T,  f = M v*,  w = offset,
///
/// rows of a contact in the order normal, t1, t2 of its frame. `velocity_scale` is not kept.
///
/// Throws std::invalid_argument unless `fits_fclib(problem)` and `has_sound_indices(problem)`.
/// O(bodies + contacts).
FclibProblem make_fclib_problem(const ContactProblem& problem);

}  // namespace stiction
