#include "island_solver.h"

#include <stiction/contact/cone_residual.h>

#include <algorithm>
#include <utility>

#include "answer_check.h"
#include "impact.h"

namespace stiction {
namespace {

/// An analysis is dense: of so many contacts it takes about a second.
constexpr std::size_t kMostAnalysed = 500;

/// An answer with a larger cone residual counts as off the cone.
constexpr double kOffCone = 1e-8;

void keep_worst(const ContactResidual& other, ContactResidual& residual) {
  residual.max = std::max(residual.max, other.max);
  residual.normal = std::max(residual.normal, other.normal);
  residual.friction = std::max(residual.friction, other.friction);
  residual.momentum = std::max(residual.momentum, other.momentum);
  residual.cone_angle = std::max(residual.cone_angle, other.cone_angle);
  residual.cone_force = std::max(residual.cone_force, other.cone_force);
}

void add(const ContactStatistics& other, ContactStatistics& sum) {
  sum.pivots += other.pivots;
  sum.facet_passes += other.facet_passes;
  sum.factorisations += other.factorisations;
  sum.release_passes += other.release_passes;
  sum.splitting_passes += other.splitting_passes;
  sum.splitting_change = std::max(sum.splitting_change, other.splitting_change);
  sum.warm_started = sum.warm_started || other.warm_started;
  sum.fallback = sum.fallback || other.fallback;
}

/// Solves one phase and books it in the island's solution.
bool solve_phase(ContactModel& model, const ContactProblem& problem,
                 std::span<const ContactGuess> guesses, ContactSolution& phase,
                 IslandSolution& island) {
  model.solve(problem, guesses, phase);
  const bool is_solved = is_usable(problem, phase);
  if (!is_solved) phase = make_unsolved(problem, std::move(phase));
  keep_worst(phase.residual, island.residual);
  if (model.has_true_cone()) {
    const double residual = calc_cone_residual(problem, phase);
    island.cone.residual = std::max(island.cone.residual, residual);
    island.cone.off_cone += residual > kOffCone;
  }
  add(phase.statistics, island.statistics);
  // A model of the user's own may not tell.
  const Rung rung = phase.statistics.rung.value_or(Rung::method);
  if (is_solved) ++island.rungs[static_cast<std::size_t>(rung)];
  if (!is_solved) {
    island.problem = model.pose(problem, phase);
    island.problem->solved = false;
  }
  return is_solved;
}

std::vector<ContactGuess> make_guesses(const StepView& view, const Island& island) {
  std::vector<ContactGuess> guesses;
  guesses.reserve(island.contacts.size());
  std::size_t hint = 0;
  for (const std::size_t c : island.contacts) {
    const FoundContact& contact = view.contacts[c];
    guesses.push_back(
        make_contact_guess(view.world.memory.find(contact.key, hint), contact.frame, view.h));
  }
  return guesses;
}

/// The phase of the step's forces, after an impact or without one.
bool solve_forces(const StepView& view, const Island& island, const std::optional<Impact>& impact,
                  ContactModel& model, ContactProblem& problem, ContactSolution& forces,
                  IslandSolution& solution) {
  const ContactResidual before = solution.residual;
  const ConeExactness cone_before = solution.cone;
  const RungCounts rungs_before = solution.rungs;
  const std::vector<ContactGuess> guesses = make_guesses(view, island);
  if (solve_phase(model, problem, guesses, forces, solution)) return true;
  if (!impact) return false;
  release_rebounds(view, island, *impact, problem);
  solution.residual = before;
  solution.cone = cone_before;
  solution.rungs = rungs_before;
  solution.problem.reset();
  return solve_phase(model, problem, guesses, forces, solution);
}

}  // namespace

Vec3 IslandSolution::total_impulse(std::size_t contact) const {
  return impact_impulses.empty() ? impulses[contact]
                                 : Vec3(impulses[contact] + impact_impulses[contact]);
}

IslandSolution solve_island(const StepView& view, const Island& island, bool keep_problem,
                            ContactModel& model) {
  IslandSolution solution;
  ContactProblem problem = make_contact_problem(view, island, model.closed_gap());

  std::optional<Impact> impact;
  if (has_impact(view, island)) {
    impact = solve_impact(view, island, problem,
                          [&](const ContactProblem& phase, std::span<const ContactGuess> guesses,
                              ContactSolution& answer) {
                            return solve_phase(model, phase, guesses, answer, solution);
                          });
    if (!impact->solved) return solution;
    start_from_impact(view, island, *impact, problem);
  }

  ContactSolution forces;
  if (!solve_forces(view, island, impact, model, problem, forces, solution)) return solution;
  if (keep_problem) solution.problem = model.pose(problem, forces);
  solution.status = ContactStatus::solved;
  if (view.world.options.analyse_contacts && model.has_friction_bound() &&
      island.contacts.size() <= kMostAnalysed) {
    solution.analyses = analyse_contacts(problem, forces);
  }
  solution.impulses = std::move(forces.impulses);
  solution.next_guess = std::move(forces.next_guess);
  solution.states = std::move(forces.states);
  solution.facet_angles = std::move(forces.facet_angles);
  solution.bases = std::move(forces.bases);
  solution.velocities = std::move(forces.velocities);
  if (impact) {
    solution.impact_impulses = std::move(impact->impulses);
    for (std::size_t k = 0; k < solution.states.size(); ++k) {
      if (solution.states[k] == ContactState::open) solution.states[k] = impact->states[k];
    }
  }
  return solution;
}

}  // namespace stiction
