// A scene becomes a world: bodies in order, materials and groups with the next ids.

#include <gtest/gtest.h>
#include <stiction/scene/scene.h>
#include <stiction/world/world.h>

#include <stdexcept>

#include "scene/scene_text.h"

namespace stiction {
namespace {

TEST(MakeWorld, TakesEverythingOver) {
  const Scene scene = scene_of(in_scene(R"(
    <option gravity="1 2 3" integrator="first-order"/>
    <contact directions="4"/>
    <material name="wood" friction="0.7"/> <material name="ice" friction="0.1"/>
    <pair a="ice" b="wood" friction="0.3"/>
    <body name="a" xyz="1 2 3" material="ice"><sphere radius="1"/></body>
    <body name="b" xyz="0 0 9" static="true"><plane/></body>)"));
  const World world = make_world(scene);
  EXPECT_EQ(world.options().gravity, Vec3(1, 2, 3));
  EXPECT_EQ(world.options().integrator, Integrator::first_order);
  EXPECT_EQ(world.options().contact.directions, 4);
  ASSERT_EQ(world.bodies().size(), 2u);
  const BodyId a = world.bodies()[0];
  EXPECT_EQ(world.find_body("a"), a);
  EXPECT_EQ(world.state(a).pose.translation, Vec3(1, 2, 3));
  EXPECT_EQ(world.definition(a).material, 2u);
  EXPECT_EQ(world.materials().size(), 3u);
  EXPECT_EQ(world.materials().get(1).friction, 0.7);
  EXPECT_EQ(world.materials().mix(1, 2).friction, 0.3);
  EXPECT_EQ(world.definition(world.bodies()[1]).kind, BodyKind::fixed);
}

TEST(MakeWorld, RejectsNamesThatTheSceneDoesNotHave) {
  Scene scene;
  scene.pairs.push_back({"wood", "wood", {.friction = 1, .restitution = {}, .viscosity = {}}});
  EXPECT_THROW(make_world(scene), std::invalid_argument);
  scene.pairs.clear();
  scene.filters.emplace_back("left", "right");
  EXPECT_THROW(make_world(scene), std::invalid_argument);
}

TEST(MakeWorld, KeepsFilteredGroupsApart) {
  Scene scene = scene_of(in_scene(R"(
    <body name="a" group="g"><sphere radius="1"/></body>
    <body name="b" group="g" xyz="1 0 0"><sphere radius="1"/></body>)"));
  EXPECT_EQ(make_world(scene).detect_contacts().size(), 1u);
  scene.filters.emplace_back("g", "g");
  EXPECT_EQ(make_world(scene).detect_contacts().size(), 0u);
}

}  // namespace
}  // namespace stiction
