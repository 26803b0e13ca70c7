// <include>: parts of other files, placed and renamed; and files that must not be included.

#include <gtest/gtest.h>
#include <stiction/math/rotation.h>
#include <stiction/scene/scene.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "scene/scene_files.h"
#include "scene/scene_text.h"

namespace stiction {
namespace {

using Include = SceneFilesTest;

TEST_F(Include, PlacesRenamesAndRenumbers) {
  write("parts/part.xml", R"(
    <option gravity="0 0 0"/>
    <contact directions="4"/>
    <material name="wood" friction="0.1"/> <material name="ice" friction="0"/>
    <pair a="wood" b="ice" friction="0.3"/>
    <body name="b" xyz="1 0 0" linear_velocity="1 0 0" material="ice" group="g">
      <sphere radius="1" material="wood"/></body>
    <filter a="g" b="g"/>
    <force body="b" force="1 0 0" torque="0 2 0" point="1 0 0"/>
    <expect quantity="energy" above="0"/> <expect quantity="energy" above="1"/>)");
  write("main.xml", R"(
    <material name="wood"/>
    <body name="b" group="g"><sphere radius="1"/></body>
    <include file="parts/part.xml" prefix="left." xyz="0 0 5"/>
    <include file="parts/part.xml" prefix="right." rpy="0 0 1.5707963267948966"/>
    <filter a="g" b="right.g"/>
    <force body="right.b" force="0 0 1"/>
    <expect body="left.b" quantity="speed" below="9"/>)");
  const SceneReadResult result = read("main.xml");
  ASSERT_TRUE(result.scene) << errors_of(result);
  const Scene& scene = *result.scene;

  EXPECT_EQ(scene.name, "main");
  EXPECT_EQ(scene.gravity, Vec3(0, 0, -9.81));
  EXPECT_EQ(scene.contact.directions, 8);
  ASSERT_EQ(scene.materials.size(), 5u);
  EXPECT_EQ(scene.materials[2].name, "left.ice");
  EXPECT_EQ(scene.materials[3].name, "right.wood");
  ASSERT_EQ(scene.pairs.size(), 2u);
  EXPECT_EQ(scene.pairs[1].a, "right.wood");
  EXPECT_EQ(scene.pairs[1].b, "right.ice");
  EXPECT_EQ(scene.groups, (std::vector<std::string>{"g", "left.g", "right.g"}));
  ASSERT_EQ(scene.filters.size(), 3u);
  EXPECT_EQ(scene.filters[2], (std::pair<std::string, std::string>("right.g", "right.g")));

  ASSERT_EQ(scene.bodies.size(), 3u);
  const BodyDefinition& left = scene.bodies[1];
  EXPECT_EQ(left.name, "left.b");
  EXPECT_EQ(left.pose.translation, Vec3(1, 0, 5));
  EXPECT_EQ(left.material, 3u);
  EXPECT_EQ(left.group, 2u);
  EXPECT_EQ(left.shapes[0].material, MaterialId{2});
  const BodyDefinition& right = scene.bodies[2];
  EXPECT_EQ(right.name, "right.b");
  EXPECT_LT((right.pose.translation - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_LT((right.linear_velocity - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_EQ(right.material, 5u);
  EXPECT_EQ(right.group, 3u);

  ASSERT_EQ(scene.forces.size(), 3u);
  EXPECT_EQ(scene.forces[2].body, "right.b");
  EXPECT_LT((scene.forces[2].force - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_LT((scene.forces[2].torque - Vec3(-2, 0, 0)).norm(), 1e-15);
  EXPECT_EQ(scene.forces[2].point.value(), Vec3(1, 0, 0));  // in the body's frame, which has turned

  EXPECT_EQ(scene.expectations.size(), 1u);
  ASSERT_EQ(scene.notes.size(), 2u);
  EXPECT_EQ(scene.notes[0], path("main.xml") +
                                ":5: of \"parts/part.xml\" left out: <option>, <contact>, 2 "
                                "<expect>");
}

TEST_F(Include, IsRelativeToItsFileAndNestsPrefixes) {
  write("parts/inner.xml", R"(<body name="b" xyz="1 0 0"><sphere radius="1"/></body>)");
  write("parts/outer.xml", R"(<include file="inner.xml" prefix="in-" xyz="10 0 0"/>)");
  write("main.xml", R"(<include file="parts/outer.xml" prefix="out-" xyz="100 0 0"/>)");
  const SceneReadResult result = read("main.xml");
  ASSERT_TRUE(result.scene) << errors_of(result);
  EXPECT_EQ(result.scene->bodies.at(0).name, "out-in-b");
  EXPECT_EQ(result.scene->bodies[0].pose.translation, Vec3(111, 0, 0));
  EXPECT_TRUE(result.scene->notes.empty());
}

TEST_F(Include, KeepsTheOrderOfTheFile) {
  write("part.xml", R"(<body name="b"><sphere radius="1"/></body>)");
  write("main.xml", R"(<body name="a"><sphere radius="1"/></body><include file="part.xml"/>
    <replicate count="1"><body name="c"><sphere radius="1"/></body></replicate>)");
  const SceneReadResult result = read("main.xml");
  ASSERT_TRUE(result.scene) << errors_of(result);
  std::string names;
  for (const BodyDefinition& body : result.scene->bodies) names += body.name + " ";
  EXPECT_EQ(names, "a b c-0 ");
}

TEST_F(Include, NamesFaultsWithTheIncludedFile) {
  write("parts/part.xml", "\n<body name=\"b\" mass=\"-1\"/>");
  write("main.xml", R"(<option duration="x"/><include file="parts/part.xml"/>
    <include file="parts/part.xml"/> <force body="b" force="1 0 0"/>)");
  const SceneReadResult result = read("main.xml");
  EXPECT_FALSE(result.scene);
  // The part's error once, and nothing of the body that the part would have added.
  ASSERT_EQ(result.errors.size(), 2u) << errors_of(result);
  EXPECT_EQ(result.errors[0].to_string().rfind(path("main.xml") + ":2: ", 0), 0u);
  EXPECT_EQ(result.errors[1].to_string().rfind(path("parts/part.xml") + ":3: <body>, mass", 0), 0u)
      << errors_of(result);
}

TEST_F(Include, NamesIllFormedFilesToo) {
  std::ofstream(path("part.xml")) << "<scene version=\"1\">\n<body";
  write("main.xml", R"(<include file="part.xml"/>)");
  const SceneReadResult result = read("main.xml");
  ASSERT_EQ(result.errors.size(), 1u) << errors_of(result);
  EXPECT_EQ(result.errors[0].to_string().rfind(path("part.xml") + ":2: ", 0), 0u);
}

TEST_F(Include, RejectsNamesThatMeet) {
  write("part.xml", R"(<material name="m"/> <body name="b"><sphere radius="1"/></body>)");
  write("main.xml", R"(<include file="part.xml"/>
<include file="part.xml"/>)");
  const SceneReadResult result = read("main.xml");
  ASSERT_EQ(result.errors.size(), 2u) << errors_of(result);
  for (const SceneError& error : result.errors) {
    EXPECT_EQ(error.place.line, 3);
    EXPECT_NE(error.what.find("prefix"), std::string::npos) << error.what;
  }
}

TEST_F(Include, LeavesItsWayUpToTheFileSystem) {
  // After a link, ".." leads to the parent of the linked folder, not back to the link's.
  std::filesystem::create_directories(path("assets/scenes"));
  write("assets/common.xml", R"(<body name="b"><sphere radius="1"/></body>)");
  write("assets/scenes/main.xml", R"(<include file="../common.xml"/>)");
  std::filesystem::create_directory_symlink(path("assets/scenes"), path("link"));
  const SceneReadResult result = read("link/main.xml");
  ASSERT_TRUE(result.scene) << errors_of(result);
  EXPECT_EQ(result.scene->bodies.size(), 1u);
}

TEST_F(Include, RejectsForcesThatItTurnsBeyondNumbers) {
  write("part.xml", R"(<body name="b"><sphere radius="1"/></body>
    <force body="b" force="1.7e308 1.7e308 1.7e308"/>)");
  write("main.xml", "\n<include file=\"part.xml\" rpy=\"0.3 0.4 0.5\"/>");
  const SceneReadResult result = read("main.xml");
  ASSERT_EQ(result.errors.size(), 1u) << errors_of(result);
  EXPECT_EQ(result.errors[0].place.line, 3);
  EXPECT_NE(result.errors[0].what.find("a force on \"b\""), std::string::npos);
}

TEST_F(Include, RejectsItself) {
  write("main.xml", R"(<include file="parts/../main.xml"/>)");
  const SceneReadResult result = read("main.xml");
  ASSERT_EQ(result.errors.size(), 1u) << errors_of(result);
  EXPECT_NE(result.errors[0].what.find("includes itself"), std::string::npos);
}

TEST_F(Include, RejectsItselfThroughOthers) {
  write("main.xml", R"(<include file="parts/a.xml"/>)");
  write("parts/a.xml", R"(<include file="b.xml"/>)");
  write("parts/b.xml", "\n<include file=\"../main.xml\"/>");
  const SceneReadResult result = read("main.xml");
  ASSERT_EQ(result.errors.size(), 1u) << errors_of(result);
  EXPECT_EQ(result.errors[0].place.file, path("parts/b.xml"));
  EXPECT_EQ(result.errors[0].place.line, 3);
}

TEST_F(Include, NestsSixteenDeepAndNoDeeper) {
  for (int i = 0; i < 17; ++i) {
    write(std::to_string(i) + ".xml", "<include file=\"" + std::to_string(i + 1) + ".xml\"/>");
  }
  write("17.xml", R"(<body name="b"><sphere radius="1"/></body>)");
  EXPECT_TRUE(read("1.xml").scene) << errors_of(read("1.xml"));
  const SceneReadResult result = read("0.xml");
  ASSERT_EQ(result.errors.size(), 1u) << errors_of(result);
  EXPECT_EQ(result.errors[0].place.file, path("16.xml"));
  EXPECT_NE(result.errors[0].what.find("more than 16 deep"), std::string::npos);
}

}  // namespace
}  // namespace stiction
