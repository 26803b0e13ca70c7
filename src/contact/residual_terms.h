#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/contact/contact_residual.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

// What the judges of all models share. Judges recompute everything from the definition and
// deliberately call none of the helpers that the solvers use: a mistake in those must not hide
// itself.

namespace stiction {

/// The larger of two violations; what is no number is as wrong as can be.
inline double worst_of(double violation, double other) {
  return std::isnan(other) ? std::numeric_limits<double>::infinity() : std::max(violation, other);
}

/// u = J v+ + offset.
Vec3 relative_velocity(const ContactProblem::Contact& contact, const std::vector<Vec6>& v);

/// v* + M^-1 J^T r of every body.
std::vector<Vec6> velocities_after(const ContactProblem& problem, const ContactSolution& solution);

/// 1/m_c = n M^-1 n^T of the contact's normal row.
double inverse_contact_mass(const ContactProblem& problem, const ContactProblem::Contact& contact);

/// min(u_n, theta) in units of V and m_c V.
double normal_violation(const Vec3& r, const Vec3& u, double V, double impulse_scale);

/// M (v+ - v*) - J^T r of the body where it is largest; linear in units of m V, angular of m V
/// times the body's largest radius of gyration.
double momentum_violation(const ContactProblem& problem, const ContactSolution& solution);

/// `ContactResidual::rows`.
double row_violation(const ContactProblem& problem, const ContactSolution& solution);

/// Direction and size of friction against Coulomb's true cone, where the contact slides: into
/// `cone_angle` and `cone_force`.
void judge_slip(const ContactProblem::Contact& contact, const Vec3& r, const Vec3& u, double V,
                double impulse_scale, ContactResidual& residual);

/// Fills in what all laws have in common, the momentum and the rows beyond contacts, and `max`.
void judge_rest(const ContactProblem& problem, const ContactSolution& solution,
                ContactResidual& residual);

/// Whether every number is finite, coefficients of friction aside where they may be infinite,
/// masses are > 0, the bodies of contacts and rows exist, and there is one entry for each contact,
/// row and body.
bool is_judgeable(const ContactProblem& problem, const ContactSolution& solution,
                  bool may_have_infinite_friction = false);

/// That of an answer that is none.
ContactResidual infinite_residual();

/// The residual of a law whose tangential conditions are measured by
/// `friction_violation(contact, r, u, impulse_scale)`, dimensionless; see `ContactResidual`.
template <typename FrictionViolation>
ContactResidual judge_contacts(const ContactProblem& problem, const ContactSolution& solution,
                               FrictionViolation friction_violation) {
  ContactResidual residual;
  if (!is_judgeable(problem, solution)) return infinite_residual();
  const double V = problem.velocity_scale;
  if (V == 0) return residual;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const double impulse_scale = V / inverse_contact_mass(problem, contact);
    const Vec3& r = solution.impulses[c];
    const Vec3 u = relative_velocity(contact, solution.velocities);
    residual.normal = worst_of(residual.normal, normal_violation(r, u, V, impulse_scale));
    residual.friction =
        worst_of(residual.friction, friction_violation(contact, r, u, impulse_scale));
  }
  judge_rest(problem, solution, residual);
  return residual;
}

}  // namespace stiction
