// <urdf>: the results of a robot's links and joints.

#include <gtest/gtest.h>
#include <stiction/scene/report.h>
#include <stiction/scene/scene.h>
#include <stiction/scene/simulation.h>

#include <filesystem>
#include <limits>
#include <numbers>
#include <string>
#include <variant>
#include <vector>

#include "constants.h"
#include "scene/asset_texts.h"
#include "scene/scene_files.h"
#include "scene/urdf_text.h"

namespace stiction {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

class Urdf : public SceneFilesTest {
 protected:
  /// The scene of a robot, read by a <urdf> with these attributes and motors.
  Scene scene_with(const std::string& elements, const std::string& attributes = "",
                   const std::string& motors = "") const {
    write_bytes("r.urdf", in_robot(elements));
    write("s.xml", "<urdf file=\"r.urdf\" " + attributes + ">" + motors + "</urdf>");
    return read_whole("s.xml");
  }

  Scene read_whole(const std::string& name) const {
    SceneReadResult result = read(name);
    EXPECT_TRUE(result.scene) << errors_of(result);
    return result.scene.value_or(Scene());
  }
};

/// Whether one of the texts holds all fragments.
bool holds(const std::vector<std::string>& texts, const std::vector<std::string>& fragments) {
  for (const std::string& text : texts) {
    bool has_all = true;
    for (const std::string& fragment : fragments) {
      has_all = has_all && text.find(fragment) != std::string::npos;
    }
    if (has_all) return true;
  }
  return false;
}

TEST_F(Urdf, ReadsAllOfALink) {
  const Scene scene = scene_with(R"(<link name="a">
    <inertial>
      <origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/>
      <mass value="2"/>
      <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.25"/>
    </inertial>
    <collision name="c"><origin xyz="0 0 1"/><geometry><box size="1 2 3"/></geometry></collision>
    <collision><geometry><sphere radius="0.5"/></geometry></collision>
    <collision><geometry><cylinder radius="0.5" length="2"/></geometry></collision>
    <collision><geometry><capsule radius="0.25" length="3"/></geometry></collision>
    </link>)");
  ASSERT_EQ(scene.bodies.size(), 1u);
  const BodyDefinition& body = scene.bodies[0];
  EXPECT_EQ(body.name, "a");
  EXPECT_EQ(body.kind, BodyKind::dynamic);
  ASSERT_TRUE(body.inertial);
  EXPECT_EQ(body.inertial->mass, 2);
  EXPECT_EQ(body.inertial->center, Vec3(1, 2, 3));
  EXPECT_NEAR(body.inertial->inertia(0, 0), 0.2, 1e-15);
  EXPECT_NEAR(body.inertial->inertia(1, 1), 0.1, 1e-15);
  ASSERT_EQ(body.shapes.size(), 4u);
  EXPECT_EQ(std::get<Box>(body.shapes[0].shape).size, Vec3(1, 2, 3));
  EXPECT_EQ(body.shapes[0].pose.translation, Vec3(0, 0, 1));
  EXPECT_EQ(std::get<Sphere>(body.shapes[1].shape).radius, 0.5);
  EXPECT_EQ(std::get<Cylinder>(body.shapes[2].shape).length, 2);
  EXPECT_EQ(std::get<Capsule>(body.shapes[3].shape).length, 3);
}

TEST_F(Urdf, ReadsAllOfAJoint) {
  const Scene scene = scene_with(
      heavy_link("a") + heavy_link("b") +
          urdf_joint("j", "revolute", "a", "b",
                     R"(<origin xyz="0 0 1" rpy="0 1.5707963267948966 0"/><axis xyz="0 0 2"/>
                        <dynamics damping="0.3" friction="0.4"/>)" +
                         kUrdfLimit),
      R"(xyz="5 0 0" prefix="left_")");
  ASSERT_EQ(scene.joints.size(), 1u);
  const Scene::Joint& joint = scene.joints[0];
  EXPECT_EQ(joint.definition.name, "left_j");
  EXPECT_EQ(joint.parent, "left_a");
  EXPECT_EQ(joint.child, "left_b");
  EXPECT_EQ(joint.definition.kind, JointKind::revolute);
  EXPECT_EQ(joint.definition.anchor, JointAnchor::world);
  EXPECT_EQ(joint.definition.frame.translation, Vec3(5, 0, 1));
  EXPECT_EQ(joint.definition.axis, Vec3(0, 0, 2));
  EXPECT_TRUE((joint.definition.frame.rotation * Vec3::UnitZ()).isApprox(Vec3::UnitX(), 1e-15));
  EXPECT_EQ(joint.definition.lower, -1);
  EXPECT_EQ(joint.definition.upper, 2);
  EXPECT_EQ(joint.definition.damping, 0.3);
  EXPECT_EQ(joint.definition.friction, 0.4);
  EXPECT_FALSE(joint.definition.collide);
  EXPECT_FALSE(joint.definition.motor);
  EXPECT_EQ(joint.effort_limit, 30);
  EXPECT_EQ(joint.velocity_limit, 4);
  EXPECT_EQ(scene.bodies[1].pose.translation, Vec3(5, 0, 1));
}

TEST_F(Urdf, JointsStandWhereTheyAreAskedToAtTheStart) {
  const Scene scene = scene_with(
      heavy_link("a") + heavy_link("b") + heavy_link("c") + heavy_link("d") +
          urdf_joint("turn", "revolute", "a", "b",
                     R"(<origin xyz="0 0 1"/><axis xyz="0 0 2"/>)" + kUrdfLimit) +
          urdf_joint("slide", "prismatic", "b", "c",
                     R"(<origin xyz="1 0 0"/><axis xyz="3 0 0"/>
                     <mimic joint="turn" multiplier="0.2" offset="0.1"/>)" +
                         kUrdfLimit) +
          urdf_joint("last", "continuous", "c", "d", R"(<mimic joint="slide" multiplier="-10"/>)"),
      R"(prefix="p-" xyz="5 0 0")", R"(<position joint="turn" value="1.5707963267948966"/>)");
  ASSERT_EQ(scene.joints.size(), 3u);
  const double way = 0.1 + 0.1 * std::numbers::pi;
  EXPECT_EQ(scene.joints[0].definition.position, std::numbers::pi / 2);
  EXPECT_NEAR(scene.joints[1].definition.position, way, 1e-15);
  EXPECT_NEAR(scene.joints[2].definition.position, -10 * way, 1e-14);
  ASSERT_TRUE(scene.joints[1].gear);
  EXPECT_EQ(scene.joints[1].gear->leader, "p-turn");
  EXPECT_EQ(scene.joints[1].gear->ratio, 0.2);
  EXPECT_FALSE(scene.joints[0].gear);
  // Links are placed at those positions: turned by a quarter turn, then slid along y.
  EXPECT_LE((scene.bodies[1].pose.translation - Vec3(5, 0, 1)).norm(), 1e-15);
  EXPECT_LE((scene.bodies[2].pose.translation - Vec3(5, 1 + way, 1)).norm(), 1e-15);
  const World world = make_world(scene);
  for (const Scene::Joint& joint : scene.joints) {
    const JointState state = world.joint_state(*world.find_joint(joint.definition.name));
    EXPECT_NEAR(state.position, joint.definition.position, 1e-14);
    EXPECT_LE(state.error, 1e-14);
  }
  EXPECT_EQ(world.definition(*world.find_joint("p-last")).gear->leader,
            *world.find_joint("p-slide"));
  EXPECT_TRUE(scene.warnings.empty());
}

TEST_F(Urdf, AFollowerThatStartsOutsideOfItsLimitsIsTold) {
  const Scene scene = scene_with(heavy_link("a") + heavy_link("b") + heavy_link("c") +
                                 urdf_joint("lead", "continuous", "a", "b") +
                                 urdf_joint("follow", "revolute", "a", "c",
                                            "<mimic joint=\"lead\" offset=\"3\"/>" + kUrdfLimit));
  EXPECT_TRUE(holds(scene.warnings, {"\"follow\"", "outside of its limits", "3;"}));
}

/// A hand whose second finger follows the first holds a box under every law that can.
TEST_F(Urdf, AGearedHandHoldsABox) {
  for (const char* model : {"coulomb", "no-slip", "box-friction"}) {
    SCOPED_TRACE(model);
    SceneReadResult result =
        read_scene_file(std::string(STICTION_SOURCE_DIR) + "/scenes/robots/geared_gripper.xml");
    ASSERT_TRUE(result.scene) << errors_of(result);
    result.scene->contact.model = model;
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2}) {
      Simulation simulation(*result.scene, threads);
      while (!simulation.is_finished()) simulation.step();
      EXPECT_FALSE(simulation.has_failed());
      for (const ExpectationResult& expectation : simulation.expectations().results()) {
        EXPECT_TRUE(expectation.passed) << expectation.what << ": " << *expectation.measured;
      }
      hashes.push_back(calc_state_hash(simulation.world()));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
  }
}

TEST_F(Urdf, KnowsEveryTypeOfJoint) {
  std::string elements = heavy_link("a");
  for (const std::string type :
       {"revolute", "continuous", "prismatic", "planar", "floating", "fixed"}) {
    const bool has_limit = type == "revolute" || type == "prismatic";
    elements += heavy_link("of_" + type) +
                urdf_joint(type, type, "a", "of_" + type, has_limit ? kUrdfLimit : "");
  }
  const Scene scene = scene_with(elements);
  ASSERT_EQ(scene.joints.size(), 4u);
  EXPECT_EQ(scene.joints[0].definition.kind, JointKind::revolute);
  EXPECT_EQ(scene.joints[1].definition.kind, JointKind::revolute);
  EXPECT_EQ(scene.joints[1].definition.upper, kUnbounded);
  EXPECT_EQ(scene.joints[2].definition.kind, JointKind::prismatic);
  EXPECT_EQ(scene.joints[3].definition.kind, JointKind::planar);
  // The fixed one is part of "a", the floating one moves freely.
  EXPECT_EQ(scene.bodies.size(), 6u);
  EXPECT_NO_THROW(make_world(scene));
}

TEST_F(Urdf, LinksThatAreFixedAreOneBody) {
  const Scene scene = scene_with(
      link("a", inertial("1") + "<collision><geometry><sphere radius=\"1\"/></geometry>"
                                "</collision>") +
      link("b", inertial("3") + "<collision><geometry><sphere radius=\"2\"/></geometry>"
                                "</collision>") +
      link("tool", "") +
      urdf_joint("ab", "fixed", "a", "b", "<origin xyz=\"4 0 0\"/><axis xyz=\"0 0 0\"/>") +
      urdf_joint("bt", "fixed", "b", "tool"));
  ASSERT_EQ(scene.bodies.size(), 1u);
  EXPECT_TRUE(scene.joints.empty());
  const BodyDefinition& body = scene.bodies[0];
  EXPECT_EQ(body.name, "a");
  ASSERT_TRUE(body.inertial);
  EXPECT_EQ(body.inertial->mass, 4);
  EXPECT_EQ(body.inertial->center, Vec3(3, 0, 0));
  // Steiner: 0.1 + 0.1 + 1 * 9 + 3 * 1.
  EXPECT_NEAR(body.inertial->inertia(1, 1), 12.2, 1e-12);
  EXPECT_NEAR(body.inertial->inertia(0, 0), 0.2, 1e-12);
  ASSERT_EQ(body.shapes.size(), 2u);
  EXPECT_EQ(body.shapes[1].pose.translation, Vec3(4, 0, 0));
  EXPECT_TRUE(holds(scene.notes, {"r.urdf: ", "\"b\" in \"a\"", "\"tool\" in \"a\""}));
}

TEST_F(Urdf, FixedJointsStayIfAsked) {
  const Scene scene =
      scene_with(heavy_link("a") + heavy_link("b") + link("frame", "") +
                     urdf_joint("ab", "fixed", "a", "b") + urdf_joint("bf", "fixed", "b", "frame"),
                 "merge_fixed=\"false\"");
  ASSERT_EQ(scene.bodies.size(), 2u);  // a frame without mass is not a body
  ASSERT_EQ(scene.joints.size(), 1u);
  EXPECT_EQ(scene.joints[0].definition.kind, JointKind::fixed);
  EXPECT_NO_THROW(make_world(scene));
}

TEST_F(Urdf, AFootprintWithoutMassIsTheFrameOfTheBase) {
  const Scene scene = scene_with(
      link("base_footprint", "") + heavy_link("base_link") +
          urdf_joint("up", "fixed", "base_footprint", "base_link", "<origin xyz=\"0 0 0.5\"/>"),
      "xyz=\"1 0 0\"");
  ASSERT_EQ(scene.bodies.size(), 1u);
  EXPECT_EQ(scene.bodies[0].name, "base_footprint");
  EXPECT_EQ(scene.bodies[0].pose.translation, Vec3(1, 0, 0));
  EXPECT_EQ(scene.bodies[0].inertial->center, Vec3(0, 0, 0.5));
}

TEST_F(Urdf, AFixedBaseStands) {
  const std::string arm = link("world", "") + heavy_link("base") + heavy_link("arm") +
                          urdf_joint("w", "fixed", "world", "base") +
                          urdf_joint("j", "continuous", "base", "arm");
  const Scene scene = scene_with(arm, "fixed_base=\"true\"");
  ASSERT_EQ(scene.bodies.size(), 2u);
  EXPECT_EQ(scene.bodies[0].kind, BodyKind::fixed);
  EXPECT_EQ(scene.bodies[1].kind, BodyKind::dynamic);
  EXPECT_TRUE(scene.warnings.empty());
  EXPECT_TRUE(holds(scene_with(arm).warnings, {"r.urdf:2: ", "\"world\"", "fixed_base"}));
}

TEST_F(Urdf, AFixedBaseMayHaveItsMassInAPoint) {
  const Scene scene = scene_with(
      link(
          "a",
          "<inertial><mass value=\"1\"/><inertia ixx=\"0\" ixy=\"0\" ixz=\"0\" iyy=\"0\" iyz=\"0\" "
          "izz=\"0\"/></inertial>"),
      "fixed_base=\"true\"");
  EXPECT_NO_THROW(make_world(scene));
}

TEST_F(Urdf, MotorsKeepToTheLimitsOfEffort) {
  const Scene scene = scene_with(heavy_link("a") + heavy_link("b") + heavy_link("c") +
                                     urdf_joint("ab", "revolute", "a", "b", kUrdfLimit) +
                                     urdf_joint("bc", "revolute", "b", "c", kUrdfLimit),
                                 "prefix=\"p-\"",
                                 R"(<motor joint="ab" mode="position" target="1" kp="5"/>
         <motor joint="bc" mode="velocity" target="1" max_effort="7"/>)");
  ASSERT_EQ(scene.joints.size(), 2u);
  ASSERT_TRUE(scene.joints[0].definition.motor);
  EXPECT_EQ(scene.joints[0].definition.motor->max_effort, 30);
  EXPECT_EQ(scene.joints[0].definition.motor->kp, 5);
  EXPECT_EQ(scene.joints[1].definition.motor->max_effort, 7);
}

TEST_F(Urdf, WarnsOfMotorsThatHaveNoEffort) {
  const auto warnings_at = [&](const std::string& effort) {
    const std::string limit =
        "<limit lower=\"-1\" upper=\"1\" velocity=\"1\" effort=\"" + effort + "\"/>";
    return scene_with(
               heavy_link("a") + heavy_link("b") + urdf_joint("ab", "revolute", "a", "b", limit),
               "", R"(<motor joint="ab" mode="position" target="1" kp="5"/>)")
        .warnings;
  };
  EXPECT_TRUE(holds(warnings_at("0"), {"<motor>", "\"ab\"", "cannot act", "effort=\"0\""}));
  EXPECT_FALSE(holds(warnings_at("1"), {"cannot act"}));
}

TEST_F(Urdf, TellsWhatItLeavesOutOnce) {
  const Scene scene = scene_with(
      R"(<material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
      <gazebo reference="a"><mu1>0.2</mu1><plugin filename="libx.so"><![CDATA[ x ]]></plugin></gazebo>
      <transmission name="t"><type>SimpleTransmission</type></transmission>
      <link name="a" colour="red"><visual><geometry><mesh filename="nowhere.dae"/></geometry></visual>
        <visual/>)" +
      inertial("1") + "<sensor/></link>" + heavy_link("b") +
      urdf_joint("j", "revolute", "a", "b",
                 kUrdfLimit + "<calibration rising=\"0\"/><safety_controller k_velocity=\"1\"/>"));
  EXPECT_EQ(scene.notes.size(), 1u);
  EXPECT_TRUE(holds(scene.notes, {"r.urdf: left out: <material>, <gazebo>, <transmission>",
                                  "colour of <link>", "<visual>", "<sensor>", "<calibration>",
                                  "<safety_controller>", "velocity of <limit>"}));
  const std::string& note = scene.notes.at(0);
  EXPECT_EQ(note.find("<visual>"), note.rfind("<visual>"));
}

TEST_F(Urdf, AllLinksHaveTheMaterialAndGroupOfTheElement) {
  write_bytes("r.urdf", in_robot(heavy_link("a") + heavy_link("b") +
                                 urdf_joint("j", "continuous", "a", "b")));
  write("s.xml", R"(<material name="rubber" friction="1"/>
    <urdf file="r.urdf" material="rubber" group="robot"/><filter a="robot" b="robot"/>)");
  const Scene scene = read_whole("s.xml");
  for (const BodyDefinition& body : scene.bodies) {
    EXPECT_EQ(body.material, 1u);
    EXPECT_EQ(body.group, 1u);
  }
}

TEST_F(Urdf, PrefixesKeepTwoRobotsApart) {
  write_bytes("r.urdf", in_robot(heavy_link("a") + heavy_link("b") +
                                 urdf_joint("j", "continuous", "a", "b")));
  write("s.xml", R"(<urdf file="r.urdf" prefix="l-"/> <urdf file="r.urdf" prefix="r-" xyz="9 0 0"/>
    <joint name="grip" type="fixed" parent="l-b" child="r-b"/>
    <force body="r-a" force="1 0 0"/> <expect joint="l-j" quantity="joint_position" below="9"/>)");
  const Scene scene = read_whole("s.xml");
  EXPECT_EQ(scene.bodies.size(), 4u);
  EXPECT_EQ(scene.joints.size(), 3u);
  write("twice.xml", "<urdf file=\"r.urdf\"/>\n<urdf file=\"r.urdf\"/>");
  const SceneReadResult twice = read("twice.xml");
  EXPECT_FALSE(twice.scene);
  EXPECT_NE(errors_of(twice).find("twice.xml:3: <urdf>: a second body of the name \"a\""),
            std::string::npos)
      << errors_of(twice);
}

TEST_F(Urdf, AnIncludedFileMayHaveRobots) {
  write_bytes("parts/r.urdf", in_robot(heavy_link("a")));
  write("parts/cell.xml", "<urdf file=\"r.urdf\" prefix=\"p-\" xyz=\"0 0 1\"/>");
  write("s.xml", "<include file=\"parts/cell.xml\" prefix=\"c-\" xyz=\"1 0 0\"/>");
  const Scene scene = read_whole("s.xml");
  ASSERT_EQ(scene.bodies.size(), 1u);
  EXPECT_EQ(scene.bodies[0].name, "c-p-a");
  EXPECT_EQ(scene.bodies[0].pose.translation, Vec3(1, 0, 1));
}

// --- Meshes -------------------------------------------------------------------------------------

class UrdfMeshes : public Urdf {
 protected:
  /// A scene in `folder` with a robot of one link, whose shape is the mesh of that name.
  SceneReadResult read_mesh(const std::string& filename, const std::string& folder = "") const {
    write_bytes(folder + "r.urdf", in_robot(link("a", inertial("1") + R"(<collision><geometry>
        <mesh filename=")" + filename + R"(" scale="2 2 1"/></geometry></collision>)")));
    write(folder + "s.xml", "<urdf file=\"r.urdf\"/>");
    return read(folder + "s.xml");
  }

  void expect_cube(const SceneReadResult& result) const {
    ASSERT_TRUE(result.scene) << errors_of(result);
    ASSERT_EQ(result.scene->bodies.at(0).shapes.size(), 1u);
    EXPECT_NEAR(volume(result.scene->bodies[0].shapes[0].shape), 32, 1e-12);
  }

  void make_folders(const std::string& name) const {
    std::filesystem::create_directories(path(name));
  }
};

TEST_F(UrdfMeshes, LieBesideTheFile) {
  write_bytes("parts/cube.obj", kCubeObj);
  expect_cube(read_mesh("parts/cube.obj"));
}

TEST_F(UrdfMeshes, LieAtAnAbsolutePath) {
  expect_cube(read_mesh("file://" + write_bytes("parts/cube.obj", kCubeObj)));
}

TEST_F(UrdfMeshes, LieInThePackageThatHoldsTheFile) {
  make_folders("my_robot/meshes");
  make_folders("my_robot/urdf");
  write_bytes("my_robot/meshes/cube.obj", kCubeObj);
  expect_cube(read_mesh("package://my_robot/meshes/cube.obj", "my_robot/urdf/"));
}

TEST_F(UrdfMeshes, LieInAPackageBesideIt) {
  make_folders("my_robot/urdf");
  make_folders("my_meshes");
  write_bytes("my_meshes/cube.obj", kCubeObj);
  expect_cube(read_mesh("package://my_meshes/cube.obj", "my_robot/urdf/"));
}

TEST_F(UrdfMeshes, LieInAFolderWhosePackageXmlHasTheName) {
  make_folders("clone-main/urdf");
  write_bytes("clone-main/cube.obj", kCubeObj);
  write_bytes("clone-main/package.xml",
              "<?xml version=\"1.0\"?>\n<package format=\"2\"><name> my_robot\n</name></package>");
  expect_cube(read_mesh("package://my_robot/cube.obj", "clone-main/urdf/"));
}

TEST_F(UrdfMeshes, OfABaseThatStandsAreSurfaces) {
  write_bytes("parts/cube.obj", kCubeObj);
  const std::string mesh =
      "<collision><geometry><mesh filename=\"parts/cube.obj\"/></geometry></collision>";
  const Scene scene =
      scene_with(link("a", mesh) + link("b", inertial("1") + mesh) + link("c", mesh) +
                     urdf_joint("j", "continuous", "a", "b") + urdf_joint("f", "fixed", "a", "c"),
                 "fixed_base=\"true\"");
  ASSERT_EQ(scene.bodies.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<Mesh>(scene.bodies[0].shapes[0].shape));
  EXPECT_TRUE(std::holds_alternative<Mesh>(scene.bodies[0].shapes[1].shape));
  EXPECT_TRUE(std::holds_alternative<Hull>(scene.bodies[1].shapes[0].shape));
}

// --- In motion ----------------------------------------------------------------------------------

/// A pendulum from a URDF file swings like the closed form of small angles.
TEST_F(Urdf, APendulumSwings) {
  // A point mass on a rod of 1 m; the ball's inertia lengthens it: L = 1 + I / m.
  const Scene scene =
      scene_with(link("base", "") + link("bob", inertial("1", "<origin xyz=\"0 0 -1\"/>")) +
                     urdf_joint("j", "continuous", "base", "bob",
                                "<origin rpy=\"0.01 0 0\"/><axis xyz=\"1 0 0\"/>"),
                 "fixed_base=\"true\" xyz=\"0 0 2\"");
  Simulation simulation(scene);
  const double period = 2 * std::numbers::pi * std::sqrt(1.1 / 9.81);
  while (simulation.time() < period / 2) simulation.step();
  const JointState state = simulation.world().joint_state(*simulation.world().find_joint("j"));
  EXPECT_NEAR(state.position, -0.02, 2e-4);
}

/// Neighbours may overlap and stay; other links push each other apart.
TEST_F(Urdf, OnlyNeighboursDoNotCollide) {
  const std::string ball = "<collision><geometry><sphere radius=\"0.5\"/></geometry></collision>";
  const Scene scene =
      scene_with(link("a", inertial("1") + ball) + link("b", inertial("1") + ball) +
                 link("c", inertial("1") + ball) +
                 urdf_joint("ab", "continuous", "a", "b", "<origin xyz=\"0.4 0 0\"/>") +
                 urdf_joint("bc", "continuous", "b", "c", "<origin xyz=\"0.4 0 0\"/>"));
  const World world = make_world(scene);
  const std::vector<Contact> contacts = world.detect_contacts();
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(world.definition(contacts[0].body_a).name, "a");
  EXPECT_EQ(world.definition(contacts[0].body_b).name, "c");
}

TEST_F(Urdf, TheSameBitsOnAnyNumberOfThreads) {
  const std::string ball = "<collision><geometry><sphere radius=\"0.1\"/></geometry></collision>";
  write_bytes("r.urdf",
              in_robot(link("a", inertial("1") + ball) + link("b", inertial("1") + ball) +
                       urdf_joint("ab", "revolute", "a", "b",
                                  "<origin xyz=\"0.5 0 0\"/><axis xyz=\"0 1 0\"/>" + kUrdfLimit)));
  write("s.xml", R"(<option duration="1"/><body name="ground" static="true"><plane/></body>
    <urdf file="r.urdf" prefix="l-" xyz="0 0 0.3"><motor joint="ab" mode="position" target="1" kp="5" kd="1"/></urdf>
    <urdf file="r.urdf" prefix="r-" xyz="0 0.1 0.6"/>)");
  const Scene scene = read_whole("s.xml");
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2, 3}) {
    Simulation simulation(scene, threads);
    while (!simulation.is_finished()) simulation.step();
    EXPECT_FALSE(simulation.has_failed());
    hashes.push_back(calc_state_hash(simulation.world()));
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

}  // namespace
}  // namespace stiction
