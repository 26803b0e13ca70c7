// Rolling and tipping: where friction meets a body's own inertia.

#include <stiction/geometry/convex_polyhedron.h>

#include <memory>
#include <numbers>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

/// A ball of 1 kg and 0.2 m on a slope that falls towards the yaw.
struct BallOnSlope {
  World world;
  BodyId ball;
  Vec3 downhill;
  double along = 0;   ///< gravity down the slope, m/s^2
  double across = 0;  ///< and into it

  BallOnSlope(double slope, double yaw, double mu) {
    along = kGravity * std::sin(std::atan(slope));
    across = kGravity * std::cos(std::atan(slope));
    downhill = Vec3(std::cos(yaw), std::sin(yaw), 0);
    world.set_gravity(along * downhill - across * Vec3::UnitZ());
    const MaterialId material = world.add_material({.name = "m", .friction = mu});
    add_ground(world, material);
    ball = add_ball(world, 0.2, 1, Vec3(0, 0, 0.2), material);
  }
};

// v = 5/7 g sin t and w = v / r while tan < 7/2 mu (the friction needed is 2/7 of g sin).
TEST(Rolling, OfABallIsFiveSevenths) {
  for (const double slope : {0.01, 0.3, 0.999 * 3.5 * 0.3}) {
    for (int yaw = 0; yaw < 360; yaw += 35) {
      BallOnSlope scene(slope, yaw * kDegree, 0.3);
      run(scene.world, 100);
      const double speed = 5.0 / 7 * scene.along;
      const BodyState state = scene.world.state(scene.ball);
      EXPECT_LE((state.linear_velocity - speed * scene.downhill).norm(), 1e-7)
          << slope << " " << yaw;
      const Vec3 spin = speed / 0.2 * Vec3::UnitZ().cross(scene.downhill);
      EXPECT_LE((state.angular_velocity - spin).norm(), 1e-6) << slope << " " << yaw;
      EXPECT_EQ(scene.world.contacts()[0].state, ContactState::sticking);
    }
  }
}

// On steeper slopes it slips: v = g (sin - mu cos) t, w = 5/2 mu g cos t / r.
TEST(Rolling, OfABallOnASteepSlopeSlips) {
  for (const double slope : {1.001 * 3.5 * 0.3, 2.0}) {
    for (int yaw = 0; yaw < 360; yaw += 35) {
      BallOnSlope scene(slope, yaw * kDegree, 0.3);
      run(scene.world, 100);
      const double speed = scene.along - 0.3 * scene.across;
      const BodyState state = scene.world.state(scene.ball);
      EXPECT_LE((state.linear_velocity - speed * scene.downhill).norm(), 1e-7)
          << slope << " " << yaw;
      EXPECT_NEAR(state.angular_velocity.norm(), 2.5 * 0.3 * scene.across / 0.2, 1e-6) << slope;
      EXPECT_EQ(scene.world.contacts()[0].state, ContactState::sliding);
    }
  }
}

// A capsule across the slope: a = g sin / (1 + I/(m r^2)).
TEST(Rolling, OfACapsuleFollowsFromItsInertia) {
  for (int yaw = 0; yaw < 360; yaw += 51) {
    BallOnSlope scene(0.3, yaw * kDegree, 0.5);
    scene.world.remove_body(scene.ball);
    const Quat lie = exp_rotation(Vec3(0, 0, (yaw + 90) * kDegree)) *
                     exp_rotation(Vec3(0, std::numbers::pi / 2, 0));
    const BodyId capsule =
        scene.world.add_body({.name = "capsule",
                              .pose = {.rotation = lie, .translation = Vec3(0, 0, 0.1)},
                              .shapes = {{Capsule{0.1, 0.6}}},
                              .mass = 1});
    const double inertia = scene.world.mass_properties(capsule).inertia(2, 2);
    run(scene.world, 100);
    const double speed = scene.along / (1 + inertia / 0.01);
    EXPECT_LE((scene.world.state(capsule).linear_velocity - speed * scene.downhill).norm(), 1e-7)
        << yaw;
  }
}

/// Flush tiles of 0.5 m with their tops at z = 0, as shapes of one body: whole, or cut in two along
/// a diagonal.
std::vector<ShapeDefinition> make_tiles(bool is_cut) {
  constexpr double kSize = 0.5;
  const auto make_prism = [&](std::initializer_list<Vec3> corners) {
    std::vector<Vec3> points;
    for (const Vec3& corner : corners) {
      for (const double z : {-0.25, 0.25}) points.push_back(0.5 * kSize * corner + Vec3(0, 0, z));
    }
    return Hull{std::make_shared<const ConvexPolyhedron>(points)};
  };
  const Vec3 a(-1, -1, 0), b(1, -1, 0), c(1, 1, 0), d(-1, 1, 0);
  const Box whole{Vec3(kSize, kSize, 0.5)};
  const Hull right = make_prism({a, b, c}), left = make_prism({a, c, d});
  std::vector<ShapeDefinition> tiles;
  for (int x = -3; x < 3; ++x) {
    for (int y = -3; y < 3; ++y) {
      const RigidTransform pose{.translation = Vec3(kSize * (x + 0.5), kSize * (y + 0.5), -0.25)};
      if (is_cut) {
        tiles.push_back({.shape = right, .pose = pose});
        tiles.push_back({.shape = left, .pose = pose});
      } else {
        tiles.push_back({.shape = whole, .pose = pose});
      }
    }
  }
  return tiles;
}

/// Sends a body across the middle of such tiles in twelve directions, and expects even motion in
/// every step.
void expect_even_motion(bool is_cut, double friction, double restitution, const Shape& shape,
                        const Quat& lie, double radius, double spin) {
  for (int k = 0; k < 12; ++k) {
    World world;
    const MaterialId material =
        world.add_material({.name = "m", .friction = friction, .restitution = restitution});
    world.add_body({.name = "tiles",
                    .kind = BodyKind::fixed,
                    .shapes = make_tiles(is_cut),
                    .material = material});
    const Quat yaw = exp_rotation(Vec3(0, 0, 0.1 + 0.53 * k));
    const Vec3 ahead = yaw * Vec3::UnitX();
    const double speed = 0.4 + 0.13 * k;
    const Vec3 start = -0.3 * ahead + Vec3(0.011 * k, 0.017 * k, radius);
    const BodyId body = world.add_body({.name = "body",
                                        .pose = {.rotation = yaw * lie, .translation = start},
                                        .shapes = {{shape}},
                                        .mass = 10,
                                        .material = material});
    const Vec3 turn = spin * speed * Vec3::UnitZ().cross(ahead);
    world.set_velocity(body, speed * ahead, turn);
    for (double time = 0; time * speed < 0.6; time = world.time()) {
      ASSERT_EQ(world.step(0.005).status, StepStatus::solved);
      const BodyState state = world.state(body);
      const Vec3 place = start + world.time() * speed * ahead;
      ASSERT_LE((state.linear_velocity - speed * ahead).norm(), 1e-6) << k << " " << world.time();
      ASSERT_LE(radius * (state.angular_velocity - turn).norm(), 1e-6) << k << " " << world.time();
      ASSERT_LE((state.pose.translation - place).norm(), 1e-7) << k << " " << world.time();
    }
  }
}

// The edges of flush tiles lie inside their common surface, which is a plane. When edges kicked
// them aside, capsules hopped by up to 5 mm, or moved by 1 mm along their axes in one step.
TEST(Rolling, OfACapsuleOverFlushTilesIsEven) {
  const Quat across = exp_rotation(Vec3(std::numbers::pi / 2, 0, 0));
  for (const bool is_cut : {false, true}) {
    for (const double restitution : {0.0, 0.5}) {
      expect_even_motion(is_cut, 0.6, restitution, Capsule{0.1, 0.25}, across, 0.1, 10);
    }
  }
}

// A body that slides onto the next tile bears on it at once, and does not begin to fall there.
TEST(Sliding, OverFlushTilesIsEven) {
  for (const bool is_cut : {false, true}) {
    for (const double restitution : {0.0, 0.5}) {
      expect_even_motion(is_cut, 0, restitution, Box{Vec3(0.3, 0.2, 0.2)}, Quat::Identity(), 0.1,
                         0);
    }
  }
}

// A bowling ball: friction has no moment about the line of contact, so v + 2/5 r w is constant, and
// in the end v = 5/7 v0, whatever mu and the time step.
TEST(Rolling, OfABowlingBallEndsWithFiveSeventhsOfItsSpeed) {
  for (const double mu : {0.05, 0.4, 3.0}) {
    BallOnSlope scene(0, 0, mu);
    scene.world.set_velocity(scene.ball, Vec3(3, 4, 0), Vec3::Zero());
    run(scene.world, 1000);
    const BodyState state = scene.world.state(scene.ball);
    EXPECT_LE((state.linear_velocity - 5.0 / 7 * Vec3(3, 4, 0)).norm(), 1e-8) << mu;
    const Vec3 spin = Vec3::UnitZ().cross(state.linear_velocity) / 0.2;
    EXPECT_LE((state.angular_velocity - spin).norm(), 1e-7) << mu;
  }
}

// With side spin the friction stays parallel to the slip, whose direction never changes: slip at
// the contact is v - r z x w reversed, and decays at 7/2 mu g.
TEST(Rolling, OfABallWithSideSpinKeepsTheDirectionOfItsSlip) {
  BallOnSlope scene(0, 0, 0.2);
  const Vec3 velocity(3, 0, 0);
  const Vec3 spin(15, -10, 4);
  scene.world.set_velocity(scene.ball, velocity, spin);
  const Vec3 slip = velocity + spin.cross(Vec3(0, 0, -0.2));
  run(scene.world, 20);
  const double t = 0.2;
  const BodyState state = scene.world.state(scene.ball);
  const Vec3 change = -0.2 * kGravity * t * slip.normalized();
  EXPECT_LE((state.linear_velocity - velocity - change).norm(), 1e-7);
  const Vec3 new_slip = state.linear_velocity + state.angular_velocity.cross(Vec3(0, 0, -0.2));
  EXPECT_LE((new_slip - slip - 3.5 * change).norm(), 1e-7);
  EXPECT_NEAR(state.angular_velocity.z(), 4, 1e-9) << "no torsional friction";
}

// A push F < mu m g at the height z tips a box of width w if F z > m g w/2, initially with the
// angular acceleration (F z - m g w/2) / I about the edge; otherwise the box stands still. A
// first-order step uses the initial acceleration for all of the step.
TEST(Tipping, BeginsAtTheHeightOfStatics) {
  const double width = 1;
  const double height = 2;
  const double mass = 3;
  const double push = 0.4 * mass * kGravity;
  const double limit = mass * kGravity * width / 2 / push;
  const double inertia = mass * (width * width + height * height) / 3;
  for (const double z : {0.5, 0.999 * limit, 1.001 * limit, 1.5}) {
    World world({.integrator = Integrator::first_order});
    add_ground(world);
    const BodyId box = world.add_body({.name = "box",
                                       .pose = {.translation = Vec3(0, 0, height / 2)},
                                       .shapes = {{Box{Vec3(width, width, height)}}},
                                       .mass = mass});
    world.apply_force(box, Vec3(push, 0, 0), Vec3::Zero(), Vec3(0, 0, z - height / 2));
    run(world, 1);
    const double rate = std::max(0.0, push * z - mass * kGravity * width / 2) * 0.01 / inertia;
    EXPECT_LE((world.state(box).angular_velocity - Vec3(0, rate, 0)).norm(), 1e-10) << z;
    const Vec3 velocity = rate * Vec3(height / 2, 0, width / 2);
    EXPECT_LE((world.state(box).linear_velocity - velocity).norm(), 1e-10) << z;
    for (int k = 0; k < 300; ++k) {
      world.apply_force(box, Vec3(push, 0, 0), Vec3::Zero(), Vec3(0, 0, z - height / 2));
      run(world, 1);
    }
    if (z < limit) {
      EXPECT_LE((position(world, box) - Vec3(0, 0, height / 2)).norm(), 1e-9) << z;
    } else {
      EXPECT_GT(2 * std::acos(std::min(1.0, world.state(box).pose.rotation.w())), 0.5) << z;
    }
  }
}

// On a slope a box slides first if tan > mu < w/h, and tips first if tan > w/h < mu.
TEST(Tipping, OnASlopeDependsOnWidthByHeight) {
  for (const double slope : {0.49, 0.51}) {
    World world({.gravity = kGravity * Vec3(slope, 0, -1).normalized()});
    const MaterialId material = world.add_material({.name = "m", .friction = 0.8});
    add_ground(world, material);
    const BodyId box = world.add_body({.name = "box",
                                       .pose = {.translation = Vec3(0, 0, 1)},
                                       .shapes = {{Box{Vec3(1, 1, 2)}}},
                                       .mass = 1,
                                       .material = material});
    run(world, 600);
    if (slope < 0.5) {
      EXPECT_LE((position(world, box) - Vec3(0, 0, 1)).norm(), 1e-9);
    } else {
      EXPECT_GT(position(world, box).x(), 0.1);
      EXPECT_LT(position(world, box).z(), 0.99);
    }
  }
}

}  // namespace
}  // namespace stiction
