// A world is a value, and a run is reproducible to the bit.

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/triangle_mesh.h>

#include <set>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

/// Boxes and balls that fall onto each other, in several islands.
World make_islands(int threads) {
  World world({.threads = threads});
  add_ground(world);
  for (int tower = 0; tower < 4; ++tower) {
    for (int k = 0; k < 3; ++k) {
      const Vec3 center(3.0 * tower + 0.03 * k, 0.02 * k * tower, 0.5 + 1.02 * k);
      add_cube(world, 1, 1 + k, center);
    }
    const BodyId ball = add_ball(world, 0.4, 1, Vec3(3.0 * tower - 0.2, 0.1, 4.5));
    world.set_velocity(ball, Vec3(0.3, -0.1 * tower, -2), Vec3(1, 2, 3));
  }
  return world;
}

TEST(Snapshot, ACopyStepsOnLikeTheOriginal) {
  World world = make_islands(1);
  run(world, 40);
  World copy = world;
  ASSERT_TRUE(is_same_state(world, copy));
  EXPECT_EQ(copy.contacts().size(), world.contacts().size());
  run(world, 60);
  run(copy, 60);
  EXPECT_TRUE(is_same_state(world, copy));
}

TEST(Snapshot, AssigningBackRestores) {
  World world = make_islands(1);
  run(world, 35);
  const World saved = world;
  run(world, 50);
  const World first_future = world;
  ASSERT_FALSE(is_same_state(world, saved));
  world = saved;
  EXPECT_TRUE(is_same_state(world, saved));
  run(world, 50);
  EXPECT_TRUE(is_same_state(world, first_future));
}

TEST(Snapshot, ForcesThatWaitForTheNextStepArePartOfIt) {
  World world = make_islands(1);
  world.apply_force(world.bodies()[1], Vec3(5, 0, 0));
  World copy = world;
  run(world, 3);
  run(copy, 3);
  EXPECT_TRUE(is_same_state(world, copy));
}

TEST(Snapshot, TheNumberOfThreadsChangesNoBit) {
  World one = make_islands(1);
  World two = make_islands(2);
  World five = make_islands(5);
  for (int k = 0; k < 100; ++k) {
    run(one, 1);
    run(two, 1);
    run(five, 1);
    ASSERT_TRUE(is_same_state(one, two)) << k;
    ASSERT_TRUE(is_same_state(one, five)) << k;
  }
}

// So many islands that each thread takes several at a time.
TEST(Snapshot, TheNumberOfThreadsChangesNoBitOfManyIslands) {
  const auto make_field = [](int threads) {
    World world({.threads = threads});
    add_ground(world);
    for (int k = 0; k < 150; ++k) {
      add_cube(world, 1, 1 + k % 3, Vec3(1.5 * (k % 15), 1.5 * (k / 15), 0.5 + 0.001 * (k % 7)));
    }
    return world;
  };
  World one = make_field(1);
  World two = make_field(2);
  World five = make_field(5);
  for (int k = 0; k < 30; ++k) {
    run(one, 1);
    run(two, 1);
    run(five, 1);
    ASSERT_TRUE(is_same_state(one, two)) << k;
    ASSERT_TRUE(is_same_state(one, five)) << k;
  }
}

HeightField make_wavy_field() {
  std::vector<double> elevations;
  for (int i = 0; i < 400; ++i) elevations.push_back(std::sin(i / 20 * 1.1) * std::cos(i % 20));
  return {std::make_shared<HeightGrid>(20, 20, elevations, Vec3(8, 3, 0.4))};
}

/// An open sheet like a roof.
Mesh make_ridge() {
  const std::vector<Vec3> vertices = {{-3, -1.5, 0}, {3, -1.5, 0}, {-3, 0, 0.6},
                                      {3, 0, 0.5},   {-3, 1.5, 0}, {3, 1.5, 0}};
  const std::vector<std::array<int, 3>> triangles = {{0, 1, 3}, {0, 3, 2}, {2, 3, 5}, {2, 5, 4}};
  return {std::make_shared<TriangleMesh>(vertices, triangles)};
}

Hull make_octahedron(double radius) {
  std::vector<Vec3> points;
  for (const double side : {-radius, radius}) {
    for (int axis = 0; axis < 3; ++axis) points.push_back(side * Vec3::Unit(axis));
  }
  return {std::make_shared<ConvexPolyhedron>(points)};
}

/// Shapes of all kinds, dropped beside each other with spin onto a floor with a mesh and a height
/// field: enough that threads share the narrow phase; contacts appear and vanish all the time.
World make_shower(int threads) {
  World world({.on_unsolved = OnUnsolved::best, .threads = threads});
  add_ground(world);
  world.add_body({.name = "terrain",
                  .kind = BodyKind::fixed,
                  .pose = {.translation = Vec3(0, -3, 0)},
                  .shapes = {{.shape = make_wavy_field()}}});
  world.add_body({.name = "ridge",
                  .kind = BodyKind::fixed,
                  .pose = {.translation = Vec3(4, 4, 0)},
                  .shapes = {{.shape = make_ridge()}}});
  for (int k = 0; k < 80; ++k) {
    const Shape shapes[] = {Box{Vec3(0.5, 0.4, 0.3)}, Sphere{0.25},    Capsule{0.15, 0.3},
                            Cylinder{0.2, 0.4},       Cone{0.25, 0.5}, make_octahedron(0.3)};
    const Vec3 at(0.9 * (k % 9), 0.9 * (k / 9) - 4, 0.9 + 0.3 * (k % 4));
    const Quat turned(Eigen::AngleAxisd(0.7 * k, Vec3(1, k % 3, 0.5).normalized()));
    std::vector<ShapeDefinition> parts = {{.shape = shapes[k % 6]}};
    if (k % 5 == 0)
      parts.push_back({.shape = Sphere{0.15}, .pose = {.translation = Vec3(0.3, 0, 0)}});
    const BodyId body = world.add_body(
        {.name = "body", .pose = {.rotation = turned, .translation = at}, .shapes = parts});
    world.set_velocity(body, Vec3(std::sin(k), std::cos(k), -1), Vec3(k % 7 - 3, 2, k % 4));
  }
  return world;
}

TEST(Snapshot, TheNumberOfThreadsChangesNoBitOfWhatIsFoundAndForgotten) {
  std::vector<World> worlds;
  for (const int threads : {1, 2, 3, 4}) worlds.push_back(make_shower(threads));
  std::set<std::size_t> num_contacts;
  int begun = 0;
  int ended = 0;
  for (int k = 0; k < 60; ++k) {
    for (World& world : worlds) world.step(0.01);
    for (const World& world : worlds) ASSERT_TRUE(is_same_world(worlds.front(), world)) << k;
    num_contacts.insert(worlds.front().contacts().size());
    for (const ContactEvent& event : worlds.front().contact_events()) {
      begun += event.kind == ContactEventKind::begin;
      ended += event.kind == ContactEventKind::end;
    }
  }
  EXPECT_GT(num_contacts.size(), 30u);
  EXPECT_GT(begun, 200);
  EXPECT_GT(ended, 100);
}

TEST(Snapshot, MovesLeaveSomethingThatMayBeAssignedTo) {
  World world = make_islands(1);
  const World copy = world;
  World other = std::move(world);
  EXPECT_TRUE(is_same_state(other, copy));
  world = copy;
  EXPECT_TRUE(is_same_state(world, copy));
}

TEST(Snapshot, ACopyOfWhatWasMovedFromMayBeAssignedToToo) {
  World world = make_islands(1);
  World other = std::move(world);
  World copy = world;
  World assigned;
  assigned = world;
  for (World* empty : {&copy, &assigned, &world}) {
    *empty = other;
    EXPECT_TRUE(is_same_state(*empty, other));
  }
}

}  // namespace
}  // namespace stiction
