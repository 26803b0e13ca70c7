#include "fixed_facets_model.h"

#include <stiction/contact/coulomb_residual.h>

#include <vector>

#include "contact_answer.h"

namespace stiction {

void FixedFacetsModel::solve_within(Effort& effort, const ContactProblem& problem,
                                    std::span<const ContactGuess> guesses,
                                    ContactSolution& solution) {
  search_.reset(problem, guesses, *this, options(), effort);
  pyramid_.reset();
  if (is_finite(problem)) find_answer();
  search_.get_answer(solution);
}

void FixedFacetsModel::find_answer() {
  if (search_.accept_free()) return;
  const bool is_alone = options().is_solver_named;
  const bool is_standard = options().solver == "lemke";
  if ((!is_standard && pivot()) || ((is_standard || !is_alone) && solve_pyramid())) {
    if (search_.problem().rows.empty()) search_.share_load();
  }
  if (!is_alone && !search_.is_solved()) search_.settle();
}

bool FixedFacetsModel::pivot() {
  if (!search_.enter(Rung::pivots, false)) return false;
  return pyramid_.pose_columns(search_) && pyramid_.solve_columns(search_, false) &&
         search_.consider(false);
}

bool FixedFacetsModel::solve_pyramid() {
  if (!search_.enter(Rung::pyramids, false) || !pyramid_.fits(search_.problem())) return false;
  pyramid_.solve_standard(search_);
  return search_.consider(false);
}

ContactResidual FixedFacetsModel::judge(const ContactProblem& problem,
                                        const ContactSolution& solution) const {
  return calc_coulomb_residual(problem, solution, options().directions);
}

PosedProblem FixedFacetsModel::pose(const ContactProblem& problem,
                                    const ContactSolution& solution) const {
  const std::vector<double> angles(problem.contacts.size(), 0.0);
  return pose_as_pyramid(problem, solution, angles, options().directions);
}

std::unique_ptr<ContactModel> FixedFacetsModel::clone() const {
  return std::make_unique<FixedFacetsModel>(options());
}

}  // namespace stiction
