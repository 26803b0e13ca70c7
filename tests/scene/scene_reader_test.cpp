// Every attribute and shape of a scene file arrives in the scene, with its unit and default.

#include <gtest/gtest.h>
#include <stiction/math/rotation.h>
#include <stiction/scene/expectation.h>
#include <stiction/scene/scene.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "constants.h"
#include "scene/scene_text.h"

namespace stiction {
namespace {

template <typename S>
const S& shape_of(const Scene& scene, std::size_t body = 0, std::size_t shape = 0) {
  return std::get<S>(scene.bodies.at(body).shapes.at(shape).shape);
}

void expect_near(const Quat& actual, const Quat& expected) {
  EXPECT_LT(rotation_angle(actual, expected), 1e-12) << actual.coeffs().transpose();
}

TEST(SceneReader, TakesDefaultsWhereNothingIsSaid) {
  const Scene scene = scene_of("<scene version=\"1\"/>");
  EXPECT_EQ(scene.name, "test");
  EXPECT_EQ(scene.timestep, 0.01);
  EXPECT_EQ(scene.duration, 5);
  EXPECT_EQ(scene.gravity, Vec3(0, 0, -9.81));
  EXPECT_EQ(scene.integrator, Integrator::automatic);
  EXPECT_EQ(scene.contact.model, "coulomb");
  EXPECT_EQ(scene.contact.directions, 8);
  EXPECT_EQ(scene.contact.alignment, FacetAlignment::slip);
  EXPECT_TRUE(scene.bodies.empty());
}

TEST(SceneReader, ReadsOptionsAndContact) {
  const Scene scene = scene_of(R"(<?xml version="1.0" encoding="utf-8"?>
<!-- before --><scene version="1" name="three &lt;crates&gt; &#x00fc;">
  <option timestep=" 1e-3 " duration="+2.5" gravity="0
 .5 -9."/>
  <contact model="coulomb" solver="lemke" directions="16" align="world"/>
</scene> <!-- behind -->)");
  EXPECT_EQ(scene.name, "three <crates> \xc3\xbc");
  EXPECT_EQ(scene.timestep, 1e-3);
  EXPECT_EQ(scene.duration, 2.5);
  EXPECT_EQ(scene.gravity, Vec3(0, 0.5, -9));
  EXPECT_EQ(scene.contact.solver, "lemke");
  EXPECT_EQ(scene.contact.directions, 16);
  EXPECT_EQ(scene.contact.alignment, FacetAlignment::world);
}

TEST(SceneReader, ReadsTheIntegrator) {
  const auto integrator_of = [](const std::string& name) {
    return scene_of("<scene version=\"1\"><option integrator=\"" + name + "\"/></scene>")
        .integrator;
  };
  EXPECT_EQ(integrator_of("auto"), Integrator::automatic);
  EXPECT_EQ(integrator_of("first-order"), Integrator::first_order);
}

TEST(SceneReader, AcceptsAByteOrderMark) {
  EXPECT_EQ(scene_of("\xef\xbb\xbf<scene version=\"1\" name=\"n\"/>").name, "n");
}

TEST(SceneReader, AcceptsEveryFormOfTheXmlDeclaration) {
  for (const char* const attributes :
       {"version=\"1.0\"", "version = '1.0' ", "version=\"1.0\" encoding=\"utf-8\"",
        "version=\"1.0\"\n standalone=\"no\"",
        "version=\"1.0\" encoding='UTF-8' standalone='yes'"}) {
    const std::string text = std::string("<?xml ") + attributes + "?><scene version=\"1\"/>";
    EXPECT_EQ(scene_of(text).name, "test") << attributes;
  }
}

TEST(SceneReader, ReadsFromAStream) {
  std::istringstream good(in_scene(R"(<body name="b"><sphere radius="1"/></body>)"));
  const SceneReadResult result = read_scene_stream(good, "folder/piped.xml");
  ASSERT_TRUE(result.scene) << errors_of(result);
  EXPECT_EQ(result.scene->name, "piped");
  EXPECT_EQ(result.scene->bodies.size(), 1u);

  std::istringstream bad(in_scene("<bodi/>"));
  EXPECT_EQ(errors_of(read_scene_stream(bad, "piped.xml")).rfind("piped.xml:2: ", 0), 0u);
  bad.setstate(std::ios::badbit);
  EXPECT_EQ(errors_of(read_scene_stream(bad, "piped.xml")).rfind("piped.xml:1: ", 0), 0u);
}

// A directory can be opened, but not read.
TEST(SceneReader, SaysWhyAStreamCannotBeRead) {
  std::ifstream directory("/");
  EXPECT_EQ(errors_of(read_scene_stream(directory, "piped.xml")),
            "piped.xml:1: the scene: cannot be read: Is a directory\n");
}

TEST(SceneReader, ReadsMaterialsPairsAndFilters) {
  const Scene scene = scene_of(in_scene(R"(
    <pair a="wood" b="ice" friction="0" restitution="1" viscosity="4"/>
    <pair a="ice" b="ice" restitution="0.25"/>
    <material name="wood" friction="0.7" restitution="0.1" viscosity="3"/>
    <material name="ice"/>
    <filter a="left" b="left"/>
    <filter a="left" b="right"/>
    <body name="a" group="left" material="ice"><sphere radius="1"/></body>
    <body name="b"><sphere radius="1" group="right" material="wood"/><sphere radius="2"/></body>)"));
  ASSERT_EQ(scene.materials.size(), 2u);
  EXPECT_EQ(scene.materials[0].name, "wood");
  EXPECT_EQ(scene.materials[0].friction, 0.7);
  EXPECT_EQ(scene.materials[0].restitution, 0.1);
  EXPECT_EQ(scene.materials[0].viscosity, 3);
  EXPECT_EQ(scene.materials[1].friction, 0.5);
  EXPECT_EQ(scene.materials[1].restitution, 0);
  EXPECT_EQ(scene.materials[1].viscosity, 0);
  ASSERT_EQ(scene.pairs.size(), 2u);
  EXPECT_EQ(scene.pairs[0].a + scene.pairs[0].b, "woodice");
  EXPECT_EQ(scene.pairs[0].values.friction, 0);
  EXPECT_EQ(scene.pairs[0].values.restitution, 1);
  EXPECT_EQ(scene.pairs[0].values.viscosity, 4);
  EXPECT_FALSE(scene.pairs[1].values.friction);
  EXPECT_EQ(scene.pairs[1].values.restitution, 0.25);
  EXPECT_EQ(scene.groups, (std::vector<std::string>{"left", "right"}));
  ASSERT_EQ(scene.filters.size(), 2u);
  EXPECT_EQ(scene.filters[1], (std::pair<std::string, std::string>("left", "right")));
  EXPECT_EQ(scene.bodies[0].material, 2u);
  EXPECT_EQ(scene.bodies[0].group, 1u);
  EXPECT_EQ(scene.bodies[1].material, 0u);
  EXPECT_EQ(scene.bodies[1].shapes[0].material, MaterialId{1});
  EXPECT_EQ(scene.bodies[1].shapes[0].group, GroupId{2});
  EXPECT_FALSE(scene.bodies[1].shapes[1].material);
  EXPECT_FALSE(scene.bodies[1].shapes[1].group);
}

TEST(SceneReader, ReadsBodies) {
  const Scene scene = scene_of(in_scene(R"(
    <body name="a" xyz="1 2 3" rpy="0.1 0.2 0.3" linear_velocity="4 5 6" angular_velocity="7 8 9"
          mass="12"><sphere radius="1"/></body>
    <body name="b" quat="0 0 0 -5e200" kinematic="true" linear_velocity="1 0 0">
      <sphere radius="1"/></body>
    <body name="c" static="true" kinematic="false"><plane/></body>)"));
  ASSERT_EQ(scene.bodies.size(), 3u);
  const BodyDefinition& a = scene.bodies[0];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.kind, BodyKind::dynamic);
  EXPECT_EQ(a.pose.translation, Vec3(1, 2, 3));
  expect_near(a.pose.rotation, from_roll_pitch_yaw({0.1, 0.2, 0.3}));
  EXPECT_EQ(a.linear_velocity, Vec3(4, 5, 6));
  EXPECT_EQ(a.angular_velocity, Vec3(7, 8, 9));
  EXPECT_EQ(a.mass, 12);
  EXPECT_EQ(scene.bodies[1].kind, BodyKind::kinematic);
  expect_near(scene.bodies[1].pose.rotation, Quat(0, 0, 0, 1));
  EXPECT_NEAR(scene.bodies[1].pose.rotation.norm(), 1, 1e-15);
  EXPECT_EQ(scene.bodies[2].kind, BodyKind::fixed);
}

TEST(SceneReader, ReadsShapes) {
  const Scene scene = scene_of(in_scene(R"(
    <body name="a">
      <box size="1 2 3" density="7" xyz="4 5 6" quat="0.5 0.5 0.5 0.5"/>
      <sphere radius="0.25" rpy="0 0 1"/>
      <capsule radius="0.5" length="2"/>
    </body>
    <body name="b" static="true"><plane/><plane normal="0 3 4" offset="10"/></body>)"));
  EXPECT_EQ(shape_of<Box>(scene).size, Vec3(1, 2, 3));
  const ShapeDefinition& box = scene.bodies[0].shapes[0];
  EXPECT_EQ(box.density, 7);
  EXPECT_EQ(box.pose.translation, Vec3(4, 5, 6));
  expect_near(box.pose.rotation, Quat(0.5, 0.5, 0.5, 0.5));
  EXPECT_EQ(shape_of<Sphere>(scene, 0, 1).radius, 0.25);
  expect_near(scene.bodies[0].shapes[1].pose.rotation, from_roll_pitch_yaw({0, 0, 1}));
  EXPECT_EQ(scene.bodies[0].shapes[1].density, 1000);
  EXPECT_EQ(shape_of<Capsule>(scene, 0, 2).radius, 0.5);
  EXPECT_EQ(shape_of<Capsule>(scene, 0, 2).length, 2);
  EXPECT_EQ(shape_of<Plane>(scene, 1, 0).normal, Vec3(0, 0, 1));
  EXPECT_EQ(shape_of<Plane>(scene, 1, 0).offset, 0);
  // The points with (0 3 4) . x = 10 are those with (0 0.6 0.8) . x = 2.
  EXPECT_LT((shape_of<Plane>(scene, 1, 1).normal - Vec3(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_NEAR(shape_of<Plane>(scene, 1, 1).offset, 2, 1e-15);
}

TEST(SceneReader, TurnsAnInertialIntoTheBodyFrame) {
  const Scene scene = scene_of(in_scene(R"(<body name="a">
    <inertial mass="2" xyz="1 0 0" rpy="0 0 1.5707963267948966"
              ixx="3" iyy="4" izz="5" ixy="0.1" ixz="0.2" iyz="0.3"/></body>)"));
  const MassProperties& inertial = scene.bodies[0].inertial.value();
  EXPECT_EQ(inertial.mass, 2);
  EXPECT_LT((inertial.center - Vec3(1, 0, 0)).norm(), 1e-15);
  // A quarter turn about z takes x to y and y to -x.
  Mat3 expected;
  expected << 4, -0.1, -0.3, -0.1, 3, 0.2, -0.3, 0.2, 5;
  EXPECT_LT((inertial.inertia - expected).norm(), 1e-14) << inertial.inertia;
}

TEST(SceneReader, ReadsForces) {
  const Scene scene = scene_of(in_scene(R"(
    <force body="a" force="1 2 3" torque="4 5 6" point="7 8 9" from="0.5" to="1.5"/>
    <body name="a"><sphere radius="1"/></body>
    <force body="a" torque="0 0 1"/>)"));
  ASSERT_EQ(scene.forces.size(), 2u);
  EXPECT_EQ(scene.forces[0].body, "a");
  EXPECT_EQ(scene.forces[0].force, Vec3(1, 2, 3));
  EXPECT_EQ(scene.forces[0].torque, Vec3(4, 5, 6));
  EXPECT_EQ(scene.forces[0].point.value(), Vec3(7, 8, 9));
  EXPECT_EQ(scene.forces[0].from, 0.5);
  EXPECT_EQ(scene.forces[0].to, 1.5);
  EXPECT_FALSE(scene.forces[1].point);
  EXPECT_EQ(scene.forces[1].from, 0);
  EXPECT_FALSE(scene.forces[1].to);
}

TEST(SceneReader, ReadsExpectationsOfEveryQuantity) {
  std::string elements =
      "<body name=\"a\"><sphere radius=\"1\"/></body> <joint name=\"j\" type=\"prismatic\" "
      "parent=\"world\" child=\"a\" xyz=\"0 0 0\"/>\n";
  for (int i = 0; i <= static_cast<int>(Quantity::contacts); ++i) {
    const auto quantity = static_cast<Quantity>(i);
    elements += "<expect quantity=\"" + std::string(to_string(quantity)) + "\"" +
                (is_body_quantity(quantity) ? " body=\"a\"" : "") +
                (is_joint_quantity(quantity) ? " joint=\"j\"" : "") + " below=\"1\"/>\n";
  }
  const Scene scene = scene_of(in_scene(elements));
  ASSERT_EQ(scene.expectations.size(), 28u);
  for (int i = 0; i <= static_cast<int>(Quantity::contacts); ++i) {
    const Expectation& expectation = scene.expectations[static_cast<std::size_t>(i)];
    EXPECT_EQ(expectation.quantity, static_cast<Quantity>(i));
    EXPECT_EQ(expectation.body.empty(), !is_body_quantity(expectation.quantity));
    EXPECT_EQ(expectation.joint.empty(), !is_joint_quantity(expectation.quantity));
    EXPECT_EQ(expectation.place.line, i + 3);
    EXPECT_EQ(expectation.place.file, "test.xml");
  }
}

TEST(SceneReader, ReadsConditionsAndTimes) {
  const Scene scene = scene_of(in_scene(R"(
    <expect quantity="energy" equals="1" tolerance="0" at="5"/>
    <expect quantity="energy" below="2" from="1" to="2"/>
    <expect quantity="energy" above="-3"/>)"));
  EXPECT_EQ(scene.expectations[0].condition, Expectation::Condition::equals);
  EXPECT_EQ(scene.expectations[0].value, 1);
  EXPECT_EQ(scene.expectations[0].tolerance, 0);
  EXPECT_EQ(scene.expectations[0].at, 5);
  EXPECT_EQ(scene.expectations[1].condition, Expectation::Condition::below);
  EXPECT_EQ(scene.expectations[1].value, 2);
  EXPECT_EQ(scene.expectations[1].from, 1);
  EXPECT_EQ(scene.expectations[1].to, 2);
  EXPECT_EQ(scene.expectations[2].condition, Expectation::Condition::above);
  EXPECT_EQ(scene.expectations[2].value, -3);
  EXPECT_FALSE(scene.expectations[2].at || scene.expectations[2].from || scene.expectations[2].to);
}

TEST(Replicate, PlacesCopyIByItsTransformITimes) {
  const Scene scene = scene_of(in_scene(R"(
    <replicate count="3" xyz="0 0 0.1">
      <body name="crate" xyz="0 0 0.5"><box size="1 1 1"/></body>
      <body name="lamp" xyz="1 0 0.5"><sphere radius="1"/></body>
    </replicate>)"));
  ASSERT_EQ(scene.bodies.size(), 6u);
  EXPECT_EQ(scene.bodies[0].name, "crate-0");
  EXPECT_EQ(scene.bodies[1].name, "lamp-0");
  EXPECT_EQ(scene.bodies[4].name, "crate-2");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(scene.bodies[static_cast<std::size_t>(2 * i)].pose.translation,
              Vec3(0, 0, i * 0.1 + 0.5));
  }
}

TEST(Replicate, TurnsPosesAndVelocities) {
  // A ring of four: each is turned by a further quarter turn about z, together with its pose and
  // motion.
  const Scene scene = scene_of(in_scene(R"(<replicate count="4" rpy="0 0 1.5707963267948966">
    <body name="b" xyz="2 0 0" linear_velocity="1 0 0" angular_velocity="0 1 0">
      <sphere radius="1"/></body></replicate>)"));
  ASSERT_EQ(scene.bodies.size(), 4u);
  for (int i = 0; i < 4; ++i) {
    const BodyDefinition& body = scene.bodies[static_cast<std::size_t>(i)];
    const double angle = i * kPi / 2;
    const Vec3 outwards(std::cos(angle), std::sin(angle), 0);
    const Vec3 along(-std::sin(angle), std::cos(angle), 0);
    EXPECT_LT((body.pose.translation - 2 * outwards).norm(), 1e-14) << i;
    EXPECT_LT((body.linear_velocity - outwards).norm(), 1e-14) << i;
    EXPECT_LT((body.angular_velocity - along).norm(), 1e-14) << i;
    expect_near(body.pose.rotation, from_roll_pitch_yaw({0, 0, angle}));
  }
}

TEST(Replicate, ScrewsAlongWhenItTurnsAndMoves) {
  const Scene scene = scene_of(in_scene(R"(<replicate count="100000" xyz="0 0 0.01" rpy="0 0 0.1">
    <body name="b" xyz="1 0 0"><sphere radius="1"/></body></replicate>)"));
  ASSERT_EQ(scene.bodies.size(), 100000u);
  const double angle = 0.1 * 99999;
  const Vec3 expected(std::cos(angle), std::sin(angle), 0.01 * 99999);
  EXPECT_LT((scene.bodies.back().pose.translation - expected).norm(), 1e-9);
}

TEST(Replicate, NestsWithTheInnerIndexFirst) {
  const Scene scene = scene_of(in_scene(R"(
    <replicate count="2" xyz="10 0 0"><replicate count="3" xyz="0 1 0">
      <body name="b"><sphere radius="1"/></body></replicate></replicate>
    <force body="b-2-1" force="1 0 0"/>)"));
  ASSERT_EQ(scene.bodies.size(), 6u);
  const char* const names[] = {"b-0-0", "b-1-0", "b-2-0", "b-0-1", "b-1-1", "b-2-1"};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(scene.bodies[i].name, names[i]);
  EXPECT_EQ(scene.bodies[5].pose.translation, Vec3(10, 2, 0));
}

}  // namespace
}  // namespace stiction
