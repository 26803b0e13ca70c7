#include "contact_answer.h"

#include <algorithm>
#include <cmath>

#include "infinity.h"

namespace stiction {

bool is_finite(const ContactProblem& problem) {
  const auto body = [](const ContactProblem::Body& b) {
    return b.inverse_mass > 0 && std::isfinite(b.inverse_mass) && b.inverse_inertia.allFinite() &&
           b.free_velocity.allFinite();
  };
  const auto contact = [](const ContactProblem::Contact& c) {
    // Times 0, finite numbers give 0, all others NaN.
    const Vec3 zeros = 0 * c.frame.col(0) + 0 * c.frame.col(1) + 0 * c.frame.col(2) + 0 * c.arm_a +
                       0 * c.arm_b + 0 * c.offset;
    return (c.body_a >= 0 || c.body_b >= 0) && zeros.isZero(0) && std::isfinite(c.friction) &&
           std::isfinite(c.viscosity) && std::isfinite(c.prior_normal_impulse);
  };
  const auto row = [&](const ContactProblem::Row& r) {
    const double compliance = calc_row_compliance(problem, r);
    return std::isfinite(r.offset) && std::isfinite(r.start_impulse) && r.lower <= r.upper &&
           r.length > 0 && std::isfinite(r.length) && r.softness >= 0 &&
           std::isfinite(r.softness) && compliance > 0 && std::isfinite(compliance);
  };
  return problem.velocity_scale >= 0 && std::isfinite(problem.velocity_scale) &&
         std::isfinite(problem.time_step) &&
         std::all_of(problem.bodies.begin(), problem.bodies.end(), body) &&
         std::all_of(problem.contacts.begin(), problem.contacts.end(), contact) &&
         std::all_of(problem.rows.begin(), problem.rows.end(), row);
}

bool nothing_acts(const ContactProblem& problem, double tolerance) {
  if (problem.velocity_scale == 0) return true;
  const double slow = tolerance * problem.velocity_scale;
  const bool closes = std::ranges::any_of(problem.contacts, [&](const auto& contact) {
    return calc_free_contact_velocity(problem, contact).x() < -slow;
  });
  if (closes || problem.rows.empty()) return !closes;
  const std::vector<Vec6> velocities = free_velocities(problem);
  return std::ranges::all_of(problem.rows, [&](const ContactProblem::Row& row) {
    const double u = row.length * calc_row_velocity(row, velocities);
    return row.lower <= 0 && row.upper >= 0 && (u >= -slow || row.upper == 0) &&
           (u <= slow || row.lower == 0);
  });
}

Vec3 clipped(const ContactProblem::Contact& contact, const Vec3& impulse) {
  Vec3 inside = impulse;
  inside.x() = std::max(0.0, impulse.x());
  const double bound = contact.friction * (inside.x() + contact.prior_normal_impulse);
  const double squared_size = impulse.tail<2>().squaredNorm();
  if (squared_size > bound * bound) inside.tail<2>() *= bound / std::sqrt(squared_size);
  return inside;
}

double score_of(const ContactResidual& residual) {
  if (!(residual.max <= kSolvedResidual)) return kUnsolvedScore + residual.max;
  return residual.max / kAcceptedResidual;
}

ContactState state_of(const Vec3& impulse, const Vec3& velocity, double velocity_scale) {
  if (impulse.isZero(0)) return ContactState::open;
  const double slow = kStickingSlip * velocity_scale;
  return velocity.tail<2>().squaredNorm() > slow * slow ? ContactState::sliding
                                                        : ContactState::sticking;
}

void leave_unsolved(const ContactProblem& problem, ContactSolution& solution) {
  solution = {};
  solution.impulses.assign(problem.contacts.size(), Vec3::Zero());
  solution.states.assign(problem.contacts.size(), ContactState::open);
  solution.row_impulses.assign(problem.rows.size(), 0.0);
  solution.velocities = free_velocities(problem);
}

void book_rung(const ContactStatistics& statistics, ContactSolution& solution) {
  solution.statistics = statistics;
  std::optional<Rung>& rung = solution.statistics.rung;
  if (solution.status != ContactStatus::solved) rung.reset();
  solution.statistics.warm_started = rung == Rung::remembered;
}

void book_effort(const Effort& effort, ContactStatistics& statistics) {
  statistics.effort = effort.spent_units();
  statistics.is_out_of_effort = effort.is_exhausted();
}

void add_costs(const ContactStatistics& other, ContactStatistics& sum) {
  sum.pivots += other.pivots;
  sum.passes += other.passes;
  sum.factorisations += other.factorisations;
}

void reset_answer(const ContactProblem& problem, ContactSolution& solution) {
  solution.impulses.assign(problem.contacts.size(), Vec3::Zero());
  solution.row_impulses.assign(problem.rows.size(), 0.0);
  solution.states.assign(problem.contacts.size(), ContactState::open);
  get_free_velocities(problem, solution.velocities);
  solution.residual = {};
  solution.residual.max = kInfinity;
}

void complete_answer(const ContactProblem& problem, ContactSolution& solution) {
  get_velocities_after(problem, solution, solution.velocities);
  solution.states.clear();
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const Vec3 u = calc_contact_velocity(problem.contacts[c], solution.velocities);
    solution.states.push_back(state_of(solution.impulses[c], u, problem.velocity_scale));
  }
}

}  // namespace stiction
