#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/contact/coulomb_residual.h>
#include <stiction/math/rotation.h>
#include <stiction/math/tangent_basis.h>

#include <Eigen/Geometry>

#include <cmath>
#include <random>
#include <vector>

namespace stiction {

/// A body with three different principal moments of inertia.
inline ContactProblem::Body make_problem_body(double mass, const Vec6& free_velocity) {
  ContactProblem::Body body;
  body.mass = mass;
  body.inverse_mass = 1 / mass;
  body.inertia = mass * Vec3(0.3, 0.4, 0.5).asDiagonal().toDenseMatrix();
  body.inverse_inertia = body.inertia.inverse();
  body.free_velocity = free_velocity;
  return body;
}

/// A contact frame with columns n, t1, t2.
inline Mat3 make_frame(const Vec3& normal) {
  const TangentBasis basis = make_tangent_basis(normal);
  Mat3 frame;
  frame << normal, basis.t1, basis.t2;
  return frame;
}

/// One body of 2 kg on a fixed floor, with a contact at its centre of mass (arm zero, so that it
/// does not turn) and frame (n, t1, t2) = (z, x, y).
inline ContactProblem make_particle(const Vec3& free_velocity, double friction) {
  ContactProblem problem;
  Vec6 v = Vec6::Zero();
  v.head<3>() = free_velocity;
  problem.bodies.push_back(make_problem_body(2, v));
  ContactProblem::Contact contact;
  contact.body_a = 0;
  contact.frame << Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY();
  contact.friction = friction;
  problem.contacts.push_back(contact);
  problem.velocity_scale = 1;
  return problem;
}

/// A cube of 1 m and 1 kg on the floor with a contact at each lower corner, in the frame (z, x, y)
/// turned by the yaw.
inline ContactProblem make_cube(const Vec3& free_velocity, double friction, double yaw = 0) {
  ContactProblem problem = make_particle(free_velocity, friction);
  problem.bodies[0].mass = problem.bodies[0].inverse_mass = 1;
  problem.bodies[0].inertia = Mat3::Identity() / 6;
  problem.bodies[0].inverse_inertia = Mat3::Identity() * 6;
  const ContactProblem::Contact contact = problem.contacts[0];
  problem.contacts.clear();
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      problem.contacts.push_back(contact);
      problem.contacts.back().arm_a =
          Vec3(std::cos(yaw) * x - std::sin(yaw) * y, std::sin(yaw) * x + std::cos(yaw) * y, -0.5);
    }
  }
  return problem;
}

/// The solution with this impulse, in the contact frame, at the particle's contact.
inline ContactSolution make_solution(const ContactProblem& problem, const Vec3& impulse) {
  ContactSolution solution;
  solution.impulses = {impulse};
  solution.velocities = free_velocities(problem);
  apply_contact_impulse(problem, problem.contacts[0], impulse, solution.velocities);
  return solution;
}

/// The residual for a pyramid whose first facet lies at these angles, found by turning the frames.
inline ContactResidual judge_facets_at(const std::vector<double>& angles, ContactProblem problem,
                                       ContactSolution solution, int directions) {
  for (std::size_t c = 0; c < angles.size(); ++c) {
    const Mat3 turn = Eigen::AngleAxisd(angles[c], Vec3::UnitX()).toRotationMatrix();
    problem.contacts[c].frame *= turn;
    problem.contacts[c].offset = turn.transpose() * problem.contacts[c].offset.eval();
    solution.impulses[c] = turn.transpose() * solution.impulses[c].eval();
  }
  return calc_coulomb_residual(problem, solution, directions);
}

/// `num_bodies` bodies in a ring with random contacts between them and with the world.
inline ContactProblem make_random_problem(std::mt19937& generator, int num_bodies,
                                          int num_contacts) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const auto vector = [&] { return Vec3(normal(generator), normal(generator), normal(generator)); };
  ContactProblem problem;
  for (int i = 0; i < num_bodies; ++i) {
    Vec6 v;
    v << vector(), vector();
    problem.bodies.push_back(make_problem_body(std::exp(normal(generator)), v));
  }
  for (int c = 0; c < num_contacts; ++c) {
    ContactProblem::Contact contact;
    contact.body_a = c % num_bodies;
    contact.body_b = (c % 3 == 0 || num_bodies == 1) ? -1 : (c + 1) % num_bodies;
    contact.frame = make_frame(vector().normalized());
    contact.arm_a = vector();
    contact.arm_b = vector();
    contact.offset.x() = uniform(generator) < 0.3 ? uniform(generator) : 0;
    contact.friction = uniform(generator) < 0.1 ? 0 : 1.2 * uniform(generator);
    problem.contacts.push_back(contact);
  }
  problem.velocity_scale = 1;
  return problem;
}

/// Turns every body's principal axes at random, so that its inertia is a full matrix.
inline void turn_principal_axes(std::mt19937& generator, ContactProblem& problem) {
  std::normal_distribution<double> normal;
  for (ContactProblem::Body& body : problem.bodies) {
    const double x = normal(generator);
    const double y = normal(generator);
    const double z = normal(generator);
    const Mat3 turn = exp_rotation(Vec3(x, y, z)).toRotationMatrix();
    body.inertia = turn * body.inertia * turn.transpose();
    body.inverse_inertia = turn * body.inverse_inertia * turn.transpose();
  }
}

}  // namespace stiction
