#include <stiction/contact/box_friction_residual.h>
#include <stiction/contact/cone_residual.h>
#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lcp_solvers.h>
#include <stiction/model/box_friction_options.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <variant>

#include "constants.h"
#include "contact/simple_problems.h"
#include "model/solve_problem.h"

namespace stiction {
namespace {

ContactSolution solve_box_friction(const ContactProblem& problem,
                                   const BoxFrictionOptions& options = {},
                                   std::span<const ContactGuess> guesses = {}) {
  ContactSolution solution;
  make_box_friction_model(options)->solve(problem, guesses, solution);
  return solution;
}

// Coulomb's law on an incline of angle a, in units of g h: the block stays where tan a <= mu, else
// it slides down with sin a - mu cos a.
TEST(BoxFriction, InclineIsCoulombsAtAnyYawWithin10Passes) {
  const double mu = std::tan(30 * kDegree);
  for (const double slope : {5.0, 20.0, 29.0, 29.97, 30.03, 31.0, 40.0}) {
    const double a = slope * kDegree;
    for (int yaw = 0; yaw <= 90; yaw += 5) {
      const Vec2 d(std::cos(yaw * kDegree), std::sin(yaw * kDegree));
      for (const double block_yaw : {0.0, 0.3}) {
        for (const BoxFirstEstimate first :
             {BoxFirstEstimate::frictionless, BoxFirstEstimate::sticking}) {
          const ContactProblem problem = make_cube(
              Vec3(std::sin(a) * d.x(), std::sin(a) * d.y(), -std::cos(a)), mu, block_yaw);
          const ContactSolution solution = solve_box_friction(problem, {.first = first});
          ASSERT_EQ(solution.status, ContactStatus::solved) << slope << " " << yaw;
          const double speed = std::max(0.0, std::sin(a) - mu * std::cos(a));
          EXPECT_LE((solution.velocities[0].head<2>() - speed * d).norm(), 1e-9)
              << slope << " yaw " << yaw;
          EXPECT_LE(solution.velocities[0].tail<4>().norm(), 1e-9);
          EXPECT_LE(solution.statistics.passes, 10) << slope << " yaw " << yaw;
          EXPECT_NE(solution.statistics.rung, Rung::fallback) << slope << " yaw " << yaw;
          EXPECT_LE(solution.residual.cone_force, 1e-7);
        }
      }
    }
  }
}

TEST(BoxFriction, HoldsUpToTheConesLimitAndNoFurtherInEveryDirection) {
  const double mu = 0.5;
  for (int yaw = 0; yaw < 360; yaw += 7) {
    const Vec2 d(std::cos(yaw * kDegree), std::sin(yaw * kDegree));
    for (const double push : {0.999 * mu, 1.001 * mu, 1.4 * mu, 3.0}) {
      const ContactSolution solution =
          solve_box_friction(make_cube(Vec3(push * d.x(), push * d.y(), -1), mu, 0.1));
      ASSERT_EQ(solution.status, ContactStatus::solved);
      const Vec2 expected = std::max(0.0, push - mu) * d;
      EXPECT_LE((solution.velocities[0].head<2>() - expected).norm(), 1e-9) << yaw << " " << push;
      const bool sticks = push < mu;
      for (const ContactState state : solution.states) {
        if (state == ContactState::open) continue;
        EXPECT_EQ(state, sticks ? ContactState::sticking : ContactState::sliding) << yaw;
      }
    }
  }
}

// Lacoursiere 2003, figure 7: two passes from zero friction give Coulomb's ratio of tangential to
// normal impulse, min(tan a, mu); from infinite friction they do not.
TEST(BoxFriction, TwoPassesFromZeroFrictionAreRightOnAnInclineFromInfiniteFrictionNot) {
  const double mu = 0.5;
  const auto ratio = [&](double tangent, BoxFirstEstimate first, int passes) {
    const ContactSolution solution =
        solve_box_friction(make_cube(Vec3(tangent, 0, -1), mu, 0),
                           {.first = first, .pass_limit = passes, .has_fixed_passes = true});
    EXPECT_EQ(solution.status, ContactStatus::solved);
    EXPECT_EQ(solution.statistics.passes, passes);
    Vec3 sum = Vec3::Zero();
    for (const Vec3& r : solution.impulses) sum += r;
    return sum.tail<2>().norm() / sum.x();
  };
  for (const double tangent : {0.1, 0.4, 0.6, 0.9}) {
    const double right = std::min(tangent, mu);
    EXPECT_NEAR(ratio(tangent, BoxFirstEstimate::frictionless, 1), 0, 1e-9);
    EXPECT_NEAR(ratio(tangent, BoxFirstEstimate::frictionless, 2), right, 1e-7);
    EXPECT_NEAR(ratio(tangent, BoxFirstEstimate::sticking, 1), tangent, 1e-7);
    EXPECT_NEAR(ratio(tangent, BoxFirstEstimate::sticking, 10), right, 1e-7);
  }
}

/// Law: a converged answer is on Coulomb's true cone, by Coulomb's judge.
void expect_on_cone(const ContactProblem& problem, const ContactSolution& solution) {
  ASSERT_EQ(solution.status, ContactStatus::solved);
  EXPECT_LE(solution.residual.max, 1e-9);
  EXPECT_LE(solution.residual.cone_angle, 1e-6);
  EXPECT_LE(solution.residual.cone_force, 1e-6);
  EXPECT_LE(calc_cone_residual(problem, solution), 1e-6);
}

TEST(BoxFriction, RandomProblemsConvergeToCoulombsCone) {
  std::mt19937 generator(1);
  int num_fallbacks = 0;
  int num_passes = 0;
  for (int draw = 0; draw < 200; ++draw) {
    const int num_bodies = 1 + draw % 4;
    ContactProblem problem = make_random_problem(generator, num_bodies, 1 + draw % 9);
    const ContactSolution solution = solve_box_friction(problem);
    SCOPED_TRACE(draw);
    expect_on_cone(problem, solution);
    num_fallbacks += solution.statistics.rung == Rung::fallback;
    num_passes += solution.statistics.passes;
  }
  EXPECT_LE(num_fallbacks, 10);
  EXPECT_LE(num_passes, 200 * 20);
}

// Passes are too expensive for many contacts, unless a solver is named: these are solved by
// Coulomb's model, with axes along which the box's bounds hold as exactly as the cone.
TEST(BoxFriction, ManyContactsAreSolvedOnTheConeAtOnce) {
  std::mt19937 generator(2);
  for (int draw = 0; draw < 5; ++draw) {
    const ContactProblem problem = make_random_problem(generator, 30, 75);
    const ContactSolution solution = solve(problem, {.model = "box-friction"});
    ASSERT_EQ(solution.status, ContactStatus::solved) << draw;
    EXPECT_LE(solution.residual.max, 1e-8) << draw;
    EXPECT_LE(calc_cone_residual(problem, solution), 1e-8) << draw;
    EXPECT_EQ(solution.statistics.passes, 0) << draw;
    EXPECT_NE(solution.statistics.rung, Rung::method) << draw;
    EXPECT_EQ(solution.residual.max, calc_box_friction_residual(problem, solution).max) << draw;
  }
}

TEST(BoxFriction, RememberedImpulsesAreTakenAsTheyAre) {
  const ContactProblem problem = make_cube(Vec3(0.2, 0.1, -1), 0.5, 0.2);
  const ContactSolution cold = solve_box_friction(problem);
  const ContactSolution warm = solve_box_friction(problem, {}, guesses_from(cold));
  EXPECT_TRUE(warm.statistics.warm_started);
  EXPECT_EQ(warm.statistics.passes, 0);
  for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(warm.impulses[c], cold.impulses[c]);
}

TEST(BoxFriction, APriorImpulseBearsFriction) {
  ContactProblem problem = make_particle(Vec3(1, 0, 0), 0.25);
  problem.contacts[0].prior_normal_impulse = 2;
  const ContactSolution solution = solve_box_friction(problem);
  EXPECT_NEAR(solution.velocities[0].x(), 0.75, 1e-12);
}

TEST(BoxFriction, PosesTheBoxProblemOfItsAnswer) {
  const ContactProblem problem = make_cube(Vec3(0.9, 0.4, -1), 0.5, 0.2);
  for (const bool has_fixed_passes : {false, true}) {
    const auto model = make_box_friction_model(
        {.pass_limit = has_fixed_passes ? 2 : 100, .has_fixed_passes = has_fixed_passes});
    ContactSolution solution;
    model->solve(problem, {}, solution);
    const PosedProblem posed = model->pose(problem, solution);
    EXPECT_LE(lcp_residual(std::get<BoxLcp>(posed.lcp), posed.z), 1e-7);
  }
}

TEST(BoxFriction, EndsHonestlyOnNumbersThatAreNone) {
  ContactProblem problem = make_particle(Vec3(1, 0, -1), 0.5);
  problem.bodies[0].free_velocity[0] = kNaN;
  EXPECT_EQ(solve_box_friction(problem).status, ContactStatus::unsolved);
  EXPECT_EQ(solve_box_friction(ContactProblem{}).status, ContactStatus::solved);
  for (const double huge : {1e150, 1e-150}) {
    const ContactSolution solution = solve_box_friction(make_cube(Vec3(huge, 0, -huge), huge, 0));
    for (const Vec3& r : solution.impulses) EXPECT_TRUE(r.allFinite());
  }
}

// Coulomb's law on an incline, whichever solver solves the box problems. Pivoting methods solve
// those of every pass; if an iterative one fails, another solver's answer is used and booked as
// such.
TEST(BoxFriction, EverySolverOfTheToolboxGivesCoulombsLaw) {
  const double mu = std::tan(30 * kDegree);
  for (const LcpSolverInfo& solver : lcp_solvers()) {
    for (const double slope : {20.0, 29.0, 31.0, 40.0}) {
      SCOPED_TRACE(std::string(solver.name) + " " + std::to_string(slope));
      const double a = slope * kDegree;
      const Vec2 d(std::cos(0.4), std::sin(0.4));
      const ContactProblem problem =
          make_cube(Vec3(std::sin(a) * d.x(), std::sin(a) * d.y(), -std::cos(a)), mu, 0.3);
      const ContactSolution solution =
          solve_box_friction(problem, {.solver = std::string(solver.name)});
      ASSERT_EQ(solution.status, ContactStatus::solved);
      EXPECT_EQ(solution.residual.max, calc_box_friction_residual(problem, solution).max);
      const double speed = std::max(0.0, std::sin(a) - mu * std::cos(a));
      EXPECT_LE((solution.velocities[0].head<2>() - speed * d).norm(), 1e-7);
      EXPECT_LE(solution.velocities[0].tail<4>().norm(), 1e-7);
      if (solver.is_direct) {
        EXPECT_NE(solution.statistics.rung, Rung::fallback);
      }
    }
  }
}

TEST(BoxFriction, HasTheSolversOfTheToolboxKellersFirst) {
  const std::vector<std::string> names = ContactModelCatalogue().solvers("box-friction");
  ASSERT_EQ(names.size(), lcp_solvers().size());
  EXPECT_EQ(names.front(), "keller");
  for (const std::string& name : names) {
    const auto model = make_contact_model({.model = "box-friction", .solver = name});
    EXPECT_EQ(model->solver_name(), name);
    EXPECT_EQ(model->clone()->solver_name(), name);
  }
}

TEST(BoxFriction, RejectsOptionsOutOfRange) {
  EXPECT_THROW(make_box_friction_model({.solver = "reduced-lemke"}), std::invalid_argument);
  EXPECT_THROW(make_box_friction_model({.tolerance = 0}), std::invalid_argument);
  EXPECT_THROW(make_box_friction_model({.pass_limit = 0}), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
