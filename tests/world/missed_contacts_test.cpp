// Contacts that only the answer of a step reveals: the step is posed again with them.

#include <gtest/gtest.h>

#include <span>
#include <utility>
#include <vector>

#include "world/simple_worlds.h"
#include "world/wrapped_model.h"

namespace stiction {
namespace {

// The third ball's contact is posed only in the second round, which starts from the answer without
// it.
TEST(MissedContacts, StartFromTheAnswerWithoutThem) {
  struct Posing {
    std::vector<ContactGuess> guesses;
    std::vector<Vec3> impulses;
  };
  std::vector<Posing> posings;
  WorldOptions options =
      with_wrapped_model([&](const ContactProblem&, std::span<const ContactGuess> guesses,
                             const ContactSolution& solution) {
        posings.push_back({{guesses.begin(), guesses.end()}, solution.impulses});
      });
  options.gravity = Vec3::Zero();
  options.integrator = Integrator::first_order;
  World world(options);
  add_driven_row(world);
  const StepReport report = world.step(0.01);
  EXPECT_EQ(report.status, StepStatus::solved);
  EXPECT_EQ(report.resolved, 1);

  ASSERT_EQ(posings.size(), 2u);
  const auto [without, with] = std::pair(posings[0], posings[1]);
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
