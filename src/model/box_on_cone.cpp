#include "box_on_cone.h"

#include <stiction/contact/box_friction_residual.h>

#include <cstddef>

#include "box_pass.h"
#include "box_splitting.h"
#include "contact_answer.h"
#include "contact_sweeps.h"
#include "facet_angles.h"

namespace stiction {
namespace {

/// As if the user had asked for Coulomb's law.
ContactModelOptions coulomb_options(ContactModelOptions options) {
  options.solver = "reduced-lemke";
  options.is_solver_named = false;
  return options;
}

}  // namespace

BoxOnConeModel::BoxOnConeModel(const ContactModelOptions& options)
    : SharedEffortModel(options), coulomb_(coulomb_options(options)) {}

void BoxOnConeModel::solve_within(Effort& effort, const ContactProblem& problem,
                                  std::span<const ContactGuess> guesses,
                                  ContactSolution& solution) {
  coulomb_.solve_within(effort, problem, guesses, solution);
  solution.axis_angles.assign(problem.contacts.size(), 0.0);
  find_axes(problem, solution);
  solution.residual = judge(problem, solution);
  const bool is_solved = solution.residual.max <= kSolvedResidual;
  solution.status = is_solved ? ContactStatus::solved : ContactStatus::unsolved;
  if (!is_solved) solution.statistics.rung.reset();
}

ContactResidual BoxOnConeModel::judge(const ContactProblem& problem,
                                      const ContactSolution& solution) const {
  return calc_box_friction_residual(problem, solution);
}

PosedProblem BoxOnConeModel::pose(const ContactProblem& problem,
                                  const ContactSolution& solution) const {
  return pose_as_box(problem, solution, false);
}

std::unique_ptr<ContactModel> BoxOnConeModel::clone() const {
  return std::make_unique<BoxOnConeModel>(options());
}

void find_axes(const ContactProblem& problem, ContactSolution& solution) {
  std::vector<Mat3> blocks;
  calc_contact_blocks(problem, blocks);
  for (std::size_t c = 0; c < blocks.size(); ++c) {
    const Vec3 u = calc_contact_velocity(problem.contacts[c], solution.velocities);
    const Vec2 axis = solution.impulses[c].tail<2>() - u.tail<2>() / blocks[c](0, 0);
    if (!axis.isZero(0)) solution.axis_angles[c] = angle_of(axis);
  }
}

PosedProblem pose_as_box(const ContactProblem& problem, const ContactSolution& solution,
                         bool as_posed) {
  PosedProblem posed;
  Delassus delassus;
  calc_delassus(problem, delassus);
  posed.z = box_from_impulses(solution.impulses, solution.axis_angles, PyramidUnits{});
  std::vector<double> bounds;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const Eigen::Index i = 3 * static_cast<Eigen::Index>(c);
    const double largest = posed.z.segment<2>(i + 1).cwiseAbs().maxCoeff();
    bounds.push_back(as_posed ? largest : friction_bound(problem.contacts[c], posed.z[i]));
  }
  BoxLcp box;
  pose_box(delassus, solution.axis_angles, bounds, PyramidUnits{}, box);
  posed.lcp = std::move(box);
  posed.contact_problem = problem;
  return posed;
}

}  // namespace stiction
