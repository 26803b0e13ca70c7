#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/contact_model.h>

#include <cstddef>
#include <vector>

namespace stiction {

// The judge's figures, from the worst to the best.

/// A step's answer that the judge puts above this is none (`ContactModel::solve`).
inline constexpr double kSolvedResidual = 1e-6;
/// Answers that round-off keeps from being better are taken up to this: a tenth of what is solved.
inline constexpr double kMostRoundOffOfAnswers = 1e-7;
/// An answer is taken without looking for a better one.
inline constexpr double kAcceptedResidual = 1e-9;
/// The ladder aims at this.
inline constexpr double kAimedResidual = 1e-10;
/// Remembered impulses that leave less are as good as new: over 6000 steps of 0.01 s under gravity
/// that is a drift of less than 1e-9 m.
inline constexpr double kAcceptedGuess = 1e-11;
/// The finish from remembered impulses aims at this, so that the next steps find them as they are:
/// what is left adds up from step to step (with a tenth of `kAcceptedGuess`, the finish ran again
/// after some forty steps).
inline constexpr double kSteadyResidual = 1e-3 * kAcceptedGuess;

// Speeds.

/// Contacts that part slower than this, in units of V, are closed, and those that slip slower
/// stick: what is left is round-off.
inline constexpr double kClosedSpeed = 1e-8;

/// Slower than this, in units of V, a loaded contact sticks.
inline constexpr double kStickingSlip = 1e-9;

/// Models whose matrices are dense leave more contacts than this to another one.
inline constexpr std::size_t kMostDenseContacts = 300;

/// Whether every number that a model reads of the problem is finite, bounds of rows aside, bodies
/// have masses, and every contact and row acts on one. Indices are sound (`SharedEffortModel`).
bool is_finite(const ContactProblem& problem);

/// No impulses: of what is no problem.
void leave_unsolved(const ContactProblem& problem, ContactSolution& solution);

/// Whether the free motion closes no contact by more than `tolerance` V, and violates no row by
/// more, so that no impulse at all may be the answer. So it is where nothing moves (V = 0): of any
/// impulse the judge would say that it leaves no residual.
bool nothing_acts(const ContactProblem& problem, double tolerance);

/// The impulse with its friction moved to the disc of Coulomb's law, and no pull.
Vec3 clipped(const ContactProblem::Contact& contact, const Vec3& impulse);

/// Of answers that are none; more for worse ones.
inline constexpr double kUnsolvedScore = 1e9;
/// How far an answer on Coulomb's cone is from being accepted; 1 is the border. Those that are no
/// solution at all come last.
double score_of(const ContactResidual& residual);

/// What a contact with an impulse and a relative velocity does; V tells slip from round-off.
ContactState state_of(const Vec3& impulse, const Vec3& velocity, double velocity_scale);

/// What a model without ways of its own tells of a search that ended with `solution`.
void book_rung(const ContactStatistics& statistics, ContactSolution& solution);

/// What the solve cost.
void book_effort(const Effort& effort, ContactStatistics& statistics);

/// Adds the counts of another model's solve.
void add_costs(const ContactStatistics& other, ContactStatistics& sum);

/// No impulses, and what they leave: the best answer before any was judged.
void reset_answer(const ContactProblem& problem, ContactSolution& solution);

/// Fills velocities and states of a solution from its impulses.
void complete_answer(const ContactProblem& problem, ContactSolution& solution);

}  // namespace stiction
