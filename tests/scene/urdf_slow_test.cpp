// Robots from URDF files over a long time.

#include <gtest/gtest.h>
#include <stiction/scene/scene.h>
#include <stiction/scene/simulation.h>

#include <filesystem>
#include <string>

#include "scene/asset_texts.h"
#include "scene/scene_files.h"
#include "scene/urdf_text.h"

namespace stiction {
namespace {

class StandingRobot : public SceneFilesTest {
 protected:
  /// A leg of two links whose shapes are meshes of the package, a cube from -1 to 1, scaled.
  static std::string leg(const std::string& name, const std::string& xy) {
    const std::string mesh =
        R"(<visual><geometry><mesh filename="package://stander_description/meshes/leg.dae"/></geometry></visual>
        <collision><origin xyz="0 0 -0.1"/><geometry><mesh
        filename="package://stander_description/meshes/cube.obj" scale="0.02 0.02 0.09"/>
        </geometry></collision>)";
    const std::string inertia = R"(<inertial><origin xyz="0 0 -0.1"/><mass value="0.5"/>
        <inertia ixx="0.002" ixy="0" ixz="0" iyy="0.002" iyz="0" izz="0.0004"/></inertial>)";
    const std::string limit =
        R"(<axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="60" velocity="10"/>)";
    return link(name + "_thigh", mesh + inertia) + link(name + "_shank", mesh + inertia) +
           link(name + "_foot",
                R"(<collision><geometry><mesh
                filename="package://stander_description/meshes/cube.obj"
                scale="0.03 0.03 0.01"/></geometry></collision>)") +
           urdf_joint(name + "_hip", "revolute", "base_link", name + "_thigh",
                      "<origin xyz=\"" + xy + " 0\"/>" + limit) +
           urdf_joint(name + "_knee", "revolute", name + "_thigh", name + "_shank",
                      "<origin xyz=\"0 0 -0.2\"/>" + limit) +
           urdf_joint(name + "_ankle", "fixed", name + "_shank", name + "_foot",
                      "<origin xyz=\"0 0 -0.19\"/>");
  }

  /// The layout of packages: a manifest, a folder of URDF files, one of meshes.
  void write_package() const {
    std::filesystem::create_directories(path("stander_description/urdf"));
    std::filesystem::create_directories(path("stander_description/meshes"));
    write_bytes("stander_description/package.xml",
                "<package><name>stander_description</name></package>");
    write_bytes("stander_description/meshes/cube.obj", kCubeObj);
    write_bytes("stander_description/urdf/stander.urdf",
                in_robot(link("base_footprint", "") +
                         link("base_link",
                              R"(<inertial><mass value="6"/><inertia ixx="0.05" ixy="0" ixz="0"
                              iyy="0.1" iyz="0" izz="0.1"/></inertial><collision><geometry><mesh
                              filename="package://stander_description/meshes/cube.obj"
                              scale="0.2 0.1 0.04"/></geometry></collision>)") +
                         urdf_joint("base", "fixed", "base_footprint", "base_link",
                                    "<origin xyz=\"0 0 0.4\"/>") +
                         leg("fl", "0.15 0.15") + leg("fr", "0.15 -0.15") +
                         leg("rl", "-0.15 0.15") + leg("rr", "-0.15 -0.15")));
  }
};

TEST_F(StandingRobot, DoesNotCreepInAMinute) {
  write_package();
  std::string motors;
  for (const std::string leg : {"fl", "fr", "rl", "rr"}) {
    for (const std::string joint : {"_hip", "_knee"}) {
      motors += "<motor joint=\"" + leg + joint +
                "\" mode=\"position\" target=\"0\" kp=\"200\" kd=\"10\"/>\n";
    }
  }
  write("stands.xml", R"(<option duration="61"/><body name="ground" static="true"><plane/></body>
    <urdf file="stander_description/urdf/stander.urdf">)" +
                          motors + "</urdf>");
  const SceneReadResult read_result = read("stands.xml");
  ASSERT_TRUE(read_result.scene) << errors_of(read_result);
  EXPECT_EQ(read_result.scene->bodies.size(), 10u);  // ground, base, four legs of two
  Simulation simulation(*read_result.scene);
  const BodyId base = *simulation.world().find_body("base_footprint");
  while (simulation.time() < 1) simulation.step();
  const RigidTransform start = simulation.world().state(base).pose;
  EXPECT_NEAR(start.translation.z(), 0, 1e-3);
  double creep = 0, residual = 0;
  while (!simulation.is_finished()) {
    residual = std::max(residual, simulation.step().residual);
    const RigidTransform pose = simulation.world().state(base).pose;
    creep = std::max(creep, (pose.translation - start.translation).norm() +
                                pose.rotation.angularDistance(start.rotation));
  }
  EXPECT_FALSE(simulation.has_failed());
  EXPECT_LE(residual, 1e-8);
  EXPECT_LE(creep, 1e-6);
}

}  // namespace
}  // namespace stiction
