// Coulomb's law, as bodies feel it: closed forms of statics and of sliding, in every direction.

#include <stiction/math/rotation.h>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

/// Gravity as on a slope whose tangent is `slope` and that falls towards the yaw.
Vec3 slope_gravity(double slope, double yaw) {
  const double angle = std::atan(slope);
  return kGravity *
         Vec3(std::sin(angle) * std::cos(yaw), std::sin(angle) * std::sin(yaw), -std::cos(angle));
}

/// A shape of 1 kg that lies on the ground, turned about the vertical.
struct OnSlope {
  World world;
  BodyId body;

  OnSlope(const Shape& shape, double height, double slope, double yaw, double turn, double mu,
          const Quat& lie = Quat::Identity(), int directions = 8)
      : world({.gravity = slope_gravity(slope, yaw), .contact = {.directions = directions}}) {
    const MaterialId material = world.add_material({.name = "m", .friction = mu});
    add_ground(world, material);
    body = world.add_body({.name = "body",
                           .pose = {.rotation = from_roll_pitch_yaw(Vec3(0, 0, turn)) * lie,
                                    .translation = Vec3(0, 0, height)},
                           .shapes = {{.shape = shape}},
                           .mass = 1,
                           .material = material});
  }
};

TEST(Friction, HoldsABoxUpToTheConesLimitInEveryDirection) {
  for (int yaw = 0; yaw < 360; yaw += 23) {
    OnSlope scene(Box{Vec3(1, 0.6, 0.2)}, 0.1, 0.999 * 0.4, yaw * kDegree, 0.5 * yaw, 0.4);
    run(scene.world, 500);
    EXPECT_LE((position(scene.world, scene.body) - Vec3(0, 0, 0.1)).norm(), 1e-9) << yaw;
    EXPECT_LE(2 * scene.world.state(scene.body).pose.rotation.vec().norm() -
                  2 * std::abs(std::sin(0.25 * yaw)),
              1e-9);
  }
}

// a = g (sin - mu cos) along the fall line, whatever the yaw of slope and box; v = a t.
TEST(Friction, LetsABoxSlideBeyondTheLimitByTheClosedForm) {
  for (const double slope : {1.001 * 0.4, 0.9}) {
    for (int yaw = 0; yaw < 360; yaw += 23) {
      OnSlope scene(Box{Vec3(1, 0.6, 0.2)}, 0.1, slope, yaw * kDegree, 0.5 * yaw, 0.4);
      run(scene.world, 200);
      const double speed = 2 * kGravity * std::cos(std::atan(slope)) * (slope - 0.4);
      const Vec3 expected = speed * Vec3(std::cos(yaw * kDegree), std::sin(yaw * kDegree), 0);
      EXPECT_LE((scene.world.state(scene.body).linear_velocity - expected).norm(), 1e-7) << yaw;
      EXPECT_LE(scene.world.state(scene.body).angular_velocity.norm(), 1e-7) << yaw;
    }
  }
}

TEST(Friction, DoesNotDependOnTheNumberOfDirections) {
  for (const int directions : {4, 6, 8, 16, 32}) {
    OnSlope scene(Box{Vec3(1, 1, 0.2)}, 0.1, 0.7, 40 * kDegree, 0.3, 0.4, Quat::Identity(),
                  directions);
    run(scene.world, 100);
    const double speed = kGravity * std::cos(std::atan(0.7)) * 0.3;
    EXPECT_NEAR(scene.world.state(scene.body).linear_velocity.norm(), speed, 1e-7) << directions;
  }
}

TEST(Friction, HoldsACapsuleThatLiesAcrossAndLetsItRollAlong) {
  // Lying along x: it slides along x, and rolls along y with a = g sin / (1 + I/(m r^2)).
  const Quat lie = from_roll_pitch_yaw(Vec3(0, std::numbers::pi / 2, 0));
  const Capsule capsule{0.1, 0.6};
  OnSlope across(capsule, 0.1, 0.3, 0, 0, 0.5, lie);
  run(across.world, 500);
  EXPECT_LE((position(across.world, across.body) - Vec3(0, 0, 0.1)).norm(), 1e-9);
  OnSlope along(capsule, 0.1, 0.3, 90 * kDegree, 0, 0.5, lie);
  const double inertia = along.world.mass_properties(along.body).inertia(2, 2);
  run(along.world, 100);
  const double acceleration = kGravity * std::sin(std::atan(0.3)) / (1 + inertia / 0.01);
  EXPECT_NEAR(along.world.state(along.body).linear_velocity.y(), acceleration, 1e-7);
}

TEST(Friction, RollsABallWithFiveSevenths) {
  OnSlope scene(Sphere{0.2}, 0.2, 0.3, 25 * kDegree, 0, 0.5);
  run(scene.world, 100);
  const double speed = 5.0 / 7 * kGravity * std::sin(std::atan(0.3));
  EXPECT_NEAR(scene.world.state(scene.body).linear_velocity.norm(), speed, 1e-7);
  EXPECT_NEAR(scene.world.state(scene.body).angular_velocity.norm(), speed / 0.2, 1e-6);
}

TEST(Friction, OfZeroSlidesFreely) {
  OnSlope scene(Box{Vec3(1, 1, 0.2)}, 0.1, 0.2, 0, 0.3, 0);
  run(scene.world, 100);
  EXPECT_NEAR(scene.world.state(scene.body).linear_velocity.x(),
              kGravity * std::sin(std::atan(0.2)), 1e-9);
}

// A push F at the angle of 30 degrees; the box slides with (F - mu m g)/m along the push, if F
// exceeds mu m g, and does not move at all if it does not.
TEST(Friction, OfAPushedBoxOpposesThePush) {
  for (const double push : {0.999, 1.5}) {
    World world;
    const MaterialId material = world.add_material({.name = "m", .friction = 0.5});
    add_ground(world, material);
    const BodyId box = world.add_body({.name = "box",
                                       .pose = {.translation = Vec3(0, 0, 0.05)},
                                       .shapes = {{Box{Vec3(1, 1, 0.1)}}},
                                       .mass = 3,
                                       .material = material});
    const Vec3 direction(std::cos(30 * kDegree), std::sin(30 * kDegree), 0);
    const double limit = 0.5 * 3 * kGravity;
    for (int k = 0; k < 100; ++k) {
      world.apply_force(box, push * limit * direction, Vec3::Zero(), Vec3(0, 0, -0.05));
      run(world, 1);
    }
    const double speed = std::max(0.0, push - 1) * limit / 3;
    EXPECT_LE((world.state(box).linear_velocity - speed * direction).norm(), 1e-7) << push;
  }
}

TEST(Friction, StopsASlidingBoxAfterVSquaredByTwoMuG) {
  OnSlope scene(Box{Vec3(1, 1, 0.2)}, 0.1, 0, 0, 0.4, 0.5);
  scene.world.set_velocity(scene.body, Vec3(3, 4, 0), Vec3::Zero());
  run(scene.world, 200, 0.001 * 6);
  // First order in time: the way is that of the velocities at the ends of the steps.
  const double way = 25 / (2 * 0.5 * kGravity);
  EXPECT_NEAR(position(scene.world, scene.body).head<2>().norm(), way, 5 * 0.006);
  EXPECT_LE(scene.world.state(scene.body).linear_velocity.norm(), 1e-10);
}

TEST(Friction, OfAConveyorCarriesABoxAlong) {
  World world;
  const MaterialId material = world.add_material({.name = "m", .friction = 0.5});
  world.add_body({.name = "conveyor",
                  .kind = BodyKind::kinematic,
                  .linear_velocity = Vec3(0.8, 0.6, 0),
                  .shapes = {{Box{Vec3(50, 50, 1)}}},
                  .material = material});
  const BodyId cube = add_cube(world, 0.5, 2, Vec3(0, 0, 0.75), material);
  run(world, 10);
  EXPECT_NEAR(world.state(cube).linear_velocity.norm(), 0.1 * 0.5 * kGravity, 1e-7);
  run(world, 90);
  EXPECT_LE((world.state(cube).linear_velocity - Vec3(0.8, 0.6, 0)).norm(), 1e-10);
}

// Sum over the corners: the weight, and mu times the weight against the slip; on the body that the
// contact calls a, along its normal, which points from b to a.
TEST(Friction, ReportsImpulsesWithSignFrameAndState) {
  World world;
  const MaterialId material = world.add_material({.name = "m", .friction = 0.5});
  const BodyId cube = add_cube(world, 1, 2, Vec3(0, 0, 0.5), material);
  const BodyId ground = add_ground(world, material);
  world.set_velocity(cube, Vec3(3, -4, 0), Vec3::Zero());
  run(world, 1);
  ASSERT_EQ(world.contacts().size(), 4u);
  double normal = 0;
  Vec3 friction = Vec3::Zero();
  for (const Contact& contact : world.contacts()) {
    EXPECT_EQ(contact.body_a, cube);
    EXPECT_EQ(contact.body_b, ground);
    EXPECT_EQ(contact.normal, Vec3(0, 0, 1));
    EXPECT_EQ(contact.state, ContactState::sliding);
    EXPECT_EQ(contact.friction, 0.5);
    EXPECT_LE(contact.friction_impulse.norm(), 0.5 * contact.normal_impulse * (1 + 1e-9));
    EXPECT_NEAR(contact.friction_impulse.dot(contact.normal), 0, 1e-15);
    EXPECT_NEAR(contact.slip_velocity.norm(), 5 - 0.5 * kGravity * 0.01, 1e-9);
    normal += contact.normal_impulse;
    friction += contact.friction_impulse;
  }
  EXPECT_NEAR(normal, 2 * kGravity * 0.01, 1e-9);
  EXPECT_LE((friction - 0.5 * normal * Vec3(-0.6, 0.8, 0)).norm(), 1e-9);
  world.set_velocity(cube, Vec3::Zero(), Vec3::Zero());
  run(world, 1);
  for (const Contact& contact : world.contacts()) {
    EXPECT_NE(contact.state, ContactState::sliding);
  }
}

TEST(Friction, WithFacetsFixedInTheWorldIsMisdirected) {
  // d = 4: facets along the axes; sliding at 30 degrees, all friction is along x.
  World world({.contact = {.directions = 4, .alignment = FacetAlignment::world}});
  const MaterialId material = world.add_material({.name = "m", .friction = 0.5});
  add_ground(world, material);
  const BodyId cube = add_cube(world, 1, 2, Vec3(0, 0, 0.5), material);
  world.set_velocity(cube, 5 * Vec3(std::cos(30 * kDegree), std::sin(30 * kDegree), 0),
                     Vec3::Zero());
  run(world, 1);
  const Vec3 v = world.state(cube).linear_velocity;
  EXPECT_NEAR(v.y(), 2.5, 1e-9);
  EXPECT_NEAR(v.x(), 5 * std::cos(30 * kDegree) - 0.5 * kGravity * 0.01, 1e-9);
}

}  // namespace
}  // namespace stiction
