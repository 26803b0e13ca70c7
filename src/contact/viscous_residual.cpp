#include <stiction/contact/viscous_residual.h>

#include <array>
#include <cmath>

#include "residual_terms.h"

namespace stiction {
namespace {

ContactResidual larger_of(const ContactResidual& a, const ContactResidual& b) {
  ContactResidual larger;
  larger.max = std::max(a.max, b.max);
  larger.normal = std::max(a.normal, b.normal);
  larger.friction = std::max(a.friction, b.friction);
  larger.momentum = std::max(a.momentum, b.momentum);
  larger.rows = std::max(a.rows, b.rows);
  return larger;
}

Vec2 friction_at(const ContactProblem& problem, std::size_t c, const std::vector<Vec6>& v) {
  const ContactProblem::Contact& contact = problem.contacts[c];
  if (!contact.touching) return Vec2::Zero();
  return -problem.time_step * contact.viscosity * relative_velocity(contact, v).tail<2>();
}

/// The residual of an answer whose friction is given, one entry per contact.
ContactResidual judge_with_friction(const ContactProblem& problem, const ContactSolution& solution,
                                    const std::vector<Vec2>& friction) {
  const ContactProblem::Contact* first = problem.contacts.data();
  return judge_contacts(problem, solution,
                        [&](const ContactProblem::Contact& contact, const Vec3& r, const Vec3&,
                            double impulse_scale) {
                          return (r.tail<2>() - friction[&contact - first]).norm() / impulse_scale;
                        });
}

}  // namespace

ContactResidual calc_viscous_residual(const ContactProblem& problem,
                                      const ContactSolution& solution) {
  const double V = problem.velocity_scale;
  return judge_contacts(
      problem, solution,
      [&](const ContactProblem::Contact& contact, const Vec3& r, const Vec3& u,
          double impulse_scale) {
        if (!contact.touching) return r.tail<2>().norm() / impulse_scale;
        // In units of m_c and V. Divided before adding: h c may overflow.
        const double damping = problem.time_step * contact.viscosity * V / impulse_scale;
        const Vec2 friction = r.tail<2>() / impulse_scale;
        const Vec2 slip = u.tail<2>() / V;
        if (!std::isfinite(damping)) return slip.norm();
        return Vec2(friction / (1 + damping) + damping / (1 + damping) * slip).norm();
      });
}

ContactResidual calc_viscous_stages_residual(const ContactProblem& problem,
                                             const ContactSolution& solution) {
  constexpr std::array<double, 4> kWeights = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  constexpr std::array<double, 3> kShares = {0.5, 0.5, 1};
  const std::size_t n = problem.contacts.size();
  if (solution.stage_loads.size() != kShares.size() ||
      solution.row_impulses.size() != problem.rows.size()) {
    return infinite_residual();
  }
  std::vector<Vec6> start;
  for (const ContactProblem::Body& body : problem.bodies) {
    if (!body.start_velocity.allFinite()) return infinite_residual();
    start.push_back(body.start_velocity);
  }
  std::vector<Vec6> v = start;
  std::vector<Vec2> friction(n);
  std::vector<Vec2> mean(n, Vec2::Zero());
  ContactResidual residual;
  for (std::size_t k = 0; k < kWeights.size(); ++k) {
    for (std::size_t c = 0; c < n; ++c) {
      friction[c] = friction_at(problem, c, v);
      mean[c] += kWeights[k] * friction[c];
    }
    if (k == kShares.size()) break;
    const std::vector<double>& loads = solution.stage_loads[k];
    if (loads.size() != n) return infinite_residual();
    ContactSolution stage;
    stage.row_impulses = solution.row_impulses;
    for (std::size_t c = 0; c < n; ++c) {
      stage.impulses.emplace_back(loads[c], friction[c].x(), friction[c].y());
    }
    stage.velocities = velocities_after(problem, stage);
    residual = larger_of(residual, judge_with_friction(problem, stage, friction));
    if (!(residual.max < infinite_residual().max)) return residual;
    for (std::size_t i = 0; i < v.size(); ++i) {
      v[i] = start[i] + kShares[k] * (stage.velocities[i] - start[i]);
    }
  }
  return larger_of(residual, judge_with_friction(problem, solution, mean));
}

}  // namespace stiction
