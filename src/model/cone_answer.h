#pragma once

#include <stiction/contact/contact_problem.h>

namespace stiction {

// When models of Coulomb's cone take an answer.

/// The judge's figures at which an answer is taken without looking for a better one.
inline constexpr double kAcceptedResidual = 1e-9;
inline constexpr double kAcceptedConeError = 1e-6;  ///< rad, and relative
/// Remembered impulses that leave less than this, in units of V, are as good as new: over 6000
/// steps of 0.01 s under gravity that is a drift of less than 1e-9 m.
inline constexpr double kAcceptedGuess = 1e-11;
/// Of answers that are none; more for worse ones.
inline constexpr double kUnsolvedScore = 1e9;

/// How far an answer is from being accepted; 1 is the border. Those that are no solution at all
/// come last. Whether it is off the true cone may count or not.
double score_of(const ContactResidual& residual, bool counts_cone_error);

/// The impulse with its friction moved to the disc of Coulomb's law, and no pull.
Vec3 clipped(const ContactProblem::Contact& contact, const Vec3& impulse);

}  // namespace stiction
