#pragma once

#include <stiction/contact/contact_problem.h>

#include <cstddef>

namespace stiction {

// When models of Coulomb's cone take an answer.

/// The judge's figure at which an answer is on the cone; rad, and relative (see
/// `kAcceptedResidual`).
inline constexpr double kAcceptedConeError = 1e-6;
/// Of answers that are none; more for worse ones.
inline constexpr double kUnsolvedScore = 1e9;
/// Models whose matrices are dense leave more contacts than this to another one.
inline constexpr std::size_t kMostDenseContacts = 300;

/// How far an answer is from being accepted; 1 is the border. Those that are no solution at all
/// come last. Whether it is off the true cone may count or not.
double score_of(const ContactResidual& residual, bool counts_cone_error);

/// The impulse with its friction moved to the disc of Coulomb's law, and no pull.
Vec3 clipped(const ContactProblem::Contact& contact, const Vec3& impulse);

}  // namespace stiction
