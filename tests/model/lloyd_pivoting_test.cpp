// Each rung of the ladder of Lloyd's solvers by itself.

#include <stiction/model/contact_columns.h>

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "../../src/model/lloyd_pivoting.h"
#include "contact/simple_problems.h"

namespace stiction::lloyd {
namespace {

/// A peg in its hole: symmetric, so that with a covering vector of ones nearly every row ties.
ContactProblem make_peg(const Vec3& velocity, const Vec3& spin, double friction) {
  ContactProblem problem = make_particle(velocity, friction);
  problem.bodies[0].inertia = Mat3::Identity() / 6;
  problem.bodies[0].inverse_inertia = Mat3::Identity() * 6;
  problem.bodies[0].free_velocity.tail<3>() = spin;
  const ContactProblem::Contact contact = problem.contacts[0];
  problem.contacts.clear();
  for (const double height : {-0.5, 0.5}) {
    for (int i = 0; i < 8; ++i) {
      const double angle = std::numbers::pi * i / 4;
      const Vec3 outward(std::cos(angle), std::sin(angle), 0);
      problem.contacts.push_back(contact);
      problem.contacts.back().frame.col(0) = -outward;
      problem.contacts.back().frame.col(1) = Vec3::UnitZ();
      problem.contacts.back().frame.col(2) = -outward.cross(Vec3::UnitZ());
      problem.contacts.back().arm_a = 0.5 * outward + Vec3(0, 0, height);
    }
  }
  problem.velocity_scale = 1;
  return problem;
}

template <class Scalar>
double solve_by(const Rules& rules, const ContactColumns& columns) {
  LloydPivoting<Scalar> pivoting;
  pivoting.load(columns);
  pivoting.start_cold(rules);
  int pivots = 0;
  if (pivoting.run(pivots) != End::complementary) return 1;
  return static_cast<double>(pivoting.finish());
}

// With ones as the covering vector and pushes along the axes of symmetry, ties are the rule.
TEST(LloydRung, QuadruplePrecisionEndsWhereAllRowsTie) {
  for (const bool reduced : {true, false}) {
    for (const double friction : {0.0, 0.25}) {
      for (int i = 0; i < 32; ++i) {
        const double angle = std::numbers::pi * i / 16;
        const Vec3 push(std::cos(angle), std::sin(angle), 0.25 * (i % 3));
        const ContactProblem problem = make_peg(push, Vec3(0, 0.5 * (i % 2), 0), friction);
        ContactColumns columns;
        make_contact_columns(problem, {}, 8, columns);
        const Rules rules{.reduced = reduced,
                          .slide_activation = false,
                          .covering_spread = 0,
                          .pivot_limit = 2000};
        EXPECT_LE(solve_by<Quadruple>(rules, columns), 1e-9) << reduced << friction << ' ' << i;
      }
    }
  }
}

TEST(LloydRung, EveryPrecisionSolvesTheSameProblem) {
  const ContactProblem problem = make_peg(Vec3(1, 0.3, 0.2), Vec3(0.1, 0.7, 0.3), 0.25);
  ContactColumns columns;
  make_contact_columns(problem, {}, 8, columns);
  for (const bool reduced : {true, false}) {
    const Rules rules{.reduced = reduced, .slide_activation = reduced, .pivot_limit = 2000};
    EXPECT_LE(solve_by<double>(rules, columns), 1e-12);
    EXPECT_LE(solve_by<Quadruple>(rules, columns), 1e-14);
  }
}

}  // namespace
}  // namespace stiction::lloyd
