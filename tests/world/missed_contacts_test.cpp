// Contacts that only the answer of a step reveals: the step is posed again with them.

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

/// Coulomb's model, which keeps what it was told and what it answered.
class RecordingModel final : public ContactModel {
 public:
  struct Posing {
    std::vector<ContactGuess> guesses;
    std::vector<Vec3> impulses;
  };
  using Posings = std::vector<Posing>;

  explicit RecordingModel(std::shared_ptr<Posings> posings) : posings_(std::move(posings)) {}

  std::string_view name() const override { return "recording"; }
  std::string_view solver_name() const override { return "any"; }
  void solve(const ContactProblem& problem, std::span<const ContactGuess> guesses,
             ContactSolution& solution) override {
    coulomb_->solve(problem, guesses, solution);
    posings_->push_back({{guesses.begin(), guesses.end()}, solution.impulses});
  }
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override {
    return coulomb_->judge(problem, solution);
  }
  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override {
    return coulomb_->pose(problem, solution);
  }
  std::unique_ptr<ContactModel> clone() const override {
    return std::make_unique<RecordingModel>(posings_);
  }

 private:
  std::shared_ptr<Posings> posings_;
  std::unique_ptr<ContactModel> coulomb_ = make_contact_model({});
};

// The first ball drives the second into the third, whose contact is posed only when that is known:
// it starts from the answer without.
TEST(MissedContacts, StartFromTheAnswerWithoutThem) {
  const auto posings = std::make_shared<RecordingModel::Posings>();
  ContactModelCatalogue models;
  models.add({"recording", {"any"}, [posings](const ContactModelOptions&) {
                return std::make_unique<RecordingModel>(posings);
              }});
  World world({.gravity = Vec3::Zero(),
               .contact = {.model = "recording"},
               .models = models,
               .integrator = Integrator::first_order});
  const BodyId first = add_ball(world, 0.1, 1, Vec3(0, 0, 0));
  add_ball(world, 0.1, 1, Vec3(0.25, 0, 0));
  add_ball(world, 0.1, 1, Vec3(0.46, 0, 0));
  world.set_velocity(first, Vec3(10, 0, 0), Vec3::Zero());
  const StepReport report = world.step(0.01);
  EXPECT_EQ(report.status, StepStatus::solved);
  EXPECT_EQ(report.resolved, 1);

  ASSERT_EQ(posings->size(), 2u);
  const auto [without, with] = std::pair((*posings)[0], (*posings)[1]);
  ASSERT_EQ(without.guesses.size(), 1u);
  ASSERT_EQ(with.guesses.size(), 2u);
  EXPECT_FALSE(without.guesses[0].near);
  EXPECT_TRUE(with.guesses[0].near);
  EXPECT_FALSE(with.guesses[1].near);
  EXPECT_GT(without.impulses[0].x(), 1);
  EXPECT_NEAR((with.guesses[0].impulse - without.impulses[0]).norm(), 0, 1e-12);
}

}  // namespace
}  // namespace stiction
