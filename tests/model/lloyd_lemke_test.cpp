#include <stiction/contact/cone_residual.h>
#include <stiction/contact/coulomb_residual.h>
#include <stiction/lcp/lemke.h>
#include <stiction/model/delassus.h>
#include <stiction/model/lloyd_lemke.h>
#include <stiction/model/pyramid.h>

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>

#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>

#include "constants.h"
#include "contact/simple_problems.h"
#include "model/column_problems.h"

// Laws of eq. 8 of Lloyd 2004, closed forms, and other ways to the same answer. Every answer of
// every test passes through `checked`, which recomputes the conditions from the columns.

namespace stiction {
namespace {

std::string name_of(LloydMethod method) { return std::string(to_string(method)); }

/// The contents of an answer, kept beyond the next solve.
struct Answer {
  LloydSolution solution;
  Eigen::VectorXd u;     ///< at the contacts, units and frames of the columns
  Eigen::VectorXd move;  ///< dv
};

/// Solves and judges: solved, and no condition of eq. 8 violated by more than the tolerance.
Answer checked(LloydLemke& solver, const ContactColumns& columns, const LloydOptions& options,
               const LloydBasis* warm = nullptr) {
  Answer answer;
  answer.solution = solver.solve(columns, options, warm);
  const LloydSolution& solution = answer.solution;
  EXPECT_TRUE(solution.solved) << to_string(options.method) << ", " << columns.num_contacts()
                               << " contacts, violation " << solution.violation;
  EXPECT_EQ(solution.impulses.size(), columns.contacts.size());
  EXPECT_EQ(solution.basis.contacts.size(), columns.contacts.size());
  const Verdict verdict = judge(columns, solution.impulses);
  EXPECT_LE(verdict.violation, 1.01 * options.tolerance + 1e-13)
      << to_string(options.method) << ": " << verdict.where;
  EXPECT_LE(solution.violation, options.tolerance);
  EXPECT_LE(solution.statistics.kernel_max, columns.dimension + columns.num_contacts() + 1);
  answer.u = contact_velocities(columns, solution.impulses);
  answer.move = body_motion(columns, solution.impulses);
  return answer;
}

Answer checked(const ContactColumns& columns, LloydMethod method = LloydMethod::reduced) {
  LloydLemke solver;
  return checked(solver, columns, {.method = method});
}

/// The same, with the answer in the form that the judge of the Coulomb model reads, which must
/// agree.
ContactSolution solve_checked(const ContactProblem& problem, LloydMethod method,
                              int directions = 8) {
  const ContactColumns columns = columns_of(problem, {}, directions);
  const Answer answer = checked(columns, method);
  const ContactSolution solution = solution_of(problem, columns, {}, answer.solution.impulses);
  if (problem.velocity_scale > 0) {
    EXPECT_LE(calc_coulomb_residual(problem, solution, columns.num_directions()).max, 2e-9)
        << to_string(method);
  }
  return solution;
}

void expect_same_bits(const LloydSolution& a, const LloydSolution& b) {
  EXPECT_EQ(a.solved, b.solved);
  EXPECT_EQ(a.basis, b.basis);
  EXPECT_EQ(a.statistics.pivots, b.statistics.pivots);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.violation), std::bit_cast<std::uint64_t>(b.violation));
  ASSERT_EQ(a.impulses.size(), b.impulses.size());
  for (std::size_t c = 0; c < a.impulses.size(); ++c) {
    EXPECT_EQ(std::memcmp(a.impulses[c].data(), b.impulses[c].data(), 3 * sizeof(double)), 0) << c;
  }
}

// ------------------------------------------------------------------------- (a) closed forms

// A particle of 2 kg lands with v_n = -1: theta = 2. It sticks if |v_t| <= mu, else it keeps v_t -
// mu along the facet that opposes it; it lifts off if v_n > 0.
TEST(LloydClosedForms, ParticleSticksSlidesAndLifts) {
  for (const LloydMethod method : kLloydMethods) {
    for (const double mu : {0.0, 0.3, 0.8, 2.0}) {
      for (const double speed : {0.0, 0.1, 0.5, 1.0, 3.0}) {
        for (const int facet : {0, 1, 2, 5}) {
          const double angle = facet * kPi / 4;
          const Vec3 along(std::cos(angle), std::sin(angle), 0);
          const ContactSolution down =
              solve_checked(make_particle(speed * along - Vec3::UnitZ(), mu), method);
          const double left = std::max(0.0, speed - mu);
          EXPECT_LE((down.velocities[0].head<3>() - left * along).norm(), 1e-12);
          EXPECT_NEAR(down.impulses[0].x(), 2, 1e-12);
          EXPECT_NEAR(down.impulses[0].tail<2>().norm(), 2 * std::min(speed, mu), 1e-12);
          const Vec3 up_velocity = speed * along + Vec3::UnitZ();
          const ContactSolution up = solve_checked(make_particle(up_velocity, mu), method);
          EXPECT_EQ(up.velocities[0].head<3>(), up_velocity);
          EXPECT_EQ(up.impulses[0], Vec3::Zero());
        }
      }
    }
  }
}

// Friction may lean on an earlier impulse: a particle that slides by, v_n = 0, is braked by mu
// times the prior impulse / m, at most to rest.
TEST(LloydClosedForms, PriorImpulseAloneBrakes) {
  for (const LloydMethod method : kLloydMethods) {
    for (const double prior : {0.0, 0.4, 1.0, 5.0}) {
      ContactProblem problem = make_particle(Vec3(0, -1, 0), 0.5);
      problem.contacts[0].prior_normal_impulse = prior;
      const ContactSolution solution = solve_checked(problem, method);
      const double left = std::max(0.0, 1 - 0.5 * prior / 2);
      EXPECT_LE((solution.velocities[0].head<3>() - Vec3(0, -left, 0)).norm(), 1e-12) << prior;
    }
  }
}

// A floor that moves with (0.7, 0, 0.2) lifts the particle and takes it along by mu (1 + 0.2).
TEST(LloydClosedForms, MovingFloorCarriesAlong) {
  for (const LloydMethod method : kLloydMethods) {
    ContactProblem problem = make_particle(Vec3(0, 0, -1), 0.5);
    problem.contacts[0].offset = Vec3(-0.2, -0.7, 0);
    const ContactSolution solution = solve_checked(problem, method);
    EXPECT_LE((solution.velocities[0].head<3>() - Vec3(0.6, 0, 0.2)).norm(), 1e-12);
  }
}

TEST(LloydClosedForms, GapLetsFallUntilTheFloorIsReached) {
  for (const LloydMethod method : kLloydMethods) {
    for (const double gap : {0.25, 1.0, 4.0}) {
      ContactProblem problem = make_particle(Vec3(0, 0, -1), 0.5);
      problem.contacts[0].offset.x() = gap;
      const ContactSolution solution = solve_checked(problem, method);
      EXPECT_NEAR(solution.velocities[0].z(), -std::min(gap, 1.0), 1e-12);
    }
  }
}

/// A box of half sides 0.5 x 0.4 x h on the floor, contacts at its four lower corners.
ContactProblem make_box(const Vec3& velocity, double friction, double height) {
  ContactProblem problem = make_particle(velocity, friction);
  const ContactProblem::Contact contact = problem.contacts[0];
  problem.contacts.clear();
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.4, 0.4}) {
      problem.contacts.push_back(contact);
      problem.contacts.back().arm_a = Vec3(x, y, -height);
    }
  }
  return problem;
}

// A flat enough box (mu h < 0.5) slides without turning. The four theta share m and the moment of
// friction: those in front carry more. Sum theta = 2, sum theta x = 2 mu h.
TEST(LloydClosedForms, FlatBoxSlidesWithoutTurning) {
  for (const LloydMethod method : kLloydMethods) {
    for (const double mu : {0.0, 0.2, 0.9}) {
      const ContactSolution solution = solve_checked(make_box(Vec3(3, 0, -1), mu, 0.3), method);
      Vec6 expected = Vec6::Zero();
      expected(0) = 3 - mu;
      EXPECT_LE((solution.velocities[0] - expected).norm(), 1e-11) << mu;
      const double front = solution.impulses[2].x() + solution.impulses[3].x();
      const double back = solution.impulses[0].x() + solution.impulses[1].x();
      EXPECT_NEAR(front + back, 2, 1e-11);
      EXPECT_NEAR(0.5 * (front - back), 2 * mu * 0.3, 1e-11);
    }
  }
}

TEST(LloydClosedForms, BoxSticksWithEveryCornerAtRest) {
  for (const LloydMethod method : kLloydMethods) {
    const ContactSolution solution = solve_checked(make_box(Vec3(0.3, -0.2, -1), 0.8, 0.2), method);
    EXPECT_LE(solution.velocities[0].norm(), 1e-12);
    Vec3 sum = Vec3::Zero();
    for (const Vec3& r : solution.impulses) sum += r;
    EXPECT_LE((sum - Vec3(2, -0.6, 0.4)).norm(), 1e-11);
  }
}

// A tall box tips over its front edge, x = 0.5, by a rotation about y. With sticking front corners
// the motion is a rotation about the edge that conserves L: omega = (p x m v)_y / (I_y + m (0.5^2 +
// h^2)).
TEST(LloydClosedForms, TallBoxTipsOverItsEdge) {
  const double h = 2;
  for (const LloydMethod method : kLloydMethods) {
    const ContactSolution solution = solve_checked(make_box(Vec3(3, 0, -1), 2, h), method);
    // From the edge to the centre: (-0.5, 0, h).
    const double momentum = 2 * (h * 3 - (-0.5) * -1);
    const double omega = momentum / (2 * 0.4 + 2 * (0.25 + h * h));
    EXPECT_GT(omega, 0);
    Vec6 expected = Vec6::Zero();
    expected(0) = omega * h;
    expected(2) = omega * 0.5;
    expected(4) = omega;
    EXPECT_LE((solution.velocities[0] - expected).norm(), 1e-11);
  }
}

/// A particle of 2 kg between two planes through the x axis, each at the angle `half` to the
/// vertical.
ContactProblem make_wedge(const Vec3& velocity, double friction, double half) {
  ContactProblem problem = make_particle(velocity, friction);
  problem.contacts.push_back(problem.contacts[0]);
  for (int side = 0; side < 2; ++side) {
    const double sign = side == 0 ? 1 : -1;
    const Vec3 n(0, sign * std::cos(half), std::sin(half));
    problem.contacts[side].frame << n, Vec3::UnitX(), n.cross(Vec3::UnitX());
  }
  return problem;
}

// Pushed down a V groove with v_z = -1, each side carries theta with 2 theta sin(half) = m; along
// the groove the friction of both sides brakes by mu / sin(half).
TEST(LloydClosedForms, GrooveBrakesMoreTheNarrowerItIs) {
  for (const LloydMethod method : kLloydMethods) {
    for (const double half : {0.2, 0.7, 1.4}) {
      for (const double mu : {0.1, 0.5}) {
        const ContactSolution solution =
            solve_checked(make_wedge(Vec3(8, 0, -1), mu, half), method);
        const double brake = mu / std::sin(half);
        EXPECT_LE((solution.velocities[0].head<3>() - Vec3(8 - brake, 0, 0)).norm(), 1e-11);
      }
    }
  }
}

// Pulled out of a groove narrower than the friction cone: both jammed and free are solutions. The
// reduced method has no friction where nothing presses, so it finds the free one at once.
TEST(LloydClosedForms, NothingHoldsWhatLeaves) {
  const ContactColumns columns = columns_of(make_wedge(Vec3(0, 0, 1), 2, 0.1));
  const Answer answer = checked(columns, LloydMethod::reduced);
  EXPECT_EQ(answer.solution.statistics.stage, LloydStage::trivial);
  EXPECT_EQ(answer.solution.statistics.pivots, 0);
  EXPECT_EQ(answer.move.norm(), 0);
  checked(columns, LloydMethod::structural);
}

// ------------------------------------------------------------------- (b) every complementary basis

/// The distinct contact velocities of all complementary bases with z, w >= 0 that are not singular.
std::vector<Eigen::VectorXd> enumerate_velocities(const DenseProblem& problem) {
  const DenseLcp posed = pose(problem);
  const int size = static_cast<int>(posed.lcp.q.size());
  std::vector<Eigen::VectorXd> velocities;
  std::vector<int> basic;
  for (int bits = 0; bits < 1 << size; ++bits) {
    basic.clear();
    for (int i = 0; i < size; ++i) {
      if (bits >> i & 1) basic.push_back(i);
    }
    const int k = static_cast<int>(basic.size());
    Eigen::VectorXd z = Eigen::VectorXd::Zero(size);
    if (k > 0) {
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 12, 12> block(k, k);
      Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 12, 1> right(k);
      for (int i = 0; i < k; ++i) {
        right(i) = -posed.lcp.q(basic[i]);
        for (int j = 0; j < k; ++j) block(i, j) = posed.lcp.M(basic[i], basic[j]);
      }
      const Eigen::PartialPivLU<decltype(block)> lu(block);
      if (lu.matrixLU().diagonal().cwiseAbs().minCoeff() < 1e-10) continue;
      const decltype(right) x = lu.solve(right);
      if (!(x.minCoeff() >= -1e-10)) continue;
      for (int i = 0; i < k; ++i) z(basic[i]) = x(i);
    }
    if (!((posed.lcp.M * z + posed.lcp.q).minCoeff() >= -1e-10)) continue;
    const Eigen::VectorXd u = problem.W * (posed.from_z * z) + problem.free;
    const auto same = [&](const Eigen::VectorXd& v) { return (v - u).norm() < 1e-7; };
    if (std::none_of(velocities.begin(), velocities.end(), same)) velocities.push_back(u);
  }
  return velocities;
}

TEST(LloydOracle, VelocityIsThatOfOneOfTheComplementaryBases) {
  std::mt19937 generator(101);
  int unique = 0;
  int several = 0;
  for (int i = 0; i < 60; ++i) {
    const int num_contacts = 1 + i % 2;
    const ContactProblem problem = make_rich_problem(generator, 1 + i % 3, num_contacts);
    const ContactColumns columns = columns_of(problem, {}, 4);
    const std::vector<Eigen::VectorXd> velocities = enumerate_velocities(write_out(columns));
    ASSERT_FALSE(velocities.empty()) << i;
    ++(velocities.size() == 1 ? unique : several);
    for (const LloydMethod method : kLloydMethods) {
      const Answer answer = checked(columns, method);
      double nearest = kInf;
      for (const Eigen::VectorXd& u : velocities)
        nearest = std::min(nearest, (u - answer.u).norm());
      EXPECT_LE(nearest, 1e-8) << "problem " << i << ", " << velocities.size() << " solutions, "
                               << name_of(method);
    }
  }
  EXPECT_GE(unique, 40) << "too few to test; several: " << several;
}

// Three contacts in the plane: d = 2, four variables per contact, 4096 bases.
TEST(LloydOracle, PlaneProblems) {
  std::mt19937 generator(102);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 30; ++i) {
    const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(6, 3, [&] { return normal(generator); });
    const Eigen::VectorXd v = Eigen::VectorXd::NullaryExpr(3, [&] { return normal(generator); });
    const Eigen::VectorXd mu = Eigen::Vector3d(0, 0.3 + 0.02 * i, 1);
    const ContactColumns columns = make_contact_columns(A * A.transpose(), A * v, mu, 2, 2);
    const std::vector<Eigen::VectorXd> velocities = enumerate_velocities(write_out(columns));
    ASSERT_FALSE(velocities.empty()) << i;
    for (const LloydMethod method : kLloydMethods) {
      const Answer answer = checked(columns, method);
      double nearest = kInf;
      for (const Eigen::VectorXd& u : velocities)
        nearest = std::min(nearest, (u - answer.u).norm());
      EXPECT_LE(nearest, 1e-8) << "problem " << i << ' ' << name_of(method);
    }
  }
}

// --------------------------------------------------- (c), (d) the standard solver, random problems

/// Velocities of the bodies by the standard solver on eq. 8 as posed by `pose_pyramid`; empty if it
/// fails.
std::vector<Vec6> standard_velocities(const ContactProblem& problem, int directions) {
  Delassus delassus;
  calc_delassus(problem, delassus);
  const PyramidLayout layout(problem, directions);
  const PyramidUnits units = natural_units(problem, delassus);
  const std::vector<double> angles(problem.contacts.size(), 0);
  Lcp lcp;
  pose_pyramid(problem, delassus, angles, layout, units, lcp);
  const std::vector<int> groups = layout.covering_groups();
  LemkeSolver solver;
  const LcpSolution& solution = solver.solve(lcp, {.covering_group = groups, .tolerance = 1e-11});
  if (solution.status != LcpStatus::solved) return {};
  std::vector<Vec3> impulses;
  impulses_from_pyramid(solution.z, angles, layout, units, impulses);
  std::vector<Vec6> velocities = free_velocities(problem);
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    apply_contact_impulse(problem, problem.contacts[c], impulses[c], velocities);
  }
  return velocities;
}

double distance(const std::vector<Vec6>& a, const std::vector<Vec6>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
  return largest;
}

/// Counts of a comparison where velocities may be ambiguous.
struct Tally {
  int same = 0;
  int different = 0;
  int standard_failed = 0;
  double worst_same = 0;

  void compare(const std::vector<Vec6>& standard, const std::vector<Vec6>& ours) {
    if (standard.empty()) {
      ++standard_failed;
      return;
    }
    const double apart = distance(standard, ours);
    if (apart <= 1e-6) {
      ++same;
      worst_same = std::max(worst_same, apart);
    } else {
      ++different;
    }
  }
};

TEST(LloydRandom, EveryProblemIsSolvedAndMostlyAsTheStandardSolverDoes) {
  std::mt19937 generator(201);
  std::array<Tally, 2> tallies;
  std::array<LloydLemke, 2> solvers;
  for (int i = 0; i < 240; ++i) {
    const int num_bodies = 1 + i % 6;
    const int num_contacts = 1 + (7 * i) % 20;
    const int directions = i % 3 == 0 ? 4 : i % 3 == 1 ? 8 : 16;
    const ContactProblem problem = make_rich_problem(generator, num_bodies, num_contacts);
    const ContactColumns columns = columns_of(problem, {}, directions);
    const std::vector<Vec6> standard = num_contacts * (directions + 2) <= 200
                                           ? standard_velocities(problem, directions)
                                           : std::vector<Vec6>();
    for (int m = 0; m < 2; ++m) {
      SCOPED_TRACE("problem " + std::to_string(i));
      const Answer answer = checked(solvers[m], columns, {.method = kLloydMethods[m]});
      const ContactSolution solution = solution_of(problem, columns, {}, answer.solution.impulses);
      EXPECT_LE(calc_coulomb_residual(problem, solution, columns.num_directions()).max, 2e-9);
      if (num_contacts * (directions + 2) <= 200) tallies[m].compare(standard, solution.velocities);
    }
  }
  for (int m = 0; m < 2; ++m) {
    const Tally& tally = tallies[m];
    const int compared = tally.same + tally.different;
    EXPECT_LE(tally.worst_same, 1e-9) << name_of(kLloydMethods[m]);
    EXPECT_LE(tally.different, compared / 4)
        << name_of(kLloydMethods[m]) << ": of " << compared
        << ". With redundant contacts, or much friction, there may be several solutions.";
    EXPECT_LE(tally.standard_failed, 5);
  }
}

// Without friction M is symmetric and semidefinite: the velocity is unique.
TEST(LloydRandom, FrictionlessVelocityIsTheStandardSolversAlways) {
  std::mt19937 generator(202);
  for (int i = 0; i < 60; ++i) {
    ContactProblem problem = make_rich_problem(generator, 1 + i % 6, 1 + (7 * i) % 20);
    for (ContactProblem::Contact& contact : problem.contacts) contact.friction = 0;
    const std::vector<Vec6> standard = standard_velocities(problem, 8);
    ASSERT_FALSE(standard.empty());
    for (const LloydMethod method : kLloydMethods) {
      EXPECT_LE(distance(standard, solve_checked(problem, method).velocities), 1e-9)
          << "problem " << i << ' ' << name_of(method);
    }
  }
}

// With a friction bound that hardly depends on theta (small mu, large prior impulse) the velocity
// minimises a convex function, up to terms of size mu, so it is unique too.
TEST(LloydRandom, FrictionOfPriorImpulsesIsTheStandardSolvers) {
  std::mt19937 generator(203);
  for (int i = 0; i < 40; ++i) {
    ContactProblem problem = make_rich_problem(generator, 1 + i % 4, 1 + (7 * i) % 12);
    for (ContactProblem::Contact& contact : problem.contacts) {
      contact.friction = 1e-3;
      contact.prior_normal_impulse = 1e3 * std::abs(contact.arm_a.x());
    }
    const std::vector<Vec6> standard = standard_velocities(problem, 8);
    ASSERT_FALSE(standard.empty());
    for (const LloydMethod method : kLloydMethods) {
      EXPECT_LE(distance(standard, solve_checked(problem, method).velocities), 1e-9)
          << "problem " << i << ' ' << name_of(method);
    }
  }
}

// Three feet per box, and friction too weak to jam: the velocity is unique. With four feet it is
// not: the load that the feet share is undetermined, and hence the friction.
TEST(LloydRandom, TripodsAreTheStandardSolversAlways) {
  std::mt19937 generator(204);
  for (int i = 0; i < 60; ++i) {
    const double mu = 0.005 * i;
    const ContactProblem problem = make_stack(generator, 1 + i % 5, mu, 3);
    const int directions = i % 2 == 0 ? 4 : 8;
    const std::vector<Vec6> standard = standard_velocities(problem, directions);
    ASSERT_FALSE(standard.empty());
    for (const LloydMethod method : kLloydMethods) {
      EXPECT_LE(distance(standard, solve_checked(problem, method, directions).velocities), 1e-9)
          << "tower " << i << ' ' << name_of(method);
    }
  }
}

TEST(LloydRandom, StacksOnFourFeetKeepTheLaws) {
  std::mt19937 generator(208);
  for (int i = 0; i < 40; ++i) {
    const ContactProblem problem = make_stack(generator, 1 + i % 8, 0.05 * i);
    for (const LloydMethod method : kLloydMethods) {
      SCOPED_TRACE("stack " + std::to_string(i));
      solve_checked(problem, method, i % 2 == 0 ? 4 : 8);
    }
  }
}

TEST(LloydRandom, SeedAndSpreadChangeThePathNotTheLaw) {
  std::mt19937 generator(205);
  const ContactColumns columns = columns_of(make_rich_problem(generator, 3, 12));
  LloydLemke solver;
  for (const LloydMethod method : kLloydMethods) {
    for (const std::uint64_t seed : {1, 2, 3, 77}) {
      for (const double spread : {0.0, 0.01, 0.1, 1.0}) {
        checked(solver, columns, {.method = method, .seed = seed, .covering_spread = spread});
      }
    }
  }
}

// W alone, factored or not: the same problem, the same answers.
TEST(LloydRandom, OperatorsGivenAsMatrices) {
  std::mt19937 generator(206);
  for (int i = 0; i < 30; ++i) {
    const ContactProblem problem = make_rich_problem(generator, 1 + i % 4, 1 + (5 * i) % 14);
    Delassus delassus;
    calc_delassus(problem, delassus);
    const int n = static_cast<int>(problem.contacts.size());
    Eigen::VectorXd mu(n);
    for (int c = 0; c < n; ++c) mu(c) = problem.contacts[c].friction;
    for (const LloydMethod method : kLloydMethods) {
      checked(make_contact_columns(delassus.W, delassus.u_free, mu, 3, 8), method);
    }
  }
}

// W + skew part: positive definite, not symmetric. Compared with the standard solver on eq. 8
// written out.
TEST(LloydRandom, UnsymmetricOperators) {
  std::mt19937 generator(207);
  std::normal_distribution<double> normal;
  int same = 0;
  for (int i = 0; i < 30; ++i) {
    const int n = 1 + i % 6;
    const Eigen::MatrixXd A =
        Eigen::MatrixXd::NullaryExpr(3 * n, 3 * n, [&] { return normal(generator); });
    const Eigen::MatrixXd S =
        Eigen::MatrixXd::NullaryExpr(3 * n, 3 * n, [&] { return normal(generator); });
    const Eigen::MatrixXd W = A * A.transpose() + 0.3 * (S - S.transpose()) +
                              0.1 * Eigen::MatrixXd::Identity(3 * n, 3 * n);
    const Eigen::VectorXd q =
        Eigen::VectorXd::NullaryExpr(3 * n, [&] { return normal(generator); });
    const Eigen::VectorXd mu = Eigen::VectorXd::Constant(n, 0.1 * (i % 5));
    const ContactColumns columns = make_contact_columns(W, q, mu, 3, 4);
    const DenseProblem dense = write_out(columns);
    const DenseLcp posed = pose(dense);
    LemkeSolver standard;
    const LcpSolution& reference =
        standard.solve(posed.lcp, {.covering_group = posed.groups, .tolerance = 1e-11});
    for (const LloydMethod method : kLloydMethods) {
      const Answer answer = checked(columns, method);
      if (reference.status != LcpStatus::solved) continue;
      const Eigen::VectorXd u = dense.W * (posed.from_z * reference.z) + dense.free;
      same += (u - answer.u).norm() <= 1e-8;
    }
  }
  EXPECT_GE(same, 54) << "of 60";
}

// -------------------------------------------------------------------------- (e) bilateral rows

/// The unilateral contacts' problem once the bilateral rows are solved for:
/// W_UU - W_UB W_BB^+ W_BU.
DenseProblem eliminate_bilateral(const ContactColumns& columns) {
  const DenseProblem all = write_out(columns);
  std::vector<int> bound;
  std::vector<int> free;
  DenseProblem rest;
  rest.directions = all.directions;
  for (int c = 0; c < columns.num_contacts(); ++c) {
    if (columns.contacts[c].bilateral) {
      bound.push_back(3 * c);
    } else {
      for (int k = 0; k < 3; ++k) free.push_back(3 * c + k);
      rest.friction.push_back(all.friction[c]);
      rest.prior.push_back(all.prior[c]);
    }
  }
  const Eigen::MatrixXd to_bound =
      Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(Eigen::MatrixXd(all.W(bound, bound)))
          .pseudoInverse();
  const Eigen::MatrixXd carry = all.W(free, bound) * to_bound;
  rest.W = all.W(free, free) - carry * all.W(bound, free);
  rest.free = all.free(free) - carry * all.free(bound);
  return rest;
}

/// u of the unilateral contacts by the standard solver; empty if it fails.
Eigen::VectorXd reduced_standard(const ContactColumns& columns) {
  const DenseProblem rest = eliminate_bilateral(columns);
  const DenseLcp posed = pose(rest);
  LemkeSolver solver;
  const LcpSolution& solution =
      solver.solve(posed.lcp, {.covering_group = posed.groups, .tolerance = 1e-10});
  if (solution.status != LcpStatus::solved) return {};
  return rest.W * (posed.from_z * solution.z) + rest.free;
}

/// A row that keeps the point of body `a` at `arm_a` at that of `b` along `axis`.
ContactProblem::Contact make_row(int a, int b, const Vec3& arm_a, const Vec3& arm_b,
                                 const Vec3& axis) {
  ContactProblem::Contact row;
  row.body_a = a;
  row.body_b = b;
  row.arm_a = arm_a;
  row.arm_b = arm_b;
  row.frame = make_frame(axis);
  return row;
}

/// Two boxes side by side on the floor, the first on three feet, with a hinge along y between them.
/// The hinge holds two points of its axis, by 5 rows, or by all 6, one of them redundant; these
/// come first or last. With one foot under the second box no load is undetermined.
struct HingedPair {
  ContactColumns columns;
  std::vector<int> rows;
  std::vector<int> floor;
};

HingedPair make_hinged_pair(std::mt19937& generator, double friction, int num_rows, bool rows_first,
                            int feet_of_second) {
  std::normal_distribution<double> normal;
  ContactProblem problem;
  problem.velocity_scale = 1;
  std::vector<ContactProblem::Contact> floor;
  for (int i = 0; i < 2; ++i) {
    Vec6 v;
    for (int k = 0; k < 6; ++k) v(k) = 0.4 * normal(generator);
    v(2) -= 1;
    problem.bodies.push_back(make_problem_body(1 + i, v));
    for (int corner = 0; corner < (i == 0 ? 3 : feet_of_second); ++corner) {
      ContactProblem::Contact contact;
      contact.body_a = i;
      contact.frame << Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY();
      contact.arm_a = Vec3(corner < 2 ? -0.4 : 0.4, corner % 2 == 0 ? -0.3 : 0.3, -0.25);
      contact.friction = friction;
      floor.push_back(contact);
    }
  }
  std::vector<ContactProblem::Contact> rows;
  for (const double y : {-0.3, 0.3}) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 axis = Vec3::Unit((k + 2) % 3);  // along y last
      rows.push_back(make_row(0, 1, Vec3(0.5, y, 0), Vec3(-0.5, y, 0), axis));
    }
  }
  std::swap(rows[0], rows[1]);
  rows.resize(num_rows, rows[0]);
  const auto append = [&](const std::vector<ContactProblem::Contact>& contacts) {
    std::vector<int> places;
    for (const ContactProblem::Contact& contact : contacts) {
      places.push_back(static_cast<int>(problem.contacts.size()));
      problem.contacts.push_back(contact);
    }
    return places;
  };
  HingedPair pair;
  if (rows_first) pair.rows = append(rows);
  pair.floor = append(floor);
  if (!rows_first) pair.rows = append(rows);
  pair.columns = columns_of(problem);
  for (const int row : pair.rows) pair.columns.contacts[row].bilateral = true;
  return pair;
}

Eigen::VectorXd of_floor(const HingedPair& pair, const Eigen::VectorXd& u) {
  std::vector<int> entries;
  for (const int c : pair.floor) {
    for (int k = 0; k < 3; ++k) entries.push_back(3 * c + k);
  }
  return u(entries);
}

TEST(LloydBilateral, HingedPairOnTheFloorIsTheEliminatedProblem) {
  std::mt19937 generator(301);
  int different = 0;
  for (const int num_rows : {3, 5, 6, 9}) {  // a ball joint; a hinge; one row too many; four
    for (const bool rows_first : {true, false}) {
      for (const int feet : {1, 4}) {
        for (const double mu : {0.0, 0.1, 0.2, 0.3, 0.7}) {
          const HingedPair pair = make_hinged_pair(generator, mu, num_rows, rows_first, feet);
          const Eigen::VectorXd expected = reduced_standard(pair.columns);
          ASSERT_GT(expected.size(), 0);
          for (const LloydMethod method : kLloydMethods) {
            SCOPED_TRACE(std::to_string(num_rows) + " rows, " + std::to_string(feet) +
                         " feet, mu " + std::to_string(mu) + ' ' + name_of(method));
            const Answer answer = checked(pair.columns, method);
            const double apart = (of_floor(pair, answer.u) - expected).norm();
            if (mu == 0 || (feet == 1 && mu <= 0.3)) {
              EXPECT_LE(apart, 1e-9);
            } else {
              different += !(apart <= 1e-9);
            }
          }
        }
      }
    }
  }
  EXPECT_LE(different, 60) << "of 96 that may have several solutions";
}

// A body on two rows of a guide along x: it moves freely along x.
TEST(LloydBilateral, RowsAloneAreAProjection) {
  ContactProblem problem = make_particle(Vec3(1, -2, 3), 0);
  problem.contacts.clear();
  problem.contacts.push_back(make_row(0, -1, Vec3::Zero(), Vec3::Zero(), Vec3::UnitY()));
  problem.contacts.push_back(make_row(0, -1, Vec3::Zero(), Vec3::Zero(), Vec3::UnitZ()));
  problem.contacts.push_back(problem.contacts[0]);
  ContactColumns columns = columns_of(problem);
  for (ContactColumns::Contact& contact : columns.contacts) contact.bilateral = true;
  for (const LloydMethod method : kLloydMethods) {
    const Answer answer = checked(columns, method);
    const ContactSolution solution = solution_of(problem, columns, {}, answer.solution.impulses);
    EXPECT_LE((solution.velocities[0].head<3>() - Vec3(1, 0, 0)).norm(), 1e-12);
  }
}

// A joint that pulls: theta of a bilateral row may be negative.
TEST(LloydBilateral, RowsPullAsWellAsPush) {
  for (const double sign : {-1.0, 1.0}) {
    const ContactProblem problem = make_particle(Vec3(0, 0, sign), 0);
    ContactColumns columns = columns_of(problem);
    columns.contacts[0].bilateral = true;
    for (const LloydMethod method : kLloydMethods) {
      const Answer answer = checked(columns, method);
      const ContactSolution solution = solution_of(problem, columns, {}, answer.solution.impulses);
      EXPECT_NEAR(solution.impulses[0].x(), -2 * sign, 1e-12);
      EXPECT_LE(solution.velocities[0].norm(), 1e-12);
    }
  }
}

TEST(LloydBilateral, WarmStartsToo) {
  std::mt19937 generator(302);
  for (const int num_rows : {5, 6}) {
    const HingedPair pair = make_hinged_pair(generator, 0.5, num_rows, true, 4);
    for (const LloydMethod method : kLloydMethods) {
      LloydLemke solver;
      const Answer cold = checked(solver, pair.columns, {.method = method});
      const Answer warm = checked(solver, pair.columns, {.method = method}, &cold.solution.basis);
      EXPECT_EQ(warm.solution.statistics.pivots, 0);
      EXPECT_LE((warm.u - cold.u).norm(), 1e-12);
    }
  }
}

// --------------------------------------------------------------------------- (f) warm starts

TEST(LloydWarm, OwnBasisTakesNoPivot) {
  std::mt19937 generator(401);
  for (int i = 0; i < 60; ++i) {
    const ContactColumns columns =
        columns_of(i % 3 == 0 ? make_stack(generator, 1 + i % 4, 0.5)
                              : make_rich_problem(generator, 1 + i % 5, 1 + (7 * i) % 20));
    for (const LloydMethod method : kLloydMethods) {
      SCOPED_TRACE("problem " + std::to_string(i) + ' ' + name_of(method));
      LloydLemke solver;
      const Answer cold = checked(solver, columns, {.method = method});
      LloydLemke fresh;
      for (LloydLemke* other : {&solver, &fresh}) {
        const Answer warm = checked(*other, columns, {.method = method}, &cold.solution.basis);
        EXPECT_EQ(warm.solution.statistics.pivots, 0);
        EXPECT_LE(warm.solution.statistics.stage, LloydStage::warm);
        EXPECT_LE((warm.u - cold.u).norm(), 1e-12 * (1 + cold.u.norm()));
      }
    }
  }
}

TEST(LloydWarm, AfterASmallChangeFewPivotsAndRight) {
  std::mt19937 generator(402);
  std::normal_distribution<double> normal;
  std::array<int, 2> cold_pivots{};
  std::array<int, 2> warm_pivots{};
  for (int i = 0; i < 40; ++i) {
    ContactProblem problem = i % 2 == 0 ? make_stack(generator, 1 + i % 4, 0.5)
                                        : make_rich_problem(generator, 1 + i % 5, 1 + (7 * i) % 20);
    const ContactColumns before = columns_of(problem);
    for (ContactProblem::Body& body : problem.bodies) {
      for (int k = 0; k < 6; ++k) body.free_velocity(k) += 0.01 * normal(generator);
    }
    for (ContactProblem::Contact& contact : problem.contacts) {
      contact.arm_a.x() += 1e-3 * normal(generator);
    }
    const ContactColumns after = columns_of(problem);
    for (int m = 0; m < 2; ++m) {
      SCOPED_TRACE("problem " + std::to_string(i) + ' ' + name_of(kLloydMethods[m]));
      LloydLemke solver;
      const Answer cold = checked(solver, before, {.method = kLloydMethods[m]});
      const Answer warm =
          checked(solver, after, {.method = kLloydMethods[m]}, &cold.solution.basis);
      cold_pivots[m] += cold.solution.statistics.pivots;
      warm_pivots[m] += warm.solution.statistics.pivots;
    }
  }
  for (int m = 0; m < 2; ++m) {
    EXPECT_LE(warm_pivots[m], cold_pivots[m] / 2) << name_of(kLloydMethods[m]);
  }
}

LloydBasis make_nonsense_basis(std::mt19937& generator, int kind, int num_contacts,
                               int num_directions) {
  const std::uint64_t all =
      num_directions == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << num_directions) - 1;
  LloydBasis basis;
  for (int c = 0; c < num_contacts; ++c) {
    ContactBasis contact;
    switch (kind) {
      case 0:  // all basic
        contact = {.theta = true, .lambda = true, .phi = all};
        break;
      case 1:  // random, as many bits as there are directions
        contact = {.theta = generator() % 2 == 0,
                   .lambda = generator() % 2 == 0,
                   .phi = generator() & all};
        break;
      case 2:  // bits of directions that do not exist
        contact = {
            .theta = true, .lambda = false, .phi = generator() | std::uint64_t{generator()} << 32};
        break;
      case 3:  // lambda alone: singular
        contact = {.theta = false, .lambda = true, .phi = 0};
        break;
      case 4:  // friction without a load
        contact = {.theta = false, .lambda = false, .phi = 1};
        break;
      case 5:  // sticks on all contacts: singular where contacts are redundant
        contact = {.theta = true, .lambda = false, .phi = 0b101};
        break;
      case 6:  // slides on a random facet
        contact = {.theta = true,
                   .lambda = true,
                   .phi = std::uint64_t{1} << (generator() % num_directions)};
        break;
      default:  // theta alone
        contact = {.theta = true, .lambda = false, .phi = 0};
    }
    basis.contacts.push_back(contact);
  }
  return basis;
}

TEST(LloydWarm, NonsenseCostsTimeNotTheAnswer) {
  std::mt19937 generator(403);
  for (int i = 0; i < 24; ++i) {
    const int directions = i % 3 == 0 ? 4 : i % 3 == 1 ? 8 : 64;
    ContactProblem problem = i % 4 == 0 ? make_stack(generator, 1 + i % 4, 0.5)
                                        : make_rich_problem(generator, 1 + i % 5, 1 + (7 * i) % 20);
    const ContactColumns columns = columns_of(problem, {}, directions);
    for (const LloydMethod method : kLloydMethods) {
      LloydLemke solver;
      for (int kind = 0; kind < 8; ++kind) {
        SCOPED_TRACE("problem " + std::to_string(i) + " kind " + std::to_string(kind));
        const LloydBasis nonsense =
            make_nonsense_basis(generator, kind, columns.num_contacts(), directions);
        checked(solver, columns, {.method = method}, &nonsense);
      }
    }
  }
}

TEST(LloydWarm, NonsenseWithBilateralRows) {
  std::mt19937 generator(404);
  const HingedPair pair = make_hinged_pair(generator, 0.5, 6, true, 4);
  for (const LloydMethod method : kLloydMethods) {
    LloydLemke solver;
    for (int kind = 0; kind < 8; ++kind) {
      SCOPED_TRACE("kind " + std::to_string(kind));
      const LloydBasis nonsense =
          make_nonsense_basis(generator, kind, pair.columns.num_contacts(), 8);
      checked(solver, pair.columns, {.method = method}, &nonsense);
    }
  }
}

TEST(LloydWarm, EmptyBasisIsAStartToo) {
  std::mt19937 generator(405);
  for (int i = 0; i < 20; ++i) {
    const ContactColumns columns = columns_of(make_rich_problem(generator, 1 + i % 4, 1 + i));
    const LloydBasis empty{std::vector<ContactBasis>(1 + i)};
    LloydLemke solver;
    for (const LloydMethod method : kLloydMethods)
      checked(solver, columns, {.method = method}, &empty);
  }
}

TEST(LloydWarm, BasisOfAnotherSizeIsRefused) {
  std::mt19937 generator(406);
  const ContactColumns columns = columns_of(make_rich_problem(generator, 2, 8));
  LloydLemke solver;
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, std::size_t{9}}) {
    const LloydBasis basis{std::vector<ContactBasis>(size)};
    EXPECT_THROW(solver.solve(columns, {}, &basis), std::invalid_argument) << size;
  }
  checked(solver, columns, {});
}

// --------------------------------------------------------------------------- (g) determinism

TEST(LloydDeterminism, EqualInputsGiveEqualBits) {
  std::mt19937 generator(501);
  for (int i = 0; i < 12; ++i) {
    const ContactColumns columns = columns_of(make_rich_problem(generator, 1 + i % 5, 3 + i));
    const ContactColumns others[] = {columns_of(make_rich_problem(generator, 6, 20), {}, 16),
                                     columns_of(make_rich_problem(generator, 1, 1), {}, 4),
                                     columns_of(make_stack(generator, 3, 0.4))};
    for (const LloydMethod method : kLloydMethods) {
      LloydLemke fresh;
      const LloydSolution first = fresh.solve(columns, {.method = method});
      expect_same_bits(first, fresh.solve(columns, {.method = method}));
      LloydLemke used;
      for (const ContactColumns& other : others) {
        used.solve(other, {.method = kLloydMethods[i % 2]});
        const LloydBasis nonsense =
            make_nonsense_basis(generator, 1, other.num_contacts(), other.num_directions());
        used.solve(other, {.method = method, .seed = 9}, &nonsense);
        expect_same_bits(first, used.solve(columns, {.method = method}));
      }
      // Warm starts too, whatever the solver solved in between.
      const LloydBasis start = make_nonsense_basis(generator, 6, columns.num_contacts(), 8);
      LloydLemke again;
      const LloydSolution warm = again.solve(columns, {.method = method}, &start);
      expect_same_bits(warm, used.solve(columns, {.method = method}, &start));
    }
  }
}

TEST(LloydDeterminism, MovedSolverGoesOn) {
  std::mt19937 generator(502);
  const ContactColumns columns = columns_of(make_rich_problem(generator, 3, 10));
  LloydLemke solver;
  const LloydSolution first = solver.solve(columns);
  LloydLemke moved = std::move(solver);
  expect_same_bits(first, moved.solve(columns));
  LloydLemke assigned;
  assigned = std::move(moved);
  expect_same_bits(first, assigned.solve(columns));
}

// ----------------------------------------------------------------- (h) mass ratios and units

/// Boxes of alternating masses: the lowest 1, the next `ratio`, and so on (inertia likewise).
ContactProblem make_uneven_stack(std::mt19937& generator, int num_boxes, double ratio) {
  ContactProblem problem = make_stack(generator, num_boxes, 0.5);
  for (int i = 0; i < num_boxes; ++i) {
    const Vec6 v = problem.bodies[i].free_velocity;
    problem.bodies[i] = make_problem_body(i % 2 == 0 ? 1 : ratio, v);
  }
  return problem;
}

// The columns' own conditions, which the solver promises, hold at every ratio; the judge of the
// problem, which measures each contact in its own mass, is satisfied up to the ratio times that.
TEST(LloydScaling, HeavyOnLightAndLightOnHeavy) {
  std::mt19937 generator(601);
  for (const double ratio : {1e-6, 1e-4, 1e-2, 1e2, 1e4, 1e6}) {
    for (int i = 0; i < 6; ++i) {
      const ContactColumns columns = columns_of(make_uneven_stack(generator, 2 + i % 3, ratio));
      for (const LloydMethod method : kLloydMethods) {
        SCOPED_TRACE("ratio " + std::to_string(ratio) + " draw " + std::to_string(i));
        checked(columns, method);
      }
    }
  }
}

// With masses times m and velocities times V, impulses are times m V and velocities times V.
TEST(LloydScaling, UnitsOfMassAndVelocityDoNotMatter) {
  std::mt19937 generator(602);
  for (int i = 0; i < 6; ++i) {
    const ContactProblem problem = make_rich_problem(generator, 1 + i % 4, 2 + 3 * i);
    for (const LloydMethod method : kLloydMethods) {
      const ContactSolution base = solve_checked(problem, method);
      for (const double mass : {1e-6, 1e-3, 1e6}) {
        for (const double velocity : {1e-6, 1.0, 1e6}) {
          SCOPED_TRACE("problem " + std::to_string(i) + " mass " + std::to_string(mass) +
                       " velocity " + std::to_string(velocity));
          ContactProblem scaled = problem;
          scaled.velocity_scale *= velocity;
          for (ContactProblem::Body& body : scaled.bodies) {
            body.mass *= mass;
            body.inertia *= mass;
            body.inverse_mass /= mass;
            body.inverse_inertia /= mass;
            body.free_velocity *= velocity;
          }
          for (ContactProblem::Contact& contact : scaled.contacts) {
            contact.offset *= velocity;
            contact.prior_normal_impulse *= mass * velocity;
          }
          ContactSolution other = solve_checked(scaled, method);
          for (Vec6& v : other.velocities) v /= velocity;
          EXPECT_LE(distance(base.velocities, other.velocities), 1e-8);
        }
      }
    }
  }
}

// ------------------------------------------------------------------------------- (i) degenerate

TEST(LloydDegenerate, NothingToDo) {
  std::mt19937 generator(701);
  for (const LloydMethod method : kLloydMethods) {
    LloydLemke solver;
    ContactProblem none = make_particle(Vec3(1, 2, 3), 0.5);
    none.contacts.clear();
    const Answer empty = checked(solver, columns_of(none), {.method = method});
    EXPECT_TRUE(empty.solution.impulses.empty());
    EXPECT_EQ(empty.solution.statistics.stage, LloydStage::trivial);
    const LloydBasis no_contacts;
    checked(solver, columns_of(none), {.method = method}, &no_contacts);

    ContactProblem still = make_rich_problem(generator, 3, 10);
    for (ContactProblem::Body& body : still.bodies) body.free_velocity.setZero();
    const Answer rest = checked(solver, columns_of(still), {.method = method});
    EXPECT_EQ(rest.move.norm(), 0);
    EXPECT_EQ(rest.solution.statistics.pivots, 0);
  }
}

// Partly zero: the contacts of bodies at rest, tangents of a purely normal push, normals of a
// purely tangential one.
TEST(LloydDegenerate, ZerosInTheFreeVelocity) {
  std::mt19937 generator(702);
  for (int i = 0; i < 30; ++i) {
    ContactProblem problem = make_stack(generator, 1 + i % 4, i % 5 == 0 ? 0 : 0.4);
    for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
      Vec6& v = problem.bodies[b].free_velocity;
      if (i % 3 == 0 && b > 0) v.setZero();
      if (i % 3 == 1) v = -Vec6::Unit(2);
      if (i % 3 == 2) v = Vec6::Unit(0);
    }
    for (const LloydMethod method : kLloydMethods) {
      SCOPED_TRACE("stack " + std::to_string(i));
      solve_checked(problem, method, i % 2 == 0 ? 4 : 8);
    }
  }
}

// Velocities far below the scale of the judge, down to its round-off.
TEST(LloydDegenerate, NearlyAtRest) {
  std::mt19937 generator(707);
  for (int exponent = -20; exponent <= -6; ++exponent) {
    for (int i = 0; i < 6; ++i) {
      ContactProblem problem =
          i % 2 == 0 ? make_stack(generator, 1 + i, 0.5) : make_rich_problem(generator, i, 4 * i);
      for (ContactProblem::Body& body : problem.bodies) {
        body.free_velocity *= std::pow(10.0, exponent);
      }
      for (const LloydMethod method : kLloydMethods) {
        SCOPED_TRACE("problem " + std::to_string(i) + " times 1e" + std::to_string(exponent));
        solve_checked(problem, method);
      }
    }
  }
}

// A stack pushed straight down comes to rest: the simplest case and a thoroughly degenerate one.
TEST(LloydDegenerate, StackAtRestStaysAtRest) {
  std::mt19937 generator(703);
  for (const int num_boxes : {1, 2, 5, 10}) {
    ContactProblem problem = make_stack(generator, num_boxes, 0.5);
    for (ContactProblem::Body& body : problem.bodies) body.free_velocity = -Vec6::Unit(2);
    for (const LloydMethod method : kLloydMethods) {
      const ContactSolution solution = solve_checked(problem, method);
      for (const Vec6& v : solution.velocities) EXPECT_LE(v.norm(), 1e-9) << num_boxes;
    }
  }
}

TEST(LloydDegenerate, SixtyFourDirections) {
  std::mt19937 generator(704);
  LloydLemke solver;
  for (int i = 0; i < 20; ++i) {
    const ContactColumns columns = columns_of(make_rich_problem(generator, 1 + i % 3, 1 + i % 10));
    for (const LloydMethod method : kLloydMethods) {
      SCOPED_TRACE("problem " + std::to_string(i));
      const Answer cold = checked(solver, columns, {.method = method});
      checked(solver, columns, {.method = method}, &cold.solution.basis);
    }
  }
}

TEST(LloydDegenerate, TheSameContactManyTimes) {
  for (const int copies : {2, 3, 10, 40}) {
    for (const double speed : {0.2, 2.0}) {
      ContactProblem problem = make_particle(Vec3(speed, 0, -1), 0.5);
      problem.contacts.resize(copies, problem.contacts[0]);
      for (const LloydMethod method : kLloydMethods) {
        const ContactSolution solution = solve_checked(problem, method);
        EXPECT_NEAR(solution.velocities[0].x(), std::max(0.0, speed - 0.5), 1e-11);
      }
    }
  }
}

// Lloyd's peg in a hole: contacts all around, pushed sideways and down.
TEST(LloydDegenerate, PegInAHole) {
  std::mt19937 generator(705);
  std::normal_distribution<double> normal;
  for (const int num_contacts : {8, 32, 128}) {
    for (int i = 0; i < 5; ++i) {
      Vec6 v;
      for (int k = 0; k < 6; ++k) v(k) = normal(generator);
      ContactProblem problem;
      problem.velocity_scale = 1;
      problem.bodies.push_back(make_problem_body(1, v));
      for (int c = 0; c < num_contacts; ++c) {
        const double angle = 4 * kPi * c / num_contacts;
        ContactProblem::Contact contact;
        contact.body_a = 0;
        const Vec3 out(std::cos(angle), std::sin(angle), 0);
        contact.arm_a = 0.1 * out + Vec3(0, 0, c < num_contacts / 2 ? 0.3 : -0.3);
        contact.frame << -out, Vec3::UnitZ().cross(out), -Vec3::UnitZ();
        contact.friction = 0.2 * i;
        problem.contacts.push_back(contact);
      }
      for (const LloydMethod method : kLloydMethods) {
        SCOPED_TRACE(std::to_string(num_contacts) + " contacts, draw " + std::to_string(i));
        solve_checked(problem, method);
      }
    }
  }
}

// Three bodies whose masses are multiplied by 1 to 1e4: where runs in double precision lose a
// pivot, the last rung delivers.
TEST(LloydDegenerate, QuadruplePrecisionDeliversWhereDoubleDoesNot) {
  std::mt19937 generator(707);
  int delivered = 0;
  for (int i = 0; i < 2000; ++i) {
    ContactProblem problem = make_rich_problem(generator, 3, 8 + i % 8);
    for (ContactProblem::Body& body : problem.bodies) {
      const double factor = std::pow(10.0, static_cast<double>(generator() % 5));
      body.mass *= factor;
      body.inertia *= factor;
      body.inverse_mass /= factor;
      body.inverse_inertia /= factor;
    }
    const Answer answer = checked(columns_of(problem), kLloydMethods[i % 2]);
    delivered += answer.solution.statistics.stage == LloydStage::quadruple;
  }
  EXPECT_GE(delivered, 5);
}

// The kernel has at most 6 m + 1 rows, whatever the number of contacts.
TEST(LloydDegenerate, KernelStaysAsSmallAsTheBodiesAllow) {
  std::mt19937 generator(706);
  for (int num_bodies = 1; num_bodies <= 4; ++num_bodies) {
    const ContactColumns columns = columns_of(make_rich_problem(generator, num_bodies, 60));
    for (const LloydMethod method : kLloydMethods) {
      const Answer answer = checked(columns, method);
      EXPECT_LE(answer.solution.statistics.kernel_max, 6 * num_bodies + 2) << name_of(method);
    }
  }
}

// ------------------------------------------------------------------------ (j) without a solution

void expect_unsolved(const ContactColumns& columns, LloydMethod method) {
  LloydLemke solver;
  const auto start = std::chrono::steady_clock::now();
  const LloydSolution solution = solver.solve(columns, {.method = method});
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  EXPECT_FALSE(solution.solved) << name_of(method);
  EXPECT_GT(solution.violation, 1e-3);
  EXPECT_LT(elapsed.count(), 2) << "s";
  ASSERT_EQ(solution.impulses.size(), columns.contacts.size());
  for (const auto& r : solution.impulses) {
    for (const double number : r) EXPECT_TRUE(std::isfinite(number));
  }
  EXPECT_NEAR(judge(columns, solution.impulses).violation, solution.violation,
              1e-6 * solution.violation);
  // The solver is still usable.
  checked(solver, columns_of(make_particle(Vec3(1, 0, -1), 0.5)), {.method = method});
}

TEST(LloydUnsolvable, ContradictingBilateralRows) {
  for (const LloydMethod method : kLloydMethods) {
    ContactProblem problem = make_particle(Vec3(1, 0, -1), 0.5);
    problem.contacts.resize(3, problem.contacts[0]);
    problem.contacts[1].offset.x() = 0.5;
    ContactColumns columns = columns_of(problem);
    columns.contacts[0].bilateral = columns.contacts[1].bilateral = true;
    expect_unsolved(columns, method);
  }
}

TEST(LloydUnsolvable, WallsThatClose) {
  for (const LloydMethod method : kLloydMethods) {
    ContactProblem problem = make_particle(Vec3(0.3, 0.1, -1), 0.5);
    problem.contacts.resize(2, problem.contacts[0]);
    problem.contacts[1].frame << -Vec3::UnitZ(), Vec3::UnitY(), Vec3::UnitX();
    problem.contacts[0].offset.x() = -0.5;
    problem.contacts[1].offset.x() = -0.5;
    expect_unsolved(columns_of(problem), method);
  }
}

TEST(LloydUnsolvable, PivotLimitEndsTheSearch) {
  std::mt19937 generator(801);
  const ContactColumns columns = columns_of(make_stack(generator, 5, 0.5));
  for (const LloydMethod method : kLloydMethods) {
    LloydLemke solver;
    const LloydSolution solution = solver.solve(columns, {.method = method, .pivot_limit = 2});
    EXPECT_FALSE(solution.solved);
    EXPECT_LE(solution.statistics.pivots, 2);
    checked(solver, columns, {.method = method});
  }
}

// ---------------------------------------------------------------------------- (k) turned facets

// A particle keeps its direction: v_t (1 - mu / |v_t|). So it does on any polygon with a facet
// against the slip.
TEST(LloydFacets, OneAgainstTheSlipIsExact) {
  for (const LloydMethod method : kLloydMethods) {
    for (const int directions : {4, 8, 16}) {
      for (int degree = 1; degree < 360; degree += 7) {
        const double angle = degree * kPi / 180;
        const Vec3 along(std::cos(angle), std::sin(angle), 0);
        const ContactProblem problem = make_particle(3 * along - Vec3::UnitZ(), 0.5);
        const std::vector<double> angles = {angle + kPi};
        const ContactColumns columns = columns_of(problem, angles, directions);
        const Answer answer = checked(columns, method);
        const ContactSolution solution =
            solution_of(problem, columns, angles, answer.solution.impulses);
        EXPECT_LE((solution.velocities[0].head<3>() - 2.5 * along).norm(), 1e-9) << degree;
        EXPECT_LE(calc_cone_residual_parts(problem, solution).cone_angle, 1e-9);
      }
    }
  }
}

// ------------------------------------------------------------------------------------- names

TEST(LloydNames, AreThoseOfScenesAndReports) {
  EXPECT_EQ(to_string(LloydMethod::structural), "structural-lemke");
  EXPECT_EQ(to_string(LloydMethod::reduced), "reduced-lemke");
  std::vector<std::string_view> names;
  for (int i = 0; i < kNumLloydStages; ++i) {
    const std::string_view name = to_string(static_cast<LloydStage>(i));
    EXPECT_FALSE(name.empty());
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 0) << name;
    names.push_back(name);
  }
}

}  // namespace
}  // namespace stiction
