#include "turned_facets_model.h"

#include "contact_answer.h"

namespace stiction {

void TurnedFacetsModel::solve_within(Effort& effort, const ContactProblem& problem,
                                     std::span<const ContactGuess> guesses,
                                     ContactSolution& solution) {
  search_.reset(problem, guesses, *this, options(), effort);
  finish_.reset();
  facets_.reset();
  const bool is_done = !is_finite(problem) || search_.accept_free() || search_.accept_remembered();
  if (!is_done) find_answer(problem);
  search_.get_answer(solution);
}

void TurnedFacetsModel::find_answer(const ContactProblem& problem) {
  const bool is_standard = options().solver == "lemke";
  const bool is_found =
      is_standard ? facets_.solve_pyramids(search_, finish_) : facets_.pivot(search_, finish_);
  if (is_found && problem.rows.empty()) search_.share_load();
}

std::unique_ptr<ContactModel> TurnedFacetsModel::clone() const {
  return std::make_unique<TurnedFacetsModel>(options());
}

}  // namespace stiction
