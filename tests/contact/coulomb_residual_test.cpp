#include <stiction/contact/coulomb_residual.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

#include "constants.h"
#include "contact/simple_problems.h"

namespace stiction {
namespace {

constexpr double kMass = 2;  // of the particle

ContactSolution make_coulomb_solution(const ContactProblem& problem, const Vec3& impulse) {
  ContactSolution solution = make_solution(problem, impulse);
  solution.states = {ContactState::sliding};
  return solution;
}

/// The residual with the first facet along the friction.
ContactResidual judge_along_friction(const ContactProblem& problem,
                                     const ContactSolution& solution) {
  std::vector<double> angles;
  for (const Vec3& r : solution.impulses) {
    angles.push_back(r.tail<2>().isZero(0) ? 0 : std::atan2(r.z(), r.y()));
  }
  return judge_facets_at(angles, problem, solution, 8);
}

TEST(CoulombResidual, IsZeroForAParticleThatSticks) {
  // v* = (0.1, 0.2, -1): stopping it takes m (1, -0.1, -0.2), within mu = 0.5 of the load.
  const ContactProblem problem = make_particle(Vec3(0.1, 0.2, -1), 0.5);
  const ContactSolution stopped = make_coulomb_solution(problem, kMass * Vec3(1, -0.1, -0.2));
  EXPECT_LE(judge_along_friction(problem, stopped).max, 1e-15);
}

TEST(CoulombResidual, IsZeroForAParticleThatSlidesInAnyDirection) {
  for (int degrees = 0; degrees < 360; degrees += 7) {
    const double angle = degrees * std::numbers::pi / 180;
    const Vec2 d(std::cos(angle), std::sin(angle));
    const ContactProblem problem = make_particle(Vec3(d.x(), d.y(), -1), 0.5);
    const ContactSolution slides =
        make_coulomb_solution(problem, kMass * Vec3(1, -0.5 * d.x(), -0.5 * d.y()));
    const ContactResidual residual = judge_along_friction(problem, slides);
    EXPECT_LE(residual.max, 1e-15) << degrees;
    EXPECT_LE(residual.cone_angle, 1e-15) << degrees;
    EXPECT_LE(residual.cone_force, 1e-15) << degrees;
  }
}

TEST(CoulombResidual, IsZeroWhereTheGapIsNotReached) {
  ContactProblem problem = make_particle(Vec3(5, 0, -1), 0.5);
  problem.contacts[0].offset.x() = 1;
  EXPECT_LE(judge_along_friction(problem, make_coulomb_solution(problem, Vec3::Zero())).max, 1e-15);
}

TEST(CoulombResidual, IsZeroWhereTheGapCloses) {
  ContactProblem problem = make_particle(Vec3(0, 0, -1), 0);
  problem.contacts[0].offset.x() = 0.4;  // 0.4 m/s of the approach remain
  const ContactSolution touches = make_coulomb_solution(problem, kMass * Vec3(0.6, 0, 0));
  EXPECT_LE(judge_along_friction(problem, touches).max, 1e-15);
}

TEST(CoulombResidual, IsZeroForAParticleThatAMovingSurfaceCarriesAlong) {
  ContactProblem problem = make_particle(Vec3(0, 0, -1), 0.5);
  problem.contacts[0].offset.y() = -0.3;  // the surface moves at 0.3 m/s along t1
  const ContactSolution carried = make_coulomb_solution(problem, kMass * Vec3(1, 0.3, 0));
  EXPECT_LE(judge_along_friction(problem, carried).max, 1e-15);
}

TEST(CoulombResidual, LetsFrictionLeanOnAPriorNormalImpulse) {
  ContactProblem problem = make_particle(Vec3(1, 0, 0.1), 0.5);
  problem.contacts[0].prior_normal_impulse = 3;  // friction of 1.5 takes 0.75 m/s
  EXPECT_LE(judge_along_friction(problem, make_coulomb_solution(problem, Vec3(0, -1.5, 0))).max,
            1e-15);
  EXPECT_NEAR(judge_along_friction(problem, make_coulomb_solution(problem, Vec3::Zero())).max, 0.75,
              1e-12)
      << "min(gamma, lambda) = min(1.5 N s / m_c V, 1 m/s / V)";
}

// Every condition in turn is broken by a known amount; V = 1 m/s and m_c V = 2 N s.
TEST(CoulombResidual, MeasuresEachConditionInItsOwnUnit) {
  const ContactProblem falling = make_particle(Vec3(0, 0, -1), 0.5);
  const auto residual_of = [&](const Vec3& impulse) {
    return judge_along_friction(falling, make_coulomb_solution(falling, impulse));
  };
  EXPECT_NEAR(residual_of(Vec3(kMass * 0.9, 0, 0)).normal, 0.1, 1e-12) << "still falls";
  EXPECT_NEAR(residual_of(Vec3(kMass * 1.3, 0, 0)).normal, 0.3, 1e-12) << "thrown up";
  const ContactProblem rising = make_particle(Vec3(0, 0, 1), 0.5);
  EXPECT_NEAR(judge_along_friction(rising, make_coulomb_solution(rising, Vec3(-0.2, 0, 0))).normal,
              0.1, 1e-12)
      << "pulls";

  const ContactProblem sliding = make_particle(Vec3(1, 0, -1), 0.5);
  const auto friction_of = [&](double x, double y) {
    return judge_along_friction(sliding, make_coulomb_solution(sliding, kMass * Vec3(1, x, y)));
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
  ContactSolution solution = make_coulomb_solution(problem, kMass * Vec3(1, 0, 0));
  solution.velocities[0].x() += 0.25;
  EXPECT_NEAR(judge_along_friction(problem, solution).momentum, 0.25, 1e-12);
  // Lifted off without the impulse for it: every contact condition holds.
  solution = make_coulomb_solution(problem, Vec3::Zero());
  solution.velocities[0].setZero();
  EXPECT_NEAR(judge_along_friction(problem, solution).max, 1, 1e-12);
  solution = make_coulomb_solution(problem, kMass * Vec3(1, 0, 0));
  solution.velocities[0].tail<3>() = Vec3(0, 0, 0.1);
  EXPECT_NEAR(judge_along_friction(problem, solution).momentum, 0.1 * std::sqrt(0.5), 1e-12)
      << "0.5 kg m^2 per kg about z, radius of gyration sqrt(0.5) m";
}

// The same body turned by an eighth of a turn about x: its largest radius of gyration stays
// sqrt(0.5) m, while the largest diagonal entry of its inertia per kg falls to 0.45 m^2.
TEST(CoulombResidual, AngularMomentumIsMeasuredAlikeInEveryOrientation) {
  ContactProblem problem = make_particle(Vec3(0, 0, -1), 0.5);
  const Mat3 turn = exp_rotation(Vec3(std::numbers::pi / 4, 0, 0)).toRotationMatrix();
  ContactProblem::Body& body = problem.bodies[0];
  body.inertia = turn * body.inertia * turn.transpose();
  body.inverse_inertia = turn * body.inverse_inertia * turn.transpose();
  ContactSolution solution = make_coulomb_solution(problem, kMass * Vec3(1, 0, 0));
  solution.velocities[0].tail<3>() = turn * Vec3(0, 0, 0.1);
  EXPECT_NEAR(judge_along_friction(problem, solution).momentum, 0.1 * std::sqrt(0.5), 1e-12);
}

// Two bodies, arms: 1/m_c = 1/m_a + 1/m_b + (arm_a x n)^2 / I_a = 1/2 + 1/4 + 0.25/0.8.
TEST(CoulombResidual, MeasuresImpulsesInTheMassThatTheContactMoves) {
  ContactProblem problem = make_particle(Vec3::Zero(), 0);
  problem.bodies.push_back(make_problem_body(4, Vec6::Zero()));
  problem.bodies[0].free_velocity.z() = 5;  // u_n stays larger than theta / (m_c V)
  problem.contacts[0].body_b = 1;
  problem.contacts[0].arm_a = Vec3(0.5, 0, 0);  // turns about y, where I_a = 0.8
  const double m_c = 1 / (0.5 + 0.25 + 0.25 / 0.8);
  for (const double theta : {0.3, -0.3}) {
    const ContactSolution solution = make_coulomb_solution(problem, m_c * Vec3(theta, 0, 0));
    EXPECT_NEAR(judge_along_friction(problem, solution).normal, 0.3, 1e-12) << theta;
  }
  problem.bodies[0].free_velocity.z() = -1;
  EXPECT_LE(judge_along_friction(problem, make_coulomb_solution(problem, Vec3(m_c, 0, 0))).max,
            1e-15)
      << "exactly what stops the approach";
}

// Slip along the middle of a facet: -u_t is equally near two corners, and any friction on the edge
// between them solves the problem as posed; at its middle it is cos(pi / directions) of mu theta.
TEST(CoulombResidual, AcceptsTheEdgeOfThePolygonAndConeForceTellsItFromTheCone) {
  // A quarter turn of the facets gives the same polygon, numbered from another corner.
  for (const auto& [directions, quarters] :
       {std::pair(4, 0), std::pair(8, 0), std::pair(16, 0), std::pair(16, 3)}) {
    ContactProblem problem = make_particle(Vec3(1, 0, -1), 0.5);
    const double half = std::numbers::pi / directions;
    const double facet_angle = half + quarters * std::numbers::pi / 2;
    const auto residual_of = [&](double friction) {
      return judge_facets_at({facet_angle}, problem,
                             make_coulomb_solution(problem, kMass * Vec3(1, -friction, 0)),
                             directions);
    };
    const ContactResidual edge = residual_of(0.5 * std::cos(half));
    EXPECT_LE(edge.max, 1e-15) << directions;
    EXPECT_LE(edge.cone_angle, 1e-15) << directions;
    EXPECT_NEAR(edge.cone_force, 1 - std::cos(half), 1e-12) << directions;
    // On the cone instead, phi sums to 0.5 / cos(half), beyond the polygon.
    const ContactResidual cone = residual_of(0.5);
    EXPECT_NEAR(cone.friction, 0.5 / std::cos(half) - 0.5, 1e-12) << directions;
    EXPECT_LE(cone.cone_force, 1e-15) << directions;
  }
}

TEST(CoulombResidual, ConeErrorsCountContactsThatSlide) {
  for (const auto& [slip, counts] : {std::pair(1e-7, false), std::pair(1e-5, true)}) {
    // Friction across the slip, at 0.4 of its bound.
    ContactProblem problem = make_particle(Vec3(slip, 0.2, -1), 0.5);
    const ContactSolution solution = make_coulomb_solution(problem, kMass * Vec3(1, 0, -0.2));
    const ContactResidual residual = judge_along_friction(problem, solution);
    EXPECT_NEAR(residual.cone_angle, counts ? std::numbers::pi / 2 : 0, 1e-9) << slip;
    EXPECT_NEAR(residual.cone_force, counts ? 0.6 : 0, 1e-9) << slip;
  }
}

TEST(CoulombResidual, ConeForceCountsThePriorNormalImpulse) {
  ContactProblem problem = make_particle(Vec3(1, 0, 0.1), 0.5);
  problem.contacts[0].prior_normal_impulse = 3;
  const auto cone_force_of = [&](double friction) {
    return judge_along_friction(problem, make_coulomb_solution(problem, Vec3(0, friction, 0)))
        .cone_force;
  };
  EXPECT_LE(cone_force_of(-1.5), 1e-15);
  EXPECT_NEAR(cone_force_of(-1.2), 0.2, 1e-12);
}

TEST(CoulombResidual, FrictionBeyondItsBoundAtAContactThatSticksIsTheExcess) {
  const ContactProblem problem = make_particle(Vec3(0.8, 0, -1), 0.5);
  const ContactResidual residual =
      judge_along_friction(problem, make_coulomb_solution(problem, kMass * Vec3(1, -0.8, 0)));
  EXPECT_NEAR(residual.friction, 0.3, 1e-12);
  EXPECT_LE(residual.normal, 1e-15);
  EXPECT_EQ(residual.max, residual.friction);
}

TEST(CoulombResidual, FrictionAcrossTheSlipIsAsWrongAsItIsLarge) {
  const ContactProblem problem = make_particle(Vec3(1, 0, -1), 0.5);
  const ContactResidual residual =
      judge_along_friction(problem, make_coulomb_solution(problem, kMass * Vec3(1, 0, -0.5)));
  EXPECT_NEAR(residual.friction, 0.5, 1e-12) << "sigma is 1.56 there, phi 0.5, gamma 0";
}

TEST(CoulombResidual, IsThatOfTheWorstContactAndTheWorstBody) {
  ContactProblem problem = make_particle(Vec3(0, 0, -1), 0.5);
  problem.bodies.resize(3, problem.bodies[0]);
  problem.contacts.resize(3, problem.contacts[0]);
  ContactSolution solution;
  solution.impulses.assign(3, kMass * Vec3(1, 0, 0));
  solution.states.assign(3, ContactState::sticking);
  solution.velocities.assign(3, Vec6::Zero());
  for (int i = 0; i < 3; ++i) {
    problem.contacts[static_cast<std::size_t>(i)].body_a = i;
  }
  EXPECT_LE(calc_coulomb_residual(problem, solution, 8).max, 1e-15);
  for (std::size_t i = 0; i < 3; ++i) {
    ContactSolution moved = solution;
    moved.velocities[i].z() = -0.1;
    const ContactResidual residual = calc_coulomb_residual(problem, moved, 8);
    EXPECT_NEAR(residual.normal, 0.1, 1e-12) << i;
    EXPECT_NEAR(residual.momentum, 0.1, 1e-12) << i;
    // All slide along t1; friction falls short of its bound at one of them.
    moved.impulses.assign(3, kMass * Vec3(1, -0.5, 0));
    moved.impulses[i].y() = kMass * -0.3;
    moved.velocities.assign(3, (Vec6() << 0.1, 0, 0, 0, 0, 0).finished());
    const ContactResidual slides = calc_coulomb_residual(problem, moved, 8);
    EXPECT_NEAR(slides.friction, 0.1, 1e-12) << i << ": min(gamma, lambda) = min(0.2, 0.1)";
    EXPECT_NEAR(slides.cone_force, 0.4, 1e-12) << i;
  }
}

/// The same problem and answer in other units of mass, length and time.
void change_units(double mass, double length, double time, ContactProblem& problem,
                  ContactSolution& solution) {
  const double speed = length / time;
  for (ContactProblem::Body& body : problem.bodies) {
    body.mass *= mass;
    body.inverse_mass /= mass;
    body.inertia *= mass * length * length;
    body.inverse_inertia /= mass * length * length;
    body.free_velocity.head<3>() *= speed;
    body.free_velocity.tail<3>() /= time;
  }
  for (ContactProblem::Contact& contact : problem.contacts) {
    contact.arm_a *= length;
    contact.arm_b *= length;
    contact.offset *= speed;
    contact.prior_normal_impulse *= mass * speed;
  }
  problem.velocity_scale *= speed;
  for (Vec3& impulse : solution.impulses) {
    impulse *= mass * speed;
  }
  for (Vec6& velocity : solution.velocities) {
    velocity.head<3>() *= speed;
    velocity.tail<3>() /= time;
  }
}

TEST(CoulombResidual, DoesNotDependOnTheUnits) {
  std::mt19937 generator(6);
  std::normal_distribution<double> normal;
  for (int draw = 0; draw < 20; ++draw) {
    ContactProblem problem = make_random_problem(generator, 3, 4);
    turn_principal_axes(generator, problem);
    problem.contacts[1].prior_normal_impulse = 0.3;
    ContactSolution solution;
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      const double f1 = normal(generator);
      const double f2 = normal(generator);
      solution.impulses.emplace_back(std::abs(normal(generator)), f1, f2);
      solution.states.push_back(ContactState::sliding);
    }
    solution.velocities = free_velocities(problem);  // momentum is wrong, too
    const ContactResidual said = calc_coulomb_residual(problem, solution, 8);
    EXPECT_GT(std::min({said.friction, said.momentum, said.cone_angle}), 1e-3);
    for (const Vec3& units : {Vec3(1e3, 1, 1), Vec3(1, 1e3, 1), Vec3(1, 1, 1e-3)}) {
      ContactProblem told = problem;
      ContactSolution answer = solution;
      change_units(units.x(), units.y(), units.z(), told, answer);
      const ContactResidual again = calc_coulomb_residual(told, answer, 8);
      EXPECT_NEAR(again.max, said.max, 1e-11 * said.max) << units.transpose();
      EXPECT_NEAR(again.normal, said.normal, 1e-11 * said.max) << units.transpose();
      EXPECT_NEAR(again.friction, said.friction, 1e-11 * said.max) << units.transpose();
      EXPECT_NEAR(again.momentum, said.momentum, 1e-11 * said.max) << units.transpose();
      EXPECT_NEAR(again.cone_angle, said.cone_angle, 1e-9) << units.transpose();
      EXPECT_NEAR(again.cone_force, said.cone_force, 1e-9) << units.transpose();
    }
  }
}

constexpr double kNotFinite[] = {kNaN, kInf, -kInf};

TEST(CoulombResidual, IsInfiniteForAnAnswerThatIsNotFinite) {
  const ContactProblem problem = make_particle(Vec3(1, 0, -1), 0.5);
  const ContactSolution right = make_coulomb_solution(problem, kMass * Vec3(1, -0.5, 0));
  ASSERT_LE(calc_coulomb_residual(problem, right, 8).max, 1e-15);
  for (const double bad : kNotFinite) {
    ContactSolution wrong = right;
    for (int i = 0; i < 9; ++i) {
      wrong = right;
      (i < 3 ? wrong.impulses[0][i] : wrong.velocities[0][i - 3]) = bad;
      EXPECT_EQ(calc_coulomb_residual(problem, wrong, 8).max, kInf) << "entry " << i << ' ' << bad;
    }
  }
}

// A finite answer to a problem that is not finite is not an answer.
TEST(CoulombResidual, IsInfiniteForAProblemThatIsNotFinite) {
  const ContactProblem right = make_particle(Vec3(1, 0, -1), 0.5);
  const ContactSolution solution = make_coulomb_solution(right, kMass * Vec3(1, -0.5, 0));
  for (const double bad : kNotFinite) {
    ContactProblem problem = right;
    ContactProblem::Body& body = problem.bodies[0];
    ContactProblem::Contact& contact = problem.contacts[0];
    const auto expect_infinite = [&](double& entry, const char* name) {
      const double was = entry;
      entry = bad;
      EXPECT_EQ(calc_coulomb_residual(problem, solution, 8).max, kInf) << name << ' ' << bad;
      entry = was;
    };
    for (int i = 0; i < 6; ++i) {
      expect_infinite(body.free_velocity[i], "free velocity");
    }
    for (int i = 0; i < 3; ++i) {
      expect_infinite(contact.offset[i], "offset");
      expect_infinite(contact.arm_a[i], "arm");
      expect_infinite(contact.frame(i, i), "frame");
      expect_infinite(body.inertia(i, i), "inertia");
    }
    expect_infinite(body.mass, "mass");
    expect_infinite(body.inverse_mass, "inverse mass");
    expect_infinite(contact.friction, "friction");
    expect_infinite(contact.prior_normal_impulse, "prior normal impulse");
    expect_infinite(problem.velocity_scale, "velocity scale");
  }
}

TEST(CoulombResidual, IsZeroWhereNothingMoves) {
  ContactProblem problem = make_particle(Vec3(0, 0, -1), 0.5);
  const ContactSolution untouched = make_coulomb_solution(problem, Vec3::Zero());
  EXPECT_NEAR(calc_coulomb_residual(problem, untouched, 8).max, 1, 1e-15);
  problem.velocity_scale = 0;
  EXPECT_EQ(calc_coulomb_residual(problem, untouched, 8).max, 0);
}

}  // namespace
}  // namespace stiction
