#include "fixed_facets_model.h"

#include <stiction/contact/coulomb_residual.h>

#include <vector>

#include "contact_answer.h"

namespace stiction {

void FixedFacetsModel::solve_within(Effort& effort, const ContactProblem& problem,
                                    std::span<const ContactGuess> guesses,
                                    ContactSolution& solution) {
  search_.reset(problem, guesses, *this, options(), effort);
  if (is_finite(problem)) find_answer();
  search_.get_answer(solution);
}

void FixedFacetsModel::find_answer() {
  if (search_.accept_free()) return;
  const bool is_alone = options().is_solver_named;
  const bool is_standard = options().solver == "lemke";
  const bool is_found =
      (!is_standard && pyramid_.pivot(search_, false) && search_.consider(false)) ||
      ((is_standard || !is_alone) && pyramid_.solve_standard(search_) && search_.consider(false));
  if (is_found && search_.problem().rows.empty()) search_.share_load();
  if (!is_alone && !search_.is_solved()) search_.settle();
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
