#include "stress_problems.h"

#include <stiction/math/tangent_basis.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "lloyd_problems.h"
#include "random.h"

namespace stiction::bench {
namespace {

/// 1 kg, turned at random.
ContactProblem::Body make_strewn_body(Random& random) {
  ContactProblem::Body body;
  body.mass = 1;
  body.inverse_mass = 1;
  // Half sizes of a box.
  const Vec3 a = Vec3::Constant(0.7) + random.in_cube(0.5);
  const Vec3 moments = Vec3::Constant(a.squaredNorm() / 3) - a.cwiseProduct(a) / 3;
  const Vec3 axis = random.in_cube(1);
  const Mat3 R = Eigen::AngleAxisd(axis.norm() * std::numbers::pi, axis.normalized()).matrix();
  body.inertia = R * moments.asDiagonal() * R.transpose();
  body.inverse_inertia = R * moments.cwiseInverse().asDiagonal() * R.transpose();
  body.free_velocity.head<3>() = random.in_cube(1);
  body.free_velocity.tail<3>() = random.in_cube(1);
  return body;
}

/// Bodies in a box, each touching the world or each other anywhere, in any direction.
ContactProblem make_cloud(Random& random) {
  ContactProblem problem;
  const int m = random.integer(1, 8);
  std::vector<Vec3> centres;
  for (int i = 0; i < m; ++i) {
    problem.bodies.push_back(make_strewn_body(random));
    centres.push_back(random.in_cube(2));
  }
  const int n = random.integer(1, 4 * m + 4);
  for (int c = 0; c < n; ++c) {
    ContactProblem::Contact contact;
    contact.body_a = random.integer(0, m - 1);
    contact.body_b = random.integer(-1, m - 1);
    if (contact.body_b == contact.body_a) contact.body_b = -1;
    const Vec3 point = centres[contact.body_a] + random.in_cube(1);
    contact.arm_a = point - centres[contact.body_a];
    if (contact.body_b >= 0) contact.arm_b = point - centres[contact.body_b];
    const Vec3 normal = random.in_cube(1).normalized();
    const auto [t1, t2] = make_tangent_basis(normal);
    contact.frame << normal, t1, t2;
    problem.contacts.push_back(contact);
  }
  return problem;
}

ContactProblem make_family(StressFamily family, Random& random) {
  switch (family) {
    case StressFamily::peg:
      return make_peg_problem(2 * random.integer(1, random.happens(0.1) ? 32 : 16),
                              random.generator())
          .problem;
    case StressFamily::single:
      return make_single_body_problem(random.integer(0, kNumSingleBodies - 1), random.generator())
          .problem;
    case StressFamily::stack: {
      std::vector<int> contacts_below(random.integer(1, random.happens(0.1) ? 10 : 5));
      for (int& contacts : contacts_below) contacts = random.happens(0.5) ? 4 : 8;
      return make_stack_problem(contacts_below, random.generator()).problem;
    }
    case StressFamily::cloud:
      break;
  }
  return make_cloud(random);
}

double largest_contact_velocity(const ContactProblem& problem) {
  const std::vector<Vec6> velocities = free_velocities(problem);
  double largest = 0;
  for (ContactProblem::Contact contact : problem.contacts) {
    contact.offset.setZero();
    largest = std::max(largest, calc_contact_velocity(contact, velocities).norm());
  }
  return largest;
}

void change_masses(ContactProblem& problem, Random& random) {
  for (ContactProblem::Body& body : problem.bodies) {
    const double factor = std::pow(10.0, random.uniform(-2, 2));
    body.mass *= factor;
    body.inertia *= factor;
    body.inverse_mass /= factor;
    body.inverse_inertia /= factor;
  }
}

/// Some duplicates get a friction that differs from the original's.
void duplicate_contacts(ContactProblem& problem, Random& random) {
  const int copies = random.integer(1, 4);
  for (int i = 0; i < copies; ++i) {
    const int n = static_cast<int>(problem.contacts.size());
    ContactProblem::Contact copy = problem.contacts[random.integer(0, n - 1)];
    if (random.happens(0.5)) copy.friction = random.uniform(0.1, 0.8);
    problem.contacts.push_back(copy);
  }
}

void turn_tangents(ContactProblem::Contact& contact, double angle) {
  const Vec3 t1 = contact.frame.col(1);
  const Vec3 t2 = contact.frame.col(2);
  contact.frame.col(1) = std::cos(angle) * t1 + std::sin(angle) * t2;
  contact.frame.col(2) = std::cos(angle) * t2 - std::sin(angle) * t1;
}

/// The mass of body a of a contact, which is never the world.
double mass_of(const ContactProblem& problem, const ContactProblem::Contact& contact) {
  return problem.bodies[contact.body_a].mass;
}

void change_contacts(ContactProblem& problem, unsigned features, Random& random) {
  const double V = problem.velocity_scale;
  for (ContactProblem::Contact& contact : problem.contacts) {
    if (features & kTurnedFacets) turn_tangents(contact, random.uniform(0, 2 * std::numbers::pi));
    if ((features & kFrictionless) && random.happens(0.4)) contact.friction = 0;
    if ((features & kPriorImpulse) && random.happens(0.5)) {
      contact.prior_normal_impulse = random.uniform(0, 1) * V * mass_of(problem, contact);
    }
    if ((features & kOpenGaps) && random.happens(0.5)) contact.offset.x() = random.uniform(0, V);
  }
}

}  // namespace

StressProblem make_stress_problem(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index);
  StressProblem made;
  made.family = static_cast<StressFamily>(random.integer(0, 3));
  for (std::size_t i = 0; i < kStressFeatures.size(); ++i) {
    if (random.happens(0.25)) made.features |= 1u << i;
  }
  ContactProblem& problem = made.problem;
  problem = make_family(made.family, random);
  made.directions = 4 << random.integer(0, 2);
  for (ContactProblem::Contact& contact : problem.contacts) {
    contact.friction = random.uniform(0.1, 0.8);
  }
  if (made.features & kMassRatios) change_masses(problem, random);
  if (made.features & kDuplicates) duplicate_contacts(problem, random);
  problem.velocity_scale = largest_contact_velocity(problem);
  change_contacts(problem, made.features, random);
  return made;
}

}  // namespace stiction::bench
