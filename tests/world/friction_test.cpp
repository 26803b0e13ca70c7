// The effect of Coulomb's law on bodies: closed forms of statics and of sliding, in every
// direction.

#include "world/on_slope.h"

namespace stiction {
namespace {

// A capsule along x: it slides along its axis, and rolls across it.
const Lying kCapsule = {"capsule", Capsule{0.1, 0.6}, 0.1,
                        Quat(std::numbers::sqrt2 / 2, 0, std::numbers::sqrt2 / 2, 0)};

/// The largest distance of the body from `start` in 5 s, m.
double creep(OnSlope& scene, const RigidTransform& start) {
  double way = 0;
  for (int k = 0; k < 500; ++k) {
    run(scene.world, 1);
    const RigidTransform pose = scene.world.state(scene.body).pose;
    // A corner a metre away moves by at most the sum.
    way = std::max(way, (pose.translation - start.translation).norm() +
                            (pose.rotation.coeffs() - start.rotation.coeffs()).norm());
  }
  return way;
}

TEST(Friction, HoldsABoxUpToTheConesLimitInEveryDirection) {
  for (const bool is_on_plane : {true, false}) {
    for (int yaw = 0; yaw < 360; yaw += 23) {
      OnSlope scene(kBox, std::atan(0.999 * 0.4), yaw * kDegree, 0.5 * yaw, 0.4, is_on_plane);
      EXPECT_LE(creep(scene, scene.world.state(scene.body).pose), 1e-9)
          << "yaw " << yaw << (is_on_plane ? " on the plane" : " on the slab");
    }
  }
}

// A capsule holds only along its axis.
TEST(Friction, HoldsACapsuleAlongItsAxisUpToTheConesLimit) {
  for (const bool is_on_plane : {true, false}) {
    for (int yaw = 0; yaw < 360; yaw += 41) {
      OnSlope scene(kCapsule, std::atan(0.999 * 0.4), yaw * kDegree, yaw * kDegree, 0.4,
                    is_on_plane);
      EXPECT_LE(creep(scene, scene.world.state(scene.body).pose), 1e-9)
          << "yaw " << yaw << (is_on_plane ? " on the plane" : " on the slab");
    }
  }
}

/// After 1 s of sliding from rest: v = g (sin - mu cos) t along the fall line, without any turn or
/// deviation.
void expect_slides(const Lying& lying, double slope, int yaw, double turn, bool is_on_plane) {
  OnSlope scene(lying, std::atan(slope), yaw * kDegree, turn, 0.4, is_on_plane);
  run(scene.world, 100);
  const double speed = kGravity * std::cos(std::atan(slope)) * (slope - 0.4);
  const Vec3 fall_line(std::cos(yaw * kDegree), std::sin(yaw * kDegree), 0);
  const BodyState state = scene.world.state(scene.body);
  const std::string where =
      std::string(lying.name) + ", slope " + std::to_string(slope) + ", yaw " + std::to_string(yaw);
  EXPECT_LE((state.linear_velocity - speed * fall_line).norm(), 1e-7) << where;
  EXPECT_LE(state.angular_velocity.norm(), 1e-7) << where;
  const Vec3 way = state.pose.translation - Vec3(0, 0, lying.height);
  EXPECT_LE((way - way.dot(fall_line) * fall_line).norm(), 1e-7) << where;
  EXPECT_NEAR(way.dot(fall_line), 0.5 * speed, 0.006 * speed) << where << ": first order in h";
}

TEST(Friction, LetsABoxSlideBeyondTheLimitByTheClosedForm) {
  for (const double slope : {1.001 * 0.4, 0.42, 0.9}) {
    for (int yaw = 0; yaw < 360; yaw += 23) {
      expect_slides(kBox, slope, yaw, 0.5 * yaw, true);
      if (yaw % 2 == 0) expect_slides(kBox, slope, yaw, 0.5 * yaw, false);
    }
  }
}

TEST(Friction, LetsACapsuleSlideAlongItsAxisBeyondTheLimit) {
  for (int yaw = 0; yaw < 360; yaw += 41) {
    expect_slides(kCapsule, 1.001 * 0.4, yaw, yaw * kDegree, true);
    expect_slides(kCapsule, 0.9, yaw, yaw * kDegree, false);
  }
}

// The slope as geometry: ground and box tilted in space, gravity straight down. Nothing may depend
// on where the world's axes point.
TEST(Friction, DoesNotDependOnTheWorldsAxes) {
  for (const double slope : {0.999 * 0.4, 1.001 * 0.4}) {
    for (int draw = 0; draw < 24; ++draw) {
      World world;
      const MaterialId material = world.add_material({.name = "m", .friction = 0.4});
      const Vec3 axis(std::cos(0.7 * draw), std::sin(0.7 * draw), 0);
      const Quat tilt = exp_rotation(std::atan(slope) * axis) * exp_rotation(Vec3(0, 0, draw));
      world.add_body(
          {.name = "slab",
           .kind = BodyKind::fixed,
           .pose = {.rotation = tilt},
           .shapes = {draw % 2 == 0 ? ShapeDefinition{.shape = Plane{}}
                                    : ShapeDefinition{.shape = Box{Vec3(40, 40, 2)},
                                                      .pose = {.translation = Vec3(0, 0, -1)}}},
           .material = material});
      const Vec3 start = tilt * Vec3(1, 2, 0.1);
      const BodyId box = world.add_body(
          {.name = "box",
           .pose = {.rotation = tilt * exp_rotation(Vec3(0, 0, 0.3)), .translation = start},
           .shapes = {{Box{Vec3(1, 0.6, 0.2)}}},
           .mass = 1,
           .material = material});
      run(world, 100);
      const Vec3 downhill = axis.cross(tilt * Vec3::UnitZ()).normalized();
      const double speed = std::max(0.0, kGravity * std::cos(std::atan(slope)) * (slope - 0.4));
      const double sign = downhill.z() < 0 ? 1 : -1;
      EXPECT_LE((world.state(box).linear_velocity - sign * speed * downhill).norm(), 1e-7) << draw;
      if (slope < 0.4) {
        EXPECT_LE((position(world, box) - start).norm(), 1e-9) << draw;
      }
    }
  }
}

TEST(Friction, DoesNotDependOnTheNumberOfDirections) {
  for (const int directions : {4, 6, 8, 16, 32}) {
    for (const int yaw : {0, 40, 67}) {
      OnSlope sliding(kBox, std::atan(0.7), yaw * kDegree, 0.3, 0.4, true,
                      {.directions = directions});
      run(sliding.world, 100);
      const double speed = kGravity * std::cos(std::atan(0.7)) * 0.3;
      const Vec3 expected = speed * Vec3(std::cos(yaw * kDegree), std::sin(yaw * kDegree), 0);
      EXPECT_LE((sliding.world.state(sliding.body).linear_velocity - expected).norm(), 1e-7)
          << directions << " directions, yaw " << yaw;
      OnSlope holding(kBox, std::atan(0.999 * 0.4), yaw * kDegree, 0.3, 0.4, true,
                      {.directions = directions});
      EXPECT_LE(creep(holding, holding.world.state(holding.body).pose), 1e-9)
          << directions << " directions, yaw " << yaw;
    }
  }
}

TEST(Friction, OfZeroSlidesFreely) {
  OnSlope scene(kBox, std::atan(0.2), 0.4, 0.3, 0);
  run(scene.world, 100);
  const double speed = kGravity * std::sin(std::atan(0.2));
  EXPECT_LE((scene.world.state(scene.body).linear_velocity -
             speed * Vec3(std::cos(0.4), std::sin(0.4), 0))
                .norm(),
            1e-9);
  for (const Contact& contact : scene.world.contacts()) {
    EXPECT_EQ(contact.friction_impulse, Vec3(0, 0, 0));
  }
}

// However large mu is, a flat box stays on a slope that does not tip it.
TEST(Friction, MayBeHuge) {
  for (const double mu : {10.0, 1e3, 1e6}) {
    OnSlope scene(kBox, std::atan(2), 30 * kDegree, 0.3, mu);
    EXPECT_LE(creep(scene, scene.world.state(scene.body).pose), 1e-9) << mu;
  }
}

// A push F: the box slides with (F - mu m g)/m along the push if F exceeds mu m g, and otherwise
// does not move at all.
TEST(Friction, OfAPushedBoxOpposesThePush) {
  for (const double push : {0.999, 1.001, 1.5}) {
    for (int yaw = 0; yaw < 360; yaw += 30) {
      World world;
      const MaterialId material = world.add_material({.name = "m", .friction = 0.5});
      add_ground(world, material);
      const BodyId box = world.add_body({.name = "box",
                                         .pose = {.translation = Vec3(0, 0, 0.05)},
                                         .shapes = {{Box{Vec3(1, 1, 0.1)}}},
                                         .mass = 3,
                                         .material = material});
      const Vec3 direction(std::cos(yaw * kDegree), std::sin(yaw * kDegree), 0);
      const double limit = 0.5 * 3 * kGravity;
      for (int k = 0; k < 100; ++k) {
        world.apply_force(box, push * limit * direction, Vec3::Zero(), Vec3(0, 0, -0.05));
        run(world, 1);
      }
      const double speed = std::max(0.0, push - 1) * limit / 3;
      EXPECT_LE((world.state(box).linear_velocity - speed * direction).norm(), 1e-7)
          << push << ", yaw " << yaw;
      if (push < 1) {
        EXPECT_LE((position(world, box) - Vec3(0, 0, 0.05)).norm(), 1e-9) << yaw;
      }
    }
  }
}

// v^2 / (2 mu g), whatever the step, straight ahead; then it stays for ever.
TEST(Friction, StopsASlidingBoxAfterVSquaredByTwoMuG) {
  const double way = 25 / (2 * 0.5 * kGravity);
  for (const double h : {0.016, 0.01, 0.008, 0.0037}) {
    OnSlope scene(kBox, 0, 0, 0.4, 0.5);
    scene.world.set_velocity(scene.body, Vec3(3, 4, 0), Vec3::Zero());
    run(scene.world, static_cast<int>(2 / h), h);
    const Vec3 end = position(scene.world, scene.body);
    EXPECT_NEAR(end.head<2>().norm(), way, 1e-9) << h;
    EXPECT_LE(std::abs(end.dot(Vec3(-0.8, 0.6, 0))), 1e-8) << h;
    EXPECT_LE(creep(scene, scene.world.state(scene.body).pose), 1e-9) << h;
  }
}

// A belt at 1 m/s under a box at rest: it accelerates with mu g until the speeds agree, then
// without slip.
TEST(Friction, OfAConveyorCarriesABoxAlong) {
  World world;
  const MaterialId material = world.add_material({.name = "m", .friction = 0.5});
  const Vec3 belt(0.8, 0.6, 0);
  world.add_body({.name = "conveyor",
                  .kind = BodyKind::kinematic,
                  .linear_velocity = belt,
                  .shapes = {{Box{Vec3(50, 50, 1)}}},
                  .material = material});
  const BodyId cube = add_cube(world, 0.5, 2, Vec3(0, 0, 0.75), material);
  run(world, 10);
  EXPECT_LE((world.state(cube).linear_velocity - 0.1 * 0.5 * kGravity * belt).norm(), 1e-7);
  run(world, 90);
  EXPECT_LE((world.state(cube).linear_velocity - belt).norm(), 1e-10);
  EXPECT_LE(world.state(cube).angular_velocity.norm(), 1e-10);
  for (const Contact& contact : world.contacts()) {
    EXPECT_EQ(contact.state, ContactState::sticking);
    EXPECT_LE(contact.slip_velocity.norm(), 1e-10);
  }
}

// On a turntable a box turns with it where w^2 r < mu g; further out it slides.
TEST(Friction, OfATurntableCarriesWhatIsNearTheMiddle) {
  const double spin = 2;
  const double limit = 0.5 * kGravity / (spin * spin);
  for (const double radius : {0.9 * limit, 1.1 * limit}) {
    World world;
    const MaterialId material = world.add_material({.name = "m", .friction = 0.5});
    world.add_body({.name = "turntable",
                    .kind = BodyKind::kinematic,
                    .angular_velocity = Vec3(0, 0, spin),
                    .shapes = {{Box{Vec3(20, 20, 1)}}},
                    .material = material});
    const BodyId cube = add_cube(world, 0.2, 1, Vec3(radius, 0, 0.6), material);
    world.set_velocity(cube, Vec3(0, spin * radius, 0), Vec3(0, 0, spin));
    run(world, 100, 0.001);
    const Vec3 arm = position(world, cube) - Vec3(0, 0, 0.6);
    const double slip = (world.state(cube).linear_velocity - Vec3(0, 0, spin).cross(arm)).norm();
    if (radius < limit) {
      EXPECT_LE(slip, 1e-2) << "first order in h";
      EXPECT_NEAR(world.state(cube).angular_velocity.z(), spin, 1e-9);
      EXPECT_NEAR(arm.norm(), radius, spin * spin * radius * 0.001 * 0.1);
    } else {
      EXPECT_GT(slip, 0.01);
    }
  }
}

// The known weakness of facets that are fixed in the world: with d = 4 (along the axes) friction is
// directed along an axis, and along a diagonal it is no stronger than mu / sqrt(2).
TEST(Friction, WithFacetsFixedInTheWorldIsMisdirected) {
  OnSlope scene(kBox, 0, 0, 0, 0.5, true, {.directions = 4, .alignment = FacetAlignment::world});
  const Vec3 velocity = 5 * Vec3(std::cos(30 * kDegree), std::sin(30 * kDegree), 0);
  scene.world.set_velocity(scene.body, velocity, Vec3::Zero());
  run(scene.world, 1);
  const Vec3 change = scene.world.state(scene.body).linear_velocity - velocity;
  EXPECT_LE((change - Vec3(-0.5 * kGravity * 0.01, 0, 0)).norm(), 1e-9);
}

TEST(Friction, WithFacetsFixedInTheWorldIsWeakInADiagonal) {
  for (const FacetAlignment alignment : {FacetAlignment::world, FacetAlignment::slip}) {
    OnSlope scene(kBox, std::atan(0.8 * 0.5), 45 * kDegree, 0, 0.5, true,
                  {.directions = 4, .alignment = alignment});
    run(scene.world, 100);
    const double mu = 0.5 / std::numbers::sqrt2;
    const double speed =
        alignment == FacetAlignment::slip ? 0 : kGravity * std::cos(std::atan(0.4)) * (0.4 - mu);
    EXPECT_NEAR(scene.world.state(scene.body).linear_velocity.norm(), speed, 1e-7);
  }
}

}  // namespace
}  // namespace stiction
