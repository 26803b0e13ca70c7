// Values that are allowed in a scene, but probably not meant.

#include <stiction/scene/simulation.h>
#include <stiction/scene/warnings.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scene/scene_text.h"

namespace stiction {
namespace {

std::vector<std::string> warnings_of(const std::string& elements) {
  return Simulation(scene_of(in_scene(elements))).warnings();
}

void expect_one(const std::string& elements, const std::vector<std::string>& parts) {
  const std::vector<std::string> warnings = warnings_of(elements);
  ASSERT_EQ(warnings.size(), 1u) << elements;
  for (const std::string& part : parts) {
    EXPECT_NE(warnings[0].find(part), std::string::npos) << warnings[0] << "\nlacks " << part;
  }
}

const std::string kGround = "<body name=\"ground\" static=\"true\"> <plane/> </body>\n";

std::string box_at(const std::string& name, const std::string& xyz, const std::string& more = "") {
  return "<body name=\"" + name + "\" xyz=\"" + xyz + "\" " + more +
         "><box size=\"1 1 1\"/></body>\n";
}

TEST(Warnings, NoneOfAnOrdinaryScene) {
  EXPECT_TRUE(warnings_of(kGround + box_at("a", "0 0 0.5") + box_at("b", "0 0 1.5")).empty());
  EXPECT_TRUE(warnings_of(box_at("a", "0 0 5", "rpy=\"6.283185307179586 -3 3\"")).empty());
}

TEST(Warnings, OfABodyThatNoJointReachesByItsName) {
  expect_one(box_at("world", "0 0 5"), {"test.xml:2", "<body>", "\"world\"", "joints"});
}

TEST(Warnings, OfAnglesThatLookLikeDegrees) {
  expect_one(kGround + box_at("a", "0 0 5", "rpy=\"0 0 45\""), {":", "rpy", "45", "degrees?"});
  expect_one("<replicate count=\"2\" xyz=\"3 0 0\" rpy=\"0 0 -90\">" + box_at("a", "5 0 0") +
                 "</replicate>",
             {"<replicate>", "90"});
}

TEST(Warnings, OfLimitsAndTargetsThatLookLikeDegrees) {
  const auto joint = [](const std::string& type, const std::string& limits, const std::string& mode,
                        const std::string& target) {
    return box_at("a", "0 0 5") + "<joint name=\"j\" type=\"" + type +
           "\" parent=\"world\" child=\"a\" xyz=\"0 0 5\" " + limits + "><motor mode=\"" + mode +
           "\" kp=\"1\" target=\"" + target + "\"/></joint>";
  };
  expect_one(joint("revolute", "lower=\"-90\"", "position", "1"), {"<joint>, lower", "90"});
  expect_one(joint("revolute", "upper=\"90\"", "position", "1"), {"<joint>, upper", "degrees?"});
  expect_one(joint("revolute", "", "position", "90"), {"test.xml:3: <motor>, target", "degrees?"});
  EXPECT_TRUE(warnings_of(joint("revolute", "lower=\"-3\" upper=\"3\"", "position", "1")).empty());
  EXPECT_TRUE(warnings_of(joint("prismatic", "upper=\"90\"", "position", "90")).empty());
}

TEST(Warnings, OfFrictionDirectionsThatTheModelDoesNotHave) {
  const std::string contact = R"(<contact model="no-slip" directions="16"/>)";
  expect_one(contact + box_at("a", "0 0 5"), {"<contact>, directions", "no-slip", "coulomb"});
  expect_one(R"(<contact model="viscous" align="world"/>)" + box_at("a", "0 0 5"),
             {"<contact>, align", "viscous", "coulomb"});
  EXPECT_TRUE(
      warnings_of(R"(<contact directions="16" align="world"/>)" + box_at("a", "0 0 5")).empty());
}

TEST(Warnings, OfAForceThatBeginsAfterTheEnd) {
  const std::string body = R"(<option duration="2"/>)" + box_at("a", "0 0 5");
  expect_one(body + R"(<force body="a" force="1 0 0" from="2"/>)",
             {"the force on \"a\" begins at 2 s", "end of the run at 2 s"});
  EXPECT_TRUE(warnings_of(body + R"(<force body="a" force="1 0 0" from="1.5"/>)").empty());
}

TEST(Warnings, OfBodiesThatOverlapAtTheStartByNameAndDepth) {
  expect_one(kGround + box_at("sunk", "0 0 0.4"), {"\"ground\"", "\"sunk\"", "overlap by 0.1 m"});
  // At most the ten deepest are listed.
  std::string row;
  for (int k = 0; k < 20; ++k) {
    row += box_at("b" + std::to_string(k), std::to_string(0.9 * k) + " 0 0");
  }
  const std::vector<std::string> warnings = warnings_of(row);
  ASSERT_EQ(warnings.size(), 11u);
  EXPECT_NE(warnings[10].find("9 more"), std::string::npos) << warnings[10];
}

TEST(Warnings, OfAnInertiaThatReachesOutOfTheBody) {
  const std::string shape = "<box size=\"0.1 0.1 0.1\"/></body>";
  const std::string start = "<body name=\"brick\"><inertial mass=\"1\" ";
  EXPECT_TRUE(warnings_of(start + "ixx=\"0.002\" iyy=\"0.002\" izz=\"0.002\"/>" + shape).empty());
  expect_one(start + "ixx=\"2\" iyy=\"2\" izz=\"2\"/>" + shape,
             {"\"brick\"", "gyration", "kg m^2"});
}

TEST(Warnings, OfMassesThatAreFarApart) {
  expect_one(box_at("light", "0 0 0", "mass=\"1e-4\"") + box_at("heavy", "5 0 0", "mass=\"2e4\""),
             {"\"heavy\"", "\"light\"", "1e8"});
  EXPECT_TRUE(
      warnings_of(box_at("a", "0 0 0", "mass=\"1e-3\"") + box_at("b", "5 0 0", "mass=\"1e4\""))
          .empty());
}

TEST(Warnings, OfABodyThatTurnsByMoreThanHalfATurnInAStepOnce) {
  for (const double spin : {300.0, 320.0}) {
    Simulation simulation(scene_of(
        in_scene("<option timestep=\"0.01\" duration=\"0.1\" gravity=\"0 0 0\"/>" +
                 box_at("top", "0 0 0", "angular_velocity=\"0 0 " + std::to_string(spin) + "\""))));
    EXPECT_TRUE(simulation.warnings().empty());
    while (!simulation.is_finished()) simulation.step();
    ASSERT_EQ(simulation.warnings().size(), spin > 314.2 ? 1u : 0u);
    if (simulation.warnings().empty()) continue;
    EXPECT_NE(simulation.warnings()[0].find("\"top\" turns by 3.2 rad"), std::string::npos)
        << simulation.warnings()[0];
  }
}

// Listing half a million pairs would add nothing. Bodies may share their frame and lie apart.
TEST(Warnings, OfCopiesThatNothingSetsApart) {
  const std::string ball = "<body name=\"b\"><sphere radius=\"1\"/></body>";
  expect_one("<replicate count=\"20000\">" + ball + "</replicate>",
             {"\"b-0\" and 19999 other bodies are in the same place"});
  EXPECT_EQ(warnings_of("<replicate count=\"5\">" + ball + "</replicate>").size(), 10u);
  std::string wall;
  for (int i = 0; i < 1100; ++i) {
    wall += "<body name=\"b" + std::to_string(i) +
            "\" static=\"true\"><sphere radius=\"1\" xyz=\"" + std::to_string(3 * i) +
            " 0 0\"/></body>";
  }
  EXPECT_TRUE(warnings_of(wall).empty());
}

}  // namespace
}  // namespace stiction
