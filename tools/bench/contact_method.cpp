#include "contact_method.h"

#include <stiction/contact/cone_residual.h>
#include <stiction/contact/coulomb_residual.h>
#include <stiction/model/delassus.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lloyd_table.h"

namespace stiction::bench {

void PosedPyramid::pose(const ContactProblem& problem, int directions) {
  Delassus delassus;
  calc_delassus(problem, delassus);
  layout_.emplace(problem, directions);
  units_ = natural_units(problem, delassus);
  facet_angles_.assign(problem.contacts.size(), 0.0);
  pose_pyramid(problem, delassus, facet_angles_, *layout_, units_, lcp);
  covering_groups = layout_->covering_groups();
}

void PosedPyramid::get_impulses(const Eigen::VectorXd& z, std::vector<Vec3>& impulses) const {
  impulses.resize(facet_angles_.size());
  impulses_from_pyramid(z, facet_angles_, *layout_, units_, impulses);
}

std::string_view StandardMethod::name() const { return kStandardMethod; }

void StandardMethod::pose(const ContactProblem& problem, int directions) {
  posed_.pose(problem, directions);
  // The solver's residual is relative to 1 + max |q|, the judge's is not.
  tolerance_ = std::max(1e-13, 1e-11 / (1 + posed_.lcp.q.lpNorm<Eigen::Infinity>()));
}

void StandardMethod::solve() {
  solution_ = &solver_.solve(posed_.lcp,
                             {.covering_group = posed_.covering_groups, .tolerance = tolerance_});
}

MethodAnswer StandardMethod::answer() const {
  MethodAnswer answer;
  answer.claims_solved = solution_->status == LcpStatus::solved;
  answer.pivots = solution_->statistics.pivots;
  answer.stage = answer.claims_solved ? to_string(solution_->statistics.stage) : kGaveUp;
  posed_.get_impulses(solution_->z, answer.impulses);
  return answer;
}

std::string_view FactoredMethod::name() const {
  return method_ == LloydMethod::structural ? kStructuralMethod : kReducedMethod;
}

void FactoredMethod::pose(const ContactProblem& problem, int directions) {
  make_contact_columns(problem, {}, directions, columns_);
}

void FactoredMethod::solve() {
  solution_ = &solver_.solve(columns_, {.method = method_}, start_ ? &*start_ : nullptr);
}

MethodAnswer FactoredMethod::answer() const {
  MethodAnswer answer;
  answer.claims_solved = solution_->solved;
  answer.pivots = solution_->statistics.pivots;
  answer.kernel = solution_->statistics.kernel_max;
  answer.stage = answer.claims_solved ? to_string(solution_->statistics.stage) : kGaveUp;
  answer.impulses.assign(columns_.contacts.size(), Vec3::Zero());
  const double unit = columns_.mass_unit * columns_.velocity_unit;
  for (std::size_t c = 0; c < solution_->impulses.size(); ++c) {
    const auto& [theta, x, y] = solution_->impulses[c];
    answer.impulses[c] = unit * Vec3(theta, x, y);
  }
  return answer;
}

ContactSolution make_contact_solution(const ContactProblem& problem,
                                      const std::vector<Vec3>& impulses) {
  ContactSolution solution;
  solution.impulses = impulses;
  get_velocities_after(problem, solution, solution.velocities);
  return solution;
}

double judge_answer(const ContactProblem& problem, int directions, const ContactMethod& method,
                    const MethodAnswer& answer) {
  if (answer.impulses.size() != problem.contacts.size()) {
    return std::numeric_limits<double>::infinity();
  }
  const ContactSolution solution = make_contact_solution(problem, answer.impulses);
  return method.has_round_cone() ? calc_cone_residual(problem, solution)
                                 : calc_coulomb_residual(problem, solution, directions).max;
}

}  // namespace stiction::bench
