#pragma once

#include <stiction/contact/contact_problem.h>

#include <vector>

namespace stiction {

/// A step's answer that the judge puts above this is none (`ContactModel::solve`).
inline constexpr double kSolvedResidual = 1e-6;

/// Slower than this, in units of V, a loaded contact sticks.
inline constexpr double kStickingSlip = 1e-9;

/// Whether every number that a model reads of the problem is finite.
bool is_finite(const ContactProblem& problem);

/// Whether the free motion closes no contact by more than `tolerance` V, so that no impulse at all
/// may be the answer.
bool nothing_closes(const ContactProblem& problem, double tolerance);

/// What a contact with an impulse and a relative velocity does; V tells slip from round-off.
ContactState state_of(const Vec3& impulse, const Vec3& velocity, double velocity_scale);

/// Fills velocities and states of a solution from its impulses.
void complete_answer(const ContactProblem& problem, ContactSolution& solution);

}  // namespace stiction
