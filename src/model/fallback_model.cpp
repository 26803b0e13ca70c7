#include "fallback_model.h"

#include "contact_answer.h"
#include "infinity.h"

namespace stiction {
namespace {

/// As if the user had named no solver.
ContactModelOptions unnamed(ContactModelOptions options, std::optional<Rung> without) {
  options.solver = "reduced-lemke";
  options.is_solver_named = false;
  if (without) options.without.push_back(*without);
  return options;
}

}  // namespace

FallbackModel::FallbackModel(const ContactModelOptions& options, const Parts& parts)
    : SharedEffortModel(options),
      parts_(parts),
      named_(parts.make_named(options)),
      default_(parts.make_default(unnamed(options, parts.done_before))) {}

void FallbackModel::solve_within(Effort& effort, const ContactProblem& problem,
                                 std::span<const ContactGuess> guesses, ContactSolution& solution) {
  named_->solve_within(effort, problem, guesses, solution);
  std::optional<Rung>& rung = solution.statistics.rung;
  if (rung && rung != Rung::free && rung != Rung::remembered) rung = Rung::method;
  if (solution.residual.max <= kAcceptedResidual || !options().has(Rung::fallback)) return;

  effort.set_part(kInfinity);
  default_->solve_within(effort, problem, guesses, other_);
  ContactStatistics statistics = solution.statistics;
  add_costs(other_.statistics, statistics);
  if (other_.residual.max < solution.residual.max) {
    solution = other_;
    statistics.fallback = solution.status == ContactStatus::solved;
    statistics.warm_started = other_.statistics.warm_started;
    statistics.rung = other_.statistics.rung;
    if (statistics.fallback && parts_.told) statistics.rung = parts_.told;
  }
  solution.statistics = statistics;
}

ContactResidual FallbackModel::judge(const ContactProblem& problem,
                                     const ContactSolution& solution) const {
  return default_->judge(problem, solution);
}

PosedProblem FallbackModel::pose(const ContactProblem& problem,
                                 const ContactSolution& solution) const {
  return default_->pose(problem, solution);
}

std::unique_ptr<ContactModel> FallbackModel::clone() const {
  return std::make_unique<FallbackModel>(options(), parts_);
}

}  // namespace stiction
