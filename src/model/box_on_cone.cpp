#include "box_on_cone.h"

#include <stiction/contact/box_friction_residual.h>
#include <stiction/model/delassus.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "contact_answer.h"
#include "facet_angles.h"
#include "infinity.h"

namespace stiction {
namespace {

/// The options of a user who asked for Coulomb's law on its true cone.
ContactModelOptions coulomb_options(ContactModelOptions options) {
  options.solver = "reduced-lemke";
  options.alignment = FacetAlignment::slip;
  options.is_solver_named = false;
  return options;
}

/// Change of the normal velocity per normal impulse, 1/kg.
double calc_normal_compliance(const ContactProblem& problem,
                              const ContactProblem::Contact& contact) {
  double compliance = 0;
  for (const auto& [index, arm] :
       {std::pair(contact.body_a, contact.arm_a), std::pair(contact.body_b, contact.arm_b)}) {
    if (index < 0) continue;
    const ContactProblem::Body& body = problem.bodies[index];
    const Vec3 turn = arm.cross(contact.frame.col(0));
    compliance += body.inverse_mass + turn.dot(body.inverse_inertia * turn);
  }
  return compliance;
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
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const Vec3 u = calc_contact_velocity(contact, solution.velocities);
    const double compliance = calc_normal_compliance(problem, contact);
    const Vec2 axis = solution.impulses[c].tail<2>() - u.tail<2>() / compliance;
    if (!axis.isZero(0)) solution.axis_angles[c] = angle_of(axis);
  }
}

PosedProblem pose_as_box(const ContactProblem& problem, const ContactSolution& solution,
                         bool as_posed) {
  Delassus delassus;
  calc_delassus(with_known_rows(problem, solution.row_impulses), delassus);
  PosedProblem posed;
  posed.z.resize(delassus.u_free.size());
  BoxLcp box;
  box.M = delassus.W;
  box.q = delassus.u_free;
  box.lower.setZero(box.q.size());
  box.upper.setConstant(box.q.size(), kInfinity);
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const Eigen::Index i = 3 * static_cast<Eigen::Index>(c);
    const Eigen::Matrix2d axes = axes_at(solution.axis_angles[c]);
    turn_tangents(axes, i + 1, box);
    posed.z[i] = solution.impulses[c].x();
    posed.z.segment<2>(i + 1) = axes.transpose() * solution.impulses[c].tail<2>();
    const double load = std::max(0.0, posed.z[i]) + contact.prior_normal_impulse;
    const double coulomb = contact.friction > 0 ? contact.friction * load : 0.0;
    const double bound = as_posed ? posed.z.segment<2>(i + 1).lpNorm<Eigen::Infinity>() : coulomb;
    box.lower.segment<2>(i + 1).setConstant(-bound);
    box.upper.segment<2>(i + 1).setConstant(bound);
  }
  // Make M exactly symmetric, despite rounding.
  box.M.triangularView<Eigen::StrictlyLower>() = box.M.transpose();
  posed.lcp = std::move(box);
  posed.contact_problem = problem;
  return posed;
}

}  // namespace stiction
