#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/contact/contact_residual.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

// Terms that the judges of all models share. Judges recompute everything from the definition and
// deliberately call none of the helpers that the solvers use: a mistake in those must not hide
// itself.

namespace stiction {

/// The larger of two violations; NaN counts as infinite.
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

/// M (v+ - v*) - J^T r, the largest over the bodies; linear in units of m V, angular in units of m
/// V times the body's largest radius of gyration.
double momentum_violation(const ContactProblem& problem, const ContactSolution& solution);

/// `ContactResidual::rows`.
double row_violation(const ContactProblem& problem, const ContactSolution& solution);

/// Compares the direction and size of friction with Coulomb's true cone if the contact slides;
/// updates `cone_angle` and `cone_force`.
void judge_slip(const ContactProblem::Contact& contact, const Vec3& r, const Vec3& u, double V,
                double impulse_scale, ContactResidual& residual);

/// Fills in the parts that all laws have in common, momentum and rows beyond contacts, and `max`.
void judge_rest(const ContactProblem& problem, const ContactSolution& solution,
                ContactResidual& residual);

/// True if every number is finite (except coefficients of friction, if those may be infinite),
/// masses are > 0, the bodies of contacts and rows exist, and there is one entry for each contact,
/// row and body.
bool is_judgeable(const ContactProblem& problem, const ContactSolution& solution,
                  bool may_have_infinite_friction = false);

/// The residual of an invalid answer.
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
