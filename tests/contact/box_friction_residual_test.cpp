#include <stiction/contact/box_friction_residual.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "constants.h"
#include "contact/simple_problems.h"

namespace stiction {
namespace {

// 2 kg that arrive with 1 m/s: theta = 2, and friction bounded by 1 on each axis.
const double kMu = 0.5;

ContactSolution make_axes_solution(const ContactProblem& problem, const Vec3& impulse,
                                   double axis_angle) {
  ContactSolution solution = make_solution(problem, impulse);
  solution.axis_angles = {axis_angle};
  return solution;
}

TEST(BoxFrictionResidual, SlidingAlongAnAxis) {
  const ContactProblem problem = make_particle(Vec3(3, 0, -1), kMu);
  EXPECT_LE(calc_box_friction_residual(problem, make_axes_solution(problem, {2, -1, 0}, 0)).max,
            1e-15);
  // With the first axis against the slip, friction is positive on it; the residual is the same.
  EXPECT_LE(
      calc_box_friction_residual(problem, make_axes_solution(problem, {2, -1, 0}, std::numbers::pi))
          .max,
      1e-15);
}

// Friction at its bound on both axes is mu theta sqrt 2: an answer of this law, not of Coulomb's.
TEST(BoxFrictionResidual, SlidingAcrossTheAxesLoadsBoth) {
  const ContactProblem problem = make_particle(Vec3(3, 3, -1), kMu);
  const ContactResidual residual =
      calc_box_friction_residual(problem, make_axes_solution(problem, {2, -1, -1}, 0));
  EXPECT_LE(residual.max, 1e-15);
  EXPECT_LE(residual.cone_angle, 1e-15);
  EXPECT_NEAR(residual.cone_force, std::sqrt(2) - 1, 1e-14);
  // With the axes turned to the slip the same impulse is out of bounds, by sqrt 2 - 1 N s out of 2.
  const ContactResidual turned = calc_box_friction_residual(
      problem, make_axes_solution(problem, {2, -1, -1}, 0.25 * std::numbers::pi));
  EXPECT_NEAR(turned.friction, 0.5 * (std::sqrt(2) - 1), 1e-14);
}

TEST(BoxFrictionResidual, StickingIsFreeWithinTheBounds) {
  const ContactProblem problem = make_particle(Vec3(0.4, -0.3, -1), kMu);
  EXPECT_LE(
      calc_box_friction_residual(problem, make_axes_solution(problem, {2, -0.8, 0.6}, 0.3)).max,
      1e-15);
}

TEST(BoxFrictionResidual, MeasuresEachViolation) {
  const ContactProblem problem = make_particle(Vec3(3, 0, -1), kMu);
  // Friction is 0.5 too small in units of m V = 2: the body slides though inside its bounds.
  EXPECT_NEAR(
      calc_box_friction_residual(problem, make_axes_solution(problem, {2, -0.5, 0}, 0)).friction,
      0.25, 1e-14);
  // Too large.
  EXPECT_NEAR(
      calc_box_friction_residual(problem, make_axes_solution(problem, {2, -1.5, 0}, 0)).friction,
      0.25, 1e-14);
  // Along the slip.
  EXPECT_NEAR(
      calc_box_friction_residual(problem, make_axes_solution(problem, {2, 1, 0}, 0)).friction, 1,
      1e-14);
  EXPECT_NEAR(
      calc_box_friction_residual(problem, make_axes_solution(problem, {1, -0.5, 0}, 0)).normal, 0.5,
      1e-14);
  ContactSolution kicked = make_axes_solution(problem, {2, -1, 0}, 0);
  kicked.velocities[0].z() += 0.25;
  EXPECT_NEAR(calc_box_friction_residual(problem, kicked).momentum, 0.25, 1e-14);
}

// A pass that assumed half of the actual normal impulse.
TEST(BoxFrictionResidual, AsPosedAcceptsTheBoundOfThePassAndTellsTheError) {
  const ContactProblem problem = make_particle(Vec3(3, 0, -1), kMu);
  const ContactSolution answer = make_axes_solution(problem, {2, -0.5, 0}, 0);
  const ContactResidual residual = calc_box_friction_residual(problem, answer, BoxBound::as_posed);
  EXPECT_LE(residual.max, 1e-15);
  EXPECT_NEAR(residual.cone_force, 0.5, 1e-14);
  // But not friction along the slip.
  EXPECT_GE(calc_box_friction_residual(problem, make_axes_solution(problem, {2, 0.5, 0}, 0),
                                       BoxBound::as_posed)
                .friction,
            0.2);
}

TEST(BoxFrictionResidual, APriorImpulseWidensTheBounds) {
  ContactProblem problem = make_particle(Vec3(3, 0, 0), kMu);
  problem.contacts[0].prior_normal_impulse = 4;
  EXPECT_LE(calc_box_friction_residual(problem, make_axes_solution(problem, {0, -2, 0}, 0)).max,
            1e-15);
}

TEST(BoxFrictionResidual, WhatIsNotFiniteOrHasTheWrongSizeIsInfinitelyWrong) {
  const ContactProblem problem = make_particle(Vec3(3, 0, -1), kMu);
  ContactSolution answer = make_axes_solution(problem, {2, -1, 0}, 0);
  answer.axis_angles[0] = kNaN;
  EXPECT_EQ(calc_box_friction_residual(problem, answer).max, kInf);
  answer.axis_angles = {0, 0};
  EXPECT_EQ(calc_box_friction_residual(problem, answer).max, kInf);
  answer = make_axes_solution(problem, {2, -1, 0}, 0);
  answer.impulses[0].y() = kInf;
  EXPECT_EQ(calc_box_friction_residual(problem, answer).max, kInf);
}

}  // namespace
}  // namespace stiction
