// Coulomb's law by staggering: the normal and the friction problem in turns.

#include <stiction/contact/cone_residual.h>
#include <stiction/model/contact_model.h>

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>

#include "constants.h"
#include "contact/simple_problems.h"
#include "model/solve_problem.h"

namespace stiction {
namespace {

ContactSolution solve_staggered(const ContactProblem& problem,
                                std::span<const ContactGuess> guesses = {},
                                FacetAlignment alignment = FacetAlignment::slip) {
  return solve(problem, {.solver = "staggered", .alignment = alignment}, guesses);
}

/// A cube of 1 m, whatever its lower corners touch.
ContactProblem::Body make_cube_body(double mass, const Vec3& free_velocity) {
  Vec6 v = Vec6::Zero();
  v.head<3>() = free_velocity;
  ContactProblem::Body body = make_problem_body(mass, v);
  body.inertia = Mat3::Identity() * mass / 6;
  body.inverse_inertia = Mat3::Identity() * 6 / mass;
  return body;
}

/// Contacts at the four corners between the lower face of a and the upper one of b, or the floor.
void add_corners(ContactProblem& problem, int a, int b, double friction) {
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      ContactProblem::Contact contact;
      contact.body_a = a;
      contact.body_b = b;
      contact.frame << Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY();
      contact.arm_a = Vec3(x, y, -0.5);
      contact.arm_b = Vec3(x, y, 0.5);
      contact.friction = friction;
      problem.contacts.push_back(contact);
    }
  }
}

void expect_by_passes(const ContactSolution& solution) {
  EXPECT_EQ(solution.status, ContactStatus::solved);
  EXPECT_NE(solution.statistics.rung, Rung::fallback);
  EXPECT_GE(solution.statistics.passes, 1);
  EXPECT_EQ(solution.statistics.pass_change, 0);
  EXPECT_LE(solution.residual.max, 1e-9);
  EXPECT_LE(solution.residual.cone_angle, 1e-6);
  EXPECT_LE(solution.residual.cone_force, 1e-6);
}

// theta = 2 kg * 1 m/s; friction takes all of the tangential momentum or, at most, mu theta.
TEST(Staggered, AParticleSticksOrSlides) {
  const double mu = 0.5;
  for (int angle = 0; angle < 360; angle += 15) {
    const Vec2 d(std::cos(angle * kDegree), std::sin(angle * kDegree));
    for (const double push : {0.0, 0.3, 0.499, 0.501, 2.0}) {
      const ContactSolution solution =
          solve_staggered(make_particle(Vec3(push * d.x(), push * d.y(), -1), mu));
      expect_by_passes(solution);
      EXPECT_NEAR(solution.impulses[0].x(), 2, 1e-10);
      const Vec2 friction = -2 * std::min(push, mu) * d;
      EXPECT_LE((solution.impulses[0].tail<2>() - friction).norm(), 1e-9) << angle << " " << push;
      const Vec2 slip = std::max(0.0, push - mu) * d;
      EXPECT_LE((solution.velocities[0].head<2>() - slip).norm(), 1e-9);
    }
  }
}

// Coulomb's law on an incline of angle a, in units of g h: a cube stays where tan a <= mu, else it
// slides down with sin a - mu cos a, and does not tip in either case for mu < 1.
TEST(Staggered, ACubeOnAnInclineSticksOrSlidesInAnyDirection) {
  const double mu = std::tan(30 * kDegree);
  for (const double slope : {5.0, 20.0, 29.0, 29.97, 30.03, 31.0, 40.0}) {
    const double a = slope * kDegree;
    for (int yaw = 0; yaw <= 90; yaw += 10) {
      const Vec2 d(std::cos(yaw * kDegree), std::sin(yaw * kDegree));
      const ContactSolution solution = solve_staggered(
          make_cube(Vec3(std::sin(a) * d.x(), std::sin(a) * d.y(), -std::cos(a)), mu));
      SCOPED_TRACE(std::to_string(slope) + " yaw " + std::to_string(yaw));
      expect_by_passes(solution);
      const double speed = std::max(0.0, std::sin(a) - mu * std::cos(a));
      EXPECT_LE((solution.velocities[0].head<2>() - speed * d).norm(), 1e-8);
      EXPECT_LE(solution.velocities[0].tail<4>().norm(), 1e-8);
    }
  }
}

// Two cubes of m = 1 and 2 kg, the lower one on the floor, both pushed by p along x while the floor
// stops 1 m/s: below mu both stick; the floor carries 3, the contacts between them 1.
TEST(Staggered, AStackSharesTheLoad) {
  const double mu = 0.5;
  for (const double push : {0.2, 0.8}) {
    ContactProblem problem;
    problem.bodies.push_back(make_cube_body(2, Vec3(push, 0, -1)));
    problem.bodies.push_back(make_cube_body(1, Vec3(push, 0, -1)));
    add_corners(problem, 0, -1, mu);
    add_corners(problem, 1, 0, mu);
    problem.velocity_scale = 1;
    const ContactSolution solution = solve_staggered(problem);
    SCOPED_TRACE(push);
    expect_by_passes(solution);
    Vec3 on_floor = Vec3::Zero();
    Vec3 between = Vec3::Zero();
    for (std::size_t c = 0; c < 4; ++c) on_floor += solution.impulses[c];
    for (std::size_t c = 4; c < 8; ++c) between += solution.impulses[c];
    EXPECT_NEAR(on_floor.x(), 3, 1e-8);
    EXPECT_NEAR(between.x(), 1, 1e-8);
    // Friction decelerates both alike, at mu, so nothing slides between them.
    EXPECT_NEAR(on_floor.y(), -3 * std::min(push, mu), 1e-8);
    EXPECT_NEAR(between.y(), -std::min(push, mu), 1e-8);
    for (const Vec6& v : solution.velocities) {
      EXPECT_NEAR(v[0], std::max(0.0, push - mu), 1e-8);
      EXPECT_LE(v.tail<5>().norm(), 1e-8);
    }
  }
}

// Law: an answer that staggering calls solved is on Coulomb's true cone; problems that it does not
// solve go to the model's own solver.
TEST(Staggered, RandomProblemsAreSolvedOnTheCone) {
  std::mt19937 generator(1);
  int num_fallbacks = 0;
  for (int draw = 0; draw < 300; ++draw) {
    ContactProblem problem = make_random_problem(generator, 1 + draw % 4, 1 + draw % 9);
    turn_principal_axes(generator, problem);
    const ContactSolution solution = solve_staggered(problem);
    SCOPED_TRACE(draw);
    ASSERT_EQ(solution.status, ContactStatus::solved);
    EXPECT_LE(solution.residual.cone_angle, 1e-6);
    EXPECT_LE(solution.residual.cone_force, 1e-6);
    EXPECT_EQ(solution.residual.max, calc_cone_residual(problem, solution));
    num_fallbacks += solution.statistics.rung == Rung::fallback;
  }
  EXPECT_LE(num_fallbacks, 15);
}

TEST(Staggered, RememberedImpulsesAreTakenAsTheyAre) {
  const ContactProblem problem = make_cube(Vec3(0.2, 0.1, -1), 0.5);
  const ContactSolution cold = solve_staggered(problem);
  const ContactSolution warm = solve_staggered(problem, guesses_from(cold));
  EXPECT_TRUE(warm.statistics.warm_started);
  EXPECT_EQ(warm.statistics.passes, 0);
  for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(warm.impulses[c], cold.impulses[c]);
}

TEST(Staggered, APriorImpulseBearsFriction) {
  ContactProblem problem = make_particle(Vec3(1, 0, 0), 0.25);
  problem.contacts[0].prior_normal_impulse = 2;
  EXPECT_NEAR(solve_staggered(problem).velocities[0].x(), 0.75, 1e-12);
}

// Fixed facets are not Coulomb's disc: another solver has to take over, and that is reported.
TEST(Staggered, FacetsThatStayAreLeftToTheModelsOwnSolver) {
  const ContactSolution solution =
      solve_staggered(make_particle(Vec3(1, 0.3, -1), 0.25), {}, FacetAlignment::world);
  EXPECT_EQ(solution.status, ContactStatus::solved);
  EXPECT_EQ(solution.statistics.rung, Rung::fallback);
}

TEST(Staggered, EqualInputsGiveEqualBits) {
  std::mt19937 generator(4);
  const ContactProblem problem = make_random_problem(generator, 3, 7);
  const auto model = make_contact_model({.solver = "staggered"});
  ContactSolution first, other, again;
  model->solve(problem, {}, first);
  model->solve(make_random_problem(generator, 2, 9), {}, other);
  model->solve(problem, {}, again);
  for (std::size_t c = 0; c < first.impulses.size(); ++c) {
    EXPECT_EQ(again.impulses[c], first.impulses[c]);
  }
}

TEST(Staggered, EndsHonestlyOnNumbersThatAreNone) {
  ContactProblem problem = make_particle(Vec3(1, 0, -1), 0.5);
  problem.bodies[0].free_velocity[0] = kNaN;
  EXPECT_EQ(solve_staggered(problem).status, ContactStatus::unsolved);
  EXPECT_EQ(solve_staggered(ContactProblem{}).status, ContactStatus::solved);
  for (const double huge : {1e150, 1e-150}) {
    const ContactSolution solution = solve_staggered(make_cube(Vec3(huge, 0, -huge), huge));
    for (const Vec3& r : solution.impulses) EXPECT_TRUE(r.allFinite());
  }
}

TEST(Staggered, IsASolverOfTheCoulombModel) {
  const std::unique_ptr<ContactModel> model = make_contact_model({.solver = "staggered"});
  EXPECT_EQ(model->name(), "coulomb");
  EXPECT_EQ(model->solver_name(), "staggered");
  EXPECT_EQ(model->clone()->solver_name(), "staggered");
  EXPECT_THROW(make_contact_model({.model = "no-slip", .solver = "staggered"}),
               std::invalid_argument);
}

}  // namespace
}  // namespace stiction
