#include "pyramid_model.h"

#include "contact_answer.h"

namespace stiction {

void PyramidModel::solve_within(Effort& effort, const ContactProblem& problem,
                                std::span<const ContactGuess> guesses, ContactSolution& solution) {
  search_.reset(problem, guesses, *this, options(), effort);
  finish_.reset();
  if (is_finite(problem) && !search_.accept_free()) {
    if (has_true_cone()) {
      find_on_cone();
    } else {
      find_with_fixed_facets();
    }
  }
  search_.get_answer(solution);
}

void PyramidModel::find_with_fixed_facets() {
  const bool is_alone = options().is_solver_named;
  const bool is_standard = options().solver == "lemke";
  const bool is_found =
      (!is_standard && pyramid_.pivot(search_, false) && search_.consider(false)) ||
      ((is_standard || !is_alone) && pyramid_.solve_standard(search_) && search_.consider(false));
  if (is_found && search_.problem().rows.empty()) search_.share_load();
  if (!is_alone && !search_.is_solved()) search_.settle();
}

void PyramidModel::find_on_cone() {
  if (search_.accept_remembered()) return;
  const bool is_known = search_.remember();
  search_.start_facets();
  const bool is_posed = options().solver == "lemke" ? pyramid_.solve_standard(search_)
                                                    : pyramid_.pivot(search_, is_known);
  if (is_posed && finish_.run_from_pyramid(search_) && search_.problem().rows.empty()) {
    search_.share_load();
  }
}

std::unique_ptr<ContactModel> PyramidModel::clone() const {
  return std::make_unique<PyramidModel>(options());
}

}  // namespace stiction
