#include <stiction/contact/coulomb_residual.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "contact/simple_problems.h"

namespace stiction {
namespace {

constexpr double kMass = 2;  // of the particle

/// The solution of one particle with the given impulse: momentum balanced, facet along friction.
ContactSolution make_solution(const ContactProblem& problem, const Vec3& impulse) {
  ContactSolution solution;
  solution.impulses = {impulse};
  solution.facet_angles = {impulse.tail<2>().isZero(0) ? 0 : std::atan2(impulse.z(), impulse.y())};
  solution.states = {ContactState::sliding};
  solution.velocities = free_velocities(problem);
  apply_contact_impulse(problem, problem.contacts[0], impulse, solution.velocities);
  return solution;
}

TEST(CoulombResidual, IsZeroForAParticleThatSticks) {
  // v* = (0.1, 0.2, -1): to stop it takes m (1, -0.1, -0.2), within mu = 0.5 of the load.
  const ContactProblem problem = make_particle(Vec3(0.1, 0.2, -1), 0.5);
  const ContactSolution stopped = make_solution(problem, kMass * Vec3(1, -0.1, -0.2));
  EXPECT_LE(calc_coulomb_residual(problem, stopped).max, 1e-15);
}

TEST(CoulombResidual, IsZeroForAParticleThatSlidesInAnyDirection) {
  for (int degrees = 0; degrees < 360; degrees += 7) {
    const double angle = degrees * std::numbers::pi / 180;
    const Vec2 d(std::cos(angle), std::sin(angle));
    const ContactProblem problem = make_particle(Vec3(d.x(), d.y(), -1), 0.5);
    const ContactSolution slides =
        make_solution(problem, kMass * Vec3(1, -0.5 * d.x(), -0.5 * d.y()));
    const ContactResidual residual = calc_coulomb_residual(problem, slides);
    EXPECT_LE(residual.max, 1e-15) << degrees;
    EXPECT_LE(residual.cone_angle, 1e-15) << degrees;
    EXPECT_LE(residual.cone_force, 1e-15) << degrees;
  }
}

TEST(CoulombResidual, IsZeroWhereTheGapIsNotReached) {
  ContactProblem problem = make_particle(Vec3(5, 0, -1), 0.5);
  problem.contacts[0].offset.x() = 1;
  EXPECT_LE(calc_coulomb_residual(problem, make_solution(problem, Vec3::Zero())).max, 1e-15);
}

TEST(CoulombResidual, LetsFrictionLeanOnAPriorNormalImpulse) {
  ContactProblem problem = make_particle(Vec3(1, 0, 0.1), 0.5);
  problem.contacts[0].prior_normal_impulse = 3;  // friction of 1.5 takes 0.75 m/s
  EXPECT_LE(calc_coulomb_residual(problem, make_solution(problem, Vec3(0, -1.5, 0))).max, 1e-15);
  EXPECT_NEAR(calc_coulomb_residual(problem, make_solution(problem, Vec3::Zero())).max, 0.75, 1e-12)
      << "min(gamma, lambda) = min(1.5 N s / m_c V, 1 m/s / V)";
}

// Every condition in turn is broken by a known amount; V = 1 m/s and m_c V = 2 N s.
TEST(CoulombResidual, MeasuresEachConditionInItsOwnUnit) {
  const ContactProblem falling = make_particle(Vec3(0, 0, -1), 0.5);
  const auto residual_of = [&](const Vec3& impulse) {
    return calc_coulomb_residual(falling, make_solution(falling, impulse));
  };
  EXPECT_NEAR(residual_of(Vec3(kMass * 0.9, 0, 0)).normal, 0.1, 1e-12) << "still falls";
  EXPECT_NEAR(residual_of(Vec3(kMass * 1.3, 0, 0)).normal, 0.3, 1e-12) << "thrown up";
  const ContactProblem rising = make_particle(Vec3(0, 0, 1), 0.5);
  EXPECT_NEAR(calc_coulomb_residual(rising, make_solution(rising, Vec3(-0.2, 0, 0))).normal, 0.1,
              1e-12)
      << "pulls";

  const ContactProblem sliding = make_particle(Vec3(1, 0, -1), 0.5);
  const auto friction_of = [&](double x, double y) {
    return calc_coulomb_residual(sliding, make_solution(sliding, kMass * Vec3(1, x, y)));
  };
  EXPECT_NEAR(friction_of(-0.4, 0).friction, 0.1, 1e-12) << "too little, while it slides";
  EXPECT_NEAR(friction_of(-0.4, 0).cone_force, 0.2, 1e-12);
  EXPECT_NEAR(friction_of(-0.6, 0).friction, 0.1, 1e-12) << "too much";
  EXPECT_NEAR(friction_of(0.5, 0).friction, 0.5, 1e-12) << "along the slip: sigma 2 slips, phi 0.5";
  EXPECT_NEAR(friction_of(-0.3, 0.4).cone_angle, std::atan2(0.4, 0.7) + std::atan2(0.4, 0.3), 1e-9)
      << "friction (-0.3, 0.4) against the slip (0.7, 0.4)";
}

TEST(CoulombResidual, SeesMomentumFromNowhere) {
  const ContactProblem problem = make_particle(Vec3(0, 0, -1), 0.5);
  ContactSolution solution = make_solution(problem, kMass * Vec3(1, 0, 0));
  solution.velocities[0].x() += 0.25;
  EXPECT_NEAR(calc_coulomb_residual(problem, solution).momentum, 0.25, 1e-12);
  solution.velocities[0].x() -= 0.25;
  solution.velocities[0].tail<3>() = Vec3(0, 0, 0.1);
  EXPECT_NEAR(calc_coulomb_residual(problem, solution).momentum, 0.1 * std::sqrt(0.5), 1e-12)
      << "0.5 kg m^2 per kg about z, radius of gyration sqrt(0.5) m";
}

TEST(CoulombResidual, DoesNotDependOnTheUnits) {
  ContactProblem problem = make_particle(Vec3(1, 0.5, -1), 0.5);
  const Vec3 impulse = kMass * Vec3(0.97, -0.3, -0.2);
  const ContactResidual residual = calc_coulomb_residual(problem, make_solution(problem, impulse));
  const double mass = 1e3;
  const double speed = 1e-4;
  problem.bodies[0].mass *= mass;
  problem.bodies[0].inverse_mass /= mass;
  problem.bodies[0].inertia *= mass;
  problem.bodies[0].inverse_inertia /= mass;
  problem.bodies[0].free_velocity *= speed;
  problem.velocity_scale *= speed;
  const ContactResidual scaled =
      calc_coulomb_residual(problem, make_solution(problem, mass * speed * impulse));
  EXPECT_GT(residual.max, 1e-3);
  EXPECT_NEAR(scaled.max, residual.max, 1e-12);
  EXPECT_NEAR(scaled.cone_angle, residual.cone_angle, 1e-12);
}

TEST(CoulombResidual, IsInfiniteForWhatIsNotANumberAndZeroWhereNothingMoves) {
  ContactProblem problem = make_particle(Vec3(0, 0, -1), 0.5);
  ContactSolution solution = make_solution(problem, Vec3(std::nan(""), 0, 0));
  EXPECT_EQ(calc_coulomb_residual(problem, solution).max, std::numeric_limits<double>::infinity());
  problem.velocity_scale = 0;
  EXPECT_EQ(calc_coulomb_residual(problem, make_solution(problem, Vec3::Zero())).max, 0);
}

}  // namespace
}  // namespace stiction
