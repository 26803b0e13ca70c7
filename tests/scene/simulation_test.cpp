// A scene over time: the number of steps, and forces that act exactly as long as specified.

#include <gtest/gtest.h>
#include <stiction/scene/simulation.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "constants.h"
#include "scene/scene_text.h"

namespace stiction {
namespace {

std::size_t num_steps(const std::string& option) {
  return Simulation(scene_of(in_scene("<option " + option + "/>"))).num_steps();
}

TEST(Simulation, HasRoundedDurationByTimestepStepsAndAtLeastOne) {
  EXPECT_EQ(num_steps(""), 500u);
  EXPECT_EQ(num_steps("timestep=\"0.1\" duration=\"0.3\""), 3u);
  EXPECT_EQ(num_steps("timestep=\"0.1\" duration=\"0.34\""), 3u);
  EXPECT_EQ(num_steps("timestep=\"0.1\" duration=\"0.36\""), 4u);
  EXPECT_EQ(num_steps("timestep=\"1\" duration=\"0.001\""), 1u);
  EXPECT_EQ(num_steps("timestep=\"1\" duration=\"0\""), 1u);
}

TEST(Simulation, EndsStepKAtTimeKH) {
  Simulation simulation(scene_of(in_scene("<option timestep=\"0.1\" duration=\"0.3\"/>")));
  EXPECT_EQ(simulation.time(), 0);
  simulation.step();
  EXPECT_EQ(simulation.time(), 0.1);
  simulation.step();
  simulation.step();
  EXPECT_EQ(simulation.time(), 3 * 0.1);
  EXPECT_TRUE(simulation.is_finished());
  EXPECT_FALSE(simulation.has_failed());
}

TEST(Simulation, RejectsScenesThatNoFileWouldGive) {
  Scene scene;
  scene.timestep = 0;
  EXPECT_THROW(Simulation{scene}, std::invalid_argument);
  scene.timestep = kNaN;
  EXPECT_THROW(Simulation{scene}, std::invalid_argument);
  scene.timestep = 1e-300;
  EXPECT_THROW(Simulation{scene}, std::invalid_argument);
  scene.timestep = 0.01;
  scene.forces.push_back({.body = "nobody"});
  EXPECT_THROW(Simulation{scene}, std::invalid_argument);
  scene.forces.clear();
  scene.expectations.push_back({.body = "nobody", .quantity = Quantity::speed});
  EXPECT_THROW(Simulation{scene}, std::invalid_argument);
}

/// The speed of 2 kg after 1 s in steps of 0.1 s under 3 N from..to.
double final_speed(const std::string& times) {
  Simulation simulation(scene_of(in_scene(R"(<option timestep="0.1" duration="1" gravity="0 0 0"/>
    <body name="b" mass="2"><sphere radius="1"/></body>
    <force body="b" force="0 3 0" )" + times +
                                          "/>")));
  while (!simulation.is_finished()) simulation.step();
  return simulation.world().state(simulation.world().bodies()[0]).linear_velocity.y();
}

TEST(Simulation, GivesForcesTheirExactImpulse) {
  // v = F (to - from) / m, wherever the ends are within the steps.
  EXPECT_NEAR(final_speed(""), 1.5, 1e-14);
  EXPECT_NEAR(final_speed("to=\"0.3\""), 0.45, 1e-14);
  EXPECT_NEAR(final_speed("from=\"0.3\""), 1.05, 1e-14);
  EXPECT_NEAR(final_speed("from=\"0.3\" to=\"0.7\""), 0.6, 1e-14);
  EXPECT_NEAR(final_speed("from=\"0.25\" to=\"0.77\""), 0.78, 1e-14);
  EXPECT_NEAR(final_speed("from=\"0.52\" to=\"0.53\""), 0.015, 1e-14);
  EXPECT_NEAR(final_speed("from=\"0.9\" to=\"2\""), 0.15, 1e-14);
  EXPECT_EQ(final_speed("from=\"1\" to=\"2\""), 0);
}

TEST(Simulation, StartsAForceWithTheStepThatItsTimeBegins) {
  // From 0.3 s on in steps of 0.1 s: nothing in the first three steps, all of it in the fourth.
  Simulation simulation(scene_of(in_scene(R"(<option timestep="0.1" duration="1" gravity="0 0 0"/>
    <body name="b" mass="2"><sphere radius="1"/></body>
    <force body="b" force="0 3 0" from="0.3"/>)")));
  const BodyId body = simulation.world().bodies()[0];
  for (int k = 0; k < 3; ++k) simulation.step();
  EXPECT_EQ(simulation.world().state(body).linear_velocity.y(), 0);
  simulation.step();
  EXPECT_NEAR(simulation.world().state(body).linear_velocity.y(), 0.15, 1e-15);
}

TEST(Simulation, AddsForcesUpAndTurnsWithTorques) {
  // A ball of radius 1 m and 2 kg has 0.8 kg m^2: the point 1 m off the centre turns it too.
  Simulation simulation(scene_of(in_scene(R"(<option timestep="0.1" duration="0.1" gravity="0 0 0"/>
    <body name="b" mass="2"><sphere radius="1"/></body>
    <force body="b" force="0 3 0"/> <force body="b" force="0 1 0" point="1 0 0"/>
    <force body="b" torque="0 0 7"/>)")));
  simulation.step();
  const BodyState state = simulation.world().state(simulation.world().bodies()[0]);
  EXPECT_NEAR(state.linear_velocity.y(), 0.1 * 4 / 2, 1e-15);
  EXPECT_NEAR(state.angular_velocity.z(), 0.1 * 8 / 0.8, 1e-14);
}

TEST(Simulation, CallsItsControllerAtTheBeginningOfEveryStep) {
  Simulation simulation(scene_of(in_scene(R"(<option timestep="0.1" duration="1" gravity="0 0 0"/>
    <body name="b" mass="2"><sphere radius="1"/></body>
    <force body="b" force="1 0 0"/>)")));
  std::vector<double> times;
  simulation.set_controller([&](World& world) {
    times.push_back(world.time());
    const BodyId body = world.bodies()[0];
    EXPECT_NEAR(world.state(body).linear_velocity.x(), 4 * world.time() / 2, 1e-14);
    world.apply_force(body, Vec3(3, 0, 0));  // in addition to the scene's 1 N
  });
  while (simulation.steps_done() < 5) simulation.step();
  ASSERT_EQ(times.size(), 5u);
  for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(times[k], 0.1 * k, 1e-15);
  simulation.set_controller({});
  simulation.step();
  EXPECT_EQ(times.size(), 5u);
}

TEST(Simulation, DoesNotCallItsControllerAgainForAStepThatWasCancelled) {
  bool should_stop = true;
  Simulation simulation(scene_of(in_scene(R"(
    <body name="a" xyz="0 0 1"><sphere radius="1"/></body>
    <body name="ground" static="true"><plane/></body>)")),
                        1, false, [&] { return should_stop; });
  int num_calls = 0;
  simulation.set_controller([&](World&) { ++num_calls; });
  EXPECT_EQ(simulation.step().status, StepStatus::cancelled);
  should_stop = false;
  EXPECT_EQ(simulation.step().status, StepStatus::solved);
  EXPECT_EQ(num_calls, 1);
}

// Forces on the removed body act on nothing, and expectations about it fail.
TEST(Simulation, GoesOnWithoutABodyThatItsControllerRemoves) {
  Simulation simulation(scene_of(in_scene(R"(<option timestep="0.01" duration="0.1"/>
    <body name="a" xyz="0 0 9"><sphere radius="1"/></body>
    <body name="b"><sphere radius="1"/></body>
    <joint name="j" type="spherical" parent="world" child="a" xyz="0 0 9"/>
    <force body="a" force="1 0 0"/>
    <expect body="a" quantity="position.z" above="0"/>
    <expect joint="j" quantity="joint_error" below="1"/>
    <expect body="b" quantity="position.z" below="1"/>)")));
  simulation.set_controller([](World& world) {
    if (world.time() < 0.035) return;
    if (const auto a = world.find_body("a")) world.remove_body(*a);
  });
  while (!simulation.is_finished()) simulation.step();
  const std::vector<ExpectationResult> results = simulation.expectations().results();
  ASSERT_EQ(results.size(), 3u);
  EXPECT_FALSE(results[0].passed);
  EXPECT_NEAR(*results[0].violated_at, 0.05, 1e-12);
  EXPECT_FALSE(results[1].passed);
  EXPECT_TRUE(results[2].passed);
}

TEST(Simulation, HandsOnWhatItsControllerThrows) {
  Simulation simulation(scene_of(in_scene(R"(<body name="a"><sphere radius="1"/></body>)")));
  simulation.set_controller([](World&) { throw std::runtime_error("no plan"); });
  EXPECT_THROW(simulation.step(), std::runtime_error);
  EXPECT_EQ(simulation.steps_done(), 0u);
  EXPECT_EQ(simulation.world().time(), 0);
}

TEST(Simulation, ForcesActOnceWhenAStepIsTriedAgain) {
  Simulation simulation(scene_of(in_scene(R"(<option timestep="0.1" duration="1" gravity="0 0 0"/>
    <body name="b" mass="2"><sphere radius="1"/></body>
    <force body="b" force="1 0 0"/>)")));
  int num_calls = 0;
  simulation.set_controller([&](World&) {
    if (++num_calls < 3) throw std::runtime_error("no plan yet");
  });
  EXPECT_THROW(simulation.step(), std::runtime_error);
  EXPECT_THROW(simulation.step(), std::runtime_error);
  simulation.step();
  EXPECT_EQ(num_calls, 3);
  const BodyId body = simulation.world().bodies()[0];
  EXPECT_NEAR(simulation.world().state(body).linear_velocity.x(), 0.05, 1e-15);
}

TEST(Simulation, EndsWithAStepThatFails) {
  // Positions beyond 1e75 m are out of range.
  Simulation simulation(scene_of(in_scene(R"(<option timestep="1" duration="1e10" gravity="0 0 0"/>
    <body name="b" linear_velocity="6e74 0 0"><sphere radius="1"/></body>
    <expect quantity="residual" below="1"/>)")));
  std::size_t taken = 0;
  while (!simulation.is_finished() && taken < 10) {
    simulation.step();
    ++taken;
  }
  EXPECT_TRUE(simulation.has_failed());
  EXPECT_TRUE(simulation.is_finished());
  EXPECT_EQ(simulation.steps_done(), taken - 1);
  EXPECT_EQ(simulation.last_report().status, StepStatus::not_finite);
  EXPECT_FALSE(simulation.expectations().results()[0].passed);
}

}  // namespace
}  // namespace stiction
