// The judges of frictionless, no-slip and viscous contact, by numbers worked out by hand: a body of
// 2 kg on an immovable floor at V = 0.5 m/s, so that impulses are measured in m V = 1 N s.

#include <stiction/contact/frictionless_residual.h>
#include <stiction/contact/no_slip_residual.h>
#include <stiction/contact/viscous_residual.h>

#include <gtest/gtest.h>

#include <cmath>

#include "constants.h"
#include "contact/simple_problems.h"

namespace stiction {
namespace {

ContactProblem make_problem(const Vec3& free_velocity, bool is_touching = true) {
  ContactProblem problem = make_particle(free_velocity, 0);
  problem.velocity_scale = 0.5;
  problem.time_step = 0.1;
  problem.contacts[0].touching = is_touching;
  problem.contacts[0].viscosity = 10;
  return problem;
}

using Judge = ContactResidual (*)(const ContactProblem&, const ContactSolution&);
constexpr Judge kJudges[] = {calc_frictionless_residual, calc_no_slip_residual,
                             calc_viscous_residual};

TEST(LinearResiduals, OfNormalConditionsAreTheSmallerOfGapAndImpulse) {
  for (const Judge judge : kJudges) {
    const ContactProblem falling = make_problem(Vec3(0, 0, -1));
    EXPECT_EQ(judge(falling, make_solution(falling, Vec3(2, 0, 0))).max, 0) << "stops";
    EXPECT_NEAR(judge(falling, make_solution(falling, Vec3(1.9, 0, 0))).normal, 0.1, 1e-15);
    EXPECT_NEAR(judge(falling, make_solution(falling, Vec3(2.1, 0, 0))).normal, 0.1, 1e-15);
    const ContactProblem rising = make_problem(Vec3(0, 0, 1));
    EXPECT_EQ(judge(rising, make_solution(rising, Vec3::Zero())).max, 0);
    EXPECT_NEAR(judge(rising, make_solution(rising, Vec3(-0.3, 0, 0))).normal, 0.3, 1e-15);
  }
}

TEST(LinearResiduals, OfMomentumAreThatOfTheBody) {
  for (const Judge judge : kJudges) {
    const ContactProblem problem = make_problem(Vec3(0, 0, -1));
    ContactSolution solution = make_solution(problem, Vec3(2, 0, 0));
    solution.velocities[0].z() += 0.01;  // 0.02 N s
    EXPECT_NEAR(judge(problem, solution).momentum, 0.02, 1e-15);
  }
}

TEST(LinearResiduals, OfNoAnswerAreInfinite) {
  for (const Judge judge : kJudges) {
    const ContactProblem problem = make_problem(Vec3(0, 0, -1));
    const ContactSolution solution = make_solution(problem, Vec3(2, 0, 0));
    ContactSolution wrong = solution;
    wrong.impulses[0].y() = kNaN;
    EXPECT_EQ(judge(problem, wrong).max, kInf);
    wrong = solution;
    wrong.velocities.clear();
    EXPECT_EQ(judge(problem, wrong).max, kInf);
    ContactProblem broken = problem;
    broken.contacts[0].viscosity = kNaN;
    EXPECT_EQ(judge(broken, solution).max, kInf);
  }
}

TEST(FrictionlessResidual, IsAnyTangentialImpulse) {
  const ContactProblem problem = make_problem(Vec3(0.3, 0, -1));
  const ContactSolution solution = make_solution(problem, Vec3(2, 0.03, -0.04));
  EXPECT_NEAR(calc_frictionless_residual(problem, solution).friction, 0.05, 1e-15);
}

// Slip where there is load; friction where there is none, or before the bodies touch.
TEST(NoSlipResidual, IsSlipUnderLoadAndFrictionWithout) {
  const ContactProblem sliding = make_problem(Vec3(0.3, 0, -1));
  const ContactSolution held = make_solution(sliding, Vec3(2, -0.6, 0));
  EXPECT_EQ(calc_no_slip_residual(sliding, held).max, 0);
  EXPECT_EQ(calc_no_slip_residual(sliding, held).cone_force, 0);

  // It slips at 0.1 m/s = 0.2 V though friction acts.
  const ContactSolution slipping = make_solution(sliding, Vec3(2, -0.4, 0));
  EXPECT_NEAR(calc_no_slip_residual(sliding, slipping).friction, 0.2, 1e-15);
  EXPECT_NEAR(calc_no_slip_residual(sliding, slipping).cone_force, 0.2, 1e-15);

  // Without friction this is Lynch and Mason's slip: not an error, but reported.
  const ContactSolution free = make_solution(sliding, Vec3(2, 0, 0));
  EXPECT_EQ(calc_no_slip_residual(sliding, free).max, 0);
  EXPECT_NEAR(calc_no_slip_residual(sliding, free).cone_force, 0.6, 1e-15);

  const ContactProblem leaving = make_problem(Vec3(0.3, 0, 1));
  const ContactSolution pulled = make_solution(leaving, Vec3(0, -0.6, 0));
  EXPECT_NEAR(calc_no_slip_residual(leaving, pulled).friction, 0.6, 1e-15);

  const ContactProblem meeting = make_problem(Vec3(0.3, 0, -1), false);
  EXPECT_NEAR(calc_no_slip_residual(meeting, make_solution(meeting, Vec3(2, -0.6, 0))).friction,
              0.6, 1e-15);
}

// A contact that still has to close a gap may slip, but may not be partly held.
TEST(NoSlipResidual, CountsNoSlipWhereAGapIsClosed) {
  ContactProblem sliding = make_problem(Vec3(0.3, 0, -1));
  sliding.contacts[0].closing = true;
  const ContactResidual free =
      calc_no_slip_residual(sliding, make_solution(sliding, Vec3(2, 0, 0)));
  EXPECT_EQ(free.max, 0);
  EXPECT_EQ(free.cone_force, 0);
  const ContactSolution slipping = make_solution(sliding, Vec3(2, -0.4, 0));
  EXPECT_NEAR(calc_no_slip_residual(sliding, slipping).friction, 0.2, 1e-15);
}

// h c = 1 kg: the speed halves, 2 (v - 0.3) = -1 v gives v = 0.2 m/s and f = -0.2 N s. An answer
// with f = -0.1 leaves 0.25 m/s: |f + h c u| = 0.15 of m V (1 + h c / m) = 1.5 N s, m V = 1 N s.
TEST(ViscousResidual, IsTheDifferenceFromTheDampersForce) {
  const ContactProblem problem = make_problem(Vec3(0.3, 0, -1));
  EXPECT_NEAR(calc_viscous_residual(problem, make_solution(problem, Vec3(2, -0.2, 0))).max, 0,
              1e-16);
  EXPECT_NEAR(calc_viscous_residual(problem, make_solution(problem, Vec3(2, -0.1, 0))).friction,
              0.15 / 1.5, 1e-15);
  const ContactProblem meeting = make_problem(Vec3(0.3, 0, -1), false);
  EXPECT_NEAR(calc_viscous_residual(meeting, make_solution(meeting, Vec3(2, -0.2, 0))).friction,
              0.2, 1e-15);
}

TEST(ViscousResidual, OfAnInfiniteViscosityIsTheSlip) {
  ContactProblem problem = make_problem(Vec3(0.3, 0, -1));
  problem.contacts[0].viscosity = 1e308;
  problem.time_step = 1e10;
  const ContactSolution slipping = make_solution(problem, Vec3(2, -0.5, 0));  // 0.05 m/s
  EXPECT_NEAR(calc_viscous_residual(problem, slipping).friction, 0.1, 1e-15);
}

}  // namespace
}  // namespace stiction
