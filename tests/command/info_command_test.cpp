// `stiction info`: the contents of a scene.

#include <gtest/gtest.h>

#include "program.h"
#include "scene_texts.h"

namespace stiction {
namespace {

const std::string kDoor =
    "<scene version=\"1\" name=\"door\">\n"
    "  <option timestep=\"0.01\" duration=\"2\"/>\n"
    "  <material name=\"wood\" friction=\"0.4\"/>\n"
    "  <material name=\"steel\" friction=\"0.9\" restitution=\"0.25\"/>\n"
    "  <material name=\"unused\"/>\n"
    "  <body name=\"ground\" static=\"true\" material=\"steel\"> <plane/> </body>\n"
    "  <body name=\"door\" xyz=\"0 0 2\" material=\"wood\"> <box size=\"1 2 3\" density=\"2\"/> "
    "</body>\n"
    "  <joint name=\"hinge\" type=\"revolute\" parent=\"world\" child=\"door\" xyz=\"0 0 1\" "
    "axis=\"0 0 1\" lower=\"-1.5\" upper=\"1.5\" friction=\"0.2\">\n"
    "    <motor mode=\"velocity\" target=\"0.7\" max_effort=\"20\"/>\n"
    "  </joint>\n"
    "</scene>\n";

void expect_says(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
}

TEST(InfoCommand, TellsMassesInertiaFrictionAndJoints) {
  const TemporaryFolder folder;
  const ProgramResult result = run_stiction({"info", folder.write("door.xml", kDoor)});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  expect_says(result.out, "200 steps of 0.01 s, model coulomb");
  expect_says(result.out, "1 dynamic of 12 kg in all, 0 kinematic, 1 static");
  // m (b^2 + c^2) / 12 with m = 12
  expect_says(result.out,
              "door: dynamic, at 0 0 2, mass 12 kg, centre 0 0 0, inertia 13 10 5 0 0 0");
  expect_says(result.out, "box size 1 2 3, material wood, volume 6 m^3");
  expect_says(result.out, "ground: static");
  expect_says(result.out, "plane normal 0 0 1, offset 0, material steel");
  expect_says(result.out, "wood, steel: friction 0.6, restitution 0.25");  // sqrt(0.4 x 0.9), max
  expect_says(result.out,
              "hinge: revolute, parent world, child door, axis 0 0 1, from -1.5 to 1.5, friction "
              "0.2, motor: velocity to 0.7 with at most 20");
  EXPECT_EQ(result.out.find("unused"), std::string::npos);
}

TEST(InfoCommand, BadScenesAreStatusTwoAndTheGoodOnesAreTold) {
  const TemporaryFolder folder;
  const std::string bad = folder.write("bad.xml", "<scene version=\"1\">\n<bodi/>\n</scene>");
  const ProgramResult result = run_stiction({"info", bad, folder.write("good.xml", kStack)});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("bad.xml:2: "), std::string::npos) << result.err;
  expect_says(result.out, "crate-2: dynamic, at 0 0 2.5, mass 1000 kg");
}

}  // namespace
}  // namespace stiction
