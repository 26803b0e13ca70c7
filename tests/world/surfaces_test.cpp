// Which surfaces meet, and with which coefficients; both may change during a run.

#include <set>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

/// The deceleration over g of a body that slides on the ground at 10 m/s, measured over ten steps.
double measured_friction(World& world, BodyId body) {
  world.set_velocity(body, Vec3(6, 8, 0), Vec3::Zero());
  run(world, 10);
  return (10 - world.state(body).linear_velocity.norm()) / (0.1 * kGravity);
}

TEST(Surfaces, MixTheirMaterialsUnlessAPairSaysOtherwise) {
  World world;
  const MaterialId ice = world.add_material({.name = "ice", .friction = 0});
  const MaterialId wood = world.add_material({.name = "wood", .friction = 0.4});
  const MaterialId stone = world.add_material({.name = "stone", .friction = 0.9});
  add_ground(world, wood);
  const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 0.5), ice);
  EXPECT_NEAR(measured_friction(world, cube), 0, 1e-8) << "sqrt(0 0.4)";
  world.set_material_pair(ice, wood, {.friction = 0.1});
  EXPECT_NEAR(measured_friction(world, cube), 0.1, 1e-7);
  world.set_material_pair(wood, ice, {.friction = 0.2});
  EXPECT_NEAR(measured_friction(world, cube), 0.2, 1e-7) << "the pair has no order";
  world.set_body_material(cube, stone);
  EXPECT_NEAR(measured_friction(world, cube), 0.6, 1e-7) << "sqrt(0.4 0.9)";
  EXPECT_NEAR(world.contacts()[0].friction, 0.6, 1e-15);
  world.set_material(wood, {.name = "wood", .friction = 0.1});
  EXPECT_NEAR(measured_friction(world, cube), 0.3, 1e-7);
  world.set_material_pair(stone, wood, {});
  EXPECT_NEAR(measured_friction(world, cube), 0.3, 1e-7) << "an empty override overrides nothing";
  world.set_material(0, {.name = "default", .friction = 0.7});
  world.set_body_material(cube, 0);
  world.set_body_material(world.bodies()[0], 0);
  EXPECT_NEAR(measured_friction(world, cube), 0.7, 1e-7) << "the default may change, too";
}

// A sledge with one runner of ice and one of rubber: friction acts only on the rubber side, and
// turns the sledge; each contact shows its own coefficient.
TEST(Surfaces, BelongToShapesBeforeTheyBelongToTheBody) {
  World world;
  const MaterialId ice = world.add_material({.name = "ice", .friction = 0});
  const MaterialId rubber = world.add_material({.name = "rubber", .friction = 0.8});
  add_ground(world, rubber);
  const Box runner{Vec3(1, 0.1, 0.1)};
  const BodyId sledge = world.add_body(
      {.name = "sledge",
       .pose = {.translation = Vec3(0, 0, 0.05)},
       .shapes = {{.shape = runner, .pose = {.translation = Vec3(0, -0.4, 0)}, .material = ice},
                  {.shape = runner, .pose = {.translation = Vec3(0, 0.4, 0)}}},
       .mass = 2,
       .material = rubber});
  world.set_velocity(sledge, Vec3(5, 0, 0), Vec3::Zero());
  run(world, 1);
  ASSERT_EQ(world.contacts().size(), 8u);
  for (const Contact& contact : world.contacts()) {
    const int runner_index = contact.body_a == sledge ? contact.shape_a : contact.shape_b;
    EXPECT_NEAR(contact.friction, runner_index == 0 ? 0 : 0.8, 1e-15);
  }
  EXPECT_GT(world.state(sledge).angular_velocity.z(), 0.01);
  world.set_body_material(sledge, ice);
  world.set_velocity(sledge, Vec3(5, 0, 0), Vec3::Zero());
  run(world, 1);
  EXPECT_NEAR(world.state(sledge).linear_velocity.x(), 5, 1e-12) << "all shapes of the body";
}

TEST(Surfaces, OfGroupsThatDoNotCollidePassThroughEachOther) {
  World world;
  const auto add = [&](const char* name, double z, GroupId group) {
    return world.add_body({.name = name,
                           .pose = {.translation = Vec3(0, 0, z)},
                           .shapes = {{Sphere{0.5}}},
                           .group = group});
  };
  world.add_body({.name = "ground", .kind = BodyKind::fixed, .shapes = {{Plane{}}}, .group = 1});
  world.set_groups_collide(2, 1, false);
  world.set_groups_collide(3, 3, false);
  const BodyId through = add("through", 1, 2);
  const BodyId low = add("low", 5, 3);
  const BodyId high = add("high", 5.2, 3);
  run(world, 200);
  EXPECT_NEAR(position(world, through).z(), 1 - 0.5 * kGravity * 4, 1e-10) << "in free fall";
  EXPECT_NEAR(position(world, low).z(), 0.5, 1e-9);
  EXPECT_NEAR(position(world, high).z(), 0.5, 1e-9) << "in the same place";
  world.set_groups_collide(1, 2, true);
  world.set_pose(through, {.translation = Vec3(9, 0, 0.5)});
  world.set_velocity(through, Vec3::Zero(), Vec3::Zero());
  run(world, 10);
  EXPECT_NEAR(position(world, through).z(), 0.5, 1e-12);
}

TEST(Surfaces, OfGroupsPartedWhileTheyTouchEndTheirContacts) {
  World world;
  add_ground(world);
  const BodyId cube = world.add_body({.name = "cube",
                                      .pose = {.translation = Vec3(0, 0, 0.5)},
                                      .shapes = {{Box{Vec3(1, 1, 1)}}},
                                      .group = 4});
  run(world, 3);
  EXPECT_EQ(world.contacts().size(), 4u);
  world.set_groups_collide(0, 4, false);
  EXPECT_TRUE(world.detect_contacts(0.1).empty());
  EXPECT_EQ(world.calc_penetration(), 0);
  run(world, 1);
  EXPECT_TRUE(world.contacts().empty());
  ASSERT_EQ(world.contact_events().size(), 4u);
  for (const ContactEvent& event : world.contact_events()) {
    EXPECT_EQ(event.kind, ContactEventKind::end);
  }
  run(world, 1);
  EXPECT_TRUE(world.contact_events().empty());
  EXPECT_NEAR(position(world, cube).z(), 0.5 - 0.5 * kGravity * 4e-4, 1e-12);
}

// A shape's own group counts: one of a body's two feet sinks in.
TEST(Surfaces, OfOneShapeMayBelongToAnotherGroupThanItsBody) {
  World world;
  add_ground(world);
  world.set_groups_collide(0, 7, false);
  const BodyId body = world.add_body(
      {.name = "body",
       .pose = {.translation = Vec3(0, 0, 0.1)},
       .shapes = {{.shape = Sphere{0.1}, .pose = {.translation = Vec3(-1, 0, 0)}},
                  {.shape = Sphere{0.1}, .pose = {.translation = Vec3(1, 0, 0)}, .group = 7}},
       .mass = 1});
  run(world, 10);
  std::set<int> feet;
  for (const Contact& contact : world.contacts()) {
    feet.insert(contact.body_a == body ? contact.shape_a : contact.shape_b);
  }
  EXPECT_EQ(feet, std::set<int>{0});
  EXPECT_GT(world.state(body).angular_velocity.y(), 0) << "it falls towards +x";
}

TEST(Surfaces, OfOneBodyDoNotMeetEachOther) {
  World world;
  world.add_body(
      {.name = "body",
       .shapes = {{.shape = Sphere{0.5}},
                  {.shape = Box{Vec3(1, 1, 1)}, .pose = {.translation = Vec3(0.3, 0, 0)}}}});
  EXPECT_TRUE(world.detect_contacts(1).empty());
  EXPECT_EQ(world.calc_penetration(), 0);
}

}  // namespace
}  // namespace stiction
