#include <stiction/contact/contact_problem.h>

#include <gtest/gtest.h>

#include <random>
#include <utility>

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

// r . (J v) = (J^T r) . v for any velocities: the impulse does the work given by its contact's
// velocity, so J and J^T are the same matrix.
TEST(ContactProblem, ImpulsesAndVelocitiesAreAdjoint) {
  std::mt19937 generator(1);
  for (int draw = 0; draw < 50; ++draw) {
    ContactProblem problem = make_random_problem(generator, 3, 4);
    turn_principal_axes(generator, problem);
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
  for (int draw = 0; draw < 50; ++draw) {
    ContactProblem problem = make_random_problem(generator, 2, 1);
    turn_principal_axes(generator, problem);
    ContactProblem::Contact& contact = problem.contacts[0];
    contact.body_b = 1;
    // Both arms end at the same point.
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
}

// The normal points from b to a, so that a pushing impulse drives them apart.
TEST(ContactProblem, AnImpulseActsOnBodyAAndReversedOnBodyB) {
  ContactProblem problem = make_particle(Vec3::Zero(), 0.5);
  problem.bodies.push_back(make_problem_body(4, Vec6::Zero()));
  problem.contacts[0].body_b = 1;
  std::vector<Vec6> velocities = free_velocities(problem);
  apply_contact_impulse(problem, problem.contacts[0], Vec3(8, 4, 2), velocities);
  EXPECT_EQ(velocities[0], (Vec6() << 2, 1, 4, 0, 0, 0).finished());
  EXPECT_EQ(velocities[1], (Vec6() << -1, -0.5, -2, 0, 0, 0).finished());
}

// u(2 v) - u(0) = 2 (u(v) - u(0)) with u(0) = offset, between two bodies and with the world.
TEST(ContactProblem, TheOffsetEntersOnceAndTheRestIsLinear) {
  std::mt19937 generator(3);
  ContactProblem problem = make_random_problem(generator, 3, 6);
  const std::vector<Vec6> v = free_velocities(problem);
  const std::vector<Vec6> zero(v.size(), Vec6::Zero());
  std::vector<Vec6> doubled = v;
  for (Vec6& each : doubled) {
    each *= 2;
  }
  for (ContactProblem::Contact& contact : problem.contacts) {
    contact.offset = Vec3(0.5, -0.25, 2);
    EXPECT_EQ(calc_contact_velocity(contact, zero), contact.offset);
    const Vec3 once = calc_contact_velocity(contact, v) - contact.offset;
    const Vec3 twice = calc_contact_velocity(contact, doubled) - contact.offset;
    EXPECT_GT(once.norm(), 1e-3);
    EXPECT_LE((twice - 2 * once).norm(), 1e-13);
  }
}

TEST(ContactProblem, BodyMinusOneIsImmovable) {
  std::mt19937 generator(4);
  const ContactProblem problem = make_random_problem(generator, 3, 1);
  const std::vector<Vec6> before = free_velocities(problem);
  ContactProblem::Contact contact = problem.contacts[0];
  for (const auto& [body_a, body_b] : {std::pair(1, -1), std::pair(-1, 1)}) {
    contact.body_a = body_a;
    contact.body_b = body_b;
    std::vector<Vec6> velocities = before;
    apply_contact_impulse(problem, contact, Vec3(1, 2, 3), velocities);
    EXPECT_EQ(velocities[0], before[0]);
    EXPECT_NE(velocities[1], before[1]);
    EXPECT_EQ(velocities[2], before[2]);
  }
  contact.body_a = contact.body_b = -1;
  std::vector<Vec6> velocities = before;
  apply_contact_impulse(problem, contact, Vec3(1, 2, 3), velocities);
  EXPECT_EQ(velocities, before);
  EXPECT_EQ(calc_contact_velocity(contact, before), contact.offset);
}

TEST(ContactProblem, FreeVelocitiesAreThoseOfTheBodiesInOrder) {
  std::mt19937 generator(5);
  const ContactProblem problem = make_random_problem(generator, 4, 1);
  const std::vector<Vec6> velocities = free_velocities(problem);
  ASSERT_EQ(velocities.size(), problem.bodies.size());
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    EXPECT_EQ(velocities[i], problem.bodies[i].free_velocity);
  }
}

}  // namespace
}  // namespace stiction
