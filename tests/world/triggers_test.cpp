// Triggers report what overlaps them, and act on nothing.

#include <stdexcept>
#include <string>
#include <vector>

#include "collision/query_shapes.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

constexpr auto kBegin = ContactEventKind::begin;
constexpr auto kPersist = ContactEventKind::persist;
constexpr auto kEnd = ContactEventKind::end;

ShapeDefinition trigger_of(const Shape& shape) { return {.shape = shape, .trigger = true}; }

BodyId add_fixed_trigger(World& world, const Shape& shape, const Vec3& position) {
  return world.add_body({.name = "sensor",
                         .kind = BodyKind::fixed,
                         .pose = {.translation = position},
                         .shapes = {trigger_of(shape)}});
}

std::vector<ContactEventKind> kinds(const World& world) {
  std::vector<ContactEventKind> kinds;
  for (const TriggerEvent& event : world.trigger_events()) kinds.push_back(event.kind);
  return kinds;
}
using Kinds = std::vector<ContactEventKind>;

TEST(Triggers, ReportABallThatFallsThroughByWhereItIs) {
  World world;
  const BodyId sensor = add_fixed_trigger(world, Box{Vec3(2, 2, 1)}, Vec3::Zero());
  const BodyId ball = add_ball(world, 0.25, 1, Vec3(0, 0, 2));
  bool was_inside = false;
  int num_begins = 0;
  int num_ends = 0;
  for (int k = 0; k < 150; ++k) {
    run(world, 1);
    const bool is_inside = std::abs(position(world, ball).z()) < 0.5 + 0.25;
    ASSERT_EQ(world.trigger_events().size(), is_inside || was_inside ? 1u : 0u) << k;
    if (!world.trigger_events().empty()) {
      const TriggerEvent& event = world.trigger_events()[0];
      EXPECT_EQ(event.kind, !is_inside ? kEnd : was_inside ? kPersist : kBegin) << k;
      EXPECT_EQ(event.trigger, (BodyShape{sensor, 0}));
      EXPECT_EQ(event.other, (BodyShape{ball, 0}));
      num_begins += event.kind == kBegin;
      num_ends += event.kind == kEnd;
    }
    was_inside = is_inside;
  }
  EXPECT_EQ(num_begins, 1);
  EXPECT_EQ(num_ends, 1);
}

TEST(Triggers, AreFeltByNothing) {
  const auto make = [](bool has_triggers) {
    World world;
    add_ground(world);
    BodyDefinition box{.pose = {.translation = Vec3(0, 0, 1)},
                       .linear_velocity = Vec3(3, 0, 0),
                       .shapes = {{.shape = Box{Vec3(1, 1, 1)}}}};
    BodyDefinition wall{.kind = BodyKind::fixed,
                        .pose = {.translation = Vec3(2, 0, 0)},
                        .shapes = {{.shape = Box{Vec3(0.1, 3, 0.1)}}}};
    if (has_triggers) {
      box.shapes.push_back(trigger_of(Sphere{5}));
      wall.shapes.push_back(trigger_of(Box{Vec3(1, 1, 1)}));
    }
    world.add_body(box);
    world.add_body(wall);
    add_ball(world, 0.3, 1, Vec3(0.1, 0.1, 3));
    return world;
  };
  World with = make(true);
  World without = make(false);
  std::size_t num_events = 0;
  for (int k = 0; k < 200; ++k) {
    run(with, 1);
    run(without, 1);
    ASSERT_TRUE(is_same_world(with, without)) << k;
    num_events += with.trigger_events().size();
  }
  EXPECT_GT(num_events, 200u);
  EXPECT_EQ(with.calc_penetration(), without.calc_penetration());
  EXPECT_EQ(with.detect_contacts(0.1).size(), without.detect_contacts(0.1).size());
}

TEST(Triggers, HaveNoMass) {
  World world;
  const BodyDefinition plain{.shapes = {{.shape = Box{Vec3(1, 2, 3)}}}, .mass = 7};
  BodyDefinition watchful = plain;
  watchful.shapes.insert(watchful.shapes.begin(), trigger_of(Sphere{4}));
  const MassProperties expected = world.mass_properties(world.add_body(plain));
  const MassProperties given = world.mass_properties(world.add_body(watchful));
  EXPECT_EQ(given.mass, expected.mass);
  EXPECT_EQ(given.inertia, expected.inertia);
  EXPECT_EQ(given.center, expected.center);
}

TEST(Triggers, AloneGiveABodyThatMovesNothingToMoveBy) {
  World world;
  try {
    world.add_body({.name = "ghost", .shapes = {trigger_of(Sphere{1})}});
    ADD_FAILURE();
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()),
              "body 'ghost': expected an inertial for a body that moves and has triggers only, "
              "got none");
  }
  world.add_body({.shapes = {trigger_of(Sphere{1})},
                  .inertial = MassProperties{1, Vec3::Zero(), Mat3::Identity()}});
  world.add_body({.kind = BodyKind::kinematic, .shapes = {trigger_of(Sphere{1})}});
}

TEST(Triggers, SeeWhatPassesThroughInOneStep) {
  Random random(81);
  for (int i = 0; i < 60; ++i) {
    World world({.gravity = Vec3::Zero()});
    const Vec3 position = random.in_cube(3);
    const BodyId curtain = world.add_body({.kind = BodyKind::fixed,
                                           .pose = {random.rotation(), position},
                                           .shapes = {trigger_of(Box{Vec3(2, 2, 1e-3)})}});
    const RigidTransform X = world.state(curtain).pose;
    // Meets the curtain half-way, well inside its rim, or flies past it.
    const bool is_hit = i % 2 == 0;
    const double across = is_hit ? random.uniform(-0.5, 0.5) : 1.3;
    const Vec3 way = X.rotation * Vec3(random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), 2);
    const Vec3 middle = X * Vec3(across, random.uniform(-0.5, 0.5), 0);
    const BodyId bullet = world.add_body(
        {.pose = {random.rotation(), middle - 0.5 * way},
         .linear_velocity = 100 * way,
         .shapes = {{.shape = oracle::random_solid(random, i % oracle::kNumSolids, 0.02, 0.1)}}});
    run(world, 1);
    ASSERT_EQ(kinds(world), is_hit ? (Kinds{kBegin, kEnd}) : Kinds{}) << i;
    if (is_hit) {
      EXPECT_EQ(world.trigger_events()[0].trigger.body, curtain);
      EXPECT_EQ(world.trigger_events()[1].other.body, bullet);
    }
    run(world, 1);
    EXPECT_EQ(kinds(world), Kinds{}) << i;
  }
}

TEST(Triggers, SeeWhatIsPutIntoThemAndTakenOut) {
  World world({.gravity = Vec3::Zero()});
  add_fixed_trigger(world, Sphere{1}, Vec3::Zero());
  const BodyId ball = add_ball(world, 0.5, 1, Vec3(5, 0, 0));
  run(world, 1);
  EXPECT_EQ(kinds(world), Kinds{});
  world.set_pose(ball, {});
  EXPECT_EQ(kinds(world), Kinds{}) << "events are those of the last step";
  run(world, 1);
  EXPECT_EQ(kinds(world), Kinds{kBegin});
  run(world, 1);
  EXPECT_EQ(kinds(world), Kinds{kPersist});
  world.set_pose(ball, {.translation = Vec3(-5, 0, 0)});
  run(world, 1);
  EXPECT_EQ(kinds(world), Kinds{kEnd});
  world.set_pose(ball, {.translation = Vec3(5, 0, 0)});
  run(world, 1);
  EXPECT_EQ(kinds(world), Kinds{}) << "a teleport leads through nothing";
}

TEST(Triggers, LetGoOfWhatIsRemoved) {
  World world({.gravity = Vec3::Zero()});
  const BodyId sensor = add_fixed_trigger(world, Sphere{1}, Vec3::Zero());
  const BodyId first = add_ball(world, 0.5, 1, Vec3(0.2, 0, 0));
  const BodyId second = add_ball(world, 0.5, 1, Vec3(-1.2, 0, 0));
  run(world, 1);
  EXPECT_EQ(kinds(world), (Kinds{kBegin, kBegin}));
  world.remove_body(first);
  run(world, 1);
  EXPECT_EQ(kinds(world), (Kinds{kPersist, kEnd}));
  EXPECT_EQ(world.trigger_events()[1].other.body, first);
  world.remove_body(sensor);
  run(world, 1);
  ASSERT_EQ(kinds(world), Kinds{kEnd});
  EXPECT_EQ(world.trigger_events()[0].trigger.body, sensor);
  EXPECT_EQ(world.trigger_events()[0].other.body, second);
  run(world, 1);
  EXPECT_EQ(kinds(world), Kinds{});
}

TEST(Triggers, AreOfAnyShapeOnAnyKindOfBody) {
  Random random(82);
  const Shape shapes[] = {Sphere{1},
                          Box{Vec3(1, 1, 1)},
                          Capsule{0.5, 1},
                          Cylinder{1, 1},
                          Cone{1, 1},
                          oracle::random_hull(random, 20, 1),
                          Plane{Vec3::UnitX(), 0.5},
                          oracle::mesh_of(oracle::random_hull(random, 20, 1)),
                          oracle::random_field(random, 4, 4, Vec3(2, 2, 0.1))};
  for (const Shape& shape : shapes) {
    for (const BodyKind kind : {BodyKind::fixed, BodyKind::kinematic, BodyKind::dynamic}) {
      if (kind != BodyKind::fixed && !is_solid(shape)) continue;
      World world({.gravity = Vec3::Zero()});
      world.add_body({.kind = kind,
                      .shapes = {trigger_of(shape)},
                      .inertial = MassProperties{1, Vec3::Zero(), Mat3::Identity()}});
      add_ball(world, 0.1, 1, Vec3(0.05, 0.02, 0));
      add_ball(world, 0.1, 1, Vec3(5, 0, 5));
      run(world, 1);
      EXPECT_EQ(kinds(world), Kinds{kBegin}) << shape_name(shape);
      run(world, 1);
      EXPECT_EQ(kinds(world), Kinds{kPersist}) << shape_name(shape);
    }
  }
}

TEST(Triggers, ThatMoveSeeWhatStands) {
  World world({.gravity = Vec3::Zero()});
  const BodyId post =
      world.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = Cylinder{0.01, 2}}}});
  const BodyId scanner = world.add_body({.kind = BodyKind::kinematic,
                                         .pose = {.translation = Vec3(-1, 0, 0)},
                                         .linear_velocity = Vec3(200, 0, 0),
                                         .shapes = {trigger_of(Box{Vec3(0.01, 1, 1)})}});
  run(world, 1);
  ASSERT_EQ(kinds(world), (Kinds{kBegin, kEnd}));
  EXPECT_EQ(world.trigger_events()[0].trigger.body, scanner);
  EXPECT_EQ(world.trigger_events()[0].other.body, post);
}

TEST(Triggers, DoNotSeeEachOtherNorTheirOwnBodyNorWhatTheFilterKeepsApart) {
  World world({.gravity = Vec3::Zero()});
  add_fixed_trigger(world, Sphere{1}, Vec3::Zero());
  world.add_body({.shapes = {{.shape = Sphere{0.5}}, trigger_of(Sphere{2})}, .group = 7});
  world.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = Sphere{0.5}}}, .group = 8});
  world.set_groups_collide(7, 8, false);
  run(world, 1);
  ASSERT_EQ(kinds(world), Kinds{kBegin}) << "the fixed trigger and the ball";
  world.set_groups_collide(0, 7, false);
  run(world, 1);
  EXPECT_EQ(kinds(world), Kinds{kEnd});
  world.set_groups_collide(7, 8, true);
  run(world, 1);
  EXPECT_EQ(kinds(world), Kinds{kBegin}) << "the trigger about the ball and the fixed one";
}

TEST(Triggers, AreNotDisturbedByTouching) {
  World world;
  add_ground(world);
  add_fixed_trigger(world, Box{Vec3(4, 4, 1)}, Vec3(0, 0, -0.5));
  add_cube(world, 1, 1, Vec3(0, 0, 0.5));
  for (int k = 0; k < 100; ++k) {
    run(world, 1);
    ASSERT_EQ(kinds(world), Kinds{}) << k;
  }
}

TEST(Triggers, GoOnInACopyAsInTheOriginal) {
  World world({.gravity = Vec3::Zero()});
  add_fixed_trigger(world, Sphere{1}, Vec3::Zero());
  add_ball(world, 0.5, 1, Vec3::Zero());
  run(world, 1);
  World copy = world;
  EXPECT_EQ(kinds(copy), Kinds{kBegin});
  run(copy, 1);
  EXPECT_EQ(kinds(copy), Kinds{kPersist});
  EXPECT_EQ(kinds(world), Kinds{kBegin});
}

TEST(Triggers, AreFoundByQueriesThatAskForThem) {
  World world;
  const BodyId sensor = add_fixed_trigger(world, Sphere{1}, Vec3::Zero());
  const Ray ray{Vec3(0, 0, 5), -Vec3::UnitZ()};
  EXPECT_FALSE(world.ray_cast(ray));
  const auto hit = world.ray_cast(ray, {.triggers = true});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->target.body, sensor);
  EXPECT_DOUBLE_EQ(hit->distance, 4);
}

// Solid at any depth, also far below the grid.
TEST(Triggers, OfAHeightFieldSeeWhatSinks) {
  World world({.gravity = Vec3::Zero()});
  const std::vector<double> flat(4, 0.0);
  const auto grid = std::make_shared<const HeightGrid>(2, 2, flat, Vec3(10, 10, 1));
  add_fixed_trigger(world, HeightField{grid}, Vec3::Zero());
  const BodyId stone = add_ball(world, 0.1, 1, Vec3(0, 0, 0.3));
  world.set_velocity(stone, Vec3(0, 0, -25), Vec3::Zero());
  run(world, 1);
  ASSERT_EQ(kinds(world), Kinds{kBegin});
  for (int k = 0; k < 9; ++k) {
    run(world, 1);
    EXPECT_EQ(kinds(world), Kinds{kPersist}) << k;
  }
}

}  // namespace
}  // namespace stiction
