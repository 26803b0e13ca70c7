#include "box_on_cone.h"

#include <stiction/contact/box_friction_residual.h>
#include <stiction/model/delassus.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "contact_answer.h"
#include "contact_sweeps.h"
#include "facet_angles.h"
#include "infinity.h"

namespace stiction {
namespace {

/// Of the effort, what Coulomb's model may spend: half of the default's 2000 units, in which it
/// ends or stalls in most jams.
constexpr double kCoulombShare = 0.5;

/// Of 25 jams of heaps of 160 bodies that Coulomb's model leaves unsolved after 2000 units this
/// solves 17 from where it is after 1000, most in 300 to 900 units. Of 17 of them 8 were solved
/// with 400 units, and 4 with leaps that go 30 times as far.
constexpr AugmentedLagrangian::Options kWalk = {.kappa = 1000,
                                                .growth = 2,
                                                .contraction = 0.1,
                                                .allotment = 1400,
                                                .failures = 1000,
                                                .leap = 1.1,
                                                .accepted = 1e-8};

/// As if the user had asked for Coulomb's law.
ContactModelOptions coulomb_options(ContactModelOptions options) {
  options.solver = "reduced-lemke";
  options.is_solver_named = false;
  return options;
}

/// Turns the tangential axes.
Mat3 turn_of(double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  Mat3 R;
  R << 1, 0, 0, 0, c, -s, 0, s, c;
  return R;
}

}  // namespace

BoxOnConeModel::BoxOnConeModel(const ContactModelOptions& options)
    : SharedEffortModel(options), coulomb_(coulomb_options(options)) {}

void BoxOnConeModel::solve_within(Effort& effort, const ContactProblem& problem,
                                  std::span<const ContactGuess> guesses,
                                  ContactSolution& solution) {
  // An effort of its own, since Coulomb's model sets parts itself.
  Effort part(kCoulombShare * effort.left() / effort.unit(), effort.unit(), &options().should_stop);
  coulomb_.solve_within(part, problem, guesses, solution);
  effort.spend(part.spent());
  if (!(solution.residual.max <= kSolvedResidual)) walk_on(effort, problem, solution);
  solution.axis_angles.assign(problem.contacts.size(), 0.0);
  find_axes(problem, solution);
  solution.residual = judge(problem, solution);
  const bool is_solved = solution.residual.max <= kSolvedResidual;
  solution.status = is_solved ? ContactStatus::solved : ContactStatus::unsolved;
  if (!is_solved) solution.statistics.rung.reset();
}

/// From the impulses of a solution to an answer. What is none is left as it is: Coulomb's model has
/// made it one to go on with.
void BoxOnConeModel::walk_on(Effort& effort, const ContactProblem& problem,
                             ContactSolution& solution) {
  const double judging = calc_judging_work(problem);
  if (!options().has(Rung::augmented_lagrangian) || !is_finite(problem)) return;
  if (!effort.spend(judging)) return;
  make_island_problem(problem, island_);
  system_.set_problem(island_);
  join_impulses(problem, solution.impulses, solution.row_impulses, start_);
  const double before = effort.spent_units();
  best_.reset();
  multipliers_.run(system_, start_, kWalk, effort, best_);
  solution.statistics.factorisations +=
      static_cast<int>(std::lround(effort.spent_units() - before));
  walked_ = solution;
  split_impulses(problem, best_.impulses(), walked_.impulses, walked_.row_impulses);
  walked_.next_guess = walked_.impulses;
  complete_answer(problem, walked_);
  walked_.residual = coulomb_.judge(problem, walked_);
  walked_.status = ContactStatus::solved;
  if (!(walked_.residual.max <= kSolvedResidual)) return;
  walked_.statistics.rung = Rung::augmented_lagrangian;
  solution = walked_;
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
    const Mat3 R = turn_of(solution.axis_angles[c]);
    box.M.middleRows<3>(i) = (R.transpose() * box.M.middleRows<3>(i)).eval();
    box.M.middleCols<3>(i) = (box.M.middleCols<3>(i) * R).eval();
    box.q.segment<3>(i) = (R.transpose() * box.q.segment<3>(i)).eval();
    posed.z.segment<3>(i) = R.transpose() * solution.impulses[c];
    const double load = std::max(0.0, posed.z[i]) + contact.prior_normal_impulse;
    const double coulomb = contact.friction > 0 ? contact.friction * load : 0.0;
    const double bound = as_posed ? posed.z.segment<2>(i + 1).lpNorm<Eigen::Infinity>() : coulomb;
    box.lower.segment<2>(i + 1).setConstant(-bound);
    box.upper.segment<2>(i + 1).setConstant(bound);
  }
  // Exactly symmetric, whatever the rounding.
  box.M.triangularView<Eigen::StrictlyLower>() = box.M.transpose();
  posed.lcp = std::move(box);
  posed.contact_problem = problem;
  return posed;
}

}  // namespace stiction
