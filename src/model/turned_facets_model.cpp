#include "turned_facets_model.h"

#include "contact_answer.h"

namespace stiction {

void TurnedFacetsModel::solve_within(Effort& effort, const ContactProblem& problem,
                                     std::span<const ContactGuess> guesses,
                                     ContactSolution& solution) {
  search_.reset(problem, guesses, *this, options(), effort);
  finish_.reset();
  const bool is_done = !is_finite(problem) || search_.accept_free() || search_.accept_remembered();
  if (!is_done) find_answer(problem);
  search_.get_answer(solution);
}

void TurnedFacetsModel::find_answer(const ContactProblem& problem) {
  const bool is_known = search_.remember();
  search_.start_facets();
  const bool is_posed = options().solver == "lemke" ? pyramid_.solve_standard(search_)
                                                    : pyramid_.pivot(search_, is_known);
  if (is_posed && finish_.run_from_pyramid(search_) && problem.rows.empty()) search_.share_load();
}

std::unique_ptr<ContactModel> TurnedFacetsModel::clone() const {
  return std::make_unique<TurnedFacetsModel>(options());
}

}  // namespace stiction
