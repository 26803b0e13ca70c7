#include "staggered.h"

#include "contact_answer.h"
#include "solver_work.h"

namespace stiction {
namespace {

constexpr int kMostStaggeringPasses = 200;

}  // namespace

StaggeredModel::StaggeredModel(const ContactModelOptions& options)
    : CoulombLaw(options), splitting_(make_staggered_friction()) {}

void StaggeredModel::solve_within(Effort& effort, const ContactProblem& problem,
                                  std::span<const ContactGuess> guesses,
                                  ContactSolution& solution) {
  search_.reset(problem, guesses, *this, options(), effort);
  const bool has_way = options().alignment == FacetAlignment::slip && is_finite(problem);
  if (has_way && !search_.accept_free() && !search_.accept_remembered()) {
    const bool is_small =
        3 * problem.contacts.size() + problem.rows.size() <= 3 * kMostDenseContacts;
    if (is_small && search_.enter(Rung::method, false)) stagger(problem);
  }
  search_.get_answer(solution);
}

/// Makes passes until the judge accepts the answer and another pass brings no improvement.
void StaggeredModel::stagger(const ContactProblem& problem) {
  Effort& effort = search_.share_effort();
  if (!effort.spend(calc_delassus_work(problem))) return;
  cone_.pose(problem);
  FacetAnswer& found = search_.found;
  splitting_.start(cone_.cone, cone_.prior, cone_.scaled(found.impulses, found.row_impulses));
  found.has_basis = false;
  SolverWork work(effort);
  splitting_.run(kMostStaggeringPasses, false, work, [&] {
    cone_.unscale(splitting_.impulses(), found.impulses, found.row_impulses);
    const double before = search_.best_score();
    search_.consider(true);
    const double score = calc_score(search_.candidate().residual);
    return score <= kAcceptedGuess / kAcceptedResidual ||
           (search_.best_score() <= 1 && score > 0.5 * before) || !search_.has_effort_left();
  });
  ContactStatistics& statistics = search_.statistics();
  statistics.pivots = work.iterations();
  statistics.passes = splitting_.num_passes();
  statistics.pass_change = search_.best_score() <= 1 ? 0.0 : splitting_.change();
}

std::unique_ptr<ContactModel> StaggeredModel::clone() const {
  return std::make_unique<StaggeredModel>(options());
}

}  // namespace stiction
