// Which rung delivered an answer, its cost, and that each rung can be left out.

#include <stiction/contact/cone_residual.h>
#include <stiction/model/contact_model.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "contact/simple_problems.h"
#include "model/solve_problem.h"

namespace stiction {
namespace {

/// A cube that rests, or slides, on its four corners.
ContactProblem make_resting() { return make_cube(Vec3(0.01, 0, -1), 0.5); }
ContactProblem make_sliding() { return make_cube(Vec3(2, 0.3, -1), 0.5); }

/// The memory of the problem from which the way in question starts.
struct RungCase {
  Rung rung;
  ContactProblem problem;
  std::vector<ContactGuess> guesses;
  std::vector<Rung> without;  ///< rungs before it that would deliver, too
};

std::vector<RungCase> make_cases() {
  const ContactProblem resting = make_resting();
  const ContactProblem sliding = make_sliding();
  const std::vector<ContactGuess> from_rest = guesses_from(solve(resting));
  const std::vector<ContactGuess> from_slip = guesses_from(solve(sliding));
  ContactProblem heavier = resting;
  heavier.bodies[0].free_velocity[2] = -1.2;
  ContactProblem turned = sliding;
  turned.bodies[0].free_velocity[1] += 1e-4;
  return {
      {Rung::free, make_cube(Vec3(0, 0, 1), 0.5), {}, {}},
      {Rung::remembered, resting, from_rest, {}},
      {Rung::finish, heavier, from_rest, {}},
      {Rung::pivots, heavier, from_rest, {Rung::finish}},
      {Rung::finish, turned, from_slip, {}},
      {Rung::pivots, sliding, {}, {}},
      {Rung::homotopy, sliding, {}, {Rung::pivots}},
      {Rung::augmented_lagrangian, sliding, {}, {Rung::pivots, Rung::homotopy}},
  };
}

TEST(Rungs, EachDeliversAndCanBeLeftOut) {
  for (const RungCase& given : make_cases()) {
    ContactModelOptions options{.without = given.without};
    const ContactSolution solution = solve(given.problem, options, given.guesses);
    ASSERT_EQ(solution.status, ContactStatus::solved) << to_string(given.rung);
    EXPECT_EQ(solution.statistics.rung, given.rung) << to_string(given.rung);
    options.without.push_back(given.rung);
    const ContactSolution other = solve(given.problem, options, given.guesses);
    EXPECT_NE(other.statistics.rung, given.rung) << to_string(given.rung);
    EXPECT_EQ(other.statistics.rung.has_value(), other.status == ContactStatus::solved);
    if (other.status != ContactStatus::solved) continue;
    EXPECT_LE((other.velocities[0] - solution.velocities[0]).norm(), 1e-8);
  }
}

// Remembered impulses may be far from the answer: full steps of Newton's method reach some answers,
// its path most.
TEST(Rungs, FewContactsThatAreRememberedSeldomNeedPivots) {
  std::mt19937 generator(7);
  const std::vector<ContactGuess> far(8, {.known = true, .impulse = Vec3(7, -3, 2)});
  int pivoted = 0;
  for (int draw = 0; draw < 200; ++draw) {
    const ContactProblem problem = make_random_problem(generator, 3, 8);
    const ContactSolution solution = solve(problem, {}, far);
    EXPECT_EQ(solution.status, ContactStatus::solved) << draw;
    pivoted += solution.statistics.pivots > 0;
  }
  RecordProperty("pivoted", pivoted);
  EXPECT_LE(pivoted, 60);
}

// A jam in which Newton's method does not converge from where pivots lead.
TEST(Rungs, TheLadderFindsTheConeWherePivotsDoNot) {
  std::mt19937 generator(424);
  ContactProblem problem;
  for (int draw = 0; draw <= 3; ++draw) problem = make_random_problem(generator, 4, 16);
  for (ContactProblem::Contact& contact : problem.contacts) contact.friction = 1.2;
  const ContactSolution solution = solve(problem);
  ASSERT_EQ(solution.status, ContactStatus::solved);
  EXPECT_NE(solution.statistics.rung, Rung::pivots);
  EXPECT_LE(calc_cone_residual(problem, solution), 1e-9);
  const std::vector<Rung> ladder = {Rung::finish, Rung::homotopy, Rung::augmented_lagrangian};
  const ContactSolution pivots = solve(problem, {.without = ladder});
  EXPECT_GT(pivots.statistics.pivots, 0);
  EXPECT_GE(calc_cone_residual(problem, pivots), 1e-4);
}

TEST(Rungs, PivotsAreForFewContactsButNotForASingleOne) {
  std::mt19937 generator(16);
  for (const auto& [contacts, pivots] :
       {std::pair(1, false), std::pair(4, true), std::pair(20, true), std::pair(21, false)}) {
    const ContactSolution solution = solve(make_random_problem(generator, 4, contacts));
    EXPECT_EQ(solution.status, ContactStatus::solved) << contacts;
    EXPECT_LE(solution.residual.max, 1e-9) << contacts;
    EXPECT_EQ(solution.statistics.pivots > 0, pivots) << contacts;
  }
}

// By Newton's method from no impulse; pivots are for the few problems that it does not solve.
TEST(Rungs, ASingleContactHasTheAnswerOfPivots) {
  std::mt19937 generator(18);
  int pivoted = 0;
  for (int draw = 0; draw < 2000; ++draw) {
    const ContactProblem problem = make_random_problem(generator, 2, 1);
    const ContactSolution solution = solve(problem);
    const ContactSolution other = solve(problem, {.without = {Rung::finish}});
    ASSERT_EQ(solution.status, ContactStatus::solved);
    ASSERT_EQ(other.status, ContactStatus::solved);
    EXPECT_LE(solution.residual.max, 1e-9) << draw;
    EXPECT_LE((solution.impulses[0] - other.impulses[0]).norm(), 1e-8) << draw;
    pivoted += solution.statistics.rung == Rung::pivots;
  }
  EXPECT_LE(pivoted, 20);
}

TEST(Rungs, NothingDeliversWhereAllAreLeftOut) {
  std::vector<Rung> all;
  for (std::size_t k = 0; k < kNumRungs; ++k) all.push_back(static_cast<Rung>(k));
  for (const std::string& model : ContactModelCatalogue().names()) {
    const ContactSolution solution = solve(make_sliding(), {.model = model, .without = all});
    EXPECT_EQ(solution.status, ContactStatus::unsolved) << model;
    EXPECT_EQ(solution.statistics.rung, std::nullopt) << model;
    EXPECT_FALSE(solution.statistics.fallback) << model;
  }
}

TEST(Rungs, TheOtherModelsSolveByTheirOwnMethodAndByAnotherOneWithoutIt) {
  for (const std::string model : {"no-slip", "viscous", "frictionless", "box-friction"}) {
    const ContactProblem problem = make_sliding();
    const ContactSolution own = solve(problem, {.model = model});
    EXPECT_EQ(own.statistics.rung, Rung::method) << model;
    const ContactSolution other = solve(problem, {.model = model, .without = {Rung::method}});
    EXPECT_EQ(other.statistics.rung, Rung::fallback) << model;
    EXPECT_LE((own.velocities[0] - other.velocities[0]).norm(), 1e-8) << model;
    const ContactSolution warm = solve(problem, {.model = model}, guesses_from(own));
    EXPECT_EQ(warm.statistics.rung, Rung::remembered) << model;
  }
}

// A fallback is booked only if a solver was named and another one's answer is used.
TEST(Rungs, AFallbackIsAnotherSolverThanTheOneThatWasNamed) {
  const ContactProblem problem = make_sliding();
  for (const std::string solver : {"", "reduced-lemke", "structural-lemke"}) {
    const bool is_named = !solver.empty();
    const ContactSolution own = solve(problem, {.solver = solver});
    EXPECT_EQ(own.statistics.rung, is_named ? Rung::method : Rung::pivots) << solver;
    EXPECT_FALSE(own.statistics.fallback);
    for (const Rung next : {Rung::homotopy, Rung::augmented_lagrangian}) {
      std::vector<Rung> without = {Rung::pivots};
      if (next == Rung::augmented_lagrangian) without.push_back(Rung::homotopy);
      const ContactSolution other = solve(problem, {.solver = solver, .without = without});
      EXPECT_EQ(other.statistics.rung, next) << solver;
      EXPECT_EQ(other.statistics.fallback, is_named) << solver << to_string(next);
    }
  }
  const ContactSolution standard = solve(problem, {.solver = "lemke"});
  EXPECT_EQ(standard.statistics.rung, Rung::method);
  EXPECT_FALSE(standard.statistics.fallback);
}

// However the facets are aligned, the named method runs alone, and the rungs after it can be left
// out.
TEST(Rungs, AMethodThatWasNamedRunsAlone) {
  struct NamedCase {
    ContactModelOptions options;
    Rung behind;  ///< delivers if the named method does not
  };
  const std::vector<NamedCase> cases = {
      {{.solver = "lemke", .without = {Rung::pyramids}}, Rung::pivots},
      {{.solver = "structural-lemke", .without = {Rung::pivots}}, Rung::homotopy},
      {{.solver = "staggered", .without = {Rung::method}}, Rung::fallback},
      {{.solver = "lemke", .alignment = FacetAlignment::world, .without = {Rung::pyramids}},
       Rung::pivots},
      {{.solver = "reduced-lemke", .alignment = FacetAlignment::world, .without = {Rung::pivots}},
       Rung::pyramids},
  };
  const ContactProblem problem = make_sliding();
  for (const auto& [options, behind] : cases) {
    SCOPED_TRACE(options.solver + " " + std::string(to_string(behind)));
    ContactModelOptions all = options;
    all.without = {};
    const ContactSolution own = solve(problem, all);
    EXPECT_EQ(own.statistics.rung, Rung::method);
    EXPECT_FALSE(own.statistics.fallback);
    const ContactSolution other = solve(problem, options);
    EXPECT_EQ(other.statistics.rung, behind);
    EXPECT_TRUE(other.statistics.fallback);
    EXPECT_LE((other.velocities[0] - own.velocities[0]).norm(), 1e-8);
    ContactModelOptions alone = options;
    alone.without.push_back(Rung::fallback);
    const ContactSolution none = solve(problem, alone);
    EXPECT_EQ(none.status, ContactStatus::unsolved);
    EXPECT_FALSE(none.statistics.fallback);
  }
}

// Remembered impulses may be useless; the answer then does not count as warm.
TEST(Rungs, AColdAnswerIsNotCalledWarm) {
  const ContactProblem problem = make_resting();  // on the cone, whatever its facets
  std::vector<ContactGuess> guesses(problem.contacts.size());
  for (ContactGuess& guess : guesses) {
    guess.known = true;
    guess.impulse = Vec3(7, -3, 2);
  }
  const ContactSolution solution = solve(problem, {.without = {Rung::finish}}, guesses);
  EXPECT_EQ(solution.statistics.rung, Rung::pivots);
  EXPECT_FALSE(solution.statistics.warm_started);
  // By Newton's method it does, unless that continues from pivots.
  std::mt19937 generator(7);
  std::array<int, 2> count = {};
  for (int draw = 0; draw < 200; ++draw) {
    const ContactProblem other = make_random_problem(generator, 3, 8);
    const std::vector<ContactGuess> far(8, {.known = true, .impulse = Vec3(7, -3, 2)});
    const ContactSolution finished = solve(other, {}, far);
    if (finished.statistics.rung != Rung::finish) continue;
    const bool is_pivoted = finished.statistics.pivots > 0;
    ++count[is_pivoted];
    EXPECT_EQ(finished.statistics.warm_started, !is_pivoted) << draw;
  }
  EXPECT_GE(std::ranges::min(count), 5);
  guesses = guesses_from(solve(problem));
  for (ContactGuess& guess : guesses) guess.impulse *= 3;
  const ContactSolution warm = solve(problem, {.without = {Rung::finish}}, guesses);
  EXPECT_EQ(warm.statistics.rung, Rung::pivots);
  EXPECT_TRUE(warm.statistics.warm_started);
}

// The judge would accept any remembered impulses: all residuals are 0 where V is.
TEST(Rungs, NothingIsRememberedWhereNothingMoves) {
  ContactProblem problem = make_resting();
  const std::vector<ContactGuess> guesses = guesses_from(solve(problem));
  problem.bodies[0].free_velocity.setZero();
  problem.bodies[0].free_velocity[2] = -1e-14;
  problem.velocity_scale = 0;
  const ContactSolution solution = solve(problem, {}, guesses);
  EXPECT_EQ(solution.statistics.rung, Rung::free);
  EXPECT_EQ(solution.velocities[0], problem.bodies[0].free_velocity);
}

TEST(Rungs, FactorisationsAreCounted) {
  const ContactProblem resting = make_resting();
  const std::vector<ContactGuess> guesses = guesses_from(solve(resting));
  EXPECT_EQ(solve(resting, {}, guesses).statistics.factorisations, 0);
  ContactProblem heavier = resting;
  heavier.bodies[0].free_velocity[2] = -1.2;
  EXPECT_EQ(solve(heavier, {}, guesses).statistics.factorisations, 2)
      << "of the pivots, and to share the load";
  EXPECT_GE(solve(make_sliding()).statistics.factorisations, 1);
}

}  // namespace
}  // namespace stiction
