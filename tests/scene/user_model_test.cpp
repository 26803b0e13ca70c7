// An external contact model (tests/model/user_model.h), named by a scene file.

#include <stiction/contact/frictionless_residual.h>
#include <stiction/scene/report.h>
#include <stiction/scene/scene.h>
#include <stiction/scene/simulation.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/user_model.h"

namespace stiction {
namespace {

/// A cube of 8 kg under a ceiling, which it touches with its four upper corners.
std::string ceiling_scene(const std::string& contact) {
  return "<scene version=\"1\" name=\"ceiling\">\n"
         "  <option timestep=\"0.01\" duration=\"0.5\"/>\n" +
         contact +
         "\n"
         "  <body name=\"ceiling\" static=\"true\"> <plane normal=\"0 0 -1\"/> </body>\n"
         "  <body name=\"cube\" xyz=\"0 0 -0.5\" mass=\"8\"> <box size=\"1 1 1\"/> </body>\n"
         "</scene>\n";
}

const std::string kTacky = "<contact model=\"tacky\"/>";
constexpr double kWeight = 8 * 9.81;

Scene read(const std::string& text, const ContactModelCatalogue& models) {
  SceneReadResult result = read_scene_text(text, "scene.xml", models);
  for (const SceneError& error : result.errors) ADD_FAILURE() << error.to_string();
  return result.scene.value_or(Scene{});
}

RunReport run(const Scene& scene, int threads = 1) {
  Simulation simulation(scene, threads);
  RunRecorder recorder(simulation.world());
  while (!simulation.is_finished()) recorder.observe_step(simulation.step(), simulation.world());
  return recorder.report(simulation);
}

TEST(UserModel, HoldsUpToItsStrengthAndIsJudged) {
  const RunReport report =
      run(read(ceiling_scene(kTacky), tacky::make_catalogue(0.2501 * kWeight)));
  EXPECT_EQ(report.outcome, RunOutcome::finished);
  EXPECT_EQ(report.model, "tacky");
  EXPECT_EQ(report.solver, "lemke");
  EXPECT_EQ(report.contacts_max, 4U);
  EXPECT_LT(report.residual_max, 1e-9);
  EXPECT_NEAR(report.final_states.front().state.pose.translation.z(), -0.5, 1e-9);
}

// A model that is too weak pulls with its full strength in the step in which the bodies still
// touch, and then has let go: the cube falls freely.
TEST(UserModel, LetsGoOfWhatIsTooHeavy) {
  const double strength = 0.24 * kWeight;
  const Scene scene = read(ceiling_scene(kTacky), tacky::make_catalogue(strength));
  Simulation simulation(scene);
  const StepReport first = simulation.step();
  EXPECT_EQ(first.status, StepStatus::solved);
  const double a = 9.81 - 4 * strength / 8;
  const BodyId cube = *simulation.world().find_body("cube");
  EXPECT_NEAR(simulation.world().state(cube).linear_velocity.z(), -a * 0.01, 1e-12);
  while (!simulation.is_finished()) simulation.step();
  EXPECT_FALSE(simulation.has_failed());
  EXPECT_NEAR(simulation.world().state(cube).linear_velocity.z(), -(a + 49 * 9.81) * 0.01, 1e-9);
}

TEST(UserModel, WithoutStrengthIsTheFrictionlessModel) {
  const std::string slope =
      "<scene version=\"1\">\n"
      "  <option duration=\"0.5\" gravity=\"3 0 -9\"/> <contact model=\"MODEL\"/>\n"
      "  <body name=\"floor\" static=\"true\"> <plane/> </body>\n"
      "  <body name=\"cube\" xyz=\"0 0 0.6\" rpy=\"0.1 0 0\"> <box size=\"1 1 1\"/> </body>\n"
      "</scene>\n";
  const auto state_under = [&](const std::string& model) {
    std::string text = slope;
    text.replace(text.find("MODEL"), 5, model);
    return run(read(text, tacky::make_catalogue(0))).final_states.front().state;
  };
  const BodyState own = state_under("tacky");
  const BodyState library = state_under("frictionless");
  EXPECT_LT((own.pose.translation - library.pose.translation).norm(), 1e-9);
  EXPECT_LT((own.linear_velocity - library.linear_velocity).norm(), 1e-8);
  EXPECT_NEAR(own.linear_velocity.x(), 3 * 0.5, 1e-9) << "nothing holds it back";
}

TEST(UserModel, GivesTheSameBitsOnAnyNumberOfThreads) {
  const std::string text =
      "<scene version=\"1\">\n"
      "  <option duration=\"0.2\"/> <contact model=\"tacky\"/>\n"
      "  <body name=\"floor\" static=\"true\"> <plane/> </body>\n"
      "  <replicate count=\"6\" xyz=\"3 0 0.05\">\n"
      "    <body name=\"cube\" xyz=\"0 0 0.5\"> <box size=\"1 1 1\"/> </body>\n"
      "  </replicate>\n"
      "</scene>\n";
  const Scene scene = read(text, tacky::make_catalogue(10));
  EXPECT_EQ(run(scene, 1).state_hash, run(scene, 3).state_hash);
}

TEST(UserModel, IsKnownToTheCatalogueThatHasItAlone) {
  const SceneReadResult unknown = read_scene_text(ceiling_scene(kTacky), "scene.xml");
  ASSERT_EQ(unknown.errors.size(), 1U);
  const std::string message = unknown.errors[0].to_string();
  EXPECT_NE(message.find("scene.xml:3: "), std::string::npos) << message;
  EXPECT_NE(message.find("unknown; accepted are coulomb"), std::string::npos) << message;
}

TEST(UserModel, WrongSolverIsAnErrorThatNamesWhatIsAccepted) {
  for (const std::string solver : {"reduced-lemke", "lemka"}) {
    const SceneReadResult result =
        read_scene_text(ceiling_scene("<contact model=\"tacky\" solver=\"" + solver + "\"/>"),
                        "scene.xml", tacky::make_catalogue(1));
    ASSERT_EQ(result.errors.size(), 1U);
    const std::string message = result.errors[0].to_string();
    EXPECT_NE(message.find("scene.xml:3: "), std::string::npos) << message;
    EXPECT_NE(message.find("accepted are lemke"), std::string::npos) << message;
  }
  const SceneReadResult misspelt = read_scene_text(ceiling_scene("<contact model=\"tackky\"/>"),
                                                   "scene.xml", tacky::make_catalogue(1));
  ASSERT_EQ(misspelt.errors.size(), 1U);
  EXPECT_NE(misspelt.errors[0].to_string().find("did you mean \"tacky\"?"), std::string::npos)
      << misspelt.errors[0].to_string();
}

/// The memory of a contact that a `CountingModel` received with a problem.
struct Recollection {
  ContactMemory memory{};
  Vec3 normal;
  double time_step = 0;
};

/// Tacky contacts that count the problems of their life in their memory, beside bits that form no
/// number, and log the memory that they receive.
class CountingModel final : public ContactModel {
 public:
  explicit CountingModel(std::shared_ptr<std::vector<Recollection>> log) : log_(std::move(log)) {}

  std::string_view name() const override { return "counting"; }
  std::string_view solver_name() const override { return "lemke"; }
  void solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
             ContactSolution& solution) override {
    law_.solve(problem, guesses, solution);
    for (std::size_t c = 0; c < guesses.size(); ++c) {
      const ContactMemory& before = guesses[c].memory;
      log_->push_back({before, problem.contacts[c].frame.col(0), problem.time_step});
      solution.memories.push_back({before[0] + 1, ~std::uint64_t{0}, 42});
    }
  }
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override {
    return law_.judge(problem, solution);
  }
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override {
    return law_.pose(problem, solution);
  }
  std::unique_ptr<ContactModel> clone() const override {
    return std::make_unique<CountingModel>(log_);
  }

 private:
  std::shared_ptr<std::vector<Recollection>> log_;
  tacky::TackyModel law_{100};
};

// Law: a model's memory of a contact comes back bit for bit, also in a copy of the world, while the
// contact travels around a ball and its frame turns. Problems that are posed again get the same
// memory as before, and the time steps of those that are kept add up to the time of the run.
TEST(UserModel, ItsMemoryOfAContactComesBackAsItWas) {
  const auto log = std::make_shared<std::vector<Recollection>>();
  ContactModelCatalogue models;
  models.add({"counting", {"lemke"}, [log](const ContactModelOptions&) {
                return std::make_unique<CountingModel>(log);
              }});
  Simulation simulation(
      read("<scene version=\"1\">\n"
           "  <option timestep=\"0.01\" duration=\"0.4\"/> <contact model=\"counting\"/>\n"
           "  <body name=\"hill\" static=\"true\"> <sphere radius=\"1\"/> </body>\n"
           "  <body name=\"ball\" xyz=\"0.9 0 1.2\" mass=\"1\"> <sphere radius=\"0.5\"/> </body>\n"
           "</scene>\n",
           models));
  while (!simulation.is_finished()) simulation.step();
  World copy = simulation.world();
  copy.step(0.01);
  std::vector<double> times;  // of the problems that were kept; the last ones have a memory
  for (const Recollection& entry : *log) {
    const std::uint64_t before = entry.memory[0];
    ASSERT_LE(before, times.size());
    EXPECT_EQ(entry.memory,
              before == 0 ? ContactMemory{} : (ContactMemory{before, ~std::uint64_t{0}, 42}));
    times.resize(before);
    times.push_back(entry.time_step);
  }
  EXPECT_NEAR(std::accumulate(times.begin(), times.end(), 0.0), 0.41, 1e-12);
  EXPECT_LE(log->back().normal.dot(log->front().normal), 0.95) << "the frame has turned";
}

}  // namespace
}  // namespace stiction
