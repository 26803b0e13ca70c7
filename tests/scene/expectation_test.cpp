// Expectations against motions with closed forms. The engine's step sets v+ = v + h a and then
// x+ = x + h v+, so that from rest n steps give v = n h a and x = h^2 a n (n + 1) / 2, exactly.

#include <gtest/gtest.h>
#include <stiction/scene/expectation.h>
#include <stiction/scene/simulation.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "scene/scene_text.h"

namespace stiction {
namespace {

const std::string kFall = R"(<option timestep="0.01" duration="1" gravity="0 0 -10"/>
  <body name="b" xyz="3 0 100" mass="2"><sphere radius="1"/></body>)";

const std::string kFlight = R"(<option timestep="0.01" duration="4" gravity="0 0 0"/>
  <body name="b" xyz="3 0 100" mass="2" linear_velocity="3 -4 12" angular_velocity="0 0 -1">
  <sphere radius="1"/></body>)";

std::vector<ExpectationResult> results_of(const std::string& elements) {
  Simulation simulation(scene_of(in_scene(elements)));
  while (!simulation.is_finished()) simulation.step();
  EXPECT_FALSE(simulation.has_failed());
  return simulation.expectations().results();
}

ExpectationResult judge(const std::string& scene, const std::string& expectation) {
  const std::vector<ExpectationResult> results =
      results_of(scene + "<expect " + expectation + "/>");
  EXPECT_EQ(results.size(), 1u);
  return results.at(0);
}

/// The measured value of the expectation, which it must match to 1e-9.
void expect_value(const std::string& scene, const std::string& quantity, double value) {
  const ExpectationResult result = judge(scene, quantity + " equals=\"0\" tolerance=\"1e9\"");
  EXPECT_TRUE(result.passed) << result.what;
  EXPECT_NEAR(result.measured.value(), value, 1e-9) << result.what;
}

TEST(Expectation, MeasuresPositionAndDisplacement) {
  const double fallen = 10 * 1.0 * 1.0 / 2;  // g t^2 / 2
  expect_value(kFall, "body=\"b\" quantity=\"position.x\" at=\"1\"", 3);
  expect_value(kFall, "body=\"b\" quantity=\"position.z\" at=\"1\"", 100 - fallen);
  expect_value(kFall, "body=\"b\" quantity=\"displacement\" at=\"1\"", fallen);
  expect_value(kFlight, "body=\"b\" quantity=\"displacement\" at=\"2\"", 26);
  expect_value(kFlight, "body=\"b\" quantity=\"displacement.x\" at=\"2\"", 6);
  expect_value(kFlight, "body=\"b\" quantity=\"displacement.y\" at=\"2\"", -8);
  expect_value(kFlight, "body=\"b\" quantity=\"displacement.z\" at=\"2\"", 24);
  expect_value(kFlight, "body=\"b\" quantity=\"position.y\" at=\"2\"", -8);
}

TEST(Expectation, MeasuresVelocities) {
  expect_value(kFall, "body=\"b\" quantity=\"speed\" at=\"0.5\"", 5);
  expect_value(kFall, "body=\"b\" quantity=\"linear_velocity.z\" at=\"0.5\"", -5);
  expect_value(kFlight, "body=\"b\" quantity=\"speed\"", 13);
  expect_value(kFlight, "body=\"b\" quantity=\"linear_velocity.x\"", 3);
  expect_value(kFlight, "body=\"b\" quantity=\"linear_velocity.y\"", -4);
  expect_value(kFlight, "body=\"b\" quantity=\"angular_velocity.x\"", 0);
  expect_value(kFlight, "body=\"b\" quantity=\"angular_velocity.y\"", 0);
  expect_value(kFlight, "body=\"b\" quantity=\"angular_velocity.z\"", -1);
  expect_value(kFlight, "body=\"b\" quantity=\"angular_speed\"", 1);
}

TEST(Expectation, MeasuresRotationAsAnAngleUpToHalfATurn) {
  expect_value(kFlight, "body=\"b\" quantity=\"rotation\" at=\"0\"", 0);
  expect_value(kFlight, "body=\"b\" quantity=\"rotation\" at=\"1.5\"", 1.5);
  expect_value(kFlight, "body=\"b\" quantity=\"rotation\" at=\"4\"", 2 * std::numbers::pi - 4);
}

TEST(Expectation, MeasuresSpeedAtTheCentreOfMass) {
  // The body frame's origin circles about the centre of mass, which rests.
  const std::string spinning = R"(<option gravity="0 0 0" duration="1"/>
    <body name="b" angular_velocity="0 0 1"><sphere radius="1" xyz="2 0 0"/></body>)";
  expect_value(spinning, "body=\"b\" quantity=\"speed\"", 0);
  const ExpectationResult result =
      judge(spinning, "body=\"b\" quantity=\"position.x\" at=\"1\" equals=\"0\" tolerance=\"9\"");
  EXPECT_NEAR(result.measured.value(), 2 - 2 * std::cos(1.0), 1e-9);
}

TEST(Expectation, MeasuresEnergyAndItsGain) {
  // Free fall turns potential energy into kinetic energy and loses none.
  expect_value(kFall, "quantity=\"energy\" at=\"0\"", 2 * 10 * 100);
  expect_value(kFall, "quantity=\"energy\" at=\"1\"", 2 * 10 * 100);
  expect_value(kFall, "quantity=\"energy_gain\"", 0);
  // From 8 m/s on, 4 N brake 2 kg to rest in 4 s and drive it back: the energy falls to zero in 400
  // steps and rises again to 2 (2 * 2)^2 / 2 = 16 J within the next 200.
  const std::string braked = R"(<option duration="6" gravity="0 0 0"/>
    <body name="b" mass="2" linear_velocity="8 0 0"><sphere radius="1"/></body>
    <force body="b" force="-4 0 0"/>)";
  expect_value(braked, "quantity=\"energy_gain\" at=\"4\"", 0);
  expect_value(braked, "quantity=\"energy_gain\" at=\"5\"", 4);
  expect_value(braked, "quantity=\"energy_gain\" at=\"6\"", 16);
}

// A force of 6 N on 2 kg without gravity: after 1 s the ball has 9 J, all from work.
TEST(Expectation, EnergyThatWorkPutInIsNotCreated) {
  const std::string pushed = R"(<option timestep="0.01" duration="1" gravity="0 0 0"/>
    <body name="b" mass="2"><sphere radius="1"/></body><force body="b" force="6 0 0"/>)";
  expect_value(pushed, "quantity=\"energy_gain\" at=\"1\"", 9);
  expect_value(pushed, "quantity=\"energy_created\" at=\"1\"", 0);
}

TEST(Expectation, MeasuresTheConeResidualOfCoulombsLawAlone) {
  const std::string slides = R"(<option duration="0.1"/><contact model="coulomb" align="ALIGN"/>
    <body name="f" static="true"><plane/></body>
    <body name="b" xyz="0 0 .5" linear_velocity="1 .3 0"><box size="1 1 1"/></body>
    <expect quantity="cone_residual" below="1e-9"/>)";
  const auto with_align = [&](const std::string& align) {
    std::string text = slides;
    return in_scene(text.replace(text.find("ALIGN"), 5, align));
  };
  Simulation simulation(scene_of(with_align("slip")));
  while (!simulation.is_finished()) simulation.step();
  EXPECT_TRUE(simulation.expectations().results().at(0).passed);
  EXPECT_NE(errors_of(read_scene_text(with_align("world"), "test.xml")).find("align=\"slip\""),
            std::string::npos);
}

TEST(Expectation, OfASceneWithoutContactsFindsNone) {
  for (const char* const quantity : {"penetration", "residual", "contacts"}) {
    expect_value(kFall, "quantity=\"" + std::string(quantity) + "\"", 0);
  }
  expect_value(kFall, "body=\"b\" quantity=\"contact_force\"", 0);
}

// --- Contacts ------------------------------------------------------------------------------------

const std::string kResting = R"(<option duration="0.1" gravity="0 0 -10"/>
  <body name="ground" static="true"><plane/></body>
  <body name="low" mass="3" xyz="0 0 1"><sphere radius="1"/></body>
  <body name="high" mass="2" xyz="0 0 3"><sphere radius="1"/></body>)";

TEST(Expectation, MeasuresTheContactForceAsTheSumOverABodysContacts) {
  expect_value(kResting, "body=\"high\" quantity=\"contact_force\" at=\"0.1\"", 20);
  // 50 N from below, 20 N from above.
  expect_value(kResting, "body=\"low\" quantity=\"contact_force\" at=\"0.1\"", 30);
  expect_value(kResting, "body=\"ground\" quantity=\"contact_force\" at=\"0.1\"", 50);
}

TEST(Expectation, CountsContactsAndFindsNoForceBeforeTheFirstStep) {
  expect_value(kResting, "quantity=\"contacts\" at=\"0\"", 2);
  expect_value(kResting, "quantity=\"contacts\" at=\"0.1\"", 2);
  expect_value(kResting, "body=\"low\" quantity=\"contact_force\" at=\"0\"", 0);
  expect_value(kResting, "quantity=\"residual\"", 0);
}

TEST(Expectation, MeasuresTheOverlapOfTheStart) {
  const std::string sunk = R"(<option duration="0.1"/>
    <body name="ground" static="true"><plane/></body>
    <body name="ball" xyz="0 0 0.75"><sphere radius="1"/></body>)";
  expect_value(sunk, "quantity=\"penetration\" at=\"0\"", 0.25);
}

// --- Conditions ----------------------------------------------------------------------------------

TEST(Expectation, HoldsAsItsConditionSays) {
  const std::string z = "body=\"b\" quantity=\"linear_velocity.z\" at=\"0\" ";
  EXPECT_TRUE(judge(kFlight, z + "equals=\"11.5\" tolerance=\"0.5\"").passed);
  EXPECT_FALSE(judge(kFlight, z + "equals=\"11.5\" tolerance=\"0.4\"").passed);
  EXPECT_TRUE(judge(kFlight, z + "equals=\"12\" tolerance=\"0\"").passed);
  EXPECT_TRUE(judge(kFlight, z + "below=\"12.1\"").passed);
  EXPECT_FALSE(judge(kFlight, z + "below=\"12\"").passed);
  EXPECT_TRUE(judge(kFlight, z + "above=\"11.9\"").passed);
  EXPECT_FALSE(judge(kFlight, z + "above=\"12\"").passed);
}

TEST(Expectation, SaysWhatItWantedAndMeasured) {
  const ExpectationResult at = judge(
      kFall, "body=\"b\" quantity=\"position.z\" at=\"0.5\" equals=\"2.5\" tolerance=\"1e-3\"");
  EXPECT_EQ(at.what, "b position.z at 0.5 s");
  EXPECT_EQ(at.wanted, "2.5 +- 0.001");
  EXPECT_EQ(at.measured_at, 0.5);
  EXPECT_EQ(at.place.line, 3);
  const ExpectationResult always = judge(kFall, "quantity=\"residual\" below=\"1e-8\"");
  EXPECT_EQ(always.what, "residual at every step");
  EXPECT_EQ(always.wanted, "below 1e-08");
  EXPECT_EQ(judge(kFall, "quantity=\"energy\" above=\"0\" from=\"0.25\"").what,
            "energy from 0.25 s to the end");
}

TEST(Expectation, ShowsItsWorstMoment) {
  const std::string speed = "body=\"b\" quantity=\"speed\" ";
  const ExpectationResult below = judge(kFall, speed + "below=\"2\" from=\"0.1\" to=\"0.3\"");
  EXPECT_FALSE(below.passed);
  EXPECT_NEAR(below.measured.value(), 3, 1e-12);
  EXPECT_NEAR(below.measured_at, 0.3, 1e-12);
  const ExpectationResult above = judge(kFall, speed + "above=\"2\" from=\"0.1\" to=\"0.3\"");
  EXPECT_NEAR(above.measured.value(), 1, 1e-12);
  EXPECT_NEAR(above.measured_at, 0.1, 1e-12);
  // The result is the moment that holds by the smallest margin.
  const ExpectationResult held = judge(kFall, speed + "below=\"20\"");
  EXPECT_TRUE(held.passed);
  EXPECT_NEAR(held.measured.value(), 10, 1e-12);
}

TEST(Expectation, WithoutATimeHoldsAtTimeZeroAndEveryStep) {
  EXPECT_FALSE(judge(kFall, "body=\"b\" quantity=\"speed\" above=\"0\"").passed);
  EXPECT_TRUE(judge(kFall, "body=\"b\" quantity=\"speed\" above=\"0\" from=\"0.01\"").passed);
  EXPECT_FALSE(judge(kFall, "body=\"b\" quantity=\"speed\" below=\"9.95\"").passed);
  EXPECT_TRUE(judge(kFall, "body=\"b\" quantity=\"speed\" below=\"9.95\" to=\"0.99\"").passed);
}

TEST(Expectation, OfATimeSpeaksOfTheNearestStep) {
  const auto time_of = [](const std::string& at) {
    return judge(kFall, "quantity=\"energy\" above=\"0\" at=\"" + at + "\"").measured_at;
  };
  EXPECT_DOUBLE_EQ(time_of("0.004"), 0);
  EXPECT_DOUBLE_EQ(time_of("0.006"), 0.01);
  EXPECT_DOUBLE_EQ(time_of("0.07"), 0.07);
  EXPECT_DOUBLE_EQ(time_of("0.574"), 0.57);
  EXPECT_DOUBLE_EQ(time_of("1"), 1);
}

TEST(Expectation, IncludesBothEndsOfItsWindowDespiteRounding) {
  // In doubles 3 * 0.1 > 0.3 and 0.7 / 0.1 < 7: both steps still belong to the window.
  const std::string fall = R"(<option timestep="0.1" duration="1" gravity="0 0 -10"/>
    <body name="b" xyz="0 0 100"><sphere radius="1"/></body>)";
  const std::string speed = "body=\"b\" quantity=\"speed\" from=\"0.3\" to=\"0.7\" ";
  EXPECT_NEAR(judge(fall, speed + "above=\"0\"").measured.value(), 3, 1e-12);
  EXPECT_NEAR(judge(fall, speed + "below=\"0\"").measured.value(), 7, 1e-12);
}

TEST(Expectation, HasNotPassedBeforeItsTimeIsReached) {
  Simulation simulation(scene_of(in_scene(kFall + R"(
    <expect quantity="energy" above="0" at="0.5"/> <expect quantity="energy" above="0"/>
    <expect quantity="energy" above="0" to="0.02"/>)")));
  for (int i = 0; i < 10; ++i) simulation.step();
  const std::vector<ExpectationResult> results = simulation.expectations().results();
  EXPECT_FALSE(results[0].passed);
  EXPECT_FALSE(results[0].measured);
  EXPECT_FALSE(results[1].passed);
  EXPECT_FALSE(results[1].measured) << "every step so far is not every step";
  EXPECT_TRUE(results[2].passed);
}

TEST(Expectation, HasNotPassedInARunThatIsTooShortForIt) {
  Scene scene = scene_of(in_scene(kFall + "<expect quantity=\"energy\" above=\"0\" at=\"0.5\"/>"));
  scene.duration = 0.2;
  Simulation simulation(scene);
  while (!simulation.is_finished()) simulation.step();
  EXPECT_FALSE(simulation.expectations().results()[0].passed);
  EXPECT_FALSE(simulation.expectations().results()[0].measured);
}

TEST(Expectation, OfAValueThatIsNoNumberFails) {
  const Scene scene = scene_of(in_scene(kFall + R"(
    <expect quantity="residual" below="1"/> <expect quantity="residual" above="-1"/>
    <expect quantity="residual" equals="0" tolerance="1"/>)"));
  const World world = make_world(scene);
  ExpectationMonitor monitor(scene, world, 1);
  monitor.observe_start(world);
  StepReport report;
  report.residual = std::nan("");
  monitor.observe_step(world, report, 1);
  for (const ExpectationResult& result : monitor.results()) {
    EXPECT_FALSE(result.passed) << result.wanted;
    EXPECT_TRUE(std::isnan(result.measured.value())) << result.wanted;
  }
}

}  // namespace
}  // namespace stiction
