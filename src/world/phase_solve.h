#pragma once

#include <limits>
#include <span>

#include "impact.h"
#include "island_solution.h"

namespace stiction {

/// An answer with a larger cone residual counts as off the cone.
inline constexpr double kOffCone = 1e-8;

/// The common data of the phases of an island.
struct PhaseView {
  const StepView& view;
  const Island& island;
  ContactModel& model;
};

/// Solves a problem of an island and books it in the solution; false if it was left unsolved, or
/// not solved to this residual.
bool solve_phase(const ContactProblem& problem, std::span<const ContactGuess> guesses,
                 ContactModel& model, ContactSolution& phase, IslandSolution& island,
                 double most_residual = std::numeric_limits<double>::infinity());

/// Returns a function that solves a problem of an island and books it; if the problem is left
/// unsolved, it returns the best answer found (`IslandSolution::unsolved` has the reason).
ContactSolve make_contact_solve(const PhaseView& of, IslandSolution& solution);

/// Returns the problem as the model poses it; for many contacts, or without its matrix, the contact
/// problem alone.
PosedProblem pose_island(const ContactModel& model, const ContactProblem& problem,
                         const ContactSolution& answer, bool with_matrix = true);

/// Makes the best answer of an unsolved phase usable; `places` are the indices of its contacts in
/// the island's list. True if that solves the phase; otherwise notes why nothing did.
bool settle_for_best(const PhaseView& of, const ContactProblem& problem,
                     std::span<const ContactGuess> guesses, std::span<const std::size_t> places,
                     std::span<const JointRowPlace> joint_places, ContactSolution& phase,
                     IslandSolution& island);

}  // namespace stiction
