// Islands at rest, whose answer is that of the step before as long as nothing changes: they have
// the bits that a copy of the world computes, which has no answers to repeat.

#include <functional>
#include <string>
#include <vector>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

/// A stack of three cubes beside a cube on a slab, a cube in front, and a lid on two columns. All
/// of it rests on ground of rubber.
struct Yard {
  World world;
  MaterialId rubber = 0, ice = 0;
  BodyId ground = {}, middle = {}, slab = {}, lone = {}, lid = {};
};

Yard make_yard(const WorldOptions& options = {}) {
  Yard yard{.world = World(options)};
  World& world = yard.world;
  yard.rubber = world.add_material({.name = "rubber", .friction = 0.8});
  yard.ice = world.add_material({.name = "ice", .friction = 0.01});
  yard.ground = add_ground(world, yard.rubber);
  add_cube(world, 1, 1, Vec3(0, 0, 0.5), yard.rubber);
  yard.middle = add_cube(world, 1, 2, Vec3(0.1, 0, 1.5), yard.rubber);
  add_cube(world, 1, 1, Vec3(0, 0.1, 2.5), yard.rubber);
  yard.slab = world.add_body({.name = "slab",
                              .kind = BodyKind::kinematic,
                              .pose = {.translation = Vec3(3, 0, 0.25)},
                              .shapes = {{.shape = Box{Vec3(2, 2, 0.5)}, .group = GroupId{1}}},
                              .material = yard.rubber});
  add_cube(world, 1, 1, Vec3(3, 0, 1), yard.rubber);
  yard.lone = add_cube(world, 1, 3, Vec3(0, -3, 0.5), yard.rubber);
  for (const double x : {-0.6, 0.6}) add_cube(world, 0.5, 1, Vec3(x, 4, 0.25), yard.rubber);
  yard.lid = world.add_body({.name = "lid",
                             .pose = {.translation = Vec3(0, 4, 0.55)},
                             .shapes = {{.shape = Box{Vec3(2, 0.5, 0.1)}}},
                             .mass = 1,
                             .material = yard.rubber});
  return yard;
}

constexpr std::size_t kIslands = 4;

/// All of a report but wall times and the number of repeated islands.
auto figures_of(const StepReport& report) {
  return std::tuple(report.status, report.islands, report.contacts, report.sticking, report.sliding,
                    report.open, report.friction_use, report.not_unique, report.residual,
                    report.cone_residual, report.penetration, report.turn, report.effort,
                    report.pivots, report.factorisations, report.rungs, report.warm_started,
                    report.passes, report.work, report.resolved);
}

/// Steps the world, and expects what a copy does that has nothing to repeat.
StepReport expect_step_of_copy(World& world, double h = 0.01) {
  World copy = world;
  const StepReport expected = copy.step(h);
  const StepReport report = world.step(h);
  EXPECT_EQ(expected.repeated, 0u);
  EXPECT_EQ(figures_of(report), figures_of(expected));
  EXPECT_TRUE(is_same_world(world, copy));
  return report;
}

TEST(RepeatedIslands, HaveTheBitsOfComputedOnes) {
  for (const std::string& model : ContactModelCatalogue().names()) {
    for (const int threads : {1, 2}) {
      World world = make_yard({.contact = {.model = model}, .threads = threads}).world;
      StepReport report;
      for (int k = 0; k < 60; ++k) report = expect_step_of_copy(world);
      EXPECT_EQ(report.repeated, kIslands) << model << " " << threads;
    }
  }
}

// The round-off of a long stack's impulses does not keep its top moving.
TEST(RepeatedIslands, AreStacksOfAnyHeight) {
  for (const int cubes : {1, 2, 5, 10, 13, 30}) {
    World world;
    add_ground(world);
    for (int k = 0; k < cubes; ++k) add_cube(world, 0.2, 8, Vec3(0, 0, 0.1 + 0.2 * k));
    run(world, 20);
    EXPECT_EQ(world.step(0.01).repeated, 1u) << cubes;
  }
}

/// What a user does to a world between two steps.
struct Change {
  std::string name;
  std::function<void(Yard&)> make;
  bool moves = true;  ///< something that rests does not rest on as before
};

std::vector<Change> list_changes() {
  return {
      {"gravity", [](Yard& yard) { yard.world.set_gravity(Vec3(3, 0, -9)); }},
      {"material",
       [](Yard& yard) {
         yard.world.set_material(yard.rubber, {.name = "rubber", .friction = 0.1});
       },
       false},
      {"material pair",
       [](Yard& yard) {
         yard.world.set_material_pair(yard.rubber, yard.rubber, {.friction = 0.2});
       },
       false},
      {"body's material", [](Yard& yard) { yard.world.set_body_material(yard.lone, yard.ice); },
       false},
      {"groups", [](Yard& yard) { yard.world.set_groups_collide(GroupId{0}, GroupId{1}, false); }},
      {"analysis", [](Yard& yard) { yard.world.set_analyse_contacts(true); }, false},
      {"body taken away", [](Yard& yard) { yard.world.remove_body(yard.middle); }},
      {"column taken away", [](Yard& yard) { yard.world.remove_body(yard.lone); }},
      {"ground taken away", [](Yard& yard) { yard.world.remove_body(yard.ground); }},
      {"body added", [](Yard& yard) { add_cube(yard.world, 1, 1, Vec3(0, -3, 1.5)); }},
      {"ball that comes in",
       [](Yard& yard) {
         const BodyId ball = add_ball(yard.world, 0.2, 1, Vec3(0.9, -3, 0.5));
         yard.world.set_velocity(ball, Vec3(-4, 0, 0), Vec3::Zero());
       }},
      {"pose",
       [](Yard& yard) { yard.world.set_pose(yard.lone, {.translation = Vec3(0, -3, 0.8)}); }},
      {"slab taken away",
       [](Yard& yard) { yard.world.set_pose(yard.slab, {.translation = Vec3(6, 0, 0.25)}); }},
      {"slab put where it is",
       [](Yard& yard) { yard.world.set_pose(yard.slab, yard.world.state(yard.slab).pose); }, false},
      {"velocity",
       [](Yard& yard) { yard.world.set_velocity(yard.lone, Vec3(0, 0.1, 0), Vec3::Zero()); }},
      {"driven slab",
       [](Yard& yard) { yard.world.set_velocity(yard.slab, Vec3(0, 0.1, 0), Vec3::Zero()); }},
      {"force", [](Yard& yard) { yard.world.apply_force(yard.lid, Vec3(0, 0, -5)); }, false},
      {"torque",
       [](Yard& yard) { yard.world.apply_force(yard.lid, Vec3::Zero(), Vec3(0, 0, 0.1)); }, false},
      {"large force", [](Yard& yard) { yard.world.apply_force(yard.lone, Vec3(300, 0, 0)); }},
      {"impulse", [](Yard& yard) { yard.world.apply_impulse(yard.lone, Vec3(0, 0, 1)); }},
      {"joint",
       [](Yard& yard) {
         yard.world.add_joint({.kind = JointKind::fixed, .parent = yard.lid, .child = yard.lone});
       },
       false},
  };
}

TEST(RepeatedIslands, EndWithWhateverIsChanged) {
  for (const Change& change : list_changes()) {
    Yard yard = make_yard();
    run(yard.world, 20);
    ASSERT_EQ(expect_step_of_copy(yard.world).repeated, kIslands);
    World as_before = yard.world;
    change.make(yard);
    bool differs = false;
    for (int k = 0; k < 20; ++k) {
      const StepReport report = expect_step_of_copy(yard.world);
      EXPECT_EQ(report.status, StepStatus::solved);
      as_before.step(0.01);
      differs |= !is_same_state(yard.world, as_before);
      if (k == 0) {
        EXPECT_LT(report.repeated, kIslands) << change.name;
      }
    }
    EXPECT_TRUE(differs || !change.moves) << change.name;
    ASSERT_FALSE(HasFailure()) << change.name;
  }
}

// A joint is removed again, and steps have another length.
TEST(RepeatedIslands, EndWithAJointAndWithAnotherStepLength) {
  Yard yard = make_yard();
  World& world = yard.world;
  const JointId joint =
      world.add_joint({.kind = JointKind::fixed, .parent = yard.lid, .child = yard.lone});
  run(world, 20);
  EXPECT_EQ(expect_step_of_copy(world).repeated, kIslands - 2);
  world.remove_joint(joint);
  for (int k = 0; k < 5; ++k) expect_step_of_copy(world);
  EXPECT_EQ(expect_step_of_copy(world).repeated, kIslands);
  EXPECT_EQ(expect_step_of_copy(world, 0.005).repeated, 0u);
  for (int k = 0; k < 5; ++k) expect_step_of_copy(world, 0.005);
  EXPECT_EQ(expect_step_of_copy(world, 0.005).repeated, kIslands);
}

// What rests goes on repeating while something else moves, until that comes near.
TEST(RepeatedIslands, AreLeftAloneByWhatMovesElsewhere) {
  Yard yard = make_yard();
  World& world = yard.world;
  run(world, 20);
  const BodyId ball = add_ball(world, 0.2, 50, Vec3(6, -3, 0.2));
  world.set_velocity(ball, Vec3(-5, 0, 0), Vec3(0, -25, 0));
  std::size_t fewest = kIslands;
  for (int k = 0; k < 150; ++k) {
    const StepReport report = expect_step_of_copy(world);
    if (k == 0) continue;  // a body is new: all is solved
    if (k < 10) {
      EXPECT_EQ(report.repeated, kIslands);
    }
    fewest = std::min(fewest, report.repeated);
  }
  EXPECT_EQ(fewest, kIslands - 1);
}

// A step that fails leaves nothing to repeat.
TEST(RepeatedIslands, EndWithAStepThatIsCancelled) {
  bool stops = false;
  WorldOptions options;
  options.should_stop = [&] { return stops; };
  Yard yard = make_yard(options);
  run(yard.world, 20);
  ASSERT_EQ(yard.world.step(0.01).repeated, kIslands);
  stops = true;
  ASSERT_EQ(yard.world.step(0.01).status, StepStatus::cancelled);
  stops = false;
  EXPECT_EQ(expect_step_of_copy(yard.world).repeated, 0u);
  EXPECT_EQ(expect_step_of_copy(yard.world).repeated, kIslands);
}

}  // namespace
}  // namespace stiction
