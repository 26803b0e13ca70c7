#include <stiction/contact/box_friction_residual.h>
#include <stiction/contact/cone_residual.h>
#include <stiction/contact/coulomb_residual.h>
#include <stiction/contact/frictionless_residual.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "constants.h"
#include "contact/simple_problems.h"

// Worked out by hand: the particle has 2 kg, which is m_c, and V = 1 m/s.

namespace stiction {
namespace {

constexpr double kParticleMass = 2;

double cone_residual_of(const ContactProblem& problem, const Vec3& impulse) {
  return calc_cone_residual(problem, make_solution(problem, impulse));
}

TEST(ConeResidual, IsZeroForAParticleThatSticksSlidesOrStaysApart) {
  const ContactProblem slow = make_particle(Vec3(0.1, 0.2, -1), 0.5);
  EXPECT_LE(cone_residual_of(slow, kParticleMass * Vec3(1, -0.1, -0.2)), 1e-15);
  const ContactProblem fast = make_particle(Vec3(0.6, 0.8, -1), 0.5);
  EXPECT_LE(cone_residual_of(fast, kParticleMass * Vec3(1, -0.3, -0.4)), 1e-15);
  ContactProblem apart = make_particle(Vec3(5, 0, -1), 0.5);
  apart.contacts[0].offset.x() = 1;
  EXPECT_LE(cone_residual_of(apart, Vec3::Zero()), 1e-15);
}

// For every judge, an invalid problem has no answer.
TEST(Residuals, AreInfiniteForWhatIsNoProblem) {
  struct Case {
    const char* what;
    void (*spoil)(ContactProblem&);
  };
  constexpr Case kCases[] = {
      {"a body that is not there", [](auto& p) { p.contacts[0].body_a = 1; }},
      {"a body before the first", [](auto& p) { p.contacts[0].body_b = -2; }},
      {"a negative scale", [](auto& p) { p.velocity_scale = -1; }},
      {"no mass", [](auto& p) { p.bodies[0] = {}; }},
      {"no inverse mass", [](auto& p) { p.bodies[0].inverse_mass = 0; }},
      {"a negative mass", [](auto& p) { p.bodies[0].mass = -2; }},
      // Their squares overflow, and inf - inf is NaN.
      {"masses of 1e200 kg",
       [](auto& p) {
         p.bodies[0].mass = 1e200;
         p.bodies[0].inverse_mass = 1e-200;
       }},
  };
  for (const Case& one : kCases) {
    ContactProblem problem = make_particle(Vec3(1, 0, -1), 0.5);
    const ContactSolution exact = make_solution(problem, kParticleMass * Vec3(1, -0.5, 0));
    ASSERT_LE(calc_cone_residual(problem, exact), 1e-15);
    one.spoil(problem);
    EXPECT_EQ(calc_cone_residual(problem, exact), kInf) << one.what;
    EXPECT_EQ(calc_coulomb_residual(problem, exact, 8).max, kInf) << one.what;
    EXPECT_EQ(calc_box_friction_residual(problem, exact, BoxBound::coulomb).max, kInf) << one.what;
    EXPECT_EQ(calc_frictionless_residual(problem, exact).max, kInf) << one.what;
  }
}

// Immovable bodies that close at 1 m/s, and ones that part.
TEST(Residuals, SeeImmovableBodiesThatClose) {
  ContactProblem problem = make_particle(Vec3::Zero(), 0.5);
  problem.contacts[0].body_a = -1;
  for (const double u : {-1.0, 1.0}) {
    problem.contacts[0].offset.x() = u;
    const ContactSolution nothing = make_solution(problem, Vec3::Zero());
    EXPECT_EQ(calc_cone_residual(problem, nothing), u < 0 ? 1 : 0);
    EXPECT_EQ(calc_frictionless_residual(problem, nothing).max, u < 0 ? 1 : 0);
  }
}

// Friction at its bound but off the direction by an angle a: f - m_c u_T = (-2, 0), which projects
// to (-1, 0) on the disc of radius 1, at a distance of 2 sin(a / 2) from f = (-cos a, sin a).
TEST(ConeResidual, SeesFrictionThatIsOffTheSlipWhateverTheFacets) {
  const ContactProblem problem = make_particle(Vec3(1, 0, -1), 0.5);
  for (const double a : {1e-6, 0.1, kPi / 8}) {
    const ContactSolution off = make_solution(problem, Vec3(2, -std::cos(a), std::sin(a)));
    EXPECT_NEAR(calc_cone_residual(problem, off), std::sin(a / 2), 1e-15) << a;
  }
  // The judge of facets uses friction along the facet nearest to the slip.
  const double a = 0.15;
  const ContactSolution off = make_solution(problem, Vec3(2, -std::cos(a), std::sin(a)));
  EXPECT_LE(judge_facets_at({kPi - a}, problem, off, 8).max, 1e-15);
}

TEST(ConeResidual, SeesApproachPullAndShortFriction) {
  const ContactProblem falling = make_particle(Vec3(0, 0, -1), 0.5);
  EXPECT_NEAR(cone_residual_of(falling, Vec3(1.8, 0, 0)), 0.1, 1e-15);  // still approaches
  const ContactProblem leaving = make_particle(Vec3(0, 0, 1), 0.5);
  EXPECT_NEAR(cone_residual_of(leaving, Vec3(-0.4, 0, 0)), 0.2, 1e-15);  // is pulled back
  const ContactProblem sliding = make_particle(Vec3(1, 0, -1), 0.5);
  EXPECT_NEAR(cone_residual_of(sliding, Vec3(2, -0.8, 0)), 0.1, 1e-15);  // 1 would be its bound
}

TEST(ConeResidual, FrictionLeansOnThePriorImpulse) {
  ContactProblem problem = make_particle(Vec3(1, 0, 0), 0.5);
  problem.contacts[0].prior_normal_impulse = 3;
  EXPECT_LE(cone_residual_of(problem, Vec3(0, -1.5, 0)), 1e-15);
  EXPECT_NEAR(cone_residual_of(problem, Vec3(0, -1.4, 0)), 0.05, 1e-15);
}

TEST(ConeResidual, InfiniteFrictionHoldsWhatIsLoadedAndNothingElse) {
  const double infinite = std::numeric_limits<double>::infinity();
  ContactProblem loaded = make_particle(Vec3(3, 0, -1), infinite);
  EXPECT_LE(cone_residual_of(loaded, Vec3(2, -6, 0)), 1e-15);
  EXPECT_NEAR(cone_residual_of(loaded, Vec3(2, -5, 0)), 0.5, 1e-15);  // slips by 0.5 m/s
  const ContactProblem loose = make_particle(Vec3(3, 0, 0), infinite);
  EXPECT_LE(cone_residual_of(loose, Vec3::Zero()), 1e-15);
  EXPECT_NEAR(cone_residual_of(loose, Vec3(0, -6, 0)), 3, 1e-15);
}

TEST(ConeResidual, JudgesTheMomentumBalance) {
  const ContactProblem problem = make_particle(Vec3(0, 0, -1), 0.5);
  ContactSolution solution = make_solution(problem, Vec3(2, 0, 0));
  solution.velocities[0].head<3>() += Vec3(0, 0, 0.25);
  EXPECT_NEAR(calc_cone_residual(problem, solution), 0.25, 1e-15);
}

TEST(ConeResidual, IsZeroWhereNothingMovesAndInfiniteForWhatIsNoNumber) {
  ContactProblem problem = make_particle(Vec3::Zero(), 0.5);
  problem.velocity_scale = 0;
  EXPECT_EQ(cone_residual_of(problem, Vec3::Zero()), 0);
  problem.velocity_scale = 1;
  EXPECT_EQ(cone_residual_of(problem, Vec3(kNaN, 0, 0)), std::numeric_limits<double>::infinity());
}

// A body with 1 kg m^2 about z turns at -1 rad/s; a row about z gives it 0.3 N m s, which leaves u
// = -0.7 rad/s. With the length 0.5 m this is 0.35 m/s, relative to V.
TEST(ConeResidual, JudgesRowsBeyondContacts) {
  ContactProblem problem = make_particle(Vec3::Zero(), 0.5);
  problem.contacts.clear();
  problem.bodies[0].free_velocity[5] = -1;
  problem.rows.resize(1);
  ContactProblem::Row& row = problem.rows[0];
  row.sides[3] = {0, Vec6::Unit(5)};
  row.length = 0.5;
  ContactSolution solution;
  solution.row_impulses = {0.3};
  get_velocities_after(problem, solution, solution.velocities);
  EXPECT_NEAR(solution.velocities[0][5], -0.7, 1e-15);
  const auto rows_of = [&] {
    const ContactResidual residual = calc_cone_residual_parts(problem, solution);
    EXPECT_NEAR(residual.max, residual.rows, 1e-15);
    EXPECT_EQ(calc_frictionless_residual(problem, solution).rows, residual.rows);
    EXPECT_EQ(calc_coulomb_residual(problem, solution, 8).rows, residual.rows);
    EXPECT_EQ(calc_box_friction_residual(problem, solution).rows, residual.rows);
    return residual.rows;
  };
  EXPECT_NEAR(rows_of(), 0.35, 1e-15) << "free";
  row.lower = 0;
  EXPECT_NEAR(rows_of(), 0.35, 1e-15) << "unilateral: 0.3 is not enough";
  row.upper = 0.5;
  EXPECT_NEAR(rows_of(), 0.1, 1e-15) << "boxed: 0.2 N m s are missing";
  row.upper = 0.3;
  EXPECT_EQ(rows_of(), 0) << "boxed: at its bound";
  row.lower = row.upper = 0.2;
  EXPECT_NEAR(rows_of(), 0.05, 1e-15) << "boxed: beyond its bound";
  row.lower = -1;
  row.upper = 1;
  row.offset = 0.7;
  EXPECT_LE(rows_of(), 1e-15) << "at its speed";
  row.offset = 0;
  problem.velocity_scale = 7;
  EXPECT_NEAR(rows_of(), 0.05, 1e-15) << "in units of V";
}

TEST(ConeResidual, RowsThatMakeNoSenseAreInfinitelyWrong) {
  const ContactProblem problem = [] {
    ContactProblem made = make_particle(Vec3(0, 0, -1), 0.5);
    made.rows.resize(1);
    made.rows[0].sides[0] = {0, Vec6::Unit(0)};
    return made;
  }();
  ContactSolution solution = make_solution(problem, Vec3(2, 0, 0));
  solution.row_impulses = {0};
  EXPECT_LE(calc_cone_residual(problem, solution), 1e-15);
  const double infinite = std::numeric_limits<double>::infinity();
  const auto residual_with = [&](auto damage) {
    ContactProblem damaged = problem;
    damage(damaged.rows[0]);
    return calc_cone_residual(damaged, solution);
  };
  using Row = ContactProblem::Row;
  EXPECT_EQ(residual_with([](Row& row) { row.sides[0].body = -1; }), infinite);
  EXPECT_EQ(residual_with([](Row& row) { row.sides[0].jacobian[3] = std::nan(""); }), infinite);
  EXPECT_EQ(residual_with([](Row& row) { row.offset = std::nan(""); }), infinite);
  EXPECT_EQ(residual_with([](Row& row) { row.lower = std::nan(""); }), infinite);
  EXPECT_EQ(residual_with([](Row& row) { row.length = 0; }), infinite);
  solution.row_impulses = {infinite};
  EXPECT_EQ(calc_cone_residual(problem, solution), infinite);
  solution.row_impulses.clear();
  EXPECT_EQ(calc_cone_residual(problem, solution), infinite);
}

}  // namespace
}  // namespace stiction
