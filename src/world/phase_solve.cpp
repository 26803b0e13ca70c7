#include "phase_solve.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "answer_check.h"
#include "failure_analysis.h"
#include "passive_answer.h"

namespace stiction {
namespace {

void keep_worst(const ContactResidual& other, ContactResidual& residual) {
  residual.max = std::max(residual.max, other.max);
  residual.normal = std::max(residual.normal, other.normal);
  residual.friction = std::max(residual.friction, other.friction);
  residual.momentum = std::max(residual.momentum, other.momentum);
  residual.rows = std::max(residual.rows, other.rows);
  residual.cone_angle = std::max(residual.cone_angle, other.cone_angle);
  residual.cone_force = std::max(residual.cone_force, other.cone_force);
}

void add(const ContactStatistics& other, ContactStatistics& sum) {
  sum.effort = std::max(sum.effort, other.effort);
  sum.pivots += other.pivots;
  sum.passes += other.passes;
  sum.factorisations += other.factorisations;
  sum.pass_change = std::max(sum.pass_change, other.pass_change);
  sum.warm_started = sum.warm_started || other.warm_started;
  sum.fallback = sum.fallback || other.fallback;
}

/// Books the accuracy of the answer that the step goes on, or ends, with.
void book_exactness(const ContactModel& model, const ContactSolution& phase,
                    IslandSolution& island) {
  keep_worst(phase.residual, island.residual);
  island.off_cone += model.has_true_cone() && phase.residual.max > kOffCone;
}

}  // namespace

bool solve_phase(const ContactProblem& problem, std::span<const ContactGuess> guesses,
                 ContactModel& model, ContactSolution& phase, IslandSolution& island,
                 double most_residual) {
  model.solve(problem, guesses, phase);
  add(phase.statistics, island.statistics);
  if (!is_usable(problem, phase) || phase.residual.max > most_residual) return false;
  book_exactness(model, phase, island);
  // A user's own model may not report it.
  const Rung rung = phase.statistics.rung.value_or(Rung::method);
  ++island.rungs[static_cast<std::size_t>(rung)];
  return true;
}

ContactSolve make_contact_solve(const PhaseView& of, IslandSolution& solution) {
  return [of, &solution](const ContactProblem& problem, std::span<const ContactGuess> guesses,
                         std::span<const std::size_t> places, ContactSolution& answer) {
    if (solve_phase(problem, guesses, of.model, answer, solution)) return;
    settle_for_best(of, problem, guesses, places, {}, answer, solution);
  };
}

PosedProblem pose_island(const ContactModel& model, const ContactProblem& problem,
                         const ContactSolution& answer, bool with_matrix) {
  // Numbers out of range, which the judge marks as infinite, make no matrix.
  const bool is_in_range = std::isfinite(answer.residual.max);
  if (is_in_range && with_matrix && problem.contacts.size() <= kMostPosedContacts) {
    return model.pose(problem, answer);
  }
  PosedProblem posed;
  posed.contact_problem = problem;
  return posed;
}

bool settle_for_best(const PhaseView& of, const ContactProblem& problem,
                     std::span<const ContactGuess> guesses, std::span<const std::size_t> places,
                     std::span<const JointRowPlace> joint_places, ContactSolution& phase,
                     IslandSolution& island) {
  phase = make_unsolved(problem, std::move(phase));
  // Whatever ended the search: no effort, or no answer that can be evaluated.
  phase.residual = of.model.judge(problem, phase);
  const bool has_bound = of.model.has_friction_bound();
  ContactSolution passive = make_passive(of.view, of.island, problem, places, phase, has_bound);
  passive.residual = of.model.judge(problem, passive);
  book_exactness(of.model, passive, island);
  // Being made passive may be all that it needed. Answers that the model rejects for other reasons
  // stay unsolved.
  if (phase.residual.max > kMostUsableResidual && passive.residual.max <= kMostUsableResidual) {
    passive.status = ContactStatus::solved;
    phase = std::move(passive);
    return true;
  }
  // If a run goes on with best answers, a dense matrix could take longer than the step.
  const WorldOptions& options = of.view.world.options;
  const bool with_matrix = options.keep_problems || options.on_unsolved != OnUnsolved::best;
  island.problem =
      std::make_unique<PosedProblem>(pose_island(of.model, problem, phase, with_matrix));
  island.problem->guesses.assign(guesses.begin(), guesses.end());
  island.problem->solved = false;
  island.unsolved = std::make_unique<UnsolvedIsland>(
      explain_unsolved(of.view, of.island, problem, places, joint_places, phase, has_bound));
  phase = std::move(passive);
  return false;
}

}  // namespace stiction
