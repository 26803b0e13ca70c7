#include "residual_terms.h"

#include <Eigen/Eigenvalues>

#include <array>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

/// One side of a contact: the sign with which it enters J, its body and its arm.
struct Side {
  double sign;
  int body;
  Vec3 arm;
};

std::array<Side, 2> sides(const ContactProblem::Contact& contact) {
  return {Side{1.0, contact.body_a, contact.arm_a}, Side{-1.0, contact.body_b, contact.arm_b}};
}

double largest_principal_moment(const Mat3& inertia) {
  return Eigen::SelfAdjointEigenSolver<Mat3>(inertia, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .maxCoeff();
}

bool is_finite(const ContactProblem& problem, bool may_have_infinite_friction) {
  const auto body = [](const ContactProblem::Body& b) {
    return std::isfinite(b.mass) && b.inertia.allFinite() && std::isfinite(b.inverse_mass) &&
           b.inverse_inertia.allFinite() && b.free_velocity.allFinite();
  };
  const auto contact = [&](const ContactProblem::Contact& c) {
    const bool has_friction =
        may_have_infinite_friction ? c.friction >= 0 : std::isfinite(c.friction);
    return has_friction && c.frame.allFinite() && c.arm_a.allFinite() && c.arm_b.allFinite() &&
           c.offset.allFinite() && std::isfinite(c.viscosity) &&
           std::isfinite(c.prior_normal_impulse);
  };
  return std::isfinite(problem.velocity_scale) && std::isfinite(problem.time_step) &&
         std::all_of(problem.bodies.begin(), problem.bodies.end(), body) &&
         std::all_of(problem.contacts.begin(), problem.contacts.end(), contact);
}

bool is_finite(const ContactSolution& solution) {
  const auto finite = [](const auto& v) { return v.allFinite(); };
  return std::all_of(solution.impulses.begin(), solution.impulses.end(), finite) &&
         std::all_of(solution.velocities.begin(), solution.velocities.end(), finite) &&
         std::all_of(solution.facet_angles.begin(), solution.facet_angles.end(),
                     [](double angle) { return std::isfinite(angle); });
}

/// J^T r of every body.
void sum_impulses_on_bodies(const ContactProblem& problem, const std::vector<Vec3>& impulses,
                            std::vector<Vec6>& impulse) {
  impulse.assign(problem.bodies.size(), Vec6::Zero());
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const Vec3 world = problem.contacts[c].frame * impulses[c];
    for (const Side& side : sides(problem.contacts[c])) {
      if (side.body < 0) continue;
      impulse[side.body].head<3>() += side.sign * world;
      impulse[side.body].tail<3>() += side.sign * side.arm.cross(world);
    }
  }
}

}  // namespace

Vec3 relative_velocity(const ContactProblem::Contact& contact, const std::vector<Vec6>& v) {
  Vec3 u = contact.offset;
  for (const Side& side : sides(contact)) {
    if (side.body < 0) continue;
    const Vec3 at_point = v[side.body].head<3>() + v[side.body].tail<3>().cross(side.arm);
    u += side.sign * (contact.frame.transpose() * at_point);
  }
  return u;
}

std::vector<Vec6> velocities_after(const ContactProblem& problem,
                                   const std::vector<Vec3>& impulses) {
  std::vector<Vec6> velocities;
  sum_impulses_on_bodies(problem, impulses, velocities);
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
  double sum = 0;
  for (const Side& side : sides(contact)) {
    if (side.body < 0) continue;
    const ContactProblem::Body& body = problem.bodies[side.body];
    const Vec3 lever = side.arm.cross(n);
    sum += body.inverse_mass + lever.dot(body.inverse_inertia * lever);
  }
  return sum;
}

double normal_violation(const Vec3& r, const Vec3& u, double V, double impulse_scale) {
  return std::abs(std::min(u.x() / V, r.x() / impulse_scale));
}

double momentum_violation(const ContactProblem& problem, const ContactSolution& solution,
                          double floor) {
  const double V = problem.velocity_scale;
  thread_local std::vector<Vec6> impulse;  // its memory alone lives on
  sum_impulses_on_bodies(problem, solution.impulses, impulse);
  double violation = floor;
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const ContactProblem::Body& body = problem.bodies[i];
    const Vec6 change = solution.velocities[i] - body.free_velocity;
    const double linear = (body.mass * change.head<3>() - impulse[i].head<3>()).norm();
    const double angular = (body.inertia * change.tail<3>() - impulse[i].tail<3>()).norm();
    violation = std::max(violation, linear / (body.mass * V));
    // The largest moment is at least their mean; it is found only where it can matter.
    const double mean = std::sqrt(body.inertia.trace() / 3 / body.mass);
    if (angular / (body.mass * V * mean) <= violation) continue;
    const double gyration = std::sqrt(largest_principal_moment(body.inertia) / body.mass);
    violation = std::max(violation, angular / (body.mass * V * gyration));
  }
  return violation;
}

bool is_judgeable(const ContactProblem& problem, const ContactSolution& solution,
                  bool may_have_infinite_friction) {
  return solution.impulses.size() == problem.contacts.size() &&
         solution.velocities.size() == problem.bodies.size() &&
         is_finite(problem, may_have_infinite_friction) && is_finite(solution);
}

ContactResidual infinite_residual() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  ContactResidual residual;
  residual.max = residual.normal = residual.friction = residual.momentum = kInfinity;
  return residual;
}

}  // namespace stiction
