// External contact models that fail: a step ends with a status, never the program.

#include <stiction/scene/report.h>
#include <stiction/scene/scene.h>
#include <stiction/scene/simulation.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include "constants.h"
#include "model/user_model.h"

namespace stiction {
namespace {

/// The change made to a good answer.
using Damage = std::function<void(ContactSolution&)>;

/// A good model until a contact is loaded; then its answers are damaged.
class DamagedModel final : public ContactModel {
 public:
  explicit DamagedModel(Damage damage) : damage_(std::move(damage)) {}

  std::string_view name() const override { return "damaged"; }
  std::string_view solver_name() const override { return "lemke"; }

  void solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
             ContactSolution& solution) override {
    good_.solve(problem, guesses, solution);
    if (is_loaded(solution)) damage_(solution);
  }
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override {
    return good_.judge(problem, solution);
  }
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override {
    return good_.pose(problem, solution);
  }
  std::unique_ptr<ContactModel> clone() const override {
    return std::make_unique<DamagedModel>(damage_);
  }

 private:
  static bool is_loaded(const ContactSolution& solution) {
    return std::any_of(solution.impulses.begin(), solution.impulses.end(),
                       [](const Vec3& r) { return r.x() > 0; });
  }

  Damage damage_;
  tacky::TackyModel good_{0};
};

/// A cube that meets the floor after some steps of falling.
Scene read_scene(const Damage& damage) {
  ContactModelCatalogue models;
  models.add({"damaged", {"lemke"}, [damage](const ContactModelOptions&) {
                return std::make_unique<DamagedModel>(damage);
              }});
  SceneReadResult result = read_scene_text(
      "<scene version=\"1\">\n"
      "  <contact model=\"damaged\"/>\n"
      "  <body name=\"floor\" static=\"true\"> <plane/> </body>\n"
      "  <body name=\"cube\" xyz=\"0 0 0.51\"> <box size=\"1 1 1\"/> </body>\n"
      "</scene>\n",
      "scene.xml", models);
  for (const SceneError& error : result.errors) ADD_FAILURE() << error.to_string();
  return result.scene.value_or(Scene{});
}

struct NamedDamage {
  const char* name;
  Damage damage;
};

const std::vector<NamedDamage>& damages() {
  static const std::vector<NamedDamage> all = {
      {"says unsolved", [](ContactSolution& s) { s.status = ContactStatus::unsolved; }},
      {"is not exact", [](ContactSolution& s) { s.residual.max = 1e-5; }},
      {"residual is no number", [](ContactSolution& s) { s.residual.max = kNaN; }},
      {"impulse is no number", [](ContactSolution& s) { s.impulses[0].x() = kNaN; }},
      {"impulse is infinite", [](ContactSolution& s) { s.impulses[0].y() = kInf; }},
      {"velocity is no number", [](ContactSolution& s) { s.velocities[0][2] = kNaN; }},
      {"guess is no number",
       [](ContactSolution& s) {
         s.next_guess = s.impulses;
         s.next_guess[0].x() = kNaN;
       }},
      {"axis is no number",
       [](ContactSolution& s) { s.axis_angles.assign(s.impulses.size(), kNaN); }},
      {"impulses are too few", [](ContactSolution& s) { s.impulses.pop_back(); }},
      {"impulses are too many", [](ContactSolution& s) { s.impulses.emplace_back(0, 0, 0); }},
      {"velocities are missing", [](ContactSolution& s) { s.velocities.clear(); }},
      {"states are missing", [](ContactSolution& s) { s.states.clear(); }},
      {"guesses are too few", [](ContactSolution& s) { s.next_guess.resize(1); }},
      {"memories are too many",
       [](ContactSolution& s) { s.memories.resize(s.impulses.size() + 1); }},
      {"impulses of rows that are not there",
       [](ContactSolution& s) { s.row_impulses.assign(1, 0.0); }},
      {"nothing is there", [](ContactSolution& s) { s = {}; }},
      {"nothing is there, called solved",
       [](ContactSolution& s) {
         s = {};
         s.status = ContactStatus::solved;
       }},
  };
  return all;
}

TEST(UserModelFailure, UndamagedIsNoFailure) {
  Simulation simulation(read_scene([](ContactSolution&) {}));
  while (!simulation.is_finished()) simulation.step();
  EXPECT_FALSE(simulation.has_failed());
}

TEST(UserModelFailure, EndsTheStepWithAStatusAndTheWorldAsItWas) {
  for (const NamedDamage& entry : damages()) {
    SCOPED_TRACE(entry.name);
    Simulation simulation(read_scene(entry.damage));
    RunRecorder recorder(simulation.world());
    std::uint64_t before = calc_state_hash(simulation.world());
    while (true) {
      const StepReport& report = simulation.step();
      recorder.observe_step(report, simulation.world());
      if (simulation.is_finished()) break;
      before = calc_state_hash(simulation.world());
    }
    const StepReport& report = simulation.last_report();
    EXPECT_EQ(report.status, StepStatus::unsolved);
    EXPECT_EQ(report.unsolved, 1);
    ASSERT_EQ(report.problems.size(), 1U);
    EXPECT_FALSE(report.problems[0].solved);
    EXPECT_EQ(report.problems[0].contact_problem.contacts.size(), 4U);
    EXPECT_EQ(calc_state_hash(simulation.world()), before);
    EXPECT_GT(simulation.steps_done(), 0U);
    EXPECT_EQ(recorder.report(simulation).outcome, RunOutcome::unsolved);
  }
}

TEST(UserModelFailure, ExceptionReachesTheCallerAndTheWorldIsAsItWas) {
  const Scene scene = read_scene([](ContactSolution&) { throw std::runtime_error("broken"); });
  World world = make_world(scene);
  std::uint64_t before = 0;
  const auto run = [&] {
    for (int step = 0; step < 100; ++step) {
      before = calc_state_hash(world);
      world.step(0.01);
    }
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(calc_state_hash(world), before);
}

TEST(UserModelFailure, CatalogueRefusesWhatCannotBeMade) {
  ContactModelCatalogue models;
  const auto make = [](const ContactModelOptions&) -> std::unique_ptr<ContactModel> { return {}; };
  EXPECT_THROW(models.add({"", {"lemke"}, make}), std::invalid_argument);
  EXPECT_THROW(models.add({"coulomb", {"lemke"}, make}), std::invalid_argument);
  EXPECT_THROW(models.add({"mine", {}, make}), std::invalid_argument);
  EXPECT_THROW(models.add({"mine", {"lemke"}, {}}), std::invalid_argument);
  models.add({"mine", {"lemke"}, make});
  EXPECT_THROW(models.make({.model = "mine"}), std::invalid_argument) << "none was made";
  EXPECT_THROW(models.make({.model = "mine", .solver = "keller"}), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
