#pragma once

#include <stiction/contact/contact_problem.h>

#include <cstddef>

namespace stiction {

// When models of Coulomb's cone take an answer.

/// Of answers that are none; more for worse ones.
inline constexpr double kUnsolvedScore = 1e9;
/// Models whose matrices are dense leave more contacts than this to another one.
inline constexpr std::size_t kMostDenseContacts = 300;

/// How far an answer is from being accepted; 1 is the border. Those that are no solution at all
/// come last.
double score_of(const ContactResidual& residual);

/// The impulse with its friction moved to the disc of Coulomb's law, and no pull.
Vec3 clipped(const ContactProblem::Contact& contact, const Vec3& impulse);

}  // namespace stiction
