#include <stiction/contact/contact_problem.h>

#include <gtest/gtest.h>

#include <random>

#include "contact/simple_problems.h"

namespace stiction {
namespace {

/// M v of all bodies: total momentum, and angular momentum about the origin when body i is at x_i.
Vec6 total_momentum(const ContactProblem& problem, const std::vector<Vec6>& velocities,
                    const std::vector<Vec3>& positions) {
  Vec6 total = Vec6::Zero();
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const Vec3 linear = problem.bodies[i].mass * velocities[i].head<3>();
    total.head<3>() += linear;
    total.tail<3>() +=
        problem.bodies[i].inertia * velocities[i].tail<3>() + positions[i].cross(linear);
  }
  return total;
}

TEST(ContactProblem, RelativeVelocityIsThatOfTheMaterialPointsInTheContactFrame) {
  ContactProblem problem = make_particle(Vec3(1, 2, 3), 0.5);
  problem.bodies[0].free_velocity.tail<3>() = Vec3(0, 0, 10);
  problem.contacts[0].arm_a = Vec3(1, 0, -1);  // w x arm = (0, 10, 0)
  problem.contacts[0].offset = Vec3(0.5, 0.25, 0.125);
  const Vec3 u = calc_contact_velocity(problem.contacts[0], free_velocities(problem));
  EXPECT_LE((u - Vec3(3.5, 1.25, 12.125)).norm(), 1e-15) << u.transpose();
}

TEST(ContactProblem, AContactWithTheWorldOnEitherSideHasOppositeVelocities) {
  ContactProblem problem = make_particle(Vec3(1, 2, 3), 0.5);
  const Vec3 as_a = calc_contact_velocity(problem.contacts[0], free_velocities(problem));
  std::swap(problem.contacts[0].body_a, problem.contacts[0].body_b);
  const Vec3 as_b = calc_contact_velocity(problem.contacts[0], free_velocities(problem));
  EXPECT_LE((as_a + as_b).norm(), 1e-15);
}

// r . (J v) = (J^T r) . v for any velocities: the impulse does the work that its contact's velocity
// says, so J and J^T are one matrix.
TEST(ContactProblem, ImpulsesAndVelocitiesAreAdjoint) {
  std::mt19937 generator(1);
  for (int draw = 0; draw < 50; ++draw) {
    const ContactProblem problem = make_random_problem(generator, 3, 4);
    for (const ContactProblem::Contact& contact : problem.contacts) {
      const Vec3 r = Vec3::Random();
      ContactProblem::Contact bare = contact;
      bare.offset.setZero();
      const std::vector<Vec6> v = free_velocities(problem);
      std::vector<Vec6> after(problem.bodies.size(), Vec6::Zero());
      apply_contact_impulse(problem, contact, r, after);
      double work = 0;
      for (std::size_t i = 0; i < v.size(); ++i) {
        work += problem.bodies[i].mass * v[i].head<3>().dot(after[i].head<3>()) +
                v[i].tail<3>().dot(problem.bodies[i].inertia * after[i].tail<3>());
      }
      EXPECT_NEAR(work, r.dot(calc_contact_velocity(bare, v)), 1e-12);
    }
  }
}

TEST(ContactProblem, AnImpulseBetweenTwoBodiesConservesMomentum) {
  std::mt19937 generator(2);
  const ContactProblem drawn = make_random_problem(generator, 2, 1);
  ContactProblem problem = drawn;
  ContactProblem::Contact& contact = problem.contacts[0];
  contact.body_b = 1;
  // Both arms end in the same point.
  const std::vector<Vec3> positions{Vec3(0.3, 0.1, 2), Vec3(-1, 0.5, 0.2)};
  const Vec3 point(0.2, -0.4, 1);
  contact.arm_a = point - positions[0];
  contact.arm_b = point - positions[1];
  std::vector<Vec6> velocities = free_velocities(problem);
  const Vec6 before = total_momentum(problem, velocities, positions);
  apply_contact_impulse(problem, contact, Vec3(3, -1, 2), velocities);
  EXPECT_GT((velocities[0] - problem.bodies[0].free_velocity).norm(), 0.1);
  EXPECT_LE((total_momentum(problem, velocities, positions) - before).norm(), 1e-12);
}

}  // namespace
}  // namespace stiction
