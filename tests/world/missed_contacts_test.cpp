// Contacts that only the answer of a step reveals: the step is posed again with them.

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "world/simple_worlds.h"
#include "world/wrapped_model.h"

namespace stiction {
namespace {

/// Keeps what it was told and what it answered.
class RecordingModel final : public WrappedModel {
 public:
  struct Posing {
    std::vector<ContactGuess> guesses;
    std::vector<Vec3> impulses;
  };
  using Posings = std::vector<Posing>;

  explicit RecordingModel(std::shared_ptr<Posings> posings) : posings_(std::move(posings)) {}
  std::unique_ptr<ContactModel> clone() const override {
    return std::make_unique<RecordingModel>(posings_);
  }

 private:
  void look_at(const ContactProblem&, std::span<const ContactGuess> guesses,
               ContactSolution& solution) override {
    posings_->push_back({{guesses.begin(), guesses.end()}, solution.impulses});
  }

  std::shared_ptr<Posings> posings_;
};

// The first ball drives the second into the third, whose contact is posed only when that is known:
// it starts from the answer without.
TEST(MissedContacts, StartFromTheAnswerWithoutThem) {
  const auto posings = std::make_shared<RecordingModel::Posings>();
  const auto make = [posings] { return std::make_unique<RecordingModel>(posings); };
  World world({.gravity = Vec3::Zero(),
               .contact = {.model = "wrapped"},
               .models = with_wrapped_model(make),
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
