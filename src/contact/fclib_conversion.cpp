#include <stiction/contact/fclib_conversion.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace stiction {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

/// Adds the mass matrix of body b at row 6 b.
void add_mass(const ContactProblem::Body& body, int b, Triplets& triplets) {
  for (int i = 0; i < 3; ++i) {
    triplets.emplace_back(6 * b + i, 6 * b + i, body.mass);
    for (int k = 0; k < 3; ++k) {
      if (body.inertia(i, k) != 0) {
        triplets.emplace_back(6 * b + 3 + i, 6 * b + 3 + k, body.inertia(i, k));
      }
    }
  }
}

/// Adds the body's wrench of unit impulses at contact c: `sign` times (d, arm x d) for each
/// direction d.
void add_jacobian(const ContactProblem::Contact& contact, int c, int b, const Vec3& arm,
                  double sign, Triplets& triplets) {
  if (b < 0) return;
  for (int k = 0; k < 3; ++k) {
    const Vec3 direction = sign * contact.frame.col(k);
    const Vec3 turning = arm.cross(direction);
    for (int i = 0; i < 3; ++i) {
      triplets.emplace_back(6 * b + i, 3 * c + k, direction[i]);
      triplets.emplace_back(6 * b + 3 + i, 3 * c + k, turning[i]);
    }
  }
}

}  // namespace

bool fits_fclib(const ContactProblem& problem) {
  return problem.rows.empty() &&
         std::none_of(problem.contacts.begin(), problem.contacts.end(), [](const auto& contact) {
           return contact.friction > 0 && contact.prior_normal_impulse > 0;
         });
}

FclibProblem make_fclib_problem(const ContactProblem& problem) {
  if (!fits_fclib(problem)) {
    throw std::invalid_argument(
        "expected a contact problem without prior normal impulses and rows, which FCLIB cannot "
        "express");
  }
  require_sound_indices(problem);
  const int m = static_cast<int>(problem.bodies.size());
  const int n = static_cast<int>(problem.contacts.size());
  FclibProblem fclib;
  fclib.form = FclibProblem::Form::global;
  fclib.dimension = 3;
  fclib.title = "Stiction contact problem";
  fclib.description = "SI units; impulses r in N s";
  Triplets masses;
  Eigen::VectorXd free_velocity(6 * m);
  for (int b = 0; b < m; ++b) {
    add_mass(problem.bodies[b], b, masses);
    free_velocity.segment<6>(6 * b) = problem.bodies[b].free_velocity;
  }
  fclib.M.resize(6 * m, 6 * m);
  fclib.M.setFromTriplets(masses.begin(), masses.end());
  fclib.f = fclib.M * free_velocity;
  Triplets jacobians;
  fclib.w.resize(3 * n);
  fclib.mu.resize(n);
  for (int c = 0; c < n; ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    add_jacobian(contact, c, contact.body_a, contact.arm_a, 1, jacobians);
    add_jacobian(contact, c, contact.body_b, contact.arm_b, -1, jacobians);
    fclib.w.segment<3>(3 * c) = contact.offset;
    fclib.mu[c] = contact.friction;
  }
  fclib.H.resize(6 * m, 3 * n);
  fclib.H.setFromTriplets(jacobians.begin(), jacobians.end());
  return fclib;
}

}  // namespace stiction
