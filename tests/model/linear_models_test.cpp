// The models with linear tangential laws: frictionless, no-slip and viscous contacts, compared with
// closed forms and with the enumeration of all sets of loaded contacts.

#include <stiction/lcp/lcp_residual.h>
#include <stiction/model/contact_model.h>
#include <stiction/model/delassus.h>

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <string>

#include "constants.h"
#include "contact/simple_problems.h"
#include "model/solve_problem.h"

namespace stiction {
namespace {

const std::vector<std::string> kModels = {"frictionless", "no-slip", "viscous"};
const std::vector<std::string> kSolvers = {"ppm", "active-set", "lemke"};
/// Leaves the papers' methods out, so that the ladder on the sparse factor solves.
const std::vector<Rung> kByLadder = {Rung::method};

double largest_difference(const std::vector<Vec6>& a, const std::vector<Vec6>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
  return largest;
}

/// A random problem in which about every other contact touches, over a step of 0.1 s.
ContactProblem draw_problem(std::mt19937& generator, int bodies, int contacts) {
  ContactProblem problem = make_random_problem(generator, bodies, contacts);
  problem.time_step = 0.1;
  for (ContactProblem::Contact& contact : problem.contacts) {
    contact.touching = generator() % 2 == 0;
    contact.viscosity = std::pow(10.0, static_cast<double>(generator() % 7) - 2.0);
  }
  return problem;
}

/// One body on the floor with contacts at `corners`, all touching.
ContactProblem make_standing(const Vec3& free_velocity, const std::vector<Vec3>& corners) {
  ContactProblem problem = make_particle(free_velocity, 0.5);
  const ContactProblem::Contact contact = problem.contacts[0];
  problem.contacts.clear();
  for (const Vec3& corner : corners) {
    problem.contacts.push_back(contact);
    problem.contacts.back().arm_a = corner;
    problem.contacts.back().touching = true;
  }
  problem.time_step = 0.01;
  return problem;
}

std::vector<Vec3> square_corners(double height) {
  return {{-0.5, -0.5, -height}, {-0.5, 0.5, -height}, {0.5, -0.5, -height}, {0.5, 0.5, -height}};
}

/// The residual of an answer's normal impulses in the LCP that the model poses for it.
double posed_residual(const ContactProblem& problem, const ContactSolution& solution,
                      const std::string& model) {
  const PosedProblem posed = make_contact_model({.model = model})->pose(problem, solution);
  return lcp_residual(std::get<Lcp>(posed.lcp), posed.z);
}

/// Impulses r with A r = b and pushing normal impulses: alternating projections onto both sets,
/// beginning with the least-norm solution. They may not converge.
Eigen::VectorXd impulses_that_push(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  constexpr int kMostProjections = 100;
  const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factor(A);
  Eigen::VectorXd r = factor.solve(b);
  if (factor.rank() == A.rows()) return r;
  for (int k = 0; k < kMostProjections; ++k) {
    bool all_push = true;
    for (Eigen::Index i = 0; i < r.size(); i += 3) {
      all_push &= r[i] >= -1e-12;
      r[i] = std::max(r[i], 0.0);
    }
    if (all_push) break;
    r += factor.solve(b - A * r);
  }
  return r;
}

/// The answer of a model if exactly these contacts carry load, in Delassus form: u = W r + free.
std::vector<Vec3> impulses_if_loaded(const ContactProblem& problem, const Delassus& delassus,
                                     const std::string& model, unsigned loaded) {
  const int n = 3 * static_cast<int>(problem.contacts.size());
  // Each component has either r = 0, or u = 0, or u + r / (h c) = 0.
  Eigen::MatrixXd A = Eigen::MatrixXd::Identity(n, n);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(n);
  for (int i = 0; i < n; ++i) {
    const ContactProblem::Contact& contact = problem.contacts[i / 3];
    const bool is_loaded = loaded >> (i / 3) & 1;
    const bool is_normal = i % 3 == 0;
    const bool is_held = model == "no-slip" && is_loaded && contact.touching && !contact.closing;
    const bool is_damped = model == "viscous" && contact.touching && contact.viscosity > 0;
    if (!(is_normal ? is_loaded : is_held || is_damped)) continue;
    A.row(i) = delassus.W.row(i);
    b[i] = -delassus.u_free[i];
    if (!is_normal && is_damped) A(i, i) += 1 / (problem.time_step * contact.viscosity);
  }
  const Eigen::VectorXd r = impulses_that_push(A, b);
  if ((A * r - b).norm() > 1e-9) return {};
  std::vector<Vec3> impulses;
  for (int i = 0; i < n; i += 3) impulses.push_back(r.segment<3>(i));
  return impulses;
}

/// The velocities of every answer of a model, one for each set of loaded contacts that is
/// consistent.
std::vector<std::vector<Vec6>> enumerate_answers(const ContactProblem& problem,
                                                 const std::string& model) {
  std::vector<std::vector<Vec6>> answers;
  Delassus delassus;
  calc_delassus(problem, delassus);
  for (unsigned loaded = 0; loaded < 1u << problem.contacts.size(); ++loaded) {
    const std::vector<Vec3> impulses = impulses_if_loaded(problem, delassus, model, loaded);
    if (impulses.empty()) continue;
    std::vector<Vec6> velocities = free_velocities(problem);
    bool is_answer = true;
    for (std::size_t c = 0; c < impulses.size(); ++c) {
      is_answer &= impulses[c].x() >= -1e-10;
      apply_contact_impulse(problem, problem.contacts[c], impulses[c], velocities);
    }
    for (const ContactProblem::Contact& contact : problem.contacts) {
      is_answer &= calc_contact_velocity(contact, velocities).x() >= -1e-10;
    }
    if (is_answer) answers.push_back(velocities);
  }
  return answers;
}

void expect_enumerated(const std::string& model, const std::vector<Rung>& without) {
  std::mt19937 generator(5);
  int num_answered = 0;
  for (int draw = 0; draw < 400; ++draw) {
    const ContactProblem problem = draw_problem(generator, 1 + draw % 3, 1 + draw % 7);
    const auto answers = enumerate_answers(problem, model);
    const ContactSolution solution = solve(problem, {.model = model, .without = without});
    ASSERT_EQ(solution.status, ContactStatus::solved) << model << ' ' << draw;
    ASSERT_LE(solution.residual.max, 1e-9) << model << ' ' << draw;
    if (answers.empty()) {  // No-slip may have no answer that holds every load.
      EXPECT_EQ(model, "no-slip");
      EXPECT_GT(solution.residual.cone_force, 0) << draw;
      continue;
    }
    ++num_answered;
    if (solution.residual.cone_force > 1e-9) continue;
    double nearest = kInf;
    for (const auto& velocities : answers) {
      nearest = std::min(nearest, largest_difference(velocities, solution.velocities));
    }
    EXPECT_LE(nearest, 1e-8) << model << ' ' << draw;
  }
  EXPECT_GT(num_answered, 300) << model;
}

TEST(LinearModels, AgreeWithTheEnumerationOfAllSetsOfLoadedContacts) {
  for (const std::string& model : kModels) {
    expect_enumerated(model, {});
    // Under no-slip, contacts that push against each other have answers that projections do not
    // find.
    if (model != "no-slip") expect_enumerated(model, kByLadder);
  }
}

/// Counts of 400 random problems: those that some set of contacts answers, those that close gaps
/// that are not held, and of these the ones with an answer in which no loaded contact slips.
struct HeldProblems {
  int num_answered = 0;
  int num_held = 0;
};

HeldProblems count_held(unsigned seed, int least_contacts, int num_sizes,
                        const std::vector<Rung>& without, bool has_gaps = false) {
  std::mt19937 generator(seed);
  HeldProblems count;
  for (int draw = 0; draw < 400; ++draw) {
    const int num_contacts = least_contacts + draw % num_sizes;
    ContactProblem problem = draw_problem(generator, 1 + draw % 3, num_contacts);
    for (ContactProblem::Contact& contact : problem.contacts) {
      contact.closing = has_gaps && contact.touching && generator() % 2 == 0;
      if (contact.closing) contact.offset.x() += 0.1;
    }
    const ContactSolution solution = solve(problem, {.model = "no-slip", .without = without});
    EXPECT_EQ(solution.status, ContactStatus::solved) << draw;
    EXPECT_LE(solution.residual.max, 1e-9) << draw;
    if (enumerate_answers(problem, "no-slip").empty()) continue;
    ++count.num_answered;
    count.num_held += solution.residual.cone_force <= 1e-9;
  }
  return count;
}

TEST(NoSlip, HoldsByTheLadderNearlyWhereverAllLoadsCanBeHeld) {
  const HeldProblems count = count_held(5, 1, 7, kByLadder);
  EXPECT_GT(count.num_answered, 300);
  EXPECT_GE(count.num_held, 0.98 * count.num_answered);
}

TEST(NoSlip, HoldsNearlyWhereverAllLoadsCanBeHeldThatCloseNoGaps) {
  for (const std::vector<Rung>& without : {std::vector<Rung>(), kByLadder}) {
    const HeldProblems count = count_held(8, 2, 6, without, true);
    EXPECT_GT(count.num_answered, 300);
    EXPECT_GE(count.num_held, 0.98 * count.num_answered);
  }
}

// It is not known beforehand which sets can be held, so a few may be missed: four of 2069 by
// pivots, five by the ladder.
TEST(NoSlip, MissesAtMostOneOfThreeHundredThatCanBeHeldOfTwoToFourContacts) {
  for (const std::vector<Rung>& without : {std::vector<Rung>(), kByLadder}) {
    HeldProblems all;
    for (unsigned seed = 5; seed < 11; ++seed) {
      const HeldProblems count = count_held(seed, 2, 3, without);
      all.num_answered += count.num_answered;
      all.num_held += count.num_held;
    }
    EXPECT_GT(all.num_answered, 1800);
    EXPECT_GE(all.num_held, all.num_answered - all.num_answered / 300);
  }
}

TEST(LinearModels, HaveTheSameVelocitiesByTheLadderAsByPivots) {
  std::mt19937 generator(13);
  for (int draw = 0; draw < 30; ++draw) {
    const ContactProblem problem = draw_problem(generator, 1 + draw, 4 + 5 * draw);
    for (const std::string model : {"frictionless", "viscous"}) {
      SCOPED_TRACE(model + " " + std::to_string(draw));
      const ContactSolution pivots = solve(problem, {.model = model, .solver = "active-set"});
      const ContactSolution ladder = solve(problem, {.model = model, .without = kByLadder});
      ASSERT_EQ(ladder.status, ContactStatus::solved);
      EXPECT_LE(ladder.residual.max, 1e-9);
      EXPECT_NE(ladder.statistics.rung, Rung::method);
      EXPECT_LE(largest_difference(ladder.velocities, pivots.velocities), 1e-7);
    }
  }
}

// Problems with too many contacts for the papers' methods go to the ladder, unless one is named.
TEST(LinearModels, LeaveManyContactsToTheLadderUnlessASolverIsNamed) {
  std::mt19937 generator(14);
  const ContactProblem problem = draw_problem(generator, 30, 90);
  for (const std::string& model : kModels) {
    const ContactSolution own = solve(problem, {.model = model});
    EXPECT_EQ(own.status, ContactStatus::solved) << model;
    EXPECT_NE(own.statistics.rung, Rung::method) << model;
    EXPECT_EQ(own.statistics.pivots, 0) << model;
    EXPECT_FALSE(own.statistics.fallback) << model;
    const ContactSolution named = solve(problem, {.model = model, .solver = "ppm"});
    EXPECT_EQ(named.statistics.rung, Rung::method) << model;
    EXPECT_FALSE(named.statistics.fallback) << model;
    const ContactSolution other =
        solve(problem, {.model = model, .solver = "ppm", .without = kByLadder});
    EXPECT_EQ(other.statistics.rung, Rung::fallback) << model;
    EXPECT_TRUE(other.statistics.fallback) << model;
  }
}

TEST(LinearModels, HaveTheSameVelocitiesWhicheverSolverIsChosen) {
  std::mt19937 generator(6);
  for (int draw = 0; draw < 60; ++draw) {
    const ContactProblem problem = draw_problem(generator, 1 + draw % 8, 4 + draw % 30);
    for (const std::string model : {"frictionless", "viscous"}) {
      const ContactSolution first = solve(problem, {.model = model, .solver = kSolvers[0]});
      for (const std::string& solver : kSolvers) {
        const ContactSolution solution = solve(problem, {.model = model, .solver = solver});
        EXPECT_EQ(solution.status, ContactStatus::solved) << model << ' ' << solver << ' ' << draw;
        EXPECT_LE(solution.residual.max, 1e-9) << model << ' ' << solver << ' ' << draw;
        EXPECT_NE(solution.statistics.rung, Rung::fallback)
            << model << ' ' << solver << ' ' << draw;
        EXPECT_LE(largest_difference(solution.velocities, first.velocities), 1e-8);
      }
    }
  }
}

TEST(LinearModels, DoNotDependOnTheOrderOfContacts) {
  std::mt19937 generator(7);
  for (int draw = 0; draw < 40; ++draw) {
    ContactProblem problem = draw_problem(generator, 3, 12);
    for (const std::string model : {"frictionless", "viscous"}) {
      ContactProblem reversed = problem;
      std::reverse(reversed.contacts.begin(), reversed.contacts.end());
      const ContactSolution a = solve(problem, {.model = model});
      const ContactSolution b = solve(reversed, {.model = model});
      EXPECT_LE(largest_difference(a.velocities, b.velocities), 1e-8) << model << ' ' << draw;
      for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
        EXPECT_LE((a.impulses[c] - b.impulses[problem.contacts.size() - 1 - c]).norm(), 1e-6);
      }
    }
  }
}

TEST(LinearModels, StartFromRememberedImpulsesWithoutAPivot) {
  std::mt19937 generator(9);
  for (const std::string& model : kModels) {
    int num_compared = 0;
    for (int draw = 0; draw < 20; ++draw) {
      const ContactProblem problem = draw_problem(generator, 4, 16);
      const ContactSolution cold = solve(problem, {.model = model});
      if (cold.residual.max > 1e-12 || cold.residual.cone_force > 1e-12) continue;
      std::vector<ContactGuess> guesses(problem.contacts.size());
      for (std::size_t c = 0; c < guesses.size(); ++c) {
        guesses[c].known = true;
        guesses[c].impulse = cold.next_guess[c];
        guesses[c].state = cold.states[c];
      }
      const ContactSolution warm = solve(problem, {.model = model}, guesses);
      EXPECT_EQ(warm.statistics.pivots, 0) << model << ' ' << draw;
      EXPECT_LE(largest_difference(warm.velocities, cold.velocities), 1e-9) << model;
      ++num_compared;
    }
    EXPECT_GT(num_compared, 5) << model;
  }
}

TEST(LinearModels, PoseTheLcpThatTheirNormalImpulsesSolve) {
  std::mt19937 generator(10);
  for (const std::string& model : kModels) {
    for (int draw = 0; draw < 20; ++draw) {
      const ContactProblem problem = draw_problem(generator, 2, 6);
      const ContactSolution solution = solve(problem, {.model = model});
      EXPECT_LE(posed_residual(problem, solution, model), 1e-8) << model << ' ' << draw;
    }
  }
}

// A contact that is released although it touches and carries load has no friction in the LCP
// either.
TEST(NoSlip, PosesTheLcpOfWhatItLetsSlip) {
  for (const bool closes_a_gap : {false, true}) {
    ContactProblem problem = make_standing(Vec3(0.1, 0, -1), {{-0.5, 0, -0.2}, {0.5, 0, 0.1}});
    problem.contacts[1].offset.x() = 0.1;
    problem.contacts[1].closing = closes_a_gap;
    const ContactSolution solution = solve(problem, {.model = "no-slip"});
    EXPECT_NE(std::ranges::find(solution.states, ContactState::sliding), solution.states.end());
    EXPECT_LE(posed_residual(problem, solution, "no-slip"), 1e-8) << closes_a_gap;
  }
}

TEST(LinearModels, AreExactAtMassRatiosOfAMillion) {
  std::mt19937 generator(11);
  for (const std::string& model : kModels) {
    for (int draw = 0; draw < 40; ++draw) {
      ContactProblem problem = draw_problem(generator, 2, 6);
      problem.bodies[draw % 2].mass *= 1e6;
      problem.bodies[draw % 2].inertia *= 1e6;
      problem.bodies[draw % 2].inverse_mass *= 1e-6;
      problem.bodies[draw % 2].inverse_inertia *= 1e-6;
      const ContactSolution solution = solve(problem, {.model = model});
      EXPECT_EQ(solution.status, ContactStatus::solved) << model << ' ' << draw;
      EXPECT_LE(solution.residual.max, 1e-8) << model << ' ' << draw;
    }
  }
}

// The loads on the four corners of a square are not unique; the least sum of squares is a quarter
// each.
TEST(Frictionless, SharesTheLoadOfASquareEqually) {
  const ContactProblem problem = make_standing(Vec3(0.3, -0.2, -1), square_corners(0.5));
  const ContactSolution solution = solve(problem, {.model = "frictionless"});
  for (const Vec3& impulse : solution.impulses) {
    EXPECT_NEAR(impulse.x(), 0.5, 1e-12);
    EXPECT_EQ(impulse.tail<2>(), Vec2(0, 0));
  }
  EXPECT_LE((solution.velocities[0].head<3>() - Vec3(0.3, -0.2, 0)).norm(), 1e-12);
}

TEST(NoSlip, StopsWhatTouchesAndCarriesLoad) {
  const ContactProblem problem = make_standing(Vec3(0.3, -0.2, -1), square_corners(0.1));
  const ContactSolution solution = solve(problem, {.model = "no-slip"});
  EXPECT_LE(solution.velocities[0].norm(), 1e-12);
  for (const ContactState state : solution.states) EXPECT_EQ(state, ContactState::sticking);
}

// A held contact must push: one that would have to pull is released, however it moves.
TEST(NoSlip, LetsGoOfWhatIsPulledOff) {
  for (const double up : {0.0, 1e-6, 1.0}) {
    const ContactProblem problem = make_standing(Vec3(0.3, -0.2, up), square_corners(0.1));
    const ContactSolution solution = solve(problem, {.model = "no-slip"});
    EXPECT_EQ(solution.velocities[0].head<3>(), Vec3(0.3, -0.2, up)) << up;
    EXPECT_EQ(solution.residual.max, 0) << up;
  }
}

// A body on two corners, one of which is lifted: the other one carries the load, and the body turns
// about it.
TEST(NoSlip, HoldsTheLoadedCornerAlone) {
  ContactProblem problem = make_standing(Vec3(0.4, 0, -1), {{-0.5, 0, -0.2}, {0.5, 0, -0.2}});
  problem.bodies[0].free_velocity.tail<3>() = Vec3(0, 8, 0);  // the corner at x = -0.5 goes up
  const ContactSolution solution = solve(problem, {.model = "no-slip"});
  ASSERT_EQ(solution.states[0], ContactState::open);
  EXPECT_EQ(solution.impulses[0], Vec3(0, 0, 0));
  EXPECT_LE(calc_contact_velocity(problem.contacts[1], solution.velocities).norm(), 1e-12);
  EXPECT_GT(calc_contact_velocity(problem.contacts[0], solution.velocities).norm(), 1);
}

TEST(NoSlip, DoesNotHoldWhatOnlyClosesWithinTheStep) {
  ContactProblem problem = make_standing(Vec3(0.3, 0, -1), square_corners(0.1));
  for (ContactProblem::Contact& contact : problem.contacts) contact.touching = false;
  const ContactSolution solution = solve(problem, {.model = "no-slip"});
  EXPECT_LE((solution.velocities[0].head<3>() - Vec3(0.3, 0, 0)).norm(), 1e-12);
}

// A body on two points at different heights, one of which has a gap to close: the body turns about
// the other one, so that the first has to slip. Without the gap both are held, and so they are if
// they close it at the same height.
TEST(NoSlip, LetsSlipWhatHasToCloseAGap) {
  for (const std::vector<Rung>& without : {std::vector<Rung>(), kByLadder}) {
    ContactProblem problem = make_standing(Vec3(0.1, 0, -1), {{-0.5, 0, -0.2}, {0.5, 0, 0.1}});
    const ContactSolution closed = solve(problem, {.model = "no-slip", .without = without});
    EXPECT_LE(closed.residual.cone_force, 1e-9);
    problem.contacts[1].offset.x() = 0.1;
    const ContactSolution held = solve(problem, {.model = "no-slip", .without = without});
    EXPECT_GT(held.residual.cone_force, 0.01);
    problem.contacts[1].closing = true;
    const ContactSolution solution = solve(problem, {.model = "no-slip", .without = without});
    EXPECT_LE(solution.residual.max, 1e-9);
    EXPECT_LE(solution.residual.cone_force, 1e-9);
    EXPECT_LE(calc_contact_velocity(problem.contacts[0], solution.velocities).norm(), 1e-9);
    const Vec3 u = calc_contact_velocity(problem.contacts[1], solution.velocities);
    EXPECT_NEAR(u.x(), 0, 1e-9);
    EXPECT_GT(u.tail<2>().norm(), 0.01);

    problem.contacts[1].arm_a.z() = -0.2;
    const ContactSolution level = solve(problem, {.model = "no-slip", .without = without});
    for (const ContactProblem::Contact& contact : problem.contacts) {
      EXPECT_LE(calc_contact_velocity(contact, level.velocities).norm(), 1e-9);
    }
  }
}

// Two belts that run apart under one body: no motion sticks to both.
TEST(NoSlip, SaysWhatCannotBeHeld) {
  ContactProblem problem = make_standing(Vec3(0, 0, -1), {{-0.5, 0, 0}, {0.5, 0, 0}});
  problem.contacts[0].offset.y() = -1;
  problem.contacts[1].offset.y() = 1;
  const ContactSolution solution = solve(problem, {.model = "no-slip"});
  EXPECT_TRUE(solution.status == ContactStatus::unsolved || solution.residual.cone_force > 0.1);
}

// v+ = v / (1 + n h c / m), without rotation for arms of zero.
TEST(Viscous, SlowsAParticleImplicitly) {
  for (const double viscosity : {0.0, 1e-12, 0.5, 10.0, 1e6, 1e12, 1e300}) {
    ContactProblem problem = make_standing(Vec3(0.3, -0.4, -1), {Vec3(0, 0, 0)});
    problem.contacts[0].viscosity = viscosity;
    const ContactSolution solution = solve(problem, {.model = "viscous"});
    ASSERT_EQ(solution.status, ContactStatus::solved) << viscosity;
    const double factor = 1 / (1 + 0.01 * viscosity / 2);
    EXPECT_LE((solution.velocities[0].head<2>() - factor * Vec2(0.3, -0.4)).norm(), 1e-14)
        << viscosity;
    EXPECT_LE((solution.impulses[0].tail<2>() + 2 * (1 - factor) * Vec2(0.3, -0.4)).norm(), 1e-14)
        << viscosity;
    EXPECT_LE(solution.residual.max, 1e-12) << viscosity;
  }
}

TEST(Viscous, SlowsAParticleByTheLadderToo) {
  for (const double viscosity : {0.0, 1e-12, 0.5, 10.0, 1e6, 1e12, 1e300}) {
    ContactProblem problem = make_standing(Vec3(0.3, -0.4, -1), {Vec3(0, 0, 0)});
    problem.contacts[0].viscosity = viscosity;
    const ContactSolution solution = solve(problem, {.model = "viscous", .without = kByLadder});
    ASSERT_EQ(solution.status, ContactStatus::solved) << viscosity;
    EXPECT_EQ(solution.statistics.rung, Rung::fallback) << viscosity;
    const double factor = 1 / (1 + 0.01 * viscosity / 2);
    EXPECT_LE((solution.velocities[0].head<2>() - factor * Vec2(0.3, -0.4)).norm(), 1e-9)
        << viscosity;
    EXPECT_LE(solution.residual.max, 1e-9) << viscosity;
  }
}

TEST(Viscous, GainsNoEnergyAtAnyViscosity) {
  std::mt19937 generator(12);
  for (int draw = 0; draw < 200; ++draw) {
    ContactProblem problem = draw_problem(generator, 3, 10);
    for (ContactProblem::Contact& contact : problem.contacts) {
      contact.offset.setZero();
      contact.viscosity = std::pow(10.0, static_cast<double>(generator() % 30) - 10.0);
    }
    const ContactSolution solution = solve(problem, {.model = "viscous"});
    ASSERT_EQ(solution.status, ContactStatus::solved) << draw;
    double before = 0, after = 0;
    for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
      const ContactProblem::Body& body = problem.bodies[i];
      const auto energy = [&](const Vec6& v) {
        return body.mass * v.head<3>().squaredNorm() + v.tail<3>().dot(body.inertia * v.tail<3>());
      };
      before += energy(body.free_velocity);
      after += energy(solution.velocities[i]);
    }
    EXPECT_LE(after, before * (1 + 1e-12)) << draw;
  }
}

TEST(Viscous, DoesNothingInAnImpact) {
  ContactProblem problem = make_standing(Vec3(0.3, -0.4, -1), {Vec3(0, 0, 0)});
  problem.contacts[0].viscosity = 10;
  problem.time_step = 0;
  EXPECT_EQ(solve(problem, {.model = "viscous"}).velocities[0].head<2>(), Vec2(0.3, -0.4));
}

// An infinitely stiff damper is a hold where there is load.
TEST(Viscous, BecomesNoSlipAsViscosityGrows) {
  ContactProblem problem = make_standing(Vec3(0.3, -0.2, -1), square_corners(0.1));
  for (ContactProblem::Contact& contact : problem.contacts) contact.viscosity = 1e14;
  const ContactSolution damped = solve(problem, {.model = "viscous"});
  const ContactSolution held = solve(problem, {.model = "no-slip"});
  EXPECT_LE(largest_difference(damped.velocities, held.velocities), 1e-11);
}

TEST(LinearModels, LeaveProblemsThatAreNotFiniteUnsolved) {
  for (const std::string& model : kModels) {
    ContactProblem problem = make_standing(Vec3(0.3, -0.4, -1), square_corners(0.1));
    problem.contacts[2].arm_a.y() = kNaN;
    const ContactSolution solution = solve(problem, {.model = model});
    EXPECT_EQ(solution.status, ContactStatus::unsolved) << model;
    EXPECT_EQ(solution.impulses.size(), problem.contacts.size());
    EXPECT_EQ(solution.velocities.size(), problem.bodies.size());
  }
}

TEST(LinearModels, LeaveWhatNoImpulseCanDoUnsolved) {
  for (const std::string& model : kModels) {
    // Between a floor that rises and a ceiling that falls.
    ContactProblem problem = make_standing(Vec3(0, 0, 0), {Vec3(0, 0, 0), Vec3(0, 0, 0)});
    problem.contacts[0].offset.x() = -1;
    problem.contacts[1].frame.col(0) *= -1;
    problem.contacts[1].frame.col(1) *= -1;
    problem.contacts[1].offset.x() = -1;
    EXPECT_EQ(solve(problem, {.model = model}).status, ContactStatus::unsolved) << model;
  }
}

// Under every law, indices beyond the bodies are not followed, and impossible problems are not
// solved.
TEST(ContactModels, LeaveUnsolvedWhatIsNoProblem) {
  for (const std::string& model : ContactModelCatalogue().names()) {
    const auto expect_unsolved = [&](const char* what, auto spoil) {
      ContactProblem problem = make_particle(Vec3(1, 0, -1), 0.5);
      problem.time_step = 0.01;
      problem.contacts[0].touching = true;
      problem.contacts[0].viscosity = 1;
      ASSERT_EQ(solve(problem, {.model = model}).status, ContactStatus::solved) << model;
      spoil(problem);
      const ContactSolution solution = solve(problem, {.model = model});
      EXPECT_EQ(solution.status, ContactStatus::unsolved) << model << ": " << what;
      EXPECT_GT(make_contact_model({.model = model})->judge(problem, solution).max, 1e-6)
          << model << ": " << what;
    };
    expect_unsolved("a body beyond all", [](auto& p) { p.contacts[0].body_b = 1000000000; });
    expect_unsolved("a body before the first", [](auto& p) { p.contacts[0].body_b = -2; });
    expect_unsolved("a body without mass", [](auto& p) { p.bodies[0] = {}; });
    expect_unsolved("a negative scale", [](auto& p) { p.velocity_scale = -1; });
    expect_unsolved("immovable bodies that close", [](auto& p) {
      p.contacts[0].body_a = -1;
      p.contacts[0].offset.x() = -1;
    });
  }
}

}  // namespace
}  // namespace stiction
