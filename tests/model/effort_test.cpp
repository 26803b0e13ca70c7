// The cost limit of a solve: counted in units of the island, in every method.

#include <stiction/model/effort.h>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "contact/simple_problems.h"
#include "model/solve_problem.h"

namespace stiction {
namespace {

constexpr double kInfiniteEffort = std::numeric_limits<double>::infinity();

TEST(Effort, IsBookedUpToItsLimit) {
  Effort effort(3, 10, nullptr);
  EXPECT_TRUE(effort.spend(29));
  EXPECT_FALSE(effort.is_exhausted());
  EXPECT_FALSE(effort.spend(2));
  EXPECT_TRUE(effort.is_exhausted());
  EXPECT_TRUE(effort.spend(1));
  EXPECT_EQ(effort.spent_units(), 3);
  EXPECT_EQ(effort.left(), 0);
}

TEST(Effort, APartIsNeverMoreThanTheWhole) {
  Effort effort(1, 100, nullptr);
  effort.set_part(40);
  EXPECT_EQ(effort.left(), 40);
  EXPECT_FALSE(effort.spend(41));
  EXPECT_TRUE(effort.spend(40));
  effort.set_part(1000);
  EXPECT_EQ(effort.left(), 60);
}

TEST(Effort, NothingIsLeftOnceItIsStopped) {
  bool stops = false;
  const std::function<bool()> should_stop = [&] { return stops; };
  Effort effort(1, 100, &should_stop);
  EXPECT_TRUE(effort.spend(1));
  stops = true;
  EXPECT_FALSE(effort.spend(1));
  EXPECT_EQ(effort.left(), 0);
  EXPECT_FALSE(effort.is_exhausted()) << "it was not too small";
  stops = false;
  EXPECT_FALSE(effort.spend(1)) << "stopped for good";
}

// One body has its own block and its contacts. A chain of three has 1 + 4 + 4 pairs of blocks.
TEST(Effort, UnitIsAFactorisationAndAPass) {
  ContactProblem problem;
  problem.bodies.resize(1);
  problem.contacts.resize(2);
  for (ContactProblem::Contact& contact : problem.contacts) contact.body_a = 0;
  const double one = calc_effort_unit(problem);
  problem.contacts.resize(4);
  problem.contacts[2] = problem.contacts[3] = problem.contacts[0];
  const double per_contact = (calc_effort_unit(problem) - one) / 2;
  const double block = one - 2 * per_contact;
  EXPECT_GT(block, 0);
  problem.bodies.resize(3);
  problem.contacts.resize(2);
  problem.contacts[0].body_b = 1;
  problem.contacts[1].body_a = 1;
  problem.contacts[1].body_b = 2;
  EXPECT_NEAR(calc_effort_unit(problem), 2 * per_contact + 9 * block, 1e-9 * one);
}

struct Way {
  std::string model;
  std::string solver;
};

std::vector<Way> all_ways() {
  const ContactModelCatalogue catalogue;
  std::vector<Way> ways;
  for (const std::string& model : catalogue.names()) {
    for (const std::string& solver : catalogue.solvers(model)) ways.push_back({model, solver});
  }
  return ways;
}

/// One body pressed against many walls, which no impulse can satisfy under some laws; and random
/// problems.
std::vector<ContactProblem> hard_problems() {
  std::mt19937 generator(12);
  std::vector<ContactProblem> problems;
  for (const int bodies : {1, 4, 12}) {
    ContactProblem problem = make_random_problem(generator, bodies, 3 * bodies + 8);
    problem.time_step = 0.01;
    for (ContactProblem::Contact& contact : problem.contacts) {
      contact.friction = 1;
      contact.offset.x() = bodies == 1 ? -1 : contact.offset.x();
      contact.touching = true;
      contact.viscosity = 10;
    }
    problems.push_back(problem);
  }
  return problems;
}

TEST(Effort, IsExceededOnNoWay) {
  for (const ContactProblem& problem : hard_problems()) {
    for (const Way& way : all_ways()) {
      for (const double limit : {1.0, 5.0, 20.0, 60.0, 1000.0}) {
        SCOPED_TRACE(way.model + "/" + way.solver + " " + std::to_string(limit));
        const ContactSolution solution =
            solve(problem, {.model = way.model, .solver = way.solver, .effort = limit});
        EXPECT_LE(solution.statistics.effort, limit);
        EXPECT_GT(solution.statistics.effort, 0);
        ASSERT_EQ(solution.impulses.size(), problem.contacts.size());
        if (solution.status == ContactStatus::solved) {
          EXPECT_LE(solution.residual.max, 1e-6);
        }
        for (const Vec3& impulse : solution.impulses) EXPECT_TRUE(impulse.allFinite());
      }
    }
  }
}

// If a search is not cut short, its limit does not change a bit.
TEST(Effort, ChangesNothingWhereItIsEnough) {
  for (const ContactProblem& problem : hard_problems()) {
    for (const Way& way : all_ways()) {
      SCOPED_TRACE(way.model + "/" + way.solver);
      const ContactSolution first =
          solve(problem, {.model = way.model, .solver = way.solver, .effort = 1e9});
      if (first.status != ContactStatus::solved) continue;
      const ContactSolution second =
          solve(problem, {.model = way.model, .solver = way.solver, .effort = kInfiniteEffort});
      EXPECT_EQ(first.impulses, second.impulses);
    }
  }
}

// A block that stands on four corners and is pressed down: the answer is far away, some sweeps come
// near.
TEST(Effort, LittleOfItGivesAnAnswerToGoOnWith) {
  std::mt19937 generator(5);
  const ContactProblem problem = make_random_problem(generator, 12, 40);
  double before = std::numeric_limits<double>::infinity();
  for (const double limit : {1.0, 10.0, 100.0}) {
    const ContactSolution solution = solve(problem, {.effort = limit});
    EXPECT_LT(solution.residual.max, before) << limit;
    before = solution.residual.max;
  }
  EXPECT_LT(before, 0.1);
}

TEST(Effort, OfNoneIsAnError) {
  for (const double limit : {0.0, -1.0, std::nan("")}) {
    EXPECT_THROW(make_contact_model({.effort = limit}), std::invalid_argument);
  }
}

}  // namespace
}  // namespace stiction
