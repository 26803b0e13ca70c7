// An island that is not solved for the whole step is led through it in halves, quarters, eighths.

#include <memory>
#include <vector>

#include "world/simple_worlds.h"
#include "world/wrapped_model.h"

namespace stiction {
namespace {

/// Solves nothing for more than so many seconds.
class ShortSighted final : public WrappedModel {
 public:
  explicit ShortSighted(double most) : most_(most) {}
  std::unique_ptr<ContactModel> clone() const override {
    return std::make_unique<ShortSighted>(most_);
  }

 private:
  void look_at(const ContactProblem& problem, std::span<const ContactGuess>,
               ContactSolution& solution) override {
    if (problem.time_step > most_) solution.status = ContactStatus::unsolved;
  }

  double most_;
};

constexpr double kStep = 0.01;

WorldOptions short_sighted(double most) {
  const auto make = [most] { return std::make_unique<ShortSighted>(most); };
  return {.contact = {.model = "wrapped"}, .models = with_wrapped_model(make)};
}

/// Three slabs one upon the other that slide over the ground, the upper ones over the lower, and
/// are too flat to tip.
World make_sliding_stack(const WorldOptions& options) {
  World world(options);
  add_ground(world);
  for (int k = 0; k < 3; ++k) {
    const BodyId slab = world.add_body({.name = "slab",
                                        .pose = {.translation = Vec3(0, 0, 0.05 + 0.1 * k)},
                                        .shapes = {{.shape = Box{Vec3(1, 1, 0.1)}}},
                                        .mass = 1});
    world.set_velocity(slab, Vec3(1.0 + k, 0.5, 0), Vec3::Zero());
  }
  return world;
}

struct Motion {
  Vec3 place, velocity;
};

std::vector<Motion> motions_of(const World& world) {
  std::vector<Motion> motions;
  for (const BodyId body : world.bodies()) {
    const BodyState state = world.state(body);
    motions.push_back({state.pose.translation, state.linear_velocity});
  }
  return motions;
}

void expect_near(const World& a, const World& b, double tolerance) {
  const std::vector<Motion> of_a = motions_of(a), of_b = motions_of(b);
  for (std::size_t k = 0; k < of_a.size(); ++k) {
    EXPECT_LE((of_a[k].place - of_b[k].place).norm(), tolerance) << k;
    EXPECT_LE((of_a[k].velocity - of_b[k].velocity).norm(), tolerance) << k;
  }
}

Vec3 ground_impulse(const World& world) {
  Vec3 sum = Vec3::Zero();
  const BodyId ground = world.bodies().front();
  for (const Contact& contact : world.contacts()) {
    if (contact.body_a != ground && contact.body_b != ground) continue;
    const double sign = contact.body_a == ground ? 1 : -1;
    sum += sign * (contact.normal_impulse * contact.normal + contact.friction_impulse);
  }
  return sum;
}

// One step: how the corners of a slab share its load is open, and with it how it turns.
TEST(StepInPieces, MovesAndPushesAsStepsOfThatLength) {
  for (const int pieces : {2, 4, 8}) {
    SCOPED_TRACE(pieces);
    World in_pieces = make_sliding_stack(short_sighted(1.01 * kStep / pieces));
    World short_steps = make_sliding_stack({});
    const StepReport report = in_pieces.step(kStep);
    ASSERT_EQ(report.status, StepStatus::solved);
    EXPECT_LE(report.residual, 1e-8);
    EXPECT_EQ(report.unsolved, 0);
    EXPECT_TRUE(report.unsolved_islands.empty());
    Vec3 impulse = Vec3::Zero();
    for (int j = 0; j < pieces; ++j) {
      ASSERT_EQ(short_steps.step(kStep / pieces).status, StepStatus::solved);
      impulse += ground_impulse(short_steps);
    }
    EXPECT_LE((ground_impulse(in_pieces) - impulse).norm(), 1e-9);
    // A gap of 1e-12 m, which counts as none, is 1e-9 m/s over an eighth of the step.
    expect_near(in_pieces, short_steps, 2e-8);
  }
}

// An impact parts a heap within a piece. What it does not reach goes on to the end of that piece.
TEST(StepInPieces, HeapsOfBouncingBallsGainNoEnergy) {
  World world(short_sighted(0.51 * kStep));
  const MaterialId material = world.add_material({.name = "rubber", .restitution = 0.5});
  BodyDefinition bin{.name = "bin", .kind = BodyKind::fixed, .material = material};
  bin.shapes.push_back({.shape = Plane{}});
  for (const Vec3& inwards : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(0, -1, 0)}) {
    bin.shapes.push_back({.shape = Plane{.normal = inwards, .offset = -0.35}});
  }
  world.add_body(bin);
  for (int k = 0; k < 27; ++k) {
    const Vec3 cell(k % 3 - 1 + 0.01 * (k % 5), k / 3 % 3 - 1 + 0.01 * (k % 7), 1 + k / 9);
    add_ball(world, 0.1, 1, 0.22 * cell, material);
  }
  const auto energy = [&] { return world.energy().total(); };
  const double start = energy();
  double last = start;
  for (int k = 0; k < 80; ++k) {
    ASSERT_EQ(world.step(kStep).status, StepStatus::solved) << k;
    EXPECT_LE(energy(), last + 1e-5 * start) << k;
    last = energy();
  }
}

// What is told is the problem of the whole step.
TEST(StepInPieces, WhereEighthsAreNotSolvedEitherTheStepFailsAsAWhole) {
  World world = make_sliding_stack(short_sighted(0));
  const World before = world;
  const StepReport report = world.step(kStep);
  EXPECT_EQ(report.status, StepStatus::unsolved);
  EXPECT_TRUE(is_same_state(world, before));
  ASSERT_EQ(report.problems.size(), 1u);
  EXPECT_EQ(report.problems[0].contact_problem.time_step, kStep);
  EXPECT_EQ(report.unsolved_islands.size(), 1u);
}

TEST(StepInPieces, FirstOrderKeepsToTheStep) {
  WorldOptions options = short_sighted(0.5 * kStep);
  options.integrator = Integrator::first_order;
  World world = make_sliding_stack(options);
  EXPECT_EQ(world.step(kStep).status, StepStatus::unsolved);
}

TEST(StepInPieces, OtherIslandsGoOnWithTheWholeStep) {
  World world = make_sliding_stack(short_sighted(0.5 * kStep));
  const BodyId ball = add_ball(world, 0.5, 1, Vec3(5, 0, 3));
  World alone;
  add_ground(alone);
  const BodyId same = add_ball(alone, 0.5, 1, Vec3(5, 0, 3));
  run(world, 1, kStep);
  run(alone, 1, kStep);
  EXPECT_TRUE(is_same_state(world.state(ball), alone.state(same)));
}

}  // namespace
}  // namespace stiction
