// <joint> and <motor>: what they become, and the errors of malformed ones.

#include <gtest/gtest.h>
#include <stiction/scene/report.h>
#include <stiction/scene/scene.h>
#include <stiction/scene/simulation.h>

#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "scene/malformed_text.h"
#include "scene/scene_files.h"
#include "scene/scene_text.h"

namespace stiction {
namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();

const std::string kTwoBodies = R"(<body name="a"><sphere radius="0.1"/></body>
<body name="b" xyz="1 0 0"><sphere radius="0.1"/></body>
<body name="rock" static="true"/> <body name="belt" kinematic="true" xyz="9 0 0"><sphere radius="0.1"/></body>
)";

/// The joint is in line 5.
std::string joint_scene(const std::string& attributes, const std::string& parts = "") {
  return in_scene(kTwoBodies + "<joint " + attributes + ">" + parts + "</joint>");
}

const std::string kPin = "name=\"j\" type=\"revolute\" parent=\"a\" child=\"b\" xyz=\"0 0 0\" ";

TEST(JointElement, ReadsAllOfAJoint) {
  const Scene scene = scene_of(joint_scene(
      R"(name="j" type="prismatic" parent="world" child="b" xyz="1 2 3" rpy="0 0 1" axis="0 0 2"
         lower="-1" upper="2" friction="3" damping="4" collide="true")",
      R"(<motor mode="position" target="0.5" max_effort="6" kp="7" kd="8"/>)"));
  ASSERT_EQ(scene.joints.size(), 1u);
  const Scene::Joint& joint = scene.joints[0];
  EXPECT_EQ(joint.parent, "");
  EXPECT_EQ(joint.child, "b");
  const JointDefinition& definition = joint.definition;
  EXPECT_EQ(definition.name, "j");
  EXPECT_EQ(definition.kind, JointKind::prismatic);
  EXPECT_EQ(definition.anchor, JointAnchor::world);
  EXPECT_EQ(definition.frame.translation, Vec3(1, 2, 3));
  EXPECT_NEAR(definition.frame.rotation.z(), std::sin(0.5), 1e-15);
  EXPECT_EQ(definition.axis, Vec3(0, 0, 2));
  EXPECT_EQ(definition.lower, -1);
  EXPECT_EQ(definition.upper, 2);
  EXPECT_EQ(definition.friction, 3);
  EXPECT_EQ(definition.damping, 4);
  EXPECT_TRUE(definition.collide);
  ASSERT_TRUE(definition.motor);
  EXPECT_EQ(definition.motor->mode, MotorMode::position);
  EXPECT_EQ(definition.motor->target, 0.5);
  EXPECT_EQ(definition.motor->max_effort, 6);
  EXPECT_EQ(definition.motor->kp, 7);
  EXPECT_EQ(definition.motor->kd, 8);
}

TEST(JointElement, HasTheDefaultsOfTheContract) {
  const Scene scene = scene_of(in_scene(kTwoBodies + R"(
    <joint name="f" type="fixed" parent="a" child="b"/>
    <joint name="u" type="universal" parent="a" child="world" xyz="0 0 0"/>
    <joint name="p" type="prismatic" parent="a" child="rock" xyz="0 0 0">
      <motor mode="velocity" target="1"/>
    </joint>)"));
  ASSERT_EQ(scene.joints.size(), 3u);
  EXPECT_EQ(scene.joints[0].definition.anchor, JointAnchor::child);
  EXPECT_FALSE(scene.joints[0].definition.collide);
  EXPECT_EQ(scene.joints[1].definition.axis, Vec3::UnitX());
  EXPECT_EQ(scene.joints[1].definition.axis2, Vec3::UnitY());
  EXPECT_EQ(scene.joints[2].definition.lower, -kNoBound);
  EXPECT_EQ(scene.joints[2].definition.motor->max_effort, kNoBound);
  const World world = make_world(scene);
  EXPECT_EQ(world.joints().size(), 3u);
  EXPECT_EQ(world.definition(world.joints()[1]).parent, world.find_body("a"));
  EXPECT_EQ(world.definition(world.joints()[1]).child, std::nullopt);
}

class JointElementFiles : public SceneFilesTest {};

TEST_F(JointElementFiles, OfAnIncludedFileIsPlacedAndPrefixed) {
  write("arm.xml", kTwoBodies + R"(
    <joint name="pin" type="revolute" parent="a" child="world" xyz="1 0 0" axis="0 0 1"/>)");
  write("all.xml", R"(<include file="arm.xml" xyz="0 0 5" prefix="left-"/>
    <expect joint="left-pin" quantity="joint_position" below="1"/>)");
  const SceneReadResult result = read("all.xml");
  ASSERT_TRUE(result.scene) << errors_of(result);
  ASSERT_EQ(result.scene->joints.size(), 1u);
  EXPECT_EQ(result.scene->joints[0].definition.name, "left-pin");
  EXPECT_EQ(result.scene->joints[0].parent, "left-a");
  EXPECT_EQ(result.scene->joints[0].child, "");
  EXPECT_EQ(result.scene->joints[0].definition.frame.translation, Vec3(1, 0, 5));
}

TEST(JointElement, OutsideOfItsLimitsAtTheStartIsAWarning) {
  const Scene scene = scene_of(joint_scene(kPin + "lower=\"0.5\""));
  ASSERT_EQ(scene.warnings.size(), 1u);
  EXPECT_NE(scene.warnings[0].find("test.xml:5: <joint>: \"j\" is outside"), std::string::npos)
      << scene.warnings[0];
}

TEST(JointElement, ReportsItsJointsAndMeasuresThem) {
  const Scene scene = scene_of(in_scene(R"(<option duration="0.1"/>
    <body name="a" mass="2"><sphere radius="0.1"/></body>
    <joint name="rail" type="prismatic" parent="world" child="a" xyz="0 0 0" axis="1 0 0">
      <motor mode="velocity" target="0.5"/>
    </joint>
    <expect joint="rail" quantity="joint_position" at="0.1" equals="0.05" tolerance="1e-9"/>
    <expect joint="rail" quantity="joint_velocity" from="0.01" equals="0.5" tolerance="1e-9"/>
    <expect joint="rail" quantity="joint_force" at="0.1" equals="19.62" tolerance="1e-6"/>
    <expect joint="rail" quantity="joint_error" below="1e-9"/>)"));
  Simulation simulation(scene);
  RunRecorder recorder(simulation.world());
  while (!simulation.is_finished()) {
    recorder.observe_step(simulation.step(), simulation.world());
  }
  const RunReport report = recorder.report(simulation);
  EXPECT_EQ(report.joints, 1u);
  EXPECT_EQ(report.redundant_rows, 0u);
  EXPECT_LE(report.joint_error_max, 1e-9);
  // The motor lifts nothing; its work is the cart's energy.
  EXPECT_NEAR(report.energy_work, 2 * 0.5 * 0.5, 1e-6);
  for (const ExpectationResult& result : report.expectations) {
    EXPECT_TRUE(result.passed) << result.what << " " << result.measured.value_or(-1);
  }
  EXPECT_EQ(report.expectations[0].what, "rail joint_position at 0.1 s");
}

/// A file with one fault.
struct MalformedJoint {
  std::string kind;
  std::string text;
  int line;
  std::vector<std::string> fragments;  ///< of the message
};

void PrintTo(const MalformedJoint& malformed, std::ostream* out) { *out << malformed.kind; }

/// In line 5.
MalformedJoint joint(std::string kind, const std::string& attributes,
                     std::vector<std::string> fragments) {
  return {std::move(kind), joint_scene(attributes), 5, std::move(fragments)};
}

MalformedJoint pin(std::string kind, const std::string& attributes,
                   std::vector<std::string> fragments) {
  return joint(std::move(kind), kPin + attributes, std::move(fragments));
}

/// A motor in line 6.
MalformedJoint motor(std::string kind, const std::string& attributes,
                     std::vector<std::string> fragments) {
  return {std::move(kind), joint_scene(kPin, "\n<motor " + attributes + "/>"), 6,
          std::move(fragments)};
}

MalformedJoint beside(std::string kind, const std::string& elements, int line,
                      std::vector<std::string> fragments) {
  return {std::move(kind), in_scene(kTwoBodies + "<joint " + kPin + "/>\n" + elements), line,
          std::move(fragments)};
}

std::vector<MalformedJoint> malformed_joints() {
  const std::string bodies = "parent=\"a\" child=\"b\" ";
  const std::string ball = "name=\"j\" type=\"spherical\" xyz=\"0 0 0\" " + bodies;
  const std::string universal = "name=\"j\" type=\"universal\" xyz=\"0 0 0\" " + bodies;
  const std::string pair = "name=\"j\" type=\"revolute\" xyz=\"0 0 0\" ";
  const std::string target = "mode=\"position\" target=\"1\" ";
  return {
      joint("no_name", "type=\"fixed\" " + bodies, {"\"name\" is missing"}),
      joint("empty_name", "name=\"\" type=\"fixed\" " + bodies, {"name", "empty"}),
      joint("no_type", "name=\"j\" " + bodies, {"\"type\" is missing"}),
      joint("unknown_type", "name=\"j\" type=\"revolut\" xyz=\"0 0 0\" " + bodies,
            {"type=\"revolut\"", "did you mean \"revolute\"?", "spherical"}),
      joint("unknown_type_about_y",
            "name=\"j\" type=\"hinge\" xyz=\"0 0 0\" axis=\"0 1 0\" " + bodies,
            {"type=\"hinge\"", "revolute"}),
      joint("no_parent", pair + "child=\"b\"", {"\"parent\" is missing"}),
      joint("no_child", pair + "parent=\"b\"", {"\"child\" is missing"}),
      joint("unknown_parent", pair + "parent=\"aa\" child=\"b\"",
            {"parent=\"aa\"", "unknown body", "did you mean \"a\"?"}),
      joint("unknown_child", pair + "parent=\"a\" child=\"wurld\"", {"child=\"wurld\"", "unknown"}),
      joint("with_itself", pair + "parent=\"a\" child=\"a\"", {"with itself"}),
      joint("world_with_itself", pair + "parent=\"world\" child=\"world\"", {"with itself"}),
      joint("static_and_world", pair + "parent=\"rock\" child=\"world\"", {"two immovable bodies"}),
      joint("static_and_kinematic", pair + "parent=\"rock\" child=\"belt\"",
            {"two immovable bodies"}),
      joint("no_frame", "name=\"j\" type=\"revolute\" " + bodies, {"\"xyz\" is missing"}),
      joint("rotation_without_place", "name=\"j\" type=\"planar\" rpy=\"0 0 0\" " + bodies,
            {"\"xyz\" is missing"}),
      pin("rpy_and_quat", "rpy=\"0 0 0\" quat=\"1 0 0 0\"", {"either rpy or quat"}),
      pin("zero_quat", "quat=\"0 0 0 0\"", {"not zero"}),
      pin("zero_axis", "axis=\"0 0 0\"", {"axis", "not zero"}),
      pin("short_axis", "axis=\"0 1\"", {"axis", "3 finite numbers"}),
      pin("axis_not_finite", "axis=\"0 nan 1\"", {"axis", "3 finite numbers"}),
      pin("axis2_of_a_pin", "axis2=\"0 1 0\"", {"axis2", "does not apply", "universal"}),
      joint("axis_of_a_ball", ball + "axis=\"0 1 0\"", {"axis", "does not apply"}),
      joint("zero_axis2", universal + "axis2=\"0 0 0\"", {"axis2", "not zero"}),
      joint("parallel_axes", universal + "axis=\"0 2 0\" axis2=\"0 -1 0\"",
            {"axis2", "not parallel"}),
      joint("lower_of_a_ball", ball + "lower=\"0\"", {"lower", "revolute and prismatic"}),
      joint("upper_of_a_ball", ball + "upper=\"0\"", {"upper", "revolute and prismatic"}),
      joint("friction_of_a_ball", ball + "friction=\"0\"", {"friction", "does not apply"}),
      joint("damping_of_a_ball", ball + "damping=\"0\"", {"damping", "does not apply"}),
      pin("lower_above_upper", "lower=\"1\" upper=\"0.5\"", {"lower=\"1\"", "not above upper"}),
      pin("lower_not_a_number", "lower=\"x\"", {"lower", "finite number"}),
      pin("upper_infinite", "upper=\"inf\"", {"upper", "finite number"}),
      pin("friction_negative", "friction=\"-1\"", {"friction", ">= 0"}),
      pin("damping_negative", "damping=\"-1\"", {"damping", ">= 0"}),
      pin("collide_not_a_boolean", "collide=\"yes\"", {"collide", "true or false"}),
      pin("misspelled_attribute", "axs=\"0 0 1\"", {"\"axs\"", "did you mean \"axis\"?"}),
      {"child_element",
       joint_scene(kPin, "\n<box size=\"1 1 1\"/>"),
       6,
       {"<box>", "accepted are motor"}},
      {"motor_of_a_ball",
       joint_scene(ball, "\n<motor mode=\"effort\" target=\"1\"/>"),
       6,
       {"<motor>", "does not apply"}},
      {"two_motors",
       joint_scene(kPin,
                   "<motor mode=\"effort\" target=\"1\"/>\n<motor mode=\"effort\" "
                   "target=\"1\"/>"),
       6,
       {"<motor>", "given twice"}},
      motor("motor_without_mode", "target=\"1\"", {"\"mode\" is missing"}),
      motor("unknown_mode", "mode=\"torque\" target=\"1\"", {"mode=\"torque\"", "effort"}),
      motor("motor_without_target", "mode=\"velocity\"", {"\"target\" is missing"}),
      motor("negative_effort", "mode=\"velocity\" target=\"1\" max_effort=\"-2\"",
            {"max_effort", ">= 0"}),
      motor("gain_of_a_velocity", "mode=\"velocity\" target=\"1\" kp=\"1\"", {"kp", "position"}),
      motor("position_without_gain", target, {"neither kp nor kd"}),
      motor("position_with_zero_gains", target + "kp=\"0\" kd=\"0\"", {"kp or kd > 0"}),
      motor("negative_gain", target + "kp=\"1\" kd=\"-1\"", {"kd", ">= 0"}),
      motor("motor_unknown_attribute", target + "kp=\"1\" ki=\"1\"", {"\"ki\""}),
      {"motor_in_scene",
       in_scene("<motor mode=\"effort\" target=\"1\"/>"),
       2,
       {"<motor>", "belongs in <joint>"}},
      beside("second_joint", "<joint " + kPin + "/>", 6, {"second joint", "\"j\"", "line 5"}),
      beside("expect_unknown_joint", "<expect joint=\"i\" quantity=\"joint_error\" below=\"1\"/>",
             6, {"unknown joint"}),
      beside("expect_joint_of_scene_quantity",
             "<expect joint=\"j\" quantity=\"energy\" below=\"1\"/>", 6, {"whole scene"}),
      beside("expect_joint_of_body_quantity",
             "<expect joint=\"j\" quantity=\"speed\" below=\"1\"/>", 6, {"\"body\" is missing"}),
      beside("expect_without_joint", "<expect quantity=\"joint_force\" below=\"1\"/>", 6,
             {"\"joint\" is missing"}),
      beside("expect_joint_and_body",
             "<expect joint=\"j\" body=\"a\" quantity=\"speed\" below=\"1\"/>", 6, {"both"}),
      beside("expect_position_of_a_ball",
             "<joint name=\"k\" type=\"spherical\" parent=\"a\" child=\"b\" xyz=\"0 0 0\"/>\n"
             "<expect joint=\"k\" quantity=\"joint_position\" below=\"1\"/>",
             7, {"\"k\" is spherical", "revolute and prismatic"}),
  };
}

class MalformedJointElement : public testing::TestWithParam<MalformedJoint> {};

TEST_P(MalformedJointElement, IsOneErrorWithItsLine) {
  const MalformedJoint& malformed = GetParam();
  const SceneReadResult result = read_scene_text(malformed.text, "test.xml");
  EXPECT_FALSE(result.scene);
  ASSERT_EQ(result.errors.size(), 1u) << errors_of(result);
  const std::string message = result.errors[0].to_string();
  EXPECT_EQ(message.rfind("test.xml:" + std::to_string(malformed.line) + ": ", 0), 0u) << message;
  expect_message(message, malformed.fragments);
}

INSTANTIATE_TEST_SUITE_P(Joints, MalformedJointElement, testing::ValuesIn(malformed_joints()),
                         kind_of<MalformedJoint>);

}  // namespace
}  // namespace stiction
