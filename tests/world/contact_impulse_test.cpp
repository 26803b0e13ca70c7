// The impulses that bodies exchange at their contacts.

#include <utility>
#include <vector>

#include "random_numbers.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

constexpr double kTimestep = 0.01;

/// Three cubes of 1, 2 and 4 kg on each other, the lowest first.
std::vector<BodyId> add_tower(World& world) {
  std::vector<BodyId> cubes;
  for (const double mass : {4.0, 2.0, 1.0}) {
    const double z = 0.5 + static_cast<double>(cubes.size());
    cubes.push_back(add_cube(world, 1, mass, Vec3(0, 0, z)));
  }
  return cubes;
}

TEST(ContactImpulse, EachOfATowerBearsTheWeightAboveIt) {
  World world;
  const std::vector<BodyId> cubes = add_tower(world);
  const BodyId ground = add_ground(world);  // has the higher number in its pair
  run(world, 20, kTimestep);
  const auto force = [&](BodyId on, BodyId by) {
    return Vec3(calc_contact_impulse(world.contacts(), on, by) / kTimestep);
  };
  EXPECT_TRUE(force(cubes[0], ground).isApprox(Vec3(0, 0, 7 * kGravity), 1e-9));
  EXPECT_TRUE(force(cubes[1], cubes[0]).isApprox(Vec3(0, 0, 3 * kGravity), 1e-9));
  EXPECT_TRUE(force(cubes[2], cubes[1]).isApprox(Vec3(0, 0, kGravity), 1e-9));
  for (const auto& [a, b] : {std::pair(cubes[0], ground), std::pair(cubes[1], cubes[0])}) {
    EXPECT_EQ(force(a, b), -force(b, a));
  }
  EXPECT_EQ(force(cubes[2], ground), Vec3::Zero());
  EXPECT_EQ(force(ground, ground), Vec3::Zero());
}

TEST(ContactImpulse, HasTheFriction) {
  World world;
  const MaterialId rough = world.add_material({.name = "rough", .friction = 0.5});
  const BodyId ground = add_ground(world, rough);
  const BodyId cube = add_cube(world, 1, 2, Vec3(0, 0, 0.5), rough);
  world.apply_force(cube, Vec3(3, 4, 0));  // below 0.5 m g
  run(world, 1, kTimestep);
  const Vec3 impulse = calc_contact_impulse(world.contacts(), cube, ground);
  EXPECT_TRUE(impulse.isApprox(kTimestep * Vec3(-3, -4, 2 * kGravity), 1e-9));
}

// Friction may act without a normal impulse: under a viscous law, at a contact that touches for a
// moment.
TEST(ContactImpulse, IsToldOfContactsThatFrictionAloneActsOn) {
  bool has_slowed = false;
  for (const Vec3& spin : {Vec3(-5, -3, 1), Vec3(-8, 0, 1)}) {
    World world({.contact = {.model = "viscous"}});
    const MaterialId oil = world.add_material({.name = "oil", .viscosity = 5});
    add_ground(world, oil);
    BodyDefinition capsule{.name = "capsule", .shapes = {{Capsule{0.1, 0.4}}}, .material = oil};
    capsule.mass = 1;
    capsule.pose.translation = Vec3(0, 0, 0.3);
    capsule.pose.rotation = from_roll_pitch_yaw(Vec3(0.1, 0.3, 0));
    capsule.linear_velocity = Vec3(2, 0, -1);
    capsule.angular_velocity = spin;
    const BodyId body = world.add_body(capsule);
    for (int k = 0; k < 30; ++k) {
      const Vec3 before = world.state(body).linear_velocity;
      const StepReport report = world.step(kTimestep);
      Vec3 impulse = Vec3::Zero();
      std::size_t num_touching = 0;
      for (const Contact& contact : world.contacts()) {
        if (!contact.is_touching()) continue;
        ++num_touching;
        const double sign = contact.body_a == body ? 1 : -1;
        impulse += sign * (contact.normal_impulse * contact.normal + contact.friction_impulse);
      }
      EXPECT_EQ(report.contacts, num_touching) << k;
      const Vec3 change =
          world.state(body).linear_velocity - before + Vec3(0, 0, kTimestep * kGravity);
      EXPECT_LE((change - impulse).norm(), 1e-12) << k;
      has_slowed |= impulse.z() == 0 && impulse.norm() > 1e-3;
    }
  }
  EXPECT_TRUE(has_slowed);
}

// A cube slides on another one; both turn, and with them the normal, by up to a tenth of a radian
// per step. The impulses of the step are reported as one, along and across one normal.
TEST(ContactImpulse, IsWithinItsBoundWhereBodiesTurn) {
  int num_sliding = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Random random(7, seed);
    World world({.gravity = Vec3::Zero()});
    const MaterialId wood = world.add_material({.name = "wood", .friction = 0.4});
    const BodyId lower = add_cube(world, 0.2, 1, Vec3::Zero(), wood);
    const BodyId upper = add_cube(world, 0.2, 1, Vec3(0.02, 0.01, 0.2), wood);
    const Vec3 spin(random.uniform(5, 10), random.uniform(-1, 1), random.uniform(-1, 1));
    for (const BodyId body : {lower, upper}) {
      world.set_velocity(body, spin.cross(position(world, body)), spin);
    }
    for (int k = 0; k < 10; ++k) {
      const Vec3 up = world.state(lower).pose.rotation * Vec3::UnitZ();
      const Vec3 force = 40 * up + 20 * random.direction();
      world.apply_force(lower, force);
      world.apply_force(upper, -force);
      const Vec3 before = world.state(upper).linear_velocity;
      run(world, 1, kTimestep);
      Vec3 impulse = -kTimestep * force;
      for (const Contact& contact : world.contacts()) {
        const double bound = contact.friction * contact.normal_impulse;
        EXPECT_LE(contact.friction_impulse.norm(), bound * (1 + 1e-9)) << seed << ' ' << k;
        EXPECT_NEAR(contact.friction_use * bound, contact.friction_impulse.norm(), 1e-9 * bound);
        EXPECT_LE(std::abs(contact.friction_impulse.dot(contact.normal)), 1e-12);
        num_sliding += contact.friction_use > 1 - 1e-6;
      }
      impulse += calc_contact_impulse(world.contacts(), upper, lower);
      EXPECT_LE((world.state(upper).linear_velocity - before - impulse).norm(), 1e-9);
    }
  }
  EXPECT_GT(num_sliding, 20);
}

}  // namespace
}  // namespace stiction
