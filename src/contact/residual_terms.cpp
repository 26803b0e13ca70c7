#include "residual_terms.h"

#include <stiction/contact/natural_map.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

/// Contacts slower than this share of V have no direction of slip worth judging.
constexpr double kSlowSlip = 1e-6;

double largest_principal_moment(const Mat3& inertia) {
  return Eigen::SelfAdjointEigenSolver<Mat3>(inertia, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .maxCoeff();
}

/// True if all is finite except the bounds, which may be infinite, and lower <= upper.
bool is_sound_row(const ContactProblem::Row& row) {
  return std::isfinite(row.offset) && row.lower <= row.upper && row.length > 0 &&
         std::isfinite(row.length) && row.softness >= 0 && std::isfinite(row.softness) &&
         std::all_of(row.sides.begin(), row.sides.end(),
                     [](const auto& side) { return side.jacobian.allFinite(); });
}

bool is_finite(const ContactProblem& problem, bool may_have_infinite_friction) {
  const auto body = [](const ContactProblem::Body& b) {
    return b.mass > 0 && std::isfinite(b.mass) && b.inertia.allFinite() && b.inverse_mass > 0 &&
           std::isfinite(b.inverse_mass) && b.inverse_inertia.allFinite() &&
           b.free_velocity.allFinite();
  };
  const auto contact = [&](const ContactProblem::Contact& c) {
    const bool has_friction =
        may_have_infinite_friction ? c.friction >= 0 : std::isfinite(c.friction);
    // 0 times a finite number is 0; times anything else it is NaN.
    const Vec3 zeros = 0 * c.frame.col(0) + 0 * c.frame.col(1) + 0 * c.frame.col(2) + 0 * c.arm_a +
                       0 * c.arm_b + 0 * c.offset;
    return has_friction && zeros.isZero(0) && std::isfinite(c.viscosity) &&
           std::isfinite(c.prior_normal_impulse);
  };
  return problem.velocity_scale >= 0 && std::isfinite(problem.velocity_scale) &&
         std::isfinite(problem.time_step) &&
         std::all_of(problem.bodies.begin(), problem.bodies.end(), body) &&
         std::all_of(problem.contacts.begin(), problem.contacts.end(), contact) &&
         std::all_of(problem.rows.begin(), problem.rows.end(), is_sound_row);
}

bool is_finite(const ContactSolution& solution) {
  return are_finite(solution.impulses) && are_finite(solution.velocities) &&
         std::all_of(solution.row_impulses.begin(), solution.row_impulses.end(),
                     [](double impulse) { return std::isfinite(impulse); });
}

/// J^T r of every body.
void sum_impulses_on_bodies(const ContactProblem& problem, const ContactSolution& solution,
                            std::vector<Vec6>& impulse) {
  impulse.assign(problem.bodies.size(), Vec6::Zero());
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    const Vec3 world = contact.frame * solution.impulses[c];
    if (const int a = contact.body_a; a >= 0) {
      impulse[a].head<3>() += world;
      impulse[a].tail<3>() += contact.arm_a.cross(world);
    }
    if (const int b = contact.body_b; b >= 0) {
      impulse[b].head<3>() -= world;
      impulse[b].tail<3>() -= contact.arm_b.cross(world);
    }
  }
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    for (const ContactProblem::Row::Side& side : problem.rows[i].sides) {
      if (side.body >= 0) impulse[side.body] += solution.row_impulses[i] * side.jacobian;
    }
  }
}

/// The natural map of a row in units of V. The definition in `ContactResidual` reduces to L |r -
/// clip(r - m u, l, h)| / (m V), with m and u of the unscaled row and L its length.
double natural_map_of_row(const ContactProblem& problem, const ContactProblem::Row& row, double r,
                          const std::vector<Vec6>& v) {
  double u = row.offset;
  double inverse_mass = 0;
  for (const ContactProblem::Row::Side& side : row.sides) {
    if (side.body < 0) continue;
    const ContactProblem::Body& body = problem.bodies[side.body];
    const Vec3 force = side.jacobian.head<3>();
    const Vec3 torque = side.jacobian.tail<3>();
    u += force.dot(v[side.body].head<3>()) + torque.dot(v[side.body].tail<3>());
    inverse_mass +=
        body.inverse_mass * force.squaredNorm() + torque.dot(body.inverse_inertia * torque);
  }
  u += row.softness * r;
  // A row that acts on no body cannot be satisfied.
  if (!(inverse_mass > 0)) return std::numeric_limits<double>::infinity();
  inverse_mass += row.softness;
  const double error = natural_map_of_interval(r, u / inverse_mass, row.lower, row.upper);
  return row.length * std::abs(error) * inverse_mass / problem.velocity_scale;
}

}  // namespace

Vec3 relative_velocity(const ContactProblem::Contact& contact, const std::vector<Vec6>& v) {
  Vec3 of_a_against_b = Vec3::Zero();
  if (const int a = contact.body_a; a >= 0) {
    of_a_against_b += v[a].head<3>() + v[a].tail<3>().cross(contact.arm_a);
  }
  if (const int b = contact.body_b; b >= 0) {
    of_a_against_b -= v[b].head<3>() + v[b].tail<3>().cross(contact.arm_b);
  }
  return contact.frame.transpose() * of_a_against_b + contact.offset;
}

std::vector<Vec6> velocities_after(const ContactProblem& problem, const ContactSolution& solution) {
  std::vector<Vec6> velocities;
  sum_impulses_on_bodies(problem, solution, velocities);
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    const ContactProblem::Body& body = problem.bodies[i];
    velocities[i].head<3>() *= body.inverse_mass;
    velocities[i].tail<3>() = body.inverse_inertia * velocities[i].tail<3>().eval();
    velocities[i] += body.free_velocity;
  }
  return velocities;
}

double inverse_contact_mass(const ContactProblem& problem, const ContactProblem::Contact& contact) {
  const Vec3 n = contact.frame.col(0);
  const auto of_side = [&](int index, const Vec3& arm) {
    if (index < 0) return 0.0;
    const ContactProblem::Body& body = problem.bodies[index];
    const Vec3 lever = arm.cross(n);
    return body.inverse_mass + lever.dot(body.inverse_inertia * lever);
  };
  return of_side(contact.body_a, contact.arm_a) + of_side(contact.body_b, contact.arm_b);
}

double normal_violation(const Vec3& r, const Vec3& u, double V, double impulse_scale) {
  return std::abs(std::min(u.x() / V, r.x() / impulse_scale));
}

double momentum_violation(const ContactProblem& problem, const ContactSolution& solution) {
  const double V = problem.velocity_scale;
  thread_local std::vector<Vec6> impulse;  // static only to reuse its memory
  sum_impulses_on_bodies(problem, solution, impulse);
  double violation = 0;
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const ContactProblem::Body& body = problem.bodies[i];
    const Vec6 change = solution.velocities[i] - body.free_velocity;
    const double linear = (body.mass * change.head<3>() - impulse[i].head<3>()).norm();
    const double angular = (body.inertia * change.tail<3>() - impulse[i].tail<3>()).norm();
    violation = worst_of(violation, linear / (body.mass * V));
    // The largest moment is at least the mean; it is computed only if it can matter.
    const double mean = std::sqrt(body.inertia.trace() / 3 / body.mass);
    if (angular / (body.mass * V * mean) <= violation) continue;
    const double gyration = std::sqrt(largest_principal_moment(body.inertia) / body.mass);
    violation = worst_of(violation, angular / (body.mass * V * gyration));
  }
  return violation;
}

double row_violation(const ContactProblem& problem, const ContactSolution& solution) {
  double violation = 0;
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    violation =
        worst_of(violation, natural_map_of_row(problem, problem.rows[i], solution.row_impulses[i],
                                               solution.velocities));
  }
  return violation;
}

void judge_slip(const ContactProblem::Contact& contact, const Vec3& r, const Vec3& u, double V,
                double impulse_scale, ContactResidual& residual) {
  const Vec2 f = r.tail<2>();
  const Vec2 slip = u.tail<2>();
  const double bound = contact.friction * (r.x() + contact.prior_normal_impulse);
  const double slow = kSlowSlip * V;
  if (!(slip.squaredNorm() > slow * slow) || !(bound > kSlowSlip * impulse_scale)) return;
  const double cross = f.x() * -slip.y() - f.y() * -slip.x();
  residual.cone_angle = std::max(residual.cone_angle, std::abs(std::atan2(cross, -f.dot(slip))));
  residual.cone_force = std::max(residual.cone_force, std::abs(bound - f.norm()) / bound);
}

void judge_rest(const ContactProblem& problem, const ContactSolution& solution,
                ContactResidual& residual) {
  residual.momentum = momentum_violation(problem, solution);
  residual.rows = row_violation(problem, solution);
  residual.max = std::max({residual.normal, residual.friction, residual.momentum, residual.rows});
}

bool is_judgeable(const ContactProblem& problem, const ContactSolution& solution,
                  bool may_have_infinite_friction) {
  return solution.impulses.size() == problem.contacts.size() &&
         solution.row_impulses.size() == problem.rows.size() &&
         solution.velocities.size() == problem.bodies.size() && has_sound_indices(problem) &&
         is_finite(problem, may_have_infinite_friction) && is_finite(solution);
}

ContactResidual infinite_residual() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  ContactResidual residual;
  residual.max = residual.normal = residual.friction = residual.momentum = residual.rows =
      kInfinity;
  return residual;
}

}  // namespace stiction
