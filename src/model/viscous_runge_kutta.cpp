#include "viscous_runge_kutta.h"

#include <stiction/contact/viscous_residual.h>

#include <algorithm>
#include <array>

#include "contact_answer.h"

namespace stiction {
namespace {

/// The classical method is stable up to h lambda = 2.78 on the negative real axis.
constexpr double kLongestStep = 2.5;

bool has_damping(const ContactProblem& problem) {
  return problem.time_step > 0 &&
         std::any_of(problem.contacts.begin(), problem.contacts.end(),
                     [](const auto& contact) { return contact.touching && contact.viscosity > 0; });
}

std::vector<Vec6> start_velocities(const ContactProblem& problem) {
  std::vector<Vec6> velocities;
  for (const ContactProblem::Body& body : problem.bodies) {
    velocities.push_back(body.start_velocity);
  }
  return velocities;
}

/// True if bodies meet faster than the forces of one step would bring them together.
bool has_impact(const ContactProblem& problem, const std::vector<Vec6>& start) {
  const auto thrown = [&](int body) {
    if (body < 0) return 0.0;
    return (problem.bodies[body].free_velocity - start[body]).head<3>().norm();
  };
  return std::any_of(problem.contacts.begin(), problem.contacts.end(), [&](const auto& contact) {
    const double closing = -calc_contact_velocity(contact, start).x();
    return closing > thrown(contact.body_a) + thrown(contact.body_b);
  });
}

/// An upper bound of h lambda, with lambda the fastest rate at which friction alone damps a motion:
/// at a contact, the motion of two bodies together is at most twice the sum of their own.
double calc_stiffness(const ContactProblem& problem) {
  std::vector<double> stiffness(problem.bodies.size(), 0);
  for (const ContactProblem::Contact& contact : problem.contacts) {
    if (!contact.touching) continue;
    const double share = contact.body_a >= 0 && contact.body_b >= 0 ? 2 : 1;
    for (const auto& [body, arm] :
         {std::pair{contact.body_a, contact.arm_a}, std::pair{contact.body_b, contact.arm_b}}) {
      if (body < 0) continue;
      const ContactProblem::Body& own = problem.bodies[body];
      const double give = own.inverse_mass + arm.squaredNorm() * own.inverse_inertia.norm();
      stiffness[body] += share * problem.time_step * contact.viscosity * give;
    }
  }
  return stiffness.empty() ? 0 : *std::max_element(stiffness.begin(), stiffness.end());
}

enum class Form { stages, velocity_level, too_stiff };

Form form_of(const ContactProblem& problem) {
  const bool is_sound = has_sound_indices(problem) && is_finite(problem);
  if (!is_sound || !problem.rows.empty() || !has_damping(problem)) {
    return Form::velocity_level;
  }
  if (has_impact(problem, start_velocities(problem))) return Form::velocity_level;
  return calc_stiffness(problem) <= kLongestStep ? Form::stages : Form::too_stiff;
}

/// -h c u_t at contacts that touch, 0 along the normal.
std::vector<Vec3> calc_friction(const ContactProblem& problem, const std::vector<Vec6>& v) {
  std::vector<Vec3> friction;
  for (const ContactProblem::Contact& contact : problem.contacts) {
    Vec3 impulse = Vec3::Zero();
    if (contact.touching) {
      impulse.tail<2>() =
          -problem.time_step * contact.viscosity * calc_contact_velocity(contact, v).tail<2>();
    }
    friction.push_back(impulse);
  }
  return friction;
}

/// The frictionless problem that remains when friction is known.
ContactProblem with_friction(const ContactProblem& problem, const std::vector<Vec3>& friction) {
  std::vector<Vec6> velocities = free_velocities(problem);
  for (std::size_t c = 0; c < friction.size(); ++c) {
    apply_contact_impulse(problem, problem.contacts[c], friction[c], velocities);
  }
  ContactProblem rest = problem;
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    rest.bodies[i].free_velocity = velocities[i];
  }
  return rest;
}

/// Solves for the normal impulses when friction is known; the answer is that of the whole problem.
void solve_with_friction(const ContactProblem& problem, const std::vector<Vec3>& friction,
                         std::span<const ContactGuess> guesses, SharedEffortModel& normal,
                         Effort& effort, ContactSolution& solution) {
  normal.solve_within(effort, with_friction(problem, friction), guesses, solution);
  for (std::size_t c = 0; c < friction.size(); ++c) {
    solution.impulses[c].tail<2>() = friction[c].tail<2>();
  }
  complete_answer(problem, solution);
}

struct Stages {
  std::vector<std::vector<double>> loads;  ///< normal impulses of each stage that has an answer, N
                                           ///< s
  std::vector<Vec3> friction;              ///< of the whole step
};

/// The four stages of the classical method; the last one needs no answer of its own. A stage's
/// friction, acting for the whole step, changes velocities by h times the stage's acceleration.
Stages calc_stages(const ContactProblem& problem, SharedEffortModel& normal, Effort& effort) {
  constexpr std::array<double, 4> kWeights = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  constexpr std::array<double, 3> kShares = {0.5, 0.5, 1};
  const std::vector<Vec6> start = start_velocities(problem);
  std::vector<Vec6> velocities = start;
  Stages stages;
  stages.friction.assign(problem.contacts.size(), Vec3::Zero());
  for (std::size_t k = 0; k < kWeights.size(); ++k) {
    const std::vector<Vec3> friction = calc_friction(problem, velocities);
    for (std::size_t c = 0; c < friction.size(); ++c) {
      stages.friction[c] += kWeights[k] * friction[c];
    }
    if (k == kShares.size()) break;
    ContactSolution answer;
    solve_with_friction(problem, friction, {}, normal, effort, answer);
    stages.loads.emplace_back();
    for (const Vec3& impulse : answer.impulses) stages.loads.back().push_back(impulse.x());
    for (std::size_t i = 0; i < start.size(); ++i) {
      velocities[i] = start[i] + kShares[k] * (answer.velocities[i] - start[i]);
    }
  }
  return stages;
}

}  // namespace

void ViscousRungeKuttaModel::solve_within(Effort& effort, const ContactProblem& problem,
                                          std::span<const ContactGuess> guesses,
                                          ContactSolution& solution) {
  const Form form = form_of(problem);
  if (form != Form::stages) {
    implicit_->solve_within(effort, problem, guesses, solution);
    solution.stage_loads.clear();
    if (form == Form::too_stiff && solution.statistics.rung) {
      solution.statistics.rung = Rung::fallback;
    }
    return;
  }
  Stages stages = calc_stages(problem, *normal_, effort);
  solve_with_friction(problem, stages.friction, guesses, *normal_, effort, solution);
  solution.stage_loads = std::move(stages.loads);
  solution.next_guess = solution.impulses;
  solution.residual = judge(problem, solution);
  solution.status =
      solution.residual.max <= kSolvedResidual ? ContactStatus::solved : ContactStatus::unsolved;
}

ContactResidual ViscousRungeKuttaModel::judge(const ContactProblem& problem,
                                              const ContactSolution& solution) const {
  return form_of(problem) == Form::stages ? calc_viscous_stages_residual(problem, solution)
                                          : implicit_->judge(problem, solution);
}

PosedProblem ViscousRungeKuttaModel::pose(const ContactProblem& problem,
                                          const ContactSolution& solution) const {
  if (form_of(problem) != Form::stages) return implicit_->pose(problem, solution);
  std::vector<Vec3> friction = solution.impulses;
  for (Vec3& impulse : friction) impulse.x() = 0;
  PosedProblem posed = normal_->pose(with_friction(problem, friction), solution);
  posed.contact_problem = problem;
  return posed;
}

}  // namespace stiction
