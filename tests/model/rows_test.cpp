// Rows beyond contacts, as for joints: answers worked out by hand.

#include <stiction/lcp/lcp_residual.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "contact/simple_problems.h"
#include "model/solve_problem.h"
#include "model/user_model.h"

namespace stiction {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// u = speed of body 0 along a direction.
ContactProblem::Row make_row_along(const Vec3& direction) {
  ContactProblem::Row row;
  row.sides[0].body = 0;
  row.sides[0].jacobian.head<3>() = direction;
  return row;
}

/// Bodies of 1, 2, 3 and 4 kg that move along x by 1, -2, 3 and 4 m/s, geared by ratios.
ContactProblem make_geared_bodies(const std::array<double, 4>& ratios) {
  ContactProblem problem;
  problem.velocity_scale = 4;
  const std::array<double, 4> speeds = {1, -2, 3, 4};
  ContactProblem::Row gears;
  for (int i = 0; i < 4; ++i) {
    problem.bodies.push_back(make_problem_body(1 + i, speeds[i] * Vec6::Unit(0)));
    gears.sides[i] = {i, ratios[i] * Vec6::Unit(0)};
  }
  problem.rows = {gears};
  return problem;
}

/// 2 kg pressed against the wall x = 0 at 1 m/s, with 1 m/s along y and 0.5 m/s downwards, which a
/// rod stops.
ContactProblem make_held_at_a_wall() {
  ContactProblem problem = make_particle(Vec3(-1, 1, -0.5), 0.25);
  problem.contacts[0].frame << Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ();
  problem.rows = {make_row_along(Vec3::UnitZ())};
  return problem;
}

/// The wall stops 2 N s and gives a quarter of it as friction, only against y, as the rod holds z.
void expect_held_at_a_wall(const ContactSolution& solution) {
  EXPECT_LE((solution.velocities[0].head<3>() - Vec3(0, 0.75, 0)).norm(), 1e-8);
  EXPECT_LE((solution.impulses[0] - Vec3(2, -0.5, 0)).norm(), 1e-8);
  ASSERT_EQ(solution.row_impulses.size(), 1U);
  EXPECT_NEAR(solution.row_impulses[0], 1, 1e-8);
}

TEST(Rows, ABilateralRowHoldsAgainstGravityBesideAFrictionalContact) {
  const ContactSolution solution = solve(make_held_at_a_wall());
  ASSERT_EQ(solution.status, ContactStatus::solved);
  expect_held_at_a_wall(solution);
  EXPECT_LE(solution.residual.rows, 1e-9);
  EXPECT_EQ(solution.states[0], ContactState::sliding);
}

// Lloyd's methods treat conditions as bilateral rows of their kernel, and limits as contacts
// without friction.
TEST(Rows, AreRowsOfLloydsKernel) {
  for (const char* solver : {"reduced-lemke", "structural-lemke"}) {
    SCOPED_TRACE(solver);
    const ContactSolution held = solve(make_held_at_a_wall(), {.solver = solver});
    ASSERT_EQ(held.status, ContactStatus::solved);
    expect_held_at_a_wall(held);
    EXPECT_EQ(held.statistics.rung, Rung::method);
    EXPECT_FALSE(held.statistics.fallback);

    // The same row twice, and a limit that pulls the other way: 0.5 m/s downwards become 0.3.
    ContactProblem problem = make_held_at_a_wall();
    problem.rows = {make_row_along(Vec3::UnitZ()), make_row_along(Vec3::UnitZ()),
                    make_row_along(Vec3::UnitY())};
    problem.rows[0].offset = problem.rows[1].offset = 0.3;
    problem.rows[2].upper = 0;
    problem.rows[2].offset = -0.25;
    problem.rows[2].length = 0.5;
    const ContactSolution limited = solve(problem, {.solver = solver});
    ASSERT_EQ(limited.status, ContactStatus::solved);
    EXPECT_FALSE(limited.statistics.fallback);
    EXPECT_LE((limited.velocities[0].head<3>() - Vec3(0, 0.25, -0.3)).norm(), 1e-8);
    EXPECT_NEAR(limited.impulses[0].x(), 2, 1e-8);
    EXPECT_LT(limited.row_impulses[2], 0);

    problem.rows[2].softness = 1;
    const ContactSolution soft = solve(problem, {.solver = solver});
    ASSERT_EQ(soft.status, ContactStatus::solved);
    EXPECT_FALSE(soft.statistics.fallback);
  }
}

// 0.4 m/s of the approach remain until the limit; beyond 1 m/s it is not reached.
TEST(Rows, AUnilateralRowWithAnOffsetIsALimit) {
  ContactProblem problem = make_particle(Vec3(0, 0, -1), 0);
  problem.contacts.clear();
  problem.rows = {make_row_along(Vec3::UnitZ())};
  problem.rows[0].lower = 0;
  problem.rows[0].offset = 0.4;
  const ContactSolution stopped = solve(problem);
  ASSERT_EQ(stopped.status, ContactStatus::solved);
  EXPECT_NEAR(stopped.row_impulses[0], 1.2, 1e-9);
  EXPECT_NEAR(stopped.velocities[0].z(), -0.4, 1e-9);
  problem.rows[0].offset = 1.5;
  const ContactSolution free = solve(problem);
  ASSERT_EQ(free.status, ContactStatus::solved);
  EXPECT_EQ(free.row_impulses[0], 0);
  EXPECT_EQ(free.velocities[0], problem.bodies[0].free_velocity);
}

// A motor with a target of 3 m/s and 1 N s drives 2 kg on the floor, where friction takes 0.25 of 2
// N s: 0.5 N s remain. With 100 N s it reaches its target: 2 * 3 N s, and the friction.
TEST(Rows, ABoxedRowIsAMotorAtItsBoundOrAtItsSpeed) {
  ContactProblem problem = make_particle(Vec3(0, 0, -1), 0.25);
  problem.rows = {make_row_along(Vec3::UnitX())};
  problem.rows[0].offset = -3;
  for (const auto& [bound, speed, impulse] :
       {std::array<double, 3>{1, 0.25, 1}, std::array<double, 3>{100, 3, 6.5}}) {
    problem.rows[0].lower = -bound;
    problem.rows[0].upper = bound;
    const ContactSolution solution = solve(problem);
    ASSERT_EQ(solution.status, ContactStatus::solved) << bound;
    EXPECT_NEAR(solution.row_impulses[0], impulse, 1e-8) << bound;
    EXPECT_NEAR(solution.velocities[0].x(), speed, 1e-8) << bound;
    EXPECT_NEAR(solution.impulses[0].y(), -0.5, 1e-8) << bound;
  }
}

// 2 kg at -1 m/s against a damper of 2 N s/m for a second, s = 1/2: r = 2 (v + 1) = -v/s is 1 N s.
// One that gives 0.4 N s at most leaves -0.8 m/s.
TEST(Rows, ASoftRowYieldsToItsImpulse) {
  ContactProblem problem = make_particle(Vec3(0, 0, -1), 0);
  problem.contacts.clear();
  problem.time_step = 0.1;
  problem.rows = {make_row_along(Vec3::UnitZ())};
  problem.rows[0].softness = 0.5;
  for (const char* model : {"coulomb", "frictionless", "no-slip", "viscous", "box-friction"}) {
    for (const double length : {1.0, 0.25}) {
      problem.rows[0].length = length;
      problem.rows[0].upper = kUnbounded;
      ContactSolution solution = solve(problem, {.model = model});
      ASSERT_EQ(solution.status, ContactStatus::solved) << model;
      EXPECT_NEAR(solution.row_impulses[0], 1, 1e-8) << model;
      EXPECT_NEAR(solution.velocities[0].z(), -0.5, 1e-8) << model;
      EXPECT_LE(solution.residual.rows, 1e-8) << model;
      problem.rows[0].upper = 0.4;
      solution = solve(problem, {.model = model});
      ASSERT_EQ(solution.status, ContactStatus::solved) << model;
      EXPECT_NEAR(solution.velocities[0].z(), -0.8, 1e-8) << model;
    }
  }
  const ContactSolution swept =
      solve(problem, {.without = {Rung::finish, Rung::homotopy, Rung::augmented_lagrangian}});
  EXPECT_NEAR(swept.velocities[0].z(), -0.8, 1e-8);
}

// u = sum of a_i v_i = 1 + 4 + 3 - 8 = 0 with the first ratios; with the others 1 + 4 + 9 + 8 =
// 22 m/s at 1/m = 1 + 4/2 + 9/3 + 4/4 = 7, so r = -22/7 N s.
TEST(Rows, AGearRowActsOnFourBodies) {
  const ContactSolution met = solve(make_geared_bodies({1, -2, 1, -2}));
  ASSERT_EQ(met.status, ContactStatus::solved);
  EXPECT_NEAR(met.row_impulses[0], 0, 1e-9);
  const std::array<double, 4> ratios = {1, -2, 3, 2};
  ContactProblem problem = make_geared_bodies(ratios);
  problem.time_step = 0.1;
  const auto expect_geared = [&](const ContactSolution& solution) {
    ASSERT_EQ(solution.status, ContactStatus::solved);
    EXPECT_FALSE(solution.statistics.fallback);
    EXPECT_NEAR(solution.row_impulses[0], -22.0 / 7, 1e-8);
    for (std::size_t i = 0; i < 4; ++i) {
      const double before = problem.bodies[i].free_velocity.x();
      const double mass = problem.bodies[i].mass;
      EXPECT_NEAR(solution.velocities[i].x(), before - ratios[i] * 22 / 7 / mass, 1e-8) << i;
    }
  };
  for (const char* model : {"coulomb", "box-friction"})
    expect_geared(solve(problem, {.model = model}));
  for (const char* model : {"no-slip", "viscous", "frictionless"}) {
    for (const char* solver : {"", "ppm", "active-set", "lemke"}) {
      SCOPED_TRACE(std::string(model) + " " + solver);
      expect_geared(solve(problem, {.model = model, .solver = solver}));
    }
  }
}

// The inertia about z is 1 kg m^2. The length by which a row is judged does not change its effect.
TEST(Rows, AnAngularRowTurnsAndItsLengthOnlyJudges) {
  ContactProblem problem = make_particle(Vec3(0, 0, -1), 0.5);
  problem.bodies[0].free_velocity[5] = 2;
  problem.rows = {ContactProblem::Row{}};
  problem.rows[0].sides[2] = {0, Vec6::Unit(5)};
  for (const double length : {1.0, 0.25}) {
    problem.rows[0].length = length;
    problem.rows[0].lower = -1.5;
    ContactSolution solution = solve(problem);
    ASSERT_EQ(solution.status, ContactStatus::solved);
    EXPECT_NEAR(solution.row_impulses[0], -1.5, 1e-9);
    EXPECT_NEAR(solution.velocities[0][5], 0.5, 1e-9);
    problem.rows[0].lower = -kUnbounded;
    solution = solve(problem);
    ASSERT_EQ(solution.status, ContactStatus::solved);
    EXPECT_NEAR(solution.row_impulses[0], -2, 1e-8);
  }
}

TEST(Rows, TheSameRowTwiceSharesItsImpulse) {
  ContactProblem problem = make_held_at_a_wall();
  problem.rows.push_back(problem.rows[0]);
  ContactSolution solution = solve(problem);
  ASSERT_EQ(solution.status, ContactStatus::solved);
  ASSERT_EQ(solution.row_impulses.size(), 2U);
  solution.row_impulses = {solution.row_impulses[0] + solution.row_impulses[1]};
  expect_held_at_a_wall(solution);
}

// Redundant rows that hold each other with 1e10 times the necessary force, as after a dead centre:
// their round-off would be 1e-6 m/s for ever, and so would the force.
TEST(Rows, LetGoOfForcesThatTheyHoldEachOtherWith) {
  ContactProblem problem = make_held_at_a_wall();
  const ContactSolution before = solve(problem);
  problem.rows.push_back(problem.rows[0]);
  problem.rows[0].start_impulse = 1 + 1e10;
  problem.rows[1].start_impulse = -1e10;
  const ContactSolution solution = solve(problem, {}, guesses_from(before));
  ASSERT_EQ(solution.status, ContactStatus::solved);
  EXPECT_LE(solution.residual.max, 1e-12);
  for (const double impulse : solution.row_impulses) EXPECT_LE(std::abs(impulse), 2);
}

TEST(Rows, StartFromTheImpulsesOfTheStepBefore) {
  ContactProblem problem = make_held_at_a_wall();
  const ContactSolution cold = solve(problem);
  EXPECT_FALSE(cold.statistics.warm_started);
  problem.rows[0].start_impulse = cold.row_impulses[0];
  const ContactSolution warm = solve(problem, {}, guesses_from(cold));
  EXPECT_TRUE(warm.statistics.warm_started);
  expect_held_at_a_wall(warm);
  problem.rows[0].start_impulse = warm.row_impulses[0];
  const ContactSolution settled = solve(problem, {}, guesses_from(warm));
  EXPECT_EQ(settled.statistics.rung, Rung::remembered);
  EXPECT_EQ(settled.row_impulses, warm.row_impulses);
}

TEST(Rows, SweepsMeetThemWhereNothingElseIsTried) {
  const ContactSolution solution =
      solve(make_held_at_a_wall(),
            {.without = {Rung::finish, Rung::homotopy, Rung::augmented_lagrangian}});
  ASSERT_EQ(solution.status, ContactStatus::solved);
  EXPECT_EQ(solution.statistics.rung, Rung::sweeps);
  expect_held_at_a_wall(solution);
}

// The wall stops 2 N s; its effect on the 1 m/s along y follows the law: 0.5 N s of friction, all
// of it, none, or half of it: a damper of 4 N s/m acts for 0.5 s on 2 kg.
TEST(Rows, AreMetUnderEveryLaw) {
  ContactProblem problem = make_held_at_a_wall();
  problem.time_step = 0.5;
  problem.contacts[0].touching = true;
  problem.contacts[0].viscosity = 4;
  const auto expect_speed = [&](const char* model, const char* solver, double speed) {
    SCOPED_TRACE(std::string(model) + " " + solver);
    const ContactSolution solution = solve(problem, {.model = model, .solver = solver});
    ASSERT_EQ(solution.status, ContactStatus::solved);
    EXPECT_LE((solution.velocities[0].head<3>() - Vec3(0, speed, 0)).norm(), 1e-8);
    EXPECT_NEAR(solution.impulses[0].x(), 2, 1e-8);
    ASSERT_EQ(solution.row_impulses.size(), 1U);
    // A wall without slip holds z as well as the rod does.
    const double held_by_wall = model == std::string("no-slip") ? solution.impulses[0].z() : 0.0;
    EXPECT_NEAR(solution.row_impulses[0] + held_by_wall, 1, 1e-8);
    EXPECT_FALSE(solution.statistics.fallback);
  };
  for (const char* solver : {"", "ppm", "active-set", "lemke"}) {
    expect_speed("no-slip", solver, 0);
    expect_speed("frictionless", solver, 1);
    expect_speed("viscous", solver, 0.5);
    expect_speed("viscous-rk4", solver, 0.5);
  }
  expect_speed("box-friction", "", 0.75);
  expect_speed("box-friction", "keller", 0.75);
}

// 2 kg at 1 m/s along x, y and -z: a limit along x and its double in the opposite direction take 2
// N s together, a rod along y takes 2 N s, and a damper of 2 N s/m along z takes half the speed.
TEST(Rows, OfAllKindsAreThePapersMethodsOwn) {
  ContactProblem problem = make_particle(Vec3(1, 1, -1), 0);
  problem.contacts.clear();
  problem.time_step = 0.1;
  problem.rows = {make_row_along(Vec3::UnitX()), make_row_along(Vec3::UnitX()),
                  make_row_along(Vec3::UnitY()), make_row_along(Vec3::UnitZ())};
  problem.rows[0].upper = 0;
  problem.rows[1].sides[0].jacobian *= -1;
  problem.rows[1].lower = 0;
  problem.rows[3].softness = 0.5;
  for (const char* solver : {"ppm", "active-set", "lemke"}) {
    SCOPED_TRACE(solver);
    const ContactSolution solution = solve(problem, {.model = "frictionless", .solver = solver});
    ASSERT_EQ(solution.status, ContactStatus::solved);
    EXPECT_FALSE(solution.statistics.fallback);
    EXPECT_LE((solution.velocities[0].head<3>() - Vec3(0, 0, -0.5)).norm(), 1e-9);
    EXPECT_NEAR(solution.row_impulses[0] - solution.row_impulses[1], -2, 1e-9);
    EXPECT_NEAR(solution.row_impulses[2], -2, 1e-9);
    EXPECT_NEAR(solution.row_impulses[3], 1, 1e-9);
    // One that gives 0.4 N s at most leaves -0.8 m/s.
    ContactProblem boxed = problem;
    boxed.rows[3].upper = 0.4;
    const ContactSolution held = solve(boxed, {.model = "frictionless", .solver = solver});
    ASSERT_EQ(held.status, ContactStatus::solved);
    EXPECT_FALSE(held.statistics.fallback);
    EXPECT_NEAR(held.velocities[0].z(), -0.8, 1e-9);
  }
}

TEST(Rows, AreWholeIfUnsolved) {
  const auto expect_unsolved = [](const ContactProblem& problem,
                                  const ContactModelOptions& options) {
    const ContactSolution solution = solve(problem, options);
    EXPECT_EQ(solution.status, ContactStatus::unsolved) << options.model;
    ASSERT_EQ(solution.row_impulses.size(), 1U) << options.model;
    EXPECT_EQ(solution.velocities.size(), 1U) << options.model;
  };
  const ContactProblem problem = make_held_at_a_wall();
  ContactProblem idle = problem;
  idle.rows[0].sides[0].jacobian.setZero();
  expect_unsolved(idle, {});
  ContactProblem crossed = problem;
  crossed.rows[0].lower = 1;
  crossed.rows[0].upper = 0;
  expect_unsolved(crossed, {});
}

TEST(Rows, AModelThatKnowsNoneOfThemLeavesThemUnsolved) {
  tacky::TackyModel model(10);
  ContactSolution solution;
  model.solve(make_held_at_a_wall(), {}, solution);
  EXPECT_EQ(solution.status, ContactStatus::unsolved);
  EXPECT_EQ(solution.residual.max, kUnbounded);
}

// With the effect of the rows taken as given, the answer solves the contacts' problem.
TEST(Rows, ThePosedProblemTakesThemAsGiven) {
  const ContactProblem problem = make_held_at_a_wall();
  const std::unique_ptr<ContactModel> model = make_contact_model({});
  ContactSolution solution;
  model->solve(problem, {}, solution);
  const PosedProblem posed = model->pose(problem, solution);
  EXPECT_LE(lcp_residual(std::get<Lcp>(posed.lcp), posed.z), 1e-8);
}

}  // namespace
}  // namespace stiction
