// Bodies that roll, slide and fly on meshes and height fields: the triangulation of a surface must
// not show.

#include <stiction/geometry/convex_polyhedron.h>

#include "collision/shape_oracle.h"
#include "collision/surface_meshes.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

BodyId add_surface(World& world, const Shape& shape, const RigidTransform& pose = {}) {
  return world.add_body(
      {.name = "surface", .kind = BodyKind::fixed, .pose = pose, .shapes = {{shape}}});
}

/// Flat ground, 20 m wide, as triangles of all shapes and as a height field.
std::vector<Shape> flat_grounds() {
  const std::vector<double> no_heights(81 * 81, 0.0);
  return {make_mesh(make_floor(80, 10, 3)),
          HeightField{std::make_shared<HeightGrid>(81, 81, no_heights, Vec3(20, 20, 1))}};
}

const Quat kLying(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()));

// A body that rolls over a flat floor of triangles keeps its height and its velocity.
TEST(SurfaceMotion, OfWhatRollsOverAFlatFloorIsEven) {
  struct Roller {
    Shape shape;
    Quat rotation;
    Vec3 direction;
  };
  const double r = 0.2;
  for (const Roller& roller : {Roller{Sphere{r}, Quat::Identity(), Vec3(0.8, 0.6, 0)},
                               Roller{Cylinder{r, 0.5}, kLying, Vec3(1, 0, 0)},
                               Roller{Capsule{r, 0.5}, kLying, Vec3(1, 0, 0)}}) {
    for (const Shape& ground : flat_grounds()) {
      World world;
      add_surface(world, ground);
      const BodyId body = world.add_body({.name = "roller",
                                          .pose = {roller.rotation, Vec3(-3, -0.4, r)},
                                          .shapes = {{roller.shape}},
                                          .mass = 1});
      const double speed = 3;
      const Vec3 velocity = speed * roller.direction;
      world.set_velocity(body, velocity, Vec3::UnitZ().cross(velocity) / r);
      for (int k = 0; k < 200; ++k) {
        run(world, 1);
        const BodyState state = world.state(body);
        ASSERT_NEAR(state.pose.translation.z(), r, 1e-9) << shape_name(roller.shape) << k;
        ASSERT_LE((state.linear_velocity - velocity).norm(), 1e-8) << shape_name(roller.shape);
      }
    }
  }
}

// A floor that is flat to a micrometre, as in text files, moves bodies by micrometres: seams of a
// millionth of a degree are not obstacles.
TEST(SurfaceMotion, OfWhatMovesOverARoughFloorIsAsRoughAsTheFloor) {
  const double rough = 1e-6;
  Random random(3);
  const Mesh floor = make_mesh(make_grid(
      80, 10, 3, [&](double x, double y) { return Vec3(x, y, random.uniform(-rough, rough)); }));
  struct Mover {
    Shape shape;
    Quat rotation;
    double height;
    bool is_rolling;
  };
  for (const Mover& mover :
       {Mover{Sphere{0.2}, Quat::Identity(), 0.2, true},
        Mover{Cylinder{0.2, 0.5}, kLying, 0.2, true}, Mover{Capsule{0.2, 0.5}, kLying, 0.2, true},
        Mover{Box{Vec3(0.6, 0.6, 0.6)}, Quat::Identity(), 0.3, false},
        Mover{Cylinder{0.2, 0.5}, Quat::Identity(), 0.25, false}}) {
    World world;
    World plain;
    add_surface(world, floor);
    add_ground(plain);
    std::vector<BodyId> bodies;
    for (World* each : {&world, &plain}) {
      bodies.push_back(each->add_body({.name = "mover",
                                       .pose = {mover.rotation, Vec3(-5, 0.1, mover.height)},
                                       .shapes = {{mover.shape}},
                                       .mass = 1}));
      const Vec3 spin = mover.is_rolling ? Vec3(0, 3 / mover.height, 0) : Vec3(0, 0, 0);
      each->set_velocity(bodies.back(), Vec3(3, 0, 0), spin);
    }
    for (int k = 0; k < 150; ++k) {
      run(world, 1);
      run(plain, 1);
      const BodyState found = world.state(bodies[0]);
      const BodyState expected = plain.state(bodies[1]);
      ASSERT_NEAR(found.pose.translation.z(), mover.height, 2 * rough) << shape_name(mover.shape);
      // A micrometre per step of 10 ms is 1e-4 m/s.
      ASSERT_LE((found.linear_velocity - expected.linear_velocity).norm(), 400 * rough)
          << shape_name(mover.shape) << " step " << k;
    }
  }
}

// At 100 m/s, further than their size per step, bodies roll and slide like slow ones.
TEST(SurfaceMotion, OfFastBodiesOverAFlatFloorMeetsNoSeams) {
  const double r = 0.2;
  for (const Shape& ground : flat_grounds()) {
    World world;
    add_surface(world, ground);
    const BodyId ball = add_ball(world, r, 1, Vec3(-8, 0.13, r));
    const BodyId box = add_cube(world, 0.4, 1, Vec3(-8, 2.1, 0.2));
    world.set_velocity(ball, Vec3(100, 0, 0), Vec3(0, 100 / r, 0));
    world.set_velocity(box, Vec3(100, 0, 0), Vec3::Zero());
    for (int k = 1; k <= 14; ++k) {
      run(world, 1);
      ASSERT_NEAR(position(world, ball).z(), r, 1e-9) << shape_name(ground) << k;
      ASSERT_NEAR(position(world, box).z(), 0.2, 1e-9) << shape_name(ground) << k;
      EXPECT_LE((world.state(ball).linear_velocity - Vec3(100, 0, 0)).norm(), 1e-6);
      const double speed = 100 - 0.5 * kGravity * 0.01 * k;
      EXPECT_LE((world.state(box).linear_velocity - Vec3(speed, 0, 0)).norm(), 1e-6);
    }
  }
}

// A box that slides over it stops after v^2 / (2 mu g), as on a plane.
TEST(SurfaceMotion, OfABoxThatSlidesOverAFlatFloorIsThatOnAPlane) {
  for (const Shape& ground : flat_grounds()) {
    World world;
    World plain;
    add_surface(world, ground);
    add_ground(plain);
    for (World* each : {&world, &plain}) {
      const BodyId box = add_cube(*each, 0.6, 2, Vec3(-2, 0.1, 0.3));
      each->set_velocity(box, Vec3(4, 1, 0), Vec3::Zero());
      run(*each, 150);
    }
    const Vec3 stopped = position(world, world.bodies()[1]);
    EXPECT_LE((stopped - position(plain, plain.bodies()[1])).norm(), 1e-6);
    const double distance = (stopped - Vec3(-2, 0.1, 0.3)).norm();
    const double speed = std::sqrt(17.0);
    EXPECT_NEAR(distance, speed * speed / (2 * 0.5 * kGravity), 1e-6);
  }
}

// A ball rolls down a ramp of triangles in no special direction of the world's axes.
TEST(SurfaceMotion, OfABallDownARampIsFiveSevenths) {
  Random random(4);
  for (int i = 0; i < 3; ++i) {
    const Quat tilt = random.rotation();
    const Mesh ramp = make_mesh(make_floor(60, 10, 8));
    const double slope = 0.4;
    const Vec3 normal = tilt * Vec3::UnitZ();
    const Vec3 downhill = tilt * Vec3::UnitX();
    World world({.gravity = kGravity * (std::sin(slope) * downhill - std::cos(slope) * normal)});
    add_surface(world, ramp, {tilt, Vec3::Zero()});
    const BodyId ball = add_ball(world, 0.2, 1, 0.2 * normal - 4 * downhill);
    run(world, 100);
    const BodyState state = world.state(ball);
    const double speed = 5.0 / 7 * kGravity * std::sin(slope);
    EXPECT_LE((state.linear_velocity - speed * downhill).norm(), 1e-7);
    EXPECT_NEAR(normal.dot(state.pose.translation), 0.2, 1e-9);
  }
}

// In a gentle bowl a ball without friction keeps its energy except for the step's losses, and never
// jumps: seams are valleys of a fraction of a degree.
TEST(SurfaceMotion, OfABallInAGentleBowlIsSmooth) {
  const double radius = 20;
  const Mesh bowl = make_mesh(make_grid(40, 4, 5, [&](double x, double y) {
    return Vec3(x, y, radius - std::sqrt(radius * radius - x * x - y * y));
  }));
  World world;
  const MaterialId ice = world.add_material({.name = "ice", .friction = 0});
  add_surface(world, bowl);
  const double r = 0.3;
  const double start = 2;
  const double height = radius - std::sqrt((radius - r) * (radius - r) - start * start);
  const BodyId ball = add_ball(world, r, 1, Vec3(start, 0, height + 0.002), ice);
  run(world, 30);
  const double energy = world.energy().total();
  for (int k = 0; k < 600; ++k) {
    run(world, 1);
    const Vec3 x = position(world, ball);
    // The inscribed facets are above the sphere by up to (half a diagonal)^2 / 2 radius.
    const double depth = radius - r - (x - Vec3(0, 0, radius)).norm();
    ASSERT_LE(std::abs(depth), 1e-3) << k;
  }
  EXPECT_NEAR(world.energy().total(), energy, 0.02 * std::abs(energy));
}

// Wherever it comes from, no projectile ends inside a closed box or beyond a sheet.
TEST(SurfaceMotion, OfProjectilesEndsBeforeTheSurface) {
  Random random(12);
  const Mesh box = make_mesh(make_box(Vec3(2, 2, 2), 4, 6));
  const std::vector<Shape> projectiles{Sphere{0.05}, Box{Vec3(0.1, 0.08, 0.06)}, Capsule{0.03, 0.1},
                                       Cylinder{0.04, 0.1}};
  for (const double speed : {100.0, 2000.0}) {
    for (int i = 0; i < 60; ++i) {
      World world({.gravity = Vec3::Zero()});
      add_surface(world, box);
      const Vec3 from = 4 * random.direction();
      const Vec3 target = random.in_cube(1);
      const Shape& shape = projectiles[i % projectiles.size()];
      const BodyId body = world.add_body({.name = "projectile",
                                          .pose = {random.rotation(), from},
                                          .shapes = {{shape}},
                                          .mass = 1});
      world.set_velocity(body, speed * (target - from).normalized(), Vec3::Zero());
      Vec3 last = from;
      for (int k = 0; k < 10; ++k) {
        run(world, 1);
        const Vec3 x = position(world, body);
        for (int m = 0; m <= 100; ++m) {
          const Vec3 between = last + 0.01 * m * (x - last);
          ASSERT_GT(between.cwiseAbs().maxCoeff(), 0.99) << shape_name(shape) << " " << i;
        }
        last = x;
      }
      EXPECT_LE(world.calc_penetration(), 1e-6) << shape_name(shape);
    }
  }
}

TEST(SurfaceMotion, OfProjectilesEndsBeforeASheetFromBothSides) {
  Random random(13);
  const Mesh sheet = make_mesh(make_floor(16, 30, 6));
  const std::vector<Shape> projectiles{Sphere{0.05}, Box{Vec3(0.1, 0.08, 0.06)}, Capsule{0.03, 0.1},
                                       Cone{0.04, 0.1}};
  for (int i = 0; i < 80; ++i) {
    World world({.gravity = Vec3::Zero()});
    const double speed = i % 3 == 0 ? 2000 : 100;
    const MaterialId material =
        world.add_material({.name = "m", .friction = speed > 100 ? 0 : 0.5});
    const RigidTransform X_WS{random.rotation(), random.in_cube(1)};
    add_surface(world, sheet, X_WS);
    const double side = random.index(2) == 0 ? -1 : 1;
    const Vec3 from(random.uniform(-1, 1), random.uniform(-1, 1), side * random.uniform(0.2, 2));
    // From head-on to grazing.
    const Vec3 at = random.log_uniform(0.1, 10) * random.direction().cwiseProduct(Vec3(1, 1, 0));
    const Vec3 aim = at - from;
    const Shape& shape = projectiles[i % projectiles.size()];
    const BodyId body = world.add_body({.name = "projectile",
                                        .pose = X_WS * RigidTransform{random.rotation(), from},
                                        .shapes = {{shape}},
                                        .mass = 1,
                                        .material = material});
    world.set_velocity(body, X_WS.rotation * (speed * aim.normalized()), Vec3::Zero());
    for (int k = 0; k < 8; ++k) {
      run(world, 1);
      const Vec3 x = X_WS.inverse() * position(world, body);
      if (x.head<2>().cwiseAbs().maxCoeff() > 29) break;
      ASSERT_GT(side * x.z(), 0) << shape_name(shape) << " " << i << " step " << k;
    }
  }
}

// In a closed room a ball at any speed stays in the room.
TEST(SurfaceMotion, OfAFastBallStaysInItsRoom) {
  Random random(14);
  for (const double speed : {30.0, 100.0, 2000.0}) {
    World world({.gravity = Vec3(0, 0, -9.81)});
    const MaterialId rubber = world.add_material({.name = "rubber", .friction = 0.2});
    Triangles room = turned_over(make_box(Vec3(4, 4, 4), 5, 2));
    // Without one triangle the room is a sheet; the outside of a closed room would be where the
    // solid is not.
    room.triangles.pop_back();
    add_surface(world, make_mesh(room));
    const BodyId ball = add_ball(world, 0.1, 1, Vec3(0.3, 0.2, 0.1), rubber);
    world.set_velocity(ball, speed * random.direction(), Vec3::Zero());
    for (int k = 0; k < 100; ++k) {
      world.step(0.01);
      const Vec3 x = position(world, ball);
      if (x.z() > 1.8) break;  // near the hole
      ASSERT_LE(x.cwiseAbs().maxCoeff(), 1.9 + 1e-6) << speed << " step " << k;
    }
  }
}

// A body that was placed under the ground comes up again.
TEST(SurfaceMotion, OfABodyUnderAHeightFieldEndsOnIt) {
  Random random(15);
  std::vector<double> elevations;
  for (int i = 0; i < 20 * 20; ++i) elevations.push_back(random.uniform(0, 1));
  const HeightField field{std::make_shared<HeightGrid>(20, 20, elevations, Vec3(10, 10, 1))};
  World world;
  add_surface(world, field);
  const BodyId ball = add_ball(world, 0.3, 1, Vec3(0.3, 0.1, -0.25));
  run(world, 60);
  EXPECT_LE(world.calc_penetration(), 1e-6);
  EXPECT_GT(position(world, ball).z(), 0.3);
}

// Low bodies that come from the side are stopped by the rim of a plateau whose surface is above
// their centres; nothing lifts them onto it.
TEST(SurfaceMotion, OfWhatComesFromTheSideOfAHeightFieldEndsAtItsRim) {
  const double r = 0.24;
  const HeightField plateau{std::make_shared<HeightGrid>(
      3, 3, std::vector<double>{1, 1, 1, 1, 0, 1, 1, 1, 1}, Vec3(2, 2, 0.25))};
  const Quat turned(Eigen::AngleAxisd(0.3, Vec3::UnitZ()));
  const std::pair<Shape, Quat> bodies[] = {{Sphere{r}, turned},
                                           {Cylinder{r, 0.4}, turned * kLying},
                                           {Capsule{r, 0.4}, turned * kLying},
                                           {Box{Vec3(2 * r, 0.4, 2 * r)}, turned}};
  for (const Integrator integrator : {Integrator::automatic, Integrator::first_order}) {
    for (const auto& [shape, rotation] : bodies) {
      for (const double speed : {0.34, 1.3, 4.0}) {
        World world({.integrator = integrator});
        add_ground(world, world.add_material({.name = "smooth", .friction = 0.1}));
        add_surface(world, plateau);
        const BodyId body = world.add_body({.pose = {rotation, Vec3(-1.6, 0.2, r)},
                                            .linear_velocity = Vec3(speed, 0, 0),
                                            .shapes = {{shape}},
                                            .mass = 1});
        for (int k = 0; k < 100; ++k) {
          const double energy = world.energy().total();
          run(world, 1);
          ASSERT_LE(world.energy().total(), energy + 1e-8)
              << shape_name(shape) << " at " << speed << " m/s, step " << k;
        }
        EXPECT_LT(position(world, body).x(), -1 - 0.1) << shape_name(shape);
      }
    }
  }
}

// A ball that falls onto a ridge rolls down on the side of its centre.
TEST(SurfaceMotion, OfABallFromARidgeIsToItsSide) {
  for (const double x : {-0.02, 0.02}) {
    World world;
    add_surface(world, make_mesh({{Vec3(0, -4, 0), Vec3(0, 4, 0), Vec3(4, -4, -3), Vec3(4, 4, -3),
                                   Vec3(-4, -4, -3), Vec3(-4, 4, -3)},
                                  {{0, 2, 3}, {0, 3, 1}, {0, 1, 5}, {0, 5, 4}}}));
    const BodyId ball = add_ball(world, 0.3, 1, Vec3(x, 0.1, 0.35));
    run(world, 100);
    EXPECT_GT(position(world, ball).x() * x, 0.01);
    EXPECT_NEAR(position(world, ball).y(), 0.1, 1e-9);
    // On the slope, whose normal is (3, 4) / 5.
    EXPECT_NEAR(0.6 * std::abs(position(world, ball).x()) + 0.8 * position(world, ball).z(), 0.3,
                1e-8);
  }
}

// Three slopes of an open mesh that meet at a vertex. A hull that comes to rest over the vertex,
// across the crease of two slopes, stays on them.
TEST(SurfaceMotion, OfAHullOverACreaseOfAnOpenMeshEndsOnIt) {
  World world;
  const MaterialId material =
      world.add_material({.name = "m", .friction = 0.3, .restitution = 0.5});
  const Mesh slopes =
      make_mesh({{Vec3(-1.2, -1.15, 0.49), Vec3(0.07, -0.94, 0.16), Vec3(0.09, 0.29, 0.02),
                  Vec3(1.18, -1.06, 0.45), Vec3(1.25, 0.77, 0.38), Vec3(-0.05, 1.15, 0.24)},
                 {{0, 1, 2}, {1, 3, 2}, {2, 4, 5}}});
  world.add_body(
      {.name = "slopes", .kind = BodyKind::fixed, .shapes = {{slopes}}, .material = material});
  const std::vector<Vec3> corners{Vec3(-0.07, -0.37, 0.05), Vec3(-0.11, 0.07, 0.29),
                                  Vec3(-0.13, 0.02, 0.28),  Vec3(-0.15, -0.36, 0.01),
                                  Vec3(0.18, -0.03, 0.25),  Vec3(0.16, 0.32, 0.17),
                                  Vec3(0.21, 0.32, 0.11),   Vec3(-0.06, -0.14, 0.29),
                                  Vec3(-0.15, 0.26, 0.02),  Vec3(-0.08, -0.02, 0.31)};
  const BodyId hull =
      world.add_body({.name = "hull",
                      .pose = {Quat::Identity(), Vec3(0.23, 0.23, 0.07)},
                      .shapes = {{Hull{std::make_shared<ConvexPolyhedron>(corners)}}},
                      .mass = 1.34,
                      .material = material});
  world.set_velocity(hull, Vec3(-0.04, -0.19, -0.03), Vec3(-0.16, -0.09, 0.21));
  run(world, 60, 1.0 / 60);
  EXPECT_LE(world.calc_penetration(), 1e-6);
  EXPECT_GT(position(world, hull).z(), 0.05);
  EXPECT_LE(world.state(hull).linear_velocity.norm(), 1e-3);
}

}  // namespace
}  // namespace stiction
