#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/contact_model.h>

#include <cstddef>
#include <vector>

namespace stiction {

// Residuals of the judge, from the worst to the best.

/// An answer with a larger residual is not a solution (`ContactModel::solve`).
inline constexpr double kSolvedResidual = 1e-6;
/// Answers that only round-off keeps from improving are accepted up to this: a tenth of
/// `kSolvedResidual`.
inline constexpr double kMostRoundOffOfAnswers = 1e-7;
/// An answer this good is accepted without looking for a better one.
inline constexpr double kAcceptedResidual = 1e-9;
/// Target of the ladder.
inline constexpr double kAimedResidual = 1e-10;
/// Remembered impulses this good are as good as new ones: over 6000 steps of 0.01 s under gravity
/// the drift is less than 1e-9 m.
inline constexpr double kAcceptedGuess = 1e-11;
/// Target of the finish from remembered impulses, so that the next steps can use them as they are:
/// the remaining error adds up from step to step (with a tenth of `kAcceptedGuess`, the finish ran
/// again after some forty steps).
inline constexpr double kSteadyResidual = 1e-3 * kAcceptedGuess;

// Speeds.

/// Contacts that separate more slowly than this, in units of V, are closed, and those that slip
/// more slowly stick: the rest is round-off.
inline constexpr double kClosedSpeed = 1e-8;

/// A loaded contact that slips more slowly than this, in units of V, sticks.
inline constexpr double kStickingSlip = 1e-9;

/// Models with dense matrices leave problems with more contacts to another model.
inline constexpr std::size_t kMostDenseContacts = 300;

/// True if every number that a model reads is finite (except bounds of rows), bodies have masses,
/// and every contact and row acts on a body. Assumes sound indices (`SharedEffortModel`).
bool is_finite(const ContactProblem& problem);

/// Returns no impulses; for problems that are invalid.
void leave_unsolved(const ContactProblem& problem, ContactSolution& solution);

/// True if the free motion closes no contact and violates no row by more than `tolerance` V, so
/// that no impulse may be the answer. Also true if nothing moves (V = 0), where the judge would
/// find no residual for any impulse.
bool nothing_acts(const ContactProblem& problem, double tolerance);

/// The impulse with a pull removed and its friction moved into the disc of Coulomb's law.
Vec3 clipped(const ContactProblem::Contact& contact, const Vec3& impulse);

/// Score of answers that are no solution; worse ones score more.
inline constexpr double kUnsolvedScore = 1e9;
/// Distance of an answer on Coulomb's cone from being accepted; 1 is the border. Answers that are
/// no solution come last.
double score_of(const ContactResidual& residual);

/// The state of a contact with this impulse and relative velocity; V separates slip from round-off.
ContactState state_of(const Vec3& impulse, const Vec3& velocity, double velocity_scale);

/// Reports the result of a search that ended with `solution`, for a model without rungs of its own.
void book_rung(const ContactStatistics& statistics, ContactSolution& solution);

/// Reports the cost of the solve.
void book_effort(const Effort& effort, ContactStatistics& statistics);

/// Adds the counts of another model's solve.
void add_costs(const ContactStatistics& other, ContactStatistics& sum);

/// Sets the solution to no impulses, with an infinite residual: the best answer before any is
/// judged.
void reset_answer(const ContactProblem& problem, ContactSolution& solution);

/// Computes velocities and states of a solution from its impulses.
void complete_answer(const ContactProblem& problem, ContactSolution& solution);

}  // namespace stiction
