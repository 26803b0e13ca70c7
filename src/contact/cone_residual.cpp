#include <stiction/contact/cone_residual.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "residual_terms.h"

namespace stiction {
namespace {

/// Of the disc, N s. Infinite mu times nothing to lean on is no friction.
double friction_disc_radius(const ContactProblem::Contact& contact, double theta) {
  const double load = std::max(0.0, theta) + contact.prior_normal_impulse;
  return load > 0 ? contact.friction * load : 0.0;
}

Vec2 project_onto_disc(const Vec2& f, double radius) {
  const double size = f.norm();
  return size <= radius ? f : Vec2(radius / size * f);
}

/// In units of m_c V.
double natural_map_violation(const ContactProblem& problem, const ContactSolution& solution,
                             std::size_t c) {
  const ContactProblem::Contact& contact = problem.contacts[c];
  const double contact_mass = 1 / inverse_contact_mass(problem, contact);
  const Vec3 u = relative_velocity(contact, solution.velocities);
  const Vec3& r = solution.impulses[c];
  const double theta = r.x();
  const Vec2 f = r.tail<2>();
  const double normal = std::abs(theta - std::max(0.0, theta - contact_mass * u.x()));
  const Vec2 projected =
      project_onto_disc(f - contact_mass * u.tail<2>(), friction_disc_radius(contact, theta));
  return std::max(normal, (f - projected).norm()) / (contact_mass * problem.velocity_scale);
}

}  // namespace

double calc_cone_residual(const ContactProblem& problem, const ContactSolution& solution) {
  if (!is_judgeable(problem, solution, true)) return std::numeric_limits<double>::infinity();
  if (!(problem.velocity_scale > 0)) return 0;
  double residual = 0;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    residual = std::max(residual, natural_map_violation(problem, solution, c));
  }
  return momentum_violation(problem, solution, residual);
}

std::vector<double> calc_cone_violations(const ContactProblem& problem,
                                         const ContactSolution& solution) {
  const std::size_t n = problem.contacts.size();
  if (!is_judgeable(problem, solution, true)) {
    return std::vector<double>(n, std::numeric_limits<double>::infinity());
  }
  std::vector<double> violations(n, 0.0);
  for (std::size_t c = 0; c < n && problem.velocity_scale > 0; ++c) {
    violations[c] = natural_map_violation(problem, solution, c);
  }
  return violations;
}

}  // namespace stiction
