#include "fallback_model.h"

#include "contact_answer.h"
#include "infinity.h"

namespace stiction {
namespace {

/// Share of the effort that the first method may spend.
constexpr double kFirstShare = 0.5;

/// The options as if the user had named no solver, without the rung `without`.
ContactModelOptions unnamed(ContactModelOptions options, std::optional<Rung> without) {
  options.is_solver_named = false;
  if (without) options.without.push_back(*without);
  return options;
}

}  // namespace

FallbackModel::FallbackModel(const ContactModelOptions& options, const Parts& parts)
    : SharedEffortModel(options),
      parts_(parts),
      first_(parts.make_first(options)),
      other_(parts.make_other(unnamed(options, parts.done_before))) {}

bool FallbackModel::is_for_first(const ContactProblem& problem) const {
  if (options().is_solver_named || !options().has(Rung::fallback)) return true;
  return problem.contacts.size() <= parts_.few_contacts && problem.rows.empty();
}

void FallbackModel::solve_within(Effort& effort, const ContactProblem& problem,
                                 std::span<const ContactGuess> guesses, ContactSolution& solution) {
  if (!is_for_first(problem)) {
    other_->solve_within(effort, problem, guesses, solution);
    return;
  }
  if (options().has(Rung::fallback)) effort.set_part(kFirstShare * effort.left());
  first_->solve_within(effort, problem, guesses, solution);
  effort.set_part(kInfinity);
  std::optional<Rung>& rung = solution.statistics.rung;
  if (rung && rung != Rung::free && rung != Rung::remembered) rung = Rung::method;
  const double score = calc_score(solution.residual);
  if (score <= 1 || !options().has(Rung::fallback)) return;

  other_->solve_within(effort, problem, guesses, answer_);
  ContactStatistics statistics = solution.statistics;
  add_costs(answer_.statistics, statistics);
  if (calc_score(answer_.residual) < score) {
    solution = answer_;
    const bool is_solved = solution.status == ContactStatus::solved;
    statistics.fallback = is_solved && options().is_solver_named;
    statistics.warm_started = answer_.statistics.warm_started;
    statistics.rung = answer_.statistics.rung;
    if (is_solved && parts_.told) statistics.rung = parts_.told;
  }
  solution.statistics = statistics;
}

ContactResidual FallbackModel::judge(const ContactProblem& problem,
                                     const ContactSolution& solution) const {
  return other_->judge(problem, solution);
}

PosedProblem FallbackModel::pose(const ContactProblem& problem,
                                 const ContactSolution& solution) const {
  return other_->pose(problem, solution);
}

std::unique_ptr<ContactModel> FallbackModel::clone() const {
  return std::make_unique<FallbackModel>(options(), parts_);
}

}  // namespace stiction
