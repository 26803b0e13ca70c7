#include <stiction/contact/cone_residual.h>
#include <stiction/contact/natural_map.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "residual_terms.h"

namespace stiction {
namespace {

/// Radius of the friction disc, N s. Infinite mu times no load gives no friction.
double friction_disc_radius(const ContactProblem::Contact& contact, double theta) {
  const double load = std::max(0.0, theta) + contact.prior_normal_impulse;
  return load > 0 ? contact.friction * load : 0.0;
}

/// The parts of the natural map of one contact.
struct ConeViolation {
  double normal;    ///< in units of m_c V
  double friction;  ///< likewise
};

ConeViolation natural_map_violation(const ContactProblem::Contact& contact, const Vec3& r,
                                    const Vec3& u, double V, double contact_mass) {
  // Between immovable bodies: no impulse changes anything.
  if (std::isinf(contact_mass)) return {std::max(0.0, -u.x()) / V, 0};
  const double normal = std::abs(natural_map_of_half_line(r.x(), contact_mass * u.x()));
  const double friction = natural_map_of_disc(r.tail<2>(), contact_mass * u.tail<2>(),
                                              friction_disc_radius(contact, r.x()));
  const double per_impulse = 1 / (contact_mass * V);
  return {normal * per_impulse, friction * per_impulse};
}

/// Calls `visit(contact, r, u, m_c, violation)` for each contact.
template <typename Visit>
void for_each_contact(const ContactProblem& problem, const ContactSolution& solution, Visit visit) {
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const double contact_mass = 1 / inverse_contact_mass(problem, contact);
    const Vec3& r = solution.impulses[c];
    const Vec3 u = relative_velocity(contact, solution.velocities);
    visit(contact, r, u, contact_mass,
          natural_map_violation(contact, r, u, problem.velocity_scale, contact_mass));
  }
}

}  // namespace

ContactResidual calc_cone_residual_parts(const ContactProblem& problem,
                                         const ContactSolution& solution) {
  ContactResidual residual;
  if (!is_judgeable(problem, solution, true)) return infinite_residual();
  const double V = problem.velocity_scale;
  if (V == 0) return residual;
  for_each_contact(problem, solution,
                   [&](const ContactProblem::Contact& contact, const Vec3& r, const Vec3& u,
                       double contact_mass, const ConeViolation& violation) {
                     residual.normal = worst_of(residual.normal, violation.normal);
                     residual.friction = worst_of(residual.friction, violation.friction);
                     judge_slip(contact, r, u, V, contact_mass * V, residual);
                   });
  judge_rest(problem, solution, residual);
  return residual;
}

double calc_cone_residual(const ContactProblem& problem, const ContactSolution& solution) {
  return calc_cone_residual_parts(problem, solution).max;
}

std::vector<double> calc_cone_violations(const ContactProblem& problem,
                                         const ContactSolution& solution) {
  const std::size_t n = problem.contacts.size();
  if (!is_judgeable(problem, solution, true)) {
    return std::vector<double>(n, std::numeric_limits<double>::infinity());
  }
  if (problem.velocity_scale == 0) return std::vector<double>(n, 0.0);
  std::vector<double> violations;
  for_each_contact(
      problem, solution,
      [&](const ContactProblem::Contact&, const Vec3&, const Vec3&, double,
          const ConeViolation& violation) {
        violations.push_back(worst_of(worst_of(0, violation.normal), violation.friction));
      });
  return violations;
}

}  // namespace stiction
