// The report of a run: figures from handmade step reports, and its JSON form.

#include <stiction/scene/report.h>
#include <stiction/version.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <sstream>

#include "constants.h"

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

/// A ball, a kinematic ball and a fixed one, without gravity.
Scene make_three_balls() {
  Scene scene;
  scene.name = "by hand";
  scene.timestep = 0.125;
  scene.duration = 0.5;
  scene.gravity = Vec3::Zero();
  for (const BodyKind kind : {BodyKind::dynamic, BodyKind::fixed, BodyKind::kinematic}) {
    BodyDefinition body;
    body.name = "body " + std::to_string(scene.bodies.size());
    body.kind = kind;
    body.shapes = {{.shape = Sphere{0.5}}};
    body.pose.translation = Vec3(0, 0, 4.0 * static_cast<double>(scene.bodies.size()));
    scene.bodies.push_back(body);
  }
  scene.bodies[0].mass = 2;
  scene.bodies[0].linear_velocity = Vec3(3, 0, 0);
  return scene;
}

/// Step i = 1..n takes i ms, has i contacts, i pivots, ...
StepReport make_step_report(int i) {
  StepReport report;
  report.contacts = static_cast<std::size_t>(i);
  report.sticking = static_cast<std::size_t>(i / 2);
  report.sliding = i % 2 == 0 ? 1 : 0;
  report.open = report.contacts - report.sticking - report.sliding;
  report.friction_use = 1e-3 * i;
  if (i == 1) report.not_unique = 7;
  report.pivots = i;
  report.residual = 1e-10 * i;
  report.cone_residual = 2e-10 * i;
  report.off_cone = i == 3 ? 2 : 0;
  report.work = 0.5 * i;
  report.cone_angle = 1e-7 * i;
  report.cone_force = 1e-8 * i;
  report.penetration = 1e-6 * i;
  report.total_seconds = 1e-3 * i;
  report.collide_seconds = 1e-4 * i;
  report.solve_seconds = 5e-4 * i;
  report.warm_started = i % 2 == 0 ? 3 : 0;
  report.fallbacks = i == 7 ? 2 : 0;
  report.in_pieces = i == 5 || i == 6 ? 2 : 0;
  report.at_once = i == 6 ? 3 : 0;
  report.passes = 1 + i % 2 + (i == 9 ? 4 : 0);
  report.pass_change = i == 9 ? 1e-3 : 0;
  return report;
}

TEST(RunRecorder, SummarisesSteps) {
  const Simulation simulation(make_three_balls());
  RunRecorder recorder(simulation.world());
  for (int i = 200; i >= 1; --i) recorder.observe_step(make_step_report(i), World());
  const RunReport report = recorder.report(simulation);
  EXPECT_NEAR(report.timing.total_seconds, 20.1, 1e-12);
  EXPECT_NEAR(report.timing.step_us_median, 100e3, 1e-6);
  EXPECT_NEAR(report.timing.step_us_p99, 198e3, 1e-6);
  EXPECT_NEAR(report.timing.step_us_max, 200e3, 1e-6);
  EXPECT_NEAR(report.timing.collide_us_median, 10e3, 1e-6);
  EXPECT_NEAR(report.timing.solve_us_median, 50e3, 1e-6);
  EXPECT_EQ(report.contacts_mean, 100.5);
  EXPECT_EQ(report.contacts_max, 200u);
  EXPECT_EQ(report.sticking_mean, 50);  // the sum of floor(i / 2) is 100^2
  EXPECT_EQ(report.sliding_mean, 0.5);
  EXPECT_EQ(report.open_mean, 50);
  EXPECT_EQ(report.friction_use_max, 1e-3 * 200);
  EXPECT_EQ(report.not_unique_last, 7u) << "of the last step";
  EXPECT_EQ(report.pivots_mean, 100.5);
  EXPECT_EQ(report.pivots_max, 200);
  EXPECT_EQ(report.warm_started, 100u) << "steps, not islands";
  EXPECT_EQ(report.fallbacks, 1u) << "steps, not islands";
  EXPECT_EQ(report.in_pieces, 4u) << "islands, not steps";
  EXPECT_EQ(report.at_once, 3u) << "islands, not steps";
  EXPECT_EQ(report.passes_mean, 1.52) << "(200 + 100 + 4) / 200";
  EXPECT_EQ(report.passes_max, 6);
  EXPECT_EQ(report.pass_change_max, 1e-3);
  EXPECT_EQ(report.stagnated, 1u);
  EXPECT_EQ(report.unsolved, 0u);
  EXPECT_EQ(report.residual_max, 1e-10 * 200);
  EXPECT_EQ(report.cone_residual_max, 2e-10 * 200);
  EXPECT_EQ(report.off_cone, 2u) << "problems, not steps";
  EXPECT_EQ(report.cone_angle_max, 1e-7 * 200);
  EXPECT_EQ(report.cone_force_max, 1e-8 * 200);
  EXPECT_EQ(report.penetration_max, 1e-6 * 200);
}

TEST(RunRecorder, NoStepAtAllGivesZeros) {
  const Simulation simulation(make_three_balls());
  const RunReport report = RunRecorder(simulation.world()).report(simulation);
  EXPECT_EQ(report.outcome, RunOutcome::interrupted);
  EXPECT_EQ(report.steps, 0u);
  EXPECT_EQ(report.contacts_mean, 0);
  EXPECT_EQ(report.timing.step_us_p99, 0);
}

// Kinetic energy m v^2 / 2 = 2 * 3^2 / 2; fixed bodies are not reported.
TEST(RunRecorder, TellsStatesAndEnergyOfARun) {
  Simulation simulation(make_three_balls());
  RunRecorder recorder(simulation.world());
  while (!simulation.is_finished()) recorder.observe_step(simulation.step(), simulation.world());
  const RunReport report = recorder.report(simulation);
  EXPECT_EQ(report.outcome, RunOutcome::finished);
  EXPECT_EQ(report.scene, "by hand");
  EXPECT_EQ(report.model, "coulomb");
  EXPECT_EQ(report.steps, 4u);
  EXPECT_EQ(report.time, 0.5);
  EXPECT_EQ(report.bodies, 2u);
  EXPECT_NEAR(report.energy_initial, 9, 1e-14);
  EXPECT_NEAR(report.energy_final, 9, 1e-14);
  EXPECT_NEAR(report.energy_gain, 0, 1e-14);
  ASSERT_EQ(report.final_states.size(), 2u);
  EXPECT_EQ(report.final_states[0].name, "body 0");
  EXPECT_EQ(report.final_states[0].state.pose.translation, Vec3(1.5, 0, 0));
  EXPECT_EQ(report.final_states[1].name, "body 2");
}

// A cube at rest on its four corners: all stick, and the forces are not unique.
TEST(RunRecorder, TellsTheStatesOfContacts) {
  Scene scene = make_three_balls();
  scene.gravity = Vec3(0, 0, -10);
  scene.bodies.resize(1);
  scene.bodies[0].shapes = {{.shape = Box{Vec3(1, 1, 1)}}};
  scene.bodies[0].pose.translation = Vec3(0, 0, 0.5);
  scene.bodies[0].linear_velocity = Vec3::Zero();
  BodyDefinition ground;
  ground.kind = BodyKind::fixed;
  ground.shapes = {{.shape = Plane{}}};
  scene.bodies.push_back(ground);
  Simulation simulation(scene);
  simulation.analyse_last_step();
  RunRecorder recorder(simulation.world());
  while (!simulation.is_finished()) {
    recorder.observe_step(simulation.step(), simulation.world());
    const RunReport report = recorder.report(simulation);
    EXPECT_EQ(report.sticking_mean, 4);
    EXPECT_EQ(report.sliding_mean, 0);
    EXPECT_EQ(report.open_mean, 0);
    EXPECT_EQ(report.not_unique_last.has_value(), simulation.is_finished());
  }
  EXPECT_EQ(recorder.report(simulation).not_unique_last, 4u);
}

// The overlap at the start counts, too: two balls of radius 0.5 with centres 0.75 apart.
TEST(RunRecorder, CountsTheOverlapAtTheStart) {
  Scene scene = make_three_balls();
  scene.bodies[0].pose.translation = Vec3(0, 0, 3.25);
  const Simulation simulation(scene);
  const RunReport report = RunRecorder(simulation.world()).report(simulation);
  EXPECT_NEAR(report.penetration_max, 0.25, 1e-15);
}

TEST(StateHash, SeesEveryBitOfPoseAndVelocity) {
  World world = make_world(make_three_balls());
  const std::uint64_t hash = calc_state_hash(world);
  EXPECT_EQ(calc_state_hash(make_world(make_three_balls())), hash);
  const BodyId body = world.bodies().front();
  const BodyState state = world.state(body);
  const double nudged = std::nextafter(state.linear_velocity.x(), 4.0);
  world.set_velocity(body, Vec3(nudged, 0, 0), state.angular_velocity);
  EXPECT_NE(calc_state_hash(world), hash);
  world.set_velocity(body, state.linear_velocity, Vec3(0, 5e-324, 0));
  EXPECT_NE(calc_state_hash(world), hash);
  world.set_velocity(body, state.linear_velocity, state.angular_velocity);
  EXPECT_EQ(calc_state_hash(world), hash);
  world.set_pose(body, {state.pose.rotation, Vec3(0, -5e-324, 0)});
  EXPECT_NE(calc_state_hash(world), hash);
}

// FNV-1a of zero bytes is its offset basis (Fowler, Noll and Vo).
TEST(StateHash, OfAnEmptyWorld) { EXPECT_EQ(calc_state_hash(World()), 0xcbf29ce484222325u); }

std::string to_json_text(const RunReport& report) {
  std::ostringstream out;
  write_report_json(out, report);
  return out.str();
}

RunReport make_report() {
  RunReport report;
  report.scene = "three \"crates\"";
  report.model = "coulomb";
  report.solver = "lemke";
  report.timestep = 0.1;
  report.steps = 50;
  report.time = 5;
  report.bodies = 1;
  report.residual_max = 0.1 + 0.2;
  report.final_states = {{"crate", {}}};
  report.final_states[0].state.pose.translation = Vec3(1.0 / 3, -0.0, 5e-324);
  report.expectations.resize(2);
  report.expectations[0].what = "energy";
  report.expectations[0].passed = true;
  report.expectations[0].measured = 1.5;
  report.expectations[0].wanted = "below 2";
  report.state_hash = 0x0123456789abcdef;
  return report;
}

TEST(ReportJson, HoldsTheFieldsOfTheContract) {
  const Json json = Json::parse(to_json_text(make_report()));
  EXPECT_EQ(json["stiction"], version());
  EXPECT_EQ(json["scene"], "three \"crates\"");
  EXPECT_EQ(json["steps"], 50);
  EXPECT_EQ(json["joints"], 0);
  EXPECT_EQ(json["redundant_rows"], 0);
  for (const char* key : {"median", "p99", "max"}) {
    EXPECT_TRUE(json["timing"]["step_us"][key].is_number()) << key;
  }
  for (const char* key : {"total_s", "collide_us_median", "solve_us_median"}) {
    EXPECT_TRUE(json["timing"][key].is_number()) << key;
  }
  for (const char* key : {"pivots_mean", "pivots_max", "warm_started", "fallbacks", "in_pieces",
                          "at_once", "unsolved", "off_cone"}) {
    EXPECT_TRUE(json["solver_stats"][key].is_number()) << key;
  }
  for (const char* key : {"mean", "max"}) EXPECT_TRUE(json["contacts"][key].is_number()) << key;
  for (const char* key : {"sticking_mean", "sliding_mean", "open_mean", "friction_use_max"}) {
    EXPECT_TRUE(json["contact_states"][key].is_number()) << key;
  }
  for (const char* key : {"mean", "max", "change_max", "stagnated"}) {
    EXPECT_TRUE(json["passes"][key].is_number()) << key;
  }
  EXPECT_TRUE(json["contact_states"].at("not_unique_last").is_null()) << "not asked for";
  for (const char* key : {"max_angle", "max_force"}) {
    EXPECT_TRUE(json["cone_error"][key].is_number()) << key;
  }
  for (const char* key : {"initial", "final", "gain", "work", "created"}) {
    EXPECT_TRUE(json["energy"][key].is_number()) << key;
  }
  for (const char* key : {"residual", "penetration", "joint_error"}) {
    EXPECT_TRUE(json[key]["max"].is_number()) << key;
  }
  EXPECT_TRUE(json["cone_residual"].at("max").is_null()) << "not of this law";
  EXPECT_EQ(json["final"][0]["name"], "crate");
  EXPECT_EQ(json["final"][0]["orientation"], (std::vector<double>{1, 0, 0, 0}));
  EXPECT_EQ(json["expectations"][0], (Json{{"what", "energy"},
                                           {"passed", true},
                                           {"measured", 1.5},
                                           {"wanted", "below 2"},
                                           {"reached", true}}));
  EXPECT_TRUE(json["expectations"][1]["measured"].is_null());
  EXPECT_EQ(json["expectations"][1].at("reached"), false);
  EXPECT_EQ(json["state_hash"], "0123456789abcdef");
}

TEST(ReportJson, NumbersReadBackBitForBit) {
  const Json json = Json::parse(to_json_text(make_report()));
  EXPECT_EQ(json["timestep"].get<double>(), 0.1);
  EXPECT_EQ(json["residual"]["max"].get<double>(), 0.1 + 0.2);
  RunReport of_cone = make_report();
  of_cone.cone_residual_max = 0.1 + 0.7;
  EXPECT_EQ(Json::parse(to_json_text(of_cone))["cone_residual"]["max"].get<double>(), 0.1 + 0.7);
  const Json& position = json["final"][0]["position"];
  EXPECT_EQ(position[0].get<double>(), 1.0 / 3);
  EXPECT_TRUE(std::signbit(position[1].get<double>()));
  EXPECT_EQ(position[2].get<double>(), 5e-324);
}

TEST(ReportJson, WhatIsNotFiniteIsNull) {
  RunReport report = make_report();
  report.residual_max = kInf;
  report.expectations[0].measured = kNaN;
  const Json json = Json::parse(to_json_text(report));
  EXPECT_TRUE(json["residual"]["max"].is_null());
  EXPECT_TRUE(json["expectations"][0]["measured"].is_null());
  EXPECT_EQ(json["expectations"][0].at("reached"), true)
      << "a value that is none was still reached";
}

TEST(ReportJson, TextThatIsNotUtf8IsStillJson) {
  RunReport report = make_report();
  report.scene = "caf\xe9";
  EXPECT_EQ(Json::parse(to_json_text(report))["scene"], "caf\xef\xbf\xbd");
}

}  // namespace
}  // namespace stiction
