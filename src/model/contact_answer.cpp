#include "contact_answer.h"

#include <algorithm>
#include <cmath>

namespace stiction {

bool is_finite(const ContactProblem& problem) {
  const auto body = [](const ContactProblem::Body& b) {
    return std::isfinite(b.inverse_mass) && b.inverse_inertia.allFinite() &&
           b.free_velocity.allFinite();
  };
  const auto contact = [](const ContactProblem::Contact& c) {
    return c.frame.allFinite() && c.arm_a.allFinite() && c.arm_b.allFinite() &&
           c.offset.allFinite() && std::isfinite(c.friction) && std::isfinite(c.viscosity) &&
           std::isfinite(c.prior_normal_impulse);
  };
  return std::isfinite(problem.time_step) &&
         std::all_of(problem.bodies.begin(), problem.bodies.end(), body) &&
         std::all_of(problem.contacts.begin(), problem.contacts.end(), contact);
}

bool nothing_closes(const ContactProblem& problem, double tolerance) {
  return std::none_of(problem.contacts.begin(), problem.contacts.end(), [&](const auto& contact) {
    return calc_free_contact_velocity(problem, contact).x() < -tolerance * problem.velocity_scale;
  });
}

ContactState state_of(const Vec3& impulse, const Vec3& velocity, double velocity_scale) {
  if (impulse.isZero(0)) return ContactState::open;
  return velocity.tail<2>().norm() > kStickingSlip * velocity_scale ? ContactState::sliding
                                                                    : ContactState::sticking;
}

void book_rung(const ContactStatistics& statistics, const ContactModelOptions& options,
               ContactSolution& solution) {
  solution.statistics = statistics;
  std::optional<Rung>& rung = solution.statistics.rung;
  if (solution.status != ContactStatus::solved) rung.reset();
  solution.statistics.warm_started = rung == Rung::remembered;
  solution.statistics.fallback = options.is_solver_named && rung == Rung::fallback;
}

void book_effort(const Effort& effort, ContactStatistics& statistics) {
  statistics.effort = effort.spent_units();
  statistics.is_out_of_effort = effort.is_exhausted();
}

void add_costs(const ContactStatistics& other, ContactStatistics& sum) {
  sum.pivots += other.pivots;
  sum.facet_passes += other.facet_passes;
  sum.factorisations += other.factorisations;
}

void complete_answer(const ContactProblem& problem, ContactSolution& solution) {
  get_free_velocities(problem, solution.velocities);
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    apply_contact_impulse(problem, problem.contacts[c], solution.impulses[c], solution.velocities);
  }
  solution.states.clear();
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const Vec3 u = calc_contact_velocity(problem.contacts[c], solution.velocities);
    solution.states.push_back(state_of(solution.impulses[c], u, problem.velocity_scale));
  }
}

}  // namespace stiction
