// A turning body meets what it comes to within the step, wherever it turns.

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/geometry/triangle_mesh.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "random_numbers.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

std::shared_ptr<const ConvexPolyhedron> make_slab() {
  std::vector<Vec3> corners;
  for (const double x : {-5, 5}) {
    for (const double y : {-5, 5}) {
      corners.insert(corners.end(), {Vec3(x, y, 0.5), Vec3(x, y, -0.5)});
    }
  }
  return std::make_shared<const ConvexPolyhedron>(corners);
}

Shape draw_solid(Random& random, int kind) {
  const double radius = random.uniform(0.01, 0.06), length = random.uniform(0.01, 0.1);
  switch (kind) {
    case 0:
      return Cone{radius, length};
    case 1:
      return Cylinder{radius, length};
    case 2:
      return Rounded{Cylinder{radius, length}, 0.2 * radius};
    default: {
      std::vector<Vec3> points(10);
      for (Vec3& point : points) point = radius * random.direction();
      return Hull{std::make_shared<const ConvexPolyhedron>(points)};
    }
  }
}

/// The largest rise of a thrown solid's energy in a step, relative to the energy.
double calc_worst_gain(const Shape& ground, std::uint64_t seed, double friction, double h) {
  Random random(91, seed);
  World world;
  const MaterialId material = world.add_material({.name = "it", .friction = friction});
  world.add_body({.name = "ground",
                  .kind = BodyKind::fixed,
                  .pose = {Quat::Identity(), Vec3(0, 0, -0.5)},
                  .shapes = {{.shape = ground}},
                  .material = material});
  const BodyId body =
      world.add_body({.name = "body",
                      .pose = {random.rotation(), Vec3(0, 0, random.uniform(0.15, 0.2))},
                      .shapes = {{.shape = draw_solid(random, static_cast<int>(seed % 4))}},
                      .mass = 1,
                      .material = material});
  world.set_velocity(body, random.in_cube(0.3), random.uniform(0.05, 0.4) / h * random.direction());
  double energy = world.energy().total();
  double worst = 0;
  for (int k = 0; k < std::lround(0.5 / h); ++k) {
    EXPECT_EQ(world.step(h).status, StepStatus::solved);
    const double last = std::exchange(energy, world.energy().total());
    worst = std::max(worst, energy / last - 1);
  }
  return worst;
}

// A rim or corner that comes down on a box used to be seen only when it was inside: one solid in
// five gained more than 2 % in a step, by being lifted out.
TEST(TurningContacts, GiveNoEnergyToWhatLandsOnAFace) {
  const Shape grounds[] = {Box{Vec3(10, 10, 1)}, Hull{make_slab()}};
  for (const Shape& ground : grounds) {
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
      EXPECT_LE(calc_worst_gain(ground, seed, 0.5, 0.02), 0.02) << seed;
    }
    for (std::uint64_t seed = 200; seed < 260; ++seed) {
      EXPECT_LE(calc_worst_gain(ground, seed, 0, 0.01), 0.02) << seed;
    }
  }
}

// A cylinder falls past the ground with the velocities of its rim at the start, but turns into it.
TEST(TurningContacts, AreMetByARimThatTurnsDown) {
  const auto fall = [](int steps) {
    World world;
    const MaterialId material =
        world.add_material({.name = "it", .friction = 0, .restitution = 0.5});
    add_ground(world, material);
    const MassProperties mass{1, Vec3::Zero(),
                              Vec3(3.4010321810e-4, 3.2218328567e-4, 3.1751476799e-4).asDiagonal()};
    const BodyId body =
        world.add_body({.name = "body",
                        .pose = {Quat(0.03170847233277936, 0.0671717534611209, 0.9906055213903193,
                                      0.11481824467519776),
                                 Vec3(0, 0, 0.032456570796254545)},
                        .shapes = {{.shape = Cylinder{0.03797556208410008, 0.035708801521194794}}},
                        .inertial = mass,
                        .material = material});
    world.set_velocity(body, Vec3(0.23959031924606722, -0.24574803250937963, -0.15735531196119998),
                       Vec3(-4.529523104143187, -26.92269361028449, -20.122766300893876));
    for (int k = 0; k < steps; ++k) world.step(0.01 / steps);
    return world.energy().total();
  };
  const double exact = fall(200);
  EXPECT_NEAR(fall(1), exact, 0.01 * exact);
}

/// A world without gravity and friction, e = 0.5, in which bodies move for a step of 10 ms.
struct Toss {
  World world{WorldOptions{.gravity = Vec3::Zero()}};
  MaterialId smooth = world.add_material({.name = "smooth", .friction = 0, .restitution = 0.5});

  void add_ground(const Shape& shape, const RigidTransform& pose) {
    world.add_body({.name = "ground",
                    .kind = BodyKind::fixed,
                    .pose = pose,
                    .shapes = {{.shape = shape}},
                    .material = smooth});
  }
  BodyId add(const Shape& shape, const RigidTransform& pose, double mass,
             BodyKind kind = BodyKind::dynamic) {
    return world.add_body({.name = "body",
                           .kind = kind,
                           .pose = pose,
                           .shapes = {{.shape = shape}},
                           .mass = mass,
                           .material = smooth});
  }
  void run(int steps) {
    for (int k = 0; k < steps; ++k) {
      EXPECT_EQ(world.step(0.01 / steps).status, StepStatus::solved);
    }
  }
};

void expect_same_motion(const BodyState& a, const BodyState& b, double tolerance) {
  EXPECT_LE((a.linear_velocity - b.linear_velocity).norm(), tolerance);
  EXPECT_LE(0.01 * (a.angular_velocity - b.angular_velocity).norm(), tolerance);
  EXPECT_LE((a.pose.translation - b.pose.translation).norm(), 0.01 * tolerance);
}

// A small cube falls further than its size in the step, flat, and turns as it comes down: its
// bottom face alone would stay above the ground, but the corner that turns down does not.
TEST(TurningContacts, AreMetByWhatFliesFar) {
  const std::vector<Vec3> corners = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  const std::vector<std::array<int, 3>> triangles = {{0, 1, 2}, {0, 2, 3}};
  const RigidTransform below{Quat::Identity(), Vec3(0, 0, -0.5)};
  const std::pair<Shape, RigidTransform> grounds[] = {
      {Plane{}, {}},
      {Box{Vec3(2, 2, 1)}, below},
      {Hull{make_slab()}, below},
      {Mesh{std::make_shared<const TriangleMesh>(corners, triangles)}, {}},
      {Cylinder{1, 1}, below},
      {Rounded{Box{Vec3(2, 2, 0.9)}, 0.05}, below}};
  for (const double speed : {1.0, 3.0, 8.0}) {
    std::optional<BodyState> on_plane;
    for (const auto& [ground, pose] : grounds) {
      Toss toss;
      toss.add_ground(ground, pose);
      const double height = 0.01 + 0.01 * speed + 2e-4;
      const BodyId cube =
          toss.add(Box{Vec3::Constant(0.02)}, {Quat::Identity(), Vec3(0, 0, height)}, 1);
      toss.world.set_velocity(cube, Vec3(0, 0, -speed), Vec3(0, 20, 0));
      toss.run(1);
      if (!on_plane) on_plane = toss.world.state(cube);
      EXPECT_GE(on_plane->linear_velocity.z(), -0.5 * speed) << "it was not hit";
      expect_same_motion(toss.world.state(cube), *on_plane, 1e-6);
    }
  }
}

// A square bar turns into a ball at rest, which is nearest to the middle of the bar's face.
TEST(TurningContacts, AreMetByAKinematicBarAsByAHeavyOne) {
  for (const double spin : {5.0, 10.0, 15.0, 20.0, 40.0}) {
    const auto hit = [&](BodyKind kind, int steps) {
      Toss toss;
      const BodyId bar = toss.add(Box{Vec3::Constant(0.2)}, {}, 1e8, kind);
      toss.world.set_velocity(bar, Vec3::Zero(), Vec3(0, 0, spin));
      const double gap = 0.13 / 4 * std::pow(0.01 * spin, 2);
      const BodyId ball = toss.add(Sphere{0.03}, {Quat::Identity(), Vec3(0, 0.13 + gap, 0)}, 1);
      toss.run(steps);
      return toss.world.state(ball);
    };
    const BodyState exact = hit(BodyKind::dynamic, 20);
    EXPECT_GE(exact.linear_velocity.norm(), 1e-3 * spin);
    expect_same_motion(hit(BodyKind::dynamic, 1), exact, 1e-3);
    expect_same_motion(hit(BodyKind::kinematic, 1), exact, 1e-3);
  }
}

/// Two bodies that would overlap by up to 1 mm after a step of free flight, and lose nothing in an
/// impact; nullopt if they touch at its start, or pass each other.
std::optional<World> make_encounter(const Shape& first, const Shape& second, double h,
                                    std::uint64_t seed) {
  Random random(92, seed);
  World world{WorldOptions{.gravity = Vec3::Zero()}};
  const MaterialId elastic =
      world.add_material({.name = "elastic", .friction = 0, .restitution = 1});
  const auto add = [&](const Shape& shape, const Vec3& place) {
    const bool is_ground = std::holds_alternative<Plane>(shape);
    const BodyId body =
        world.add_body({.name = is_ground ? "ground" : "body",
                        .kind = is_ground ? BodyKind::fixed : BodyKind::dynamic,
                        .pose = {is_ground ? Quat(Quat::Identity()) : random.rotation(), place},
                        .shapes = {{.shape = shape}},
                        .material = elastic});
    const double turn = random.uniform(0.05, 0.6);
    if (!is_ground) world.set_velocity(body, random.in_cube(0.5), turn / h * random.direction());
    return body;
  };
  add(first, Vec3::Zero());
  const BodyId body = add(second, Vec3(0, 0, 1));
  World apart = world;
  apart.step(h);
  const auto contacts = apart.detect_contacts(2);
  const Contact& nearest = *std::ranges::min_element(contacts, {}, &Contact::gap);
  const Vec3 towards = nearest.body_b == body ? nearest.normal : Vec3(-nearest.normal);
  const Vec3 way = (nearest.gap + 1e-3) * towards;
  for (World* moved : {&world, &apart}) {
    RigidTransform pose = moved->state(body).pose;
    pose.translation += way;
    moved->set_pose(body, pose);
  }
  const bool meets = apart.calc_penetration() > 5e-4 && world.detect_contacts(1e-6).empty();
  return meets ? std::optional(world) : std::nullopt;
}

void expect_hit_without_loss(const Shape& first, const Shape& second, double h,
                             std::uint64_t seed) {
  std::optional<World> world = make_encounter(first, second, h, seed);
  if (!world) return;
  const double energy = world->energy().total();
  EXPECT_EQ(world->step(h).status, StepStatus::solved);
  const auto& contacts = world->contacts();
  EXPECT_TRUE(std::ranges::any_of(contacts, [](const Contact& contact) {
    return contact.normal_impulse > 0;
  })) << seed;
  EXPECT_NEAR(world->energy().total(), energy, 1e-9 * energy) << seed;
}

// The point that hits runs over the surface: it is not the lowest point at the start, which may
// even rise.
TEST(TurningContacts, OfEllipsoidsThatTumbleOntoAPlaneLoseNothing) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(93, seed);
    const Vec3 radii(random.uniform(0.02, 0.1), random.uniform(0.02, 0.1),
                     random.uniform(0.02, 0.1));
    expect_hit_without_loss(Plane{}, make_ellipsoid(radii), 0.01, seed);
  }
}

TEST(TurningContacts, OfSolidsThatTumbleIntoEachOtherLoseNothing) {
  for (std::uint64_t seed = 200; seed < 1000; ++seed) {
    Random random(94, seed);
    const Shape first = draw_solid(random, random.index(4));
    const Shape second = draw_solid(random, random.index(4));
    expect_hit_without_loss(first, second, 0.01, seed);
  }
}

// A plate comes down on round ground: the nearest edge leaves it, the other one hits.
TEST(TurningContacts, AreMetOnRoundGround) {
  const Quat lying = exp_rotation(Vec3(0.5 * kPi, 0, 0));
  const std::pair<Shape, RigidTransform> grounds[] = {
      {Sphere{2}, {Quat::Identity(), Vec3(0, 0, -2)}},
      {Cylinder{0.5, 2}, {lying, Vec3(0, 0, -0.5)}},
      {Capsule{0.5, 2}, {lying, Vec3(0, 0, -0.5)}}};
  for (const auto& [ground, pose] : grounds) {
    const auto land = [&](int steps) {
      Toss toss;
      toss.add_ground(ground, pose);
      const Quat tilt = exp_rotation(Vec3(0, -0.1, 0));
      const BodyId plate = toss.add(Box{Vec3(0.1, 0.1, 0.02)}, {tilt, Vec3(0, 0, 0.5)}, 1);
      double gap = 1;
      for (const auto& contact : toss.world.detect_contacts(1)) gap = std::min(gap, contact.gap);
      toss.world.set_pose(plate, {tilt, Vec3(0, 0, 0.5 - gap + 0.001)});
      toss.world.set_velocity(plate, Vec3(0, 0, -0.3), Vec3(0, 20, 0));
      toss.run(steps);
      return toss.world.state(plate);
    };
    const BodyState exact = land(20);
    EXPECT_GE(exact.linear_velocity.z(), 0.1) << "it was not hit";
    expect_same_motion(land(1), exact, 1e-3);
  }
}

struct SpinningDrum {
  const char* name;
  Shape shape;
  double top;  ///< of the drum, which spins about y, m
  RigidTransform pose;
};

class SpinningDrums : public testing::TestWithParam<SpinningDrum> {};

/// A ball that hits the drum's top after 4 ms, by the end of a step of 10 ms. Both spin.
BodyState hit_drum(const SpinningDrum& drum, double spin, double speed_along) {
  World world({.gravity = Vec3::Zero()});
  const MaterialId smooth =
      world.add_material({.name = "smooth", .friction = 0, .restitution = 0.5});
  const BodyId body = world.add_body({.name = "drum",
                                      .kind = BodyKind::kinematic,
                                      .pose = drum.pose,
                                      .shapes = {{.shape = drum.shape}},
                                      .material = smooth});
  world.set_velocity(body, Vec3::Zero(), Vec3(0, spin, 0));
  const BodyId ball =
      world.add_body({.name = "ball",
                      .pose = {Quat::Identity(), Vec3(0, 0, drum.top + 0.03 + 0.0016)},
                      .shapes = {{.shape = Sphere{0.03}}},
                      .mass = 1,
                      .material = smooth});
  world.set_velocity(ball, Vec3(0, speed_along, -0.4), Vec3(0, -spin, 0));
  EXPECT_EQ(world.step(0.01).status, StepStatus::solved);
  return world.state(ball);
}

// Without friction a ball cannot feel that a body it falls on spins about its own axis.
TEST_P(SpinningDrums, AreHitAsIfTheyStood) {
  const BodyState straight = hit_drum(GetParam(), 0, 0);
  EXPECT_NEAR(straight.linear_velocity.z(), 0.2, 1e-9);
  EXPECT_NEAR(straight.pose.translation.z(), GetParam().top + 0.0312, 1e-9);
  for (const double along : {0.0, 0.3}) {
    const BodyState still = hit_drum(GetParam(), 0, along);
    for (const double spin : {3.0, 10.0, 30.0, 100.0}) {
      const BodyState state = hit_drum(GetParam(), spin, along);
      EXPECT_LE((state.linear_velocity - still.linear_velocity).norm(), 1e-9) << spin;
      // A body that is hit may be as far away as one that touches.
      EXPECT_LE((state.pose.translation - still.pose.translation).norm(), 2 * kTouchingGap) << spin;
    }
  }
}

// Nor do spins matter where balls hit each other obliquely after a path longer than their radius:
// equal balls exchange their speeds along the line of centres.
TEST(TurningContacts, OfBallsThatFlyFarAreHitAsIfTheyDidNotSpin) {
  constexpr double h = 0.01;
  Random random(7);
  for (int k = 0; k < 2000; ++k) {
    World world({.gravity = Vec3::Zero()});
    const MaterialId smooth =
        world.add_material({.name = "smooth", .friction = 0, .restitution = 1});
    const Vec3 normal = random.direction();
    const Vec3 across = normal.cross(random.direction()).normalized();
    const double angle = random.uniform(0, 1.4);
    const Vec3 velocity =
        -random.uniform(1.1, 3) / h * (std::cos(angle) * normal + std::sin(angle) * across);
    const double due = random.uniform(0.1, 0.9) * h;
    const auto add = [&](double radius, const Vec3& center, const Vec3& v) {
      const BodyId ball = world.add_body({.name = "ball",
                                          .pose = {.translation = center},
                                          .shapes = {{.shape = Sphere{radius}}},
                                          .mass = 1,
                                          .material = smooth});
      world.set_velocity(ball, v, random.uniform(0, 100) * random.direction());
      return ball;
    };
    const double radius = random.uniform(0.5, 1);
    const BodyId first = add(1, (1 + radius) * normal - due * velocity, velocity);
    const BodyId second = add(radius, Vec3::Zero(), Vec3::Zero());
    ASSERT_EQ(world.step(h).status, StepStatus::solved) << k;
    const Vec3 passed_on = normal.dot(velocity) * normal;
    const auto error = [&](BodyId ball, const Vec3& expected) {
      return (world.state(ball).linear_velocity - expected).norm() / velocity.norm();
    };
    EXPECT_LE(error(first, velocity - passed_on), 1e-6) << k;
    EXPECT_LE(error(second, passed_on), 1e-6) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, SpinningDrums,
    testing::Values(
        SpinningDrum{"Ball", Sphere{0.6}, 0.6, {}},
        SpinningDrum{
            "Cylinder", Cylinder{0.6, 2}, 0.6, {exp_rotation(Vec3(0.5 * kPi, 0, 0)), Vec3::Zero()}},
        SpinningDrum{
            "Capsule", Capsule{0.6, 2}, 0.6, {exp_rotation(Vec3(0.5 * kPi, 0, 0)), Vec3::Zero()}},
        SpinningDrum{"RoundedCylinder",
                     Rounded{Cylinder{0.5, 2}, 0.1},
                     0.6,
                     {exp_rotation(Vec3(0.5 * kPi, 0, 0)), Vec3::Zero()}}),
    [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace stiction
