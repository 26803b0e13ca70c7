#include <stiction/lcp/lcp_residual.h>
#include <stiction/model/contact_model.h>
#include <stiction/model/pyramid.h>

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <stdexcept>

#include "constants.h"
#include "contact/simple_problems.h"
#include "model/solve_problem.h"

namespace stiction {
namespace {

// Statics on a slope of angle a turned by the yaw: the box stays while tan a <= mu, in every
// direction.
TEST(Coulomb, SticksUpToTheConesLimitAndSlidesBeyondItInEveryDirection) {
  const double mu = 0.5;
  for (const int directions : {4, 8, 16}) {
    for (int yaw = 0; yaw < 360; yaw += 11) {
      const Vec2 d(std::cos(yaw * kDegree), std::sin(yaw * kDegree));
      for (const double slope : {0.999 * mu, 1.001 * mu}) {
        ContactProblem problem = make_cube(Vec3(slope * d.x(), slope * d.y(), -1), mu);
        const ContactSolution solution = solve(problem, {.directions = directions});
        ASSERT_EQ(solution.status, ContactStatus::solved);
        const Vec2 v = solution.velocities[0].head<2>();
        const Vec2 expected = slope < mu ? Vec2(0, 0) : Vec2((slope - mu) * d);
        EXPECT_LE((v - expected).norm(), 1e-9) << directions << " directions, yaw " << yaw;
        EXPECT_LE(solution.velocities[0].tail<3>().norm(), 1e-9);
      }
    }
  }
}

TEST(Coulomb, FacetsThatStandInTheWorldMisdirectASlidingBox) {
  // d = 4 with facets along the axes; v* at 30 degrees: the corner of the square that opposes it
  // best takes all friction, so that friction is along -x alone.
  ContactProblem problem = make_particle(Vec3(std::cos(30 * kDegree), 0.5, -1), 0.3);
  const ContactSolution solution =
      solve(problem, {.directions = 4, .alignment = FacetAlignment::world});
  ASSERT_EQ(solution.status, ContactStatus::solved);
  EXPECT_NEAR(solution.velocities[0].x(), std::cos(30 * kDegree) - 0.3, 1e-9);
  EXPECT_NEAR(solution.velocities[0].y(), 0.5, 1e-9);
}

TEST(Coulomb, StopsABodyAtTheGapAndNoSooner) {
  ContactProblem problem = make_particle(Vec3(0, 0, -3), 0.5);
  problem.contacts[0].offset.x() = 1;
  ContactSolution solution = solve(problem);
  EXPECT_NEAR(solution.velocities[0].z(), -1, 1e-12);
  problem.contacts[0].offset.x() = 3.5;
  solution = solve(problem);
  EXPECT_EQ(solution.velocities[0], problem.bodies[0].free_velocity);
  EXPECT_EQ(solution.states[0], ContactState::open);
  EXPECT_EQ(solution.status, ContactStatus::solved);
}

TEST(Coulomb, FrictionLeansOnAPriorImpulse) {
  // v* = (3, 0, 0.5): the contact opens, yet mu P = 0.5 4 N s brakes 2 kg by 1 m/s.
  ContactProblem problem = make_particle(Vec3(3, 0, 0.5), 0.5);
  problem.contacts[0].prior_normal_impulse = 4;
  const ContactSolution solution = solve(problem);
  ASSERT_EQ(solution.status, ContactStatus::solved);
  EXPECT_LE((solution.velocities[0].head<3>() - Vec3(2, 0, 0.5)).norm(), 1e-12);
}

// A box of M on one of m, both falling at speed 1 onto the floor: the floor carries (m + M) v, the
// upper contact M v.
TEST(Coulomb, CarriesHeavyOnLight) {
  for (const double ratio : {1.0, 1e3, 1e6, 1e-3, 1e-6}) {
    ContactProblem problem = make_cube(Vec3(0, 0, -1), 0.5);
    const double upper = ratio;
    problem.bodies.push_back(problem.bodies[0]);
    problem.bodies[1].mass = upper;
    problem.bodies[1].inverse_mass = 1 / upper;
    problem.bodies[1].inertia *= upper;
    problem.bodies[1].inverse_inertia /= upper;
    for (int k = 0; k < 4; ++k) {
      ContactProblem::Contact contact = problem.contacts[k];
      contact.body_a = 1;
      contact.body_b = 0;
      contact.arm_b = contact.arm_a + Vec3(0, 0, 1);
      problem.contacts.push_back(contact);
    }
    const ContactSolution solution = solve(problem);
    ASSERT_EQ(solution.status, ContactStatus::solved) << ratio;
    double floor = 0;
    double between = 0;
    for (int k = 0; k < 4; ++k) {
      floor += solution.impulses[k].x();
      between += solution.impulses[4 + k].x();
    }
    EXPECT_NEAR(floor, 1 + upper, 1e-6 * (1 + upper)) << ratio;
    EXPECT_NEAR(between, upper, 1e-6 * upper) << ratio;
    EXPECT_LE(solution.velocities[0].norm(), 1e-6) << ratio;
    EXPECT_LE(solution.velocities[1].norm(), 1e-6) << ratio;
  }
}

/// Every complementary basis of a small LCP; the relative velocities of the solutions among them.
std::vector<Eigen::VectorXd> enumerate_solutions(const Lcp& lcp) {
  const int n = static_cast<int>(lcp.q.size());
  std::vector<Eigen::VectorXd> solutions;
  for (int basis = 0; basis < (1 << n); ++basis) {
    // Columns of I w - M z = q for the basic ones of w and z.
    Eigen::MatrixXd B = Eigen::MatrixXd::Identity(n, n);
    for (int i = 0; i < n; ++i) {
      if (basis >> i & 1) B.col(i) = -lcp.M.col(i);
    }
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(B);
    if (!lu.isInvertible()) continue;
    const Eigen::VectorXd x = lu.solve(lcp.q);
    if (x.minCoeff() < -1e-10) continue;
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
    for (int i = 0; i < n; ++i) {
      if (basis >> i & 1) z[i] = std::max(0.0, x[i]);
    }
    solutions.push_back(z);
  }
  return solutions;
}

TEST(Coulomb, AgreesWithTheEnumerationOfAllComplementaryBases) {
  std::mt19937 generator(8);
  const ContactModelOptions options{.directions = 4, .alignment = FacetAlignment::world};
  for (int draw = 0; draw < 40; ++draw) {
    ContactProblem problem = make_random_problem(generator, 1 + draw % 2, 1 + draw % 2);
    const ContactSolution solution = solve(problem, options);
    ASSERT_EQ(solution.status, ContactStatus::solved) << draw;
    const PosedProblem posed = make_contact_model(options)->pose(problem, solution);
    const Lcp& lcp = std::get<Lcp>(posed.lcp);
    EXPECT_LE(lcp_residual(lcp, posed.z), 1e-9);
    const std::vector<double> angles(problem.contacts.size(), 0.0);
    double nearest = kInf;
    for (const Eigen::VectorXd& z : enumerate_solutions(lcp)) {
      std::vector<Vec3> impulses;
      impulses_from_pyramid(z, angles, PyramidLayout(problem, 4), {}, impulses);
      std::vector<Vec6> velocities = free_velocities(problem);
      double apart = 0;
      for (std::size_t c = 0; c < impulses.size(); ++c) {
        apply_contact_impulse(problem, problem.contacts[c], impulses[c], velocities);
      }
      for (std::size_t i = 0; i < velocities.size(); ++i) {
        apart = std::max(apart, (velocities[i] - solution.velocities[i]).norm());
      }
      nearest = std::min(nearest, apart);
    }
    EXPECT_LE(nearest, 1e-8) << draw;
  }
}

// Random bodies, arms, normals and coefficients, far from any equilibrium; the judge decides.
TEST(Coulomb, SolvesRandomProblemsOnTheTrueCone) {
  std::mt19937 generator(9);
  const std::unique_ptr<ContactModel> model = make_contact_model({});
  int num_solved = 0;
  int num_true_cone = 0;
  constexpr int kDraws = 300;
  for (int draw = 0; draw < kDraws; ++draw) {
    const ContactProblem problem = make_random_problem(generator, 1 + draw % 5, 1 + draw % 16);
    ContactSolution solution;
    model->solve(problem, {}, solution);
    const ContactResidual residual = model->judge(problem, solution);
    EXPECT_EQ(solution.status == ContactStatus::solved, residual.max <= 1e-6);
    num_solved += solution.status == ContactStatus::solved;
    num_true_cone += residual.cone_angle <= 1e-6 && residual.cone_force <= 1e-6;
  }
  EXPECT_EQ(num_solved, kDraws);
  EXPECT_GE(num_true_cone, kDraws * 99 / 100);
}

TEST(Coulomb, StartsWarmFromItsOwnAnswerAndFindsItAgain) {
  std::mt19937 generator(10);
  const std::unique_ptr<ContactModel> model = make_contact_model({});
  for (int draw = 0; draw < 50; ++draw) {
    const ContactProblem problem = make_random_problem(generator, 3, 8);
    ContactSolution cold;
    model->solve(problem, {}, cold);
    ContactSolution warm;
    model->solve(problem, guesses_from(cold), warm);
    EXPECT_TRUE(warm.statistics.warm_started);
    EXPECT_EQ(warm.statistics.pivots, 0);
    for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
      EXPECT_LE((warm.velocities[i] - cold.velocities[i]).norm(), 1e-7) << draw;
    }
  }
}

// A body that cannot turn rests on four corners, two of which have gaps of round-off size: not all
// four can close. The remembered loads are those of all four; only two can keep theirs.
TEST(Coulomb, UnloadsContactsThatContradictEachOtherByRoundOff) {
  ContactProblem problem = make_cube(Vec3(0, 0, -1), 0.5);
  problem.bodies[0].inertia *= 1e12;
  problem.bodies[0].inverse_inertia *= 1e-12;
  problem.contacts[1].offset.x() = 1e-8;
  problem.contacts[2].offset.x() = 2e-8;
  ContactGuess quarter;
  quarter.known = true;
  quarter.impulse = Vec3(0.25, 0, 0);
  const std::vector<ContactGuess> guesses(4, quarter);
  const ContactSolution solution = solve(problem, {}, guesses);
  ASSERT_EQ(solution.status, ContactStatus::solved);
  EXPECT_LE(make_contact_model({})->judge(problem, solution).max, 1e-11);
  EXPECT_LE(solution.statistics.pivots, 2) << "without starting over";
  EXPECT_EQ(solution.impulses[1].x(), 0);
  EXPECT_EQ(solution.impulses[2].x(), 0);
}

TEST(Coulomb, AUsedModelGivesTheBitsOfAFreshOne) {
  std::mt19937 generator(11);
  const std::unique_ptr<ContactModel> used = make_contact_model({});
  for (int draw = 0; draw < 30; ++draw) {
    const ContactProblem problem = make_random_problem(generator, 1 + draw % 3, 1 + draw % 9);
    ContactSolution from_used;
    used->solve(problem, {}, from_used);
    const ContactSolution from_fresh = solve(problem);
    EXPECT_EQ(from_used.velocities, from_fresh.velocities);
    EXPECT_EQ(from_used.impulses, from_fresh.impulses);
  }
}

TEST(Coulomb, SaysSoWhereThereIsNoSolution) {
  // The particle is pressed between two immovable surfaces that close at 1 m/s: no velocity
  // satisfies both.
  ContactProblem problem = make_particle(Vec3(0, 0, 0), 0.5);
  problem.contacts.push_back(problem.contacts[0]);
  problem.contacts[1].frame << -Vec3::UnitZ(), Vec3::UnitX(), -Vec3::UnitY();
  problem.contacts[1].offset = Vec3(-1, 0, 0);
  const ContactSolution solution = solve(problem);
  EXPECT_EQ(solution.status, ContactStatus::unsolved);
  EXPECT_TRUE(solution.velocities[0].allFinite());
}

TEST(Coulomb, SaysSoOfNumbersThatAreNone) {
  ContactProblem problem = make_particle(Vec3(0, 0, std::nan("")), 0.5);
  EXPECT_EQ(solve(problem).status, ContactStatus::unsolved);
  problem = make_particle(Vec3(0, 0, -1), kInf);
  EXPECT_EQ(solve(problem).status, ContactStatus::unsolved);
}

TEST(ContactModel, RefusesWhatThereIsNot) {
  EXPECT_THROW(make_contact_model({.model = "sticky"}), std::invalid_argument);
  EXPECT_THROW(make_contact_model({.solver = "pgs"}), std::invalid_argument);
  for (const int directions : {2, 5, 66, -4}) {
    EXPECT_THROW(make_contact_model({.directions = directions}), std::invalid_argument);
  }
  EXPECT_EQ(make_contact_model({})->name(), "coulomb");
  EXPECT_EQ(make_contact_model({})->clone()->solver_name(), "reduced-lemke");
}

}  // namespace
}  // namespace stiction
