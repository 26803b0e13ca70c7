// The contents of a world: bodies of every kind, their handles, names and masses.

#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

TEST(Bodies, AreFoundByHandleAndByName) {
  World world;
  EXPECT_FALSE(world.has_body(BodyId{}));
  EXPECT_TRUE(world.bodies().empty());
  const BodyId ground = add_ground(world);
  const BodyId first = add_ball(world, 0.5, 1, Vec3(0, 0, 1));
  const BodyId second = add_ball(world, 0.5, 2, Vec3(3, 0, 1));
  EXPECT_EQ(world.bodies(), (std::vector{ground, first, second}));
  EXPECT_EQ(world.find_body("ball"), first) << "the first of that name";
  EXPECT_EQ(world.find_body("nobody"), std::nullopt);
  EXPECT_EQ(world.find_body(""), std::nullopt);
  EXPECT_EQ(world.definition(second).mass, 2);
  EXPECT_EQ(world.definition(ground).kind, BodyKind::fixed);
  EXPECT_EQ(world.definition(first).shapes.size(), 1u);
  EXPECT_EQ(world.mass_properties(second).mass, 2);
  EXPECT_EQ(world.mass_properties(ground).mass, 0);
}

// Handles name the same body for ever, whatever is added and removed around it: 1000 random
// additions and removals, with steps in between, compared with a plain map.
TEST(Bodies, KeepTheirHandlesWhateverComesAndGoes) {
  World world;
  std::mt19937 random(7);
  std::map<BodyId, double> masses;
  std::set<BodyId> removed;
  for (int k = 0; k < 1000; ++k) {
    if (masses.empty() || random() % 5 < 3) {
      const double mass = 1 + k;
      const BodyId body = add_ball(world, 0.5, mass, Vec3(2 * k, 0, 0));
      ASSERT_FALSE(masses.contains(body) || removed.contains(body)) << "handle used again";
      masses[body] = mass;
    } else {
      const auto gone = std::next(masses.begin(), random() % masses.size());
      world.remove_body(gone->first);
      removed.insert(gone->first);
      masses.erase(gone);
    }
    if (k % 100 == 0) run(world, 1);
  }
  ASSERT_EQ(world.bodies().size(), masses.size());
  double last_mass = 0;
  for (const BodyId body : world.bodies()) {
    EXPECT_TRUE(world.has_body(body));
    EXPECT_EQ(world.mass_properties(body).mass, masses.at(body));
    EXPECT_NEAR(position(world, body).x(), 2 * (masses.at(body) - 1), 0);
    EXPECT_GT(world.definition(body).mass.value(), last_mass) << "in the order of creation";
    last_mass = world.definition(body).mass.value();
  }
  EXPECT_EQ(world.find_body("ball"), world.bodies().front());
  for (const BodyId body : removed) {
    EXPECT_FALSE(world.has_body(body));
    EXPECT_THROW(world.state(body), std::invalid_argument);
  }
}

TEST(Bodies, OneThatVanishesLetsWhatItCarriedFall) {
  World world;
  add_ground(world);
  const BodyId low = add_cube(world, 1, 1, Vec3(0, 0, 0.5));
  const BodyId high = add_cube(world, 1, 1, Vec3(0, 0, 1.5));
  run(world, 5);
  EXPECT_EQ(position(world, high).z(), 1.5);
  world.apply_force(low, Vec3(0, 0, 1000));
  world.remove_body(low);
  EXPECT_EQ(world.find_body("cube"), high);
  run(world, 1);
  EXPECT_NEAR(world.state(high).linear_velocity.z(), -kGravity * 0.01, 1e-15);
  EXPECT_TRUE(std::none_of(world.contacts().begin(), world.contacts().end(),
                           [&](const auto& c) { return c.body_a == low || c.body_b == low; }));
  const auto num_ended =
      std::count_if(world.contact_events().begin(), world.contact_events().end(),
                    [](const auto& event) { return event.kind == ContactEventKind::end; });
  EXPECT_EQ(num_ended, 8) << "four corners below, four above";
}

TEST(Bodies, FromSeveralWorldsMayShareAHandleButNothingElse) {
  World one;
  World other;
  const BodyId in_one = add_ball(one, 0.5, 1, Vec3(0, 0, 1));
  const BodyId in_other = add_ball(other, 0.5, 2, Vec3(0, 0, 2));
  one.set_gravity(Vec3::Zero());
  run(one, 10);
  run(other, 10);
  EXPECT_EQ(position(one, in_one).z(), 1);
  EXPECT_NEAR(position(other, in_other).z(), 2 - 0.5 * kGravity * 0.01, 1e-14);
}

TEST(Bodies, ThatAreFixedNeverMove) {
  World world;
  const BodyId table = world.add_body({.name = "table",
                                       .kind = BodyKind::fixed,
                                       .pose = {.translation = Vec3(0, 0, -0.5)},
                                       .linear_velocity = Vec3(1, 0, 0),
                                       .angular_velocity = Vec3(0, 0, 1),
                                       .shapes = {{Box{Vec3(4, 4, 1)}}}});
  const BodyId cube = add_cube(world, 1, 1000, Vec3(0, 0, 0.5));
  run(world, 50);
  EXPECT_EQ(position(world, table), Vec3(0, 0, -0.5));
  EXPECT_EQ(world.state(table).pose.rotation.coeffs(), Quat::Identity().coeffs());
  EXPECT_LE(world.state(cube).linear_velocity.norm(), 1e-14) << "nor do they drag";
}

// A kinematic body keeps its velocity, whatever touches it.
TEST(Bodies, ThatAreKinematicKeepTheirVelocity) {
  World world;
  add_ground(world);
  const BodyId ram = world.add_body({.name = "ram",
                                     .kind = BodyKind::kinematic,
                                     .pose = {.translation = Vec3(0, 0, 0.5)},
                                     .linear_velocity = Vec3(0.5, 0, 0),
                                     .angular_velocity = Vec3(0, 0, 0.25),
                                     .shapes = {{Box{Vec3(1, 1, 0.8)}}}});
  const BodyId cube = add_cube(world, 1, 1e4, Vec3(1.2, 0, 0.5));
  run(world, 100);
  EXPECT_EQ(world.state(ram).linear_velocity, Vec3(0.5, 0, 0));
  EXPECT_EQ(world.state(ram).angular_velocity, Vec3(0, 0, 0.25));
  EXPECT_LE((position(world, ram) - Vec3(0.5, 0, 0.5)).norm(), 1e-13);
  EXPECT_LE(rotation_angle(world.state(ram).pose.rotation, exp_rotation(Vec3(0, 0, 0.25))), 1e-7);
  EXPECT_GT(position(world, cube).x(), 1.4) << "it was pushed";
  world.set_velocity(ram, Vec3(-1, 0, 0), Vec3::Zero());
  run(world, 100);
  EXPECT_LE((position(world, ram) - Vec3(-0.5, 0, 0.5)).norm(), 1e-13);
}

// A dumbbell of 1 kg at the frame's origin and 3 kg at x = 4: its centre of mass is at x = 3.
BodyDefinition dumbbell() {
  const double ball_volume = 4.0 / 3 * std::numbers::pi * 0.001;
  return {.name = "dumb-bell",
          .shapes = {{.shape = Sphere{0.1}, .density = 1 / ball_volume},
                     {.shape = Sphere{0.1},
                      .pose = {.translation = Vec3(4, 0, 0)},
                      .density = 3 / ball_volume}}};
}

TEST(Bodies, OfSeveralPartsHaveTheirMassByTheParallelAxisTheorem) {
  World world;
  const BodyId body = world.add_body(dumbbell());
  const MassProperties& properties = world.mass_properties(body);
  EXPECT_NEAR(properties.mass, 4, 1e-12);
  EXPECT_LE((properties.center - Vec3(3, 0, 0)).norm(), 1e-12);
  const double own = 0.4 * 4 * 0.01;
  const Vec3 diagonal(own, own + 9 + 3, own + 9 + 3);
  EXPECT_LE((properties.inertia - Mat3(diagonal.asDiagonal())).norm(), 1e-11);
}

TEST(Bodies, OfSeveralPartsTurnAboutTheirCentreOfMass) {
  World world({.gravity = Vec3::Zero()});
  BodyDefinition definition = dumbbell();
  definition.angular_velocity = Vec3(0, 0, std::numbers::pi);
  const BodyId body = world.add_body(definition);
  run(world, 100);
  EXPECT_LE((position(world, body) - Vec3(6, 0, 0)).norm(), 1e-9) << "half a turn in 1 s";
  EXPECT_LE(world.state(body).linear_velocity.norm(), 1e-12);
}

// At rest the two feet carry the weight by the lever rule: 1/4 and 3/4.
TEST(Bodies, OfSeveralPartsRestOnThemByTheLeverRule) {
  World world;
  add_ground(world);
  BodyDefinition definition = dumbbell();
  definition.pose.translation = Vec3(0, 0, 0.1);
  const BodyId body = world.add_body(definition);
  run(world, 100);
  EXPECT_LE((position(world, body) - Vec3(0, 0, 0.1)).norm(), 1e-12);
  ASSERT_EQ(world.contacts().size(), 2u);
  for (const Contact& contact : world.contacts()) {
    const int part = contact.body_a == body ? contact.shape_a : contact.shape_b;
    EXPECT_NEAR(contact.normal_impulse, (part == 0 ? 1 : 3) * kGravity * 0.01, 1e-12) << part;
    EXPECT_LE((contact.point - Vec3(4 * part, 0, 0)).norm(), 1e-12) << part;
  }
}

// A table top on one leg stands if its centre of mass is above the leg, and else falls over with
// the angular acceleration m g d / I about the leg's edge.
TEST(Bodies, OfSeveralPartsFallOverTheirEdge) {
  for (const double offset : {0.19, 0.21}) {
    World world({.integrator = Integrator::first_order});  // the initial acceleration
    add_ground(world);
    const BodyId table =
        world.add_body({.name = "table",
                        .pose = {.translation = Vec3(0, 0, 0.5)},
                        .shapes = {{.shape = Box{Vec3(0.4, 0.4, 1)}},
                                   {.shape = Box{Vec3(2, 2, 0.1)},
                                    .pose = {.translation = Vec3(offset, 0, 0.55)}}},
                        .inertial = MassProperties{.mass = 2,
                                                   .center = Vec3(offset, 0, 0.3),
                                                   .inertia = Vec3(1, 0.7, 0.8).asDiagonal()}});
    run(world, 1);
    const double lever = offset - 0.2;
    const double inertia = 0.7 + 2 * (lever * lever + 0.8 * 0.8);
    const double rate = std::max(0.0, 2 * kGravity * lever * 0.01 / inertia);
    EXPECT_LE((world.state(table).angular_velocity - Vec3(0, rate, 0)).norm(), 1e-10) << offset;
  }
}

TEST(Bodies, OfTwoWorldsInTwoThreadsMoveAsInOne) {
  const auto tumble = [](double height) {
    World world({.threads = 2});
    add_ground(world);
    for (int k = 0; k < 4; ++k) {
      const BodyId cube = add_cube(world, 0.5, 1, Vec3(0.1 * k, 0, height + 0.8 * k));
      world.set_velocity(cube, Vec3(0.1 * k, 0, 0), Vec3(1, 2, 3));
    }
    for (int k = 0; k < 150; ++k) world.step(0.01);
    return world;
  };
  World low;
  World high;
  std::thread one([&] { low = tumble(1); });
  std::thread other([&] { high = tumble(1.3); });
  one.join();
  other.join();
  EXPECT_TRUE(is_same_world(low, tumble(1)));
  EXPECT_TRUE(is_same_world(high, tumble(1.3)));
}

// The determinants of their inertias are out of the range of numbers.
TEST(Bodies, OfAnyMassRestAndTurn) {
  for (const double mass : {1e-104, 1e104}) {
    World world;
    add_ground(world);
    const BodyId cube = add_cube(world, 1, mass, Vec3(0, 0, 0.5));
    const BodyId top = add_cube(world, 1, mass, Vec3(5, 0, 9));
    world.set_velocity(top, Vec3::Zero(), Vec3(0, 0, 2));
    for (int k = 0; k < 10; ++k) ASSERT_EQ(world.step(0.01).status, StepStatus::solved) << mass;
    EXPECT_LE((position(world, cube) - Vec3(0, 0, 0.5)).norm(), 1e-12) << mass;
    EXPECT_NEAR(world.state(top).angular_velocity.z(), 2, 1e-12) << mass;
  }
}

}  // namespace
}  // namespace stiction
