#pragma once

#include <limits>
#include <span>

#include "impact.h"
#include "island_solution.h"

namespace stiction {

/// An answer with a larger cone residual counts as off the cone.
inline constexpr double kOffCone = 1e-8;

/// What the phases of an island have in common.
struct PhaseView {
  const StepView& view;
  const Island& island;
  ContactModel& model;
};

/// Solves a problem of an island and books it in the solution; false if it was left unsolved, or
/// not to this residual.
bool solve_phase(const ContactProblem& problem, std::span<const ContactGuess> guesses,
                 ContactModel& model, ContactSolution& phase, IslandSolution& island,
                 double most_residual = std::numeric_limits<double>::infinity());

/// Solves a problem of an island and books it; where it is left unsolved, the best answer that was
/// met is the answer (`IslandSolution::unsolved` tells why).
ContactSolve make_contact_solve(const PhaseView& of, IslandSolution& solution);

/// The problem as the model poses it; of many contacts, or without its matrix, the contact problem
/// alone.
PosedProblem pose_island(const ContactModel& model, const ContactProblem& problem,
                         const ContactSolution& answer, bool with_matrix = true);

/// Makes the best answer of an unsolved phase, of the contacts at `places` in the island's list,
/// fit to go on with. True if that solves it; if not, notes why nothing did.
bool settle_for_best(const PhaseView& of, const ContactProblem& problem,
                     std::span<const ContactGuess> guesses, std::span<const std::size_t> places,
                     std::span<const JointRowPlace> joint_places, ContactSolution& phase,
                     IslandSolution& island);

}  // namespace stiction
