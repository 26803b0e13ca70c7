// Viscous friction at acceleration level, compared with the polynomial by which the classical
// Runge-Kutta method solves a linear equation, and with the closed form that this approximates.

#include <stiction/contact/viscous_residual.h>
#include <stiction/model/contact_model.h>

#include <gtest/gtest.h>

#include <cmath>

#include "contact/simple_problems.h"
#include "model/solve_problem.h"

namespace stiction {
namespace {

constexpr double kStep = 0.05;  // s

/// A body of 2 kg on the floor, on four corners of the given viscosity. Its velocity is `start`
/// before the forces of the step change it by `thrown`.
ContactProblem make_plate(const Vec6& start, const Vec3& thrown, double viscosity, double height) {
  ContactProblem problem = make_particle(start.head<3>() + thrown, 0.5);
  problem.bodies[0].start_velocity = start;
  problem.bodies[0].free_velocity.tail<3>() = start.tail<3>();
  ContactProblem::Contact contact = problem.contacts[0];
  contact.touching = true;
  contact.viscosity = viscosity;
  problem.contacts.clear();
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      contact.arm_a = Vec3(x, y, -height);
      problem.contacts.push_back(contact);
    }
  }
  problem.time_step = kStep;
  return problem;
}

Vec6 moving(const Vec3& linear, const Vec3& angular) {
  Vec6 velocity;
  velocity << linear, angular;
  return velocity;
}

/// The classical method's approximation of exp(z).
double growth(double z) { return 1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4))); }

// dv/dt = a - k v with k = 4 c / m.
TEST(ViscousRungeKutta, SlidesByTheMethodsPolynomial) {
  for (const double viscosity : {0.01, 1.0, 4.0}) {
    const ContactProblem problem =
        make_plate(moving(Vec3(0.3, -0.2, 0), Vec3::Zero()), Vec3(0.1, 0, -0.5), viscosity, 0.1);
    const double k = 4 * viscosity / problem.bodies[0].mass;
    const Vec2 limit(0.1 / kStep / k, 0);
    const Vec2 end = limit + (Vec2(0.3, -0.2) - limit) * growth(-k * kStep);
    const ContactSolution solution = solve(problem, {.model = "viscous-rk4"});
    EXPECT_EQ(solution.status, ContactStatus::solved);
    EXPECT_LE(solution.residual.max, 1e-12);
    EXPECT_NE(solution.statistics.rung, Rung::fallback);
    EXPECT_LE((solution.velocities[0].head<2>() - end).norm(), 1e-12) << viscosity;
    EXPECT_NEAR(solution.velocities[0].z(), 0, 1e-12);
  }
}

// A spin about the normal decays at the rate 4 c R^2 / I, R^2 = 1/2 m^2.
TEST(ViscousRungeKutta, SlowsASpinByTheMethodsPolynomial) {
  const ContactProblem problem =
      make_plate(moving(Vec3::Zero(), Vec3(0, 0, 2)), Vec3(0, 0, -0.5), 0.7, 0.1);
  const double k = 4 * 0.7 * 0.5 * problem.bodies[0].inverse_inertia(2, 2);
  const ContactSolution solution = solve(problem, {.model = "viscous-rk4"});
  EXPECT_NEAR(solution.velocities[0][5], 2 * growth(-k * kStep), 1e-12);
}

/// Speed after 1 s from rest on a slope, in steps that each are one problem.
double speed_after(const std::string& model, int steps) {
  Vec6 velocity = Vec6::Zero();
  const double h = 1.0 / steps;
  for (int k = 0; k < steps; ++k) {
    ContactProblem problem = make_plate(velocity, h * Vec3(3, 0, -9), 0.5, 0.1);
    problem.time_step = h;
    velocity = solve(problem, {.model = model}).velocities[0];
  }
  return velocity.x();
}

// v = a / k (1 - exp(-k t)), k = 1/s: halving the step makes the error 16 times smaller, and that
// of the velocity-level form twice.
TEST(ViscousRungeKutta, IsOfFourthOrder) {
  const double exact = 3 * (1 - std::exp(-1.0));
  const auto error = [&](const std::string& model, int steps) {
    return std::abs(speed_after(model, steps) - exact);
  };
  EXPECT_NEAR(error("viscous-rk4", 8) / error("viscous-rk4", 16), 16, 2.5);
  EXPECT_NEAR(error("viscous", 8) / error("viscous", 16), 2, 0.2);
  EXPECT_LE(error("viscous-rk4", 16), 1e-6);
  EXPECT_GE(error("viscous", 16), 1e-2);
}

// A tall body that is braked at its foot: the normal forces of every stage keep it upright or let
// it tip, by the friction of that stage. The judge checks all of them.
TEST(ViscousRungeKutta, FindsTheNormalForcesOfEveryStage) {
  for (const double height : {0.3, 3.0}) {
    const ContactProblem problem =
        make_plate(moving(Vec3(2, 0.4, 0), Vec3::Zero()), Vec3(0, 0, -0.5), 0.5, height);
    const ContactSolution solution = solve(problem, {.model = "viscous-rk4"});
    EXPECT_EQ(solution.status, ContactStatus::solved);
    EXPECT_LE(solution.residual.max, 1e-12);
    EXPECT_EQ(solution.velocities[0].tail<3>().norm() > 1e-3, height > 1) << height;
  }
}

TEST(ViscousRungeKutta, IsTheVelocityLevelFormWhereNoExplicitMethodIsStable) {
  for (const double viscosity : {1e2, 1e6, 1e12}) {
    const ContactProblem problem =
        make_plate(moving(Vec3(1, 0, 0), Vec3::Zero()), Vec3(0, 0, -0.5), viscosity, 0.1);
    const ContactSolution solution = solve(problem, {.model = "viscous-rk4"});
    EXPECT_EQ(solution.statistics.rung, Rung::fallback);
    EXPECT_EQ(solution.velocities, solve(problem, {.model = "viscous"}).velocities);
    EXPECT_LE(solution.residual.max, 1e-12);
    EXPECT_LE(solution.velocities[0].norm(), 1);
  }
}

TEST(ViscousRungeKutta, IsTheVelocityLevelFormInAnImpact) {
  const ContactProblem problem =
      make_plate(moving(Vec3(1, 0, -3), Vec3::Zero()), Vec3(0, 0, -0.5), 0.5, 0.1);
  const ContactSolution solution = solve(problem, {.model = "viscous-rk4"});
  EXPECT_NE(solution.statistics.rung, Rung::fallback);
  EXPECT_EQ(solution.velocities, solve(problem, {.model = "viscous"}).velocities);
}

TEST(ViscousRungeKutta, JudgeSeesEveryFalseNumber) {
  const ContactProblem problem =
      make_plate(moving(Vec3(0.3, -0.2, 0), Vec3::Zero()), Vec3(0.1, 0, -0.5), 1, 0.1);
  const auto model = make_contact_model({.model = "viscous-rk4"});
  const ContactSolution right = solve(problem, {.model = "viscous-rk4"});
  ASSERT_LE(model->judge(problem, right).max, 1e-12);
  for (int component = 0; component < 3; ++component) {
    ContactSolution wrong = right;
    wrong.impulses[1][component] += 1e-6;
    EXPECT_GE(model->judge(problem, wrong).max, 1e-8) << component;
  }
  for (int component = 0; component < 6; ++component) {
    ContactSolution wrong = right;
    wrong.velocities[0][component] += 1e-6;
    EXPECT_GE(model->judge(problem, wrong).max, 1e-8) << component;
  }
  ASSERT_EQ(right.stage_loads.size(), 3u);
  for (int stage = 0; stage < 3; ++stage) {
    ContactSolution wrong = right;
    wrong.stage_loads[stage][2] += 1e-6;
    EXPECT_GE(model->judge(problem, wrong).normal, 1e-8) << stage;
    wrong.stage_loads[stage].pop_back();
    EXPECT_TRUE(std::isinf(model->judge(problem, wrong).max)) << stage;
  }
  // The answer of the velocity-level form does not solve this problem, with or without stages.
  ContactSolution implicit = solve(problem, {.model = "viscous"});
  EXPECT_TRUE(std::isinf(model->judge(problem, implicit).max));
  implicit.stage_loads = right.stage_loads;
  EXPECT_GE(model->judge(problem, implicit).friction, 1e-4);
}

}  // namespace
}  // namespace stiction
