// Impacts at their time between jointed bodies: a pendulum against stops, a double pendulum against
// a wall, and a dropped figure of many links.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "simple_linkages.h"

namespace stiction {
namespace {

BodyId add_block(World& world, const Vec3& center, const Vec3& size, MaterialId material) {
  return world.add_body({.name = "block",
                         .kind = BodyKind::fixed,
                         .pose = {.translation = center},
                         .shapes = {{.shape = Box{size}}},
                         .material = material});
}

/// A rod of 1 m and 1 kg on a pin about y at the origin, with stops beside its path.
struct RodOnAPin {
  World world;
  BodyId rod;
  JointId pin;

  RodOnAPin(double gravity, double restitution, double angle, bool has_stops)
      : world({.gravity = Vec3(0, 0, -gravity)}) {
    const MaterialId hard =
        world.add_material({.name = "hard", .friction = 0, .restitution = restitution});
    if (has_stops) {
      add_block(world, Vec3(-0.3, 0, -1.05), Vec3(0.2, 1, 0.3), hard);
      if (gravity == 0) add_block(world, Vec3(0.7, 0, -0.3), Vec3(0.2, 1, 0.2), hard);
    }
    rod = world.add_body({.name = "rod",
                          .pose = {exp_rotation(Vec3(0, -angle, 0)),
                                   Vec3(0.5 * std::sin(angle), 0, -0.5 * std::cos(angle))},
                          .shapes = {{.shape = Box{Vec3(0.04, 0.05, 1)}}},
                          .mass = 1.0,
                          .material = hard});
    pin = add_hinge(world, std::nullopt, rod, Vec3::Zero(), Vec3::UnitY());
  }

  void turn(double speed) {
    const Vec3 w(0, speed, 0);
    world.set_velocity(rod, w.cross(center_of_mass(world, rod)), w);
  }

  /// The largest difference of the energy from that at the start over 20 s, J.
  double find_worst_energy(double h) {
    const double start = world.energy().total();
    double worst = 0;
    for (int k = 0; k * h < 20; ++k) {
      const StepReport report = world.step(h);
      EXPECT_EQ(report.status, StepStatus::solved) << k;
      EXPECT_LE(report.joint_error, 1e-8) << k;
      worst = std::max(worst, std::abs(world.energy().total() - start));
    }
    return worst;
  }
};

/// Balls of 1 kg that hang side by side from pins 1 m above them, the first one swung out.
World make_hanging_cradle(int n, double gap) {
  World world;
  const MaterialId steel = world.add_material({.name = "steel", .friction = 0, .restitution = 1});
  for (int k = 0; k < n; ++k) {
    const double x = (0.2 + gap) * k, angle = k == 0 ? 0.4 : 0;
    const Vec3 center(x - std::sin(angle), 0, -std::cos(angle));
    const BodyId ball = add_ball(world, 0.1, 1, center, steel);
    add_hinge(world, std::nullopt, ball, Vec3(x, 0, 0), Vec3::UnitY());
  }
  return world;
}

// Each ball is hit in turn, all within one step.
TEST(JointedImpacts, AHangingCradleWithGapsKeepsItsEnergy) {
  for (const int n : {5, 25}) {
    World world = make_hanging_cradle(n, 1e-4);
    const double at_rest = -n * 9.81, start = world.energy().total();
    for (int k = 0; k < 500; ++k) {
      run(world, 1, 0.01);
      ASSERT_NEAR(world.energy().total(), start, 1e-3 * (start - at_rest)) << n << ' ' << k;
    }
  }
}

// Joints held to second order add or remove up to 2e-6 of an impact's energy. That must not be
// taken for energy from restitution, which would then be reduced by a thirtieth throughout.
TEST(JointedImpacts, AHangingCradleThatTouchesLosesNothingByImpacts) {
  World world = make_hanging_cradle(5, 0);
  double worst = 0, last = world.energy().total();
  for (int k = 0; k < 1000; ++k) {
    run(world, 1, 0.01);
    worst = std::max(worst, last - world.energy().total());
    last = world.energy().total();
  }
  EXPECT_LE(worst, 2e-3);  // of 0.77 J, by the continued swing of the four, which comes back
}

TEST(JointedImpacts, ARodBetweenTwoStopsKeepsItsEnergy) {
  for (const double h : {1.0 / 60, 0.01, 0.001}) {
    RodOnAPin scene(0, 1, 0.5, true);
    scene.turn(1.2);
    const double energy = scene.world.energy().total();
    int bounces = 0;
    double last = 1;
    const double start = energy;
    for (int k = 0; k * h < 20; ++k) {
      run(scene.world, 1, h);
      ASSERT_NEAR(scene.world.energy().total(), start, 1e-9 * energy) << h << " " << k;
      const double speed = scene.world.joint_state(scene.pin).velocity;
      bounces += speed * last < 0;
      last = speed;
    }
    EXPECT_GE(bounces, 20) << h;
  }
}

// A stop takes the energy that restitution prescribes, whenever in a step it is met.
TEST(JointedImpacts, AStopGivesBackItsShareOfTheSpeed) {
  for (const double h : {1.0 / 60, 0.007, 0.001}) {
    RodOnAPin scene(0, 0.5, 0.3, true);
    scene.turn(1.5);
    run(scene.world, static_cast<int>(0.6 / h), h);
    EXPECT_NEAR(scene.world.joint_state(scene.pin).velocity, -0.75, 1e-9) << h;
  }
}

// The same if pin and stop move along at 3 m/s: in each leg they are where they are by then.
TEST(JointedImpacts, AStopThatRidesAlongGivesBackTheSame) {
  for (const double h : {1.0 / 60, 0.007}) {
    World world({.gravity = Vec3::Zero()});
    const MaterialId hard = world.add_material({.name = "hard", .friction = 0, .restitution = 0.5});
    const Vec3 ride(3, 0, 0);
    const auto add_rider = [&](const Vec3& center, const Shape& shape) {
      return world.add_body({.name = "rider",
                             .kind = BodyKind::kinematic,
                             .pose = {.translation = center},
                             .linear_velocity = ride,
                             .shapes = {{.shape = shape}},
                             .material = hard});
    };
    add_rider(Vec3(-0.3, 0, -1.05), Box{Vec3(0.2, 1, 0.3)});
    const BodyId hub = add_rider(Vec3(0, 2, 0), Sphere{0.1});
    const Vec3 center(0.5 * std::sin(0.3), 0, -0.5 * std::cos(0.3));
    const BodyId rod = world.add_body({.name = "rod",
                                       .pose = {exp_rotation(Vec3(0, -0.3, 0)), center},
                                       .shapes = {{.shape = Box{Vec3(0.04, 0.05, 1)}}},
                                       .mass = 1.0,
                                       .material = hard});
    const JointId pin = add_hinge(world, hub, rod, Vec3::Zero(), Vec3::UnitY());
    const Vec3 w(0, 1.5, 0);
    world.set_velocity(rod, ride + w.cross(center), w);
    run(world, static_cast<int>(0.6 / h), h);
    EXPECT_NEAR(world.joint_state(pin).velocity, -0.75, 1e-9) << h;
    EXPECT_LE(world.joint_state(pin).error, 1e-9) << h;
  }
}

// A heavy ball hits the rod, which hangs still, near the end of a step. At its new speed the rod
// would turn by 4.4 rad in a whole step, but only 3 % of the step are left: it turns by that share,
// and a limit that it is far from must not move it.
TEST(JointedImpacts, ABlowAtTheEndOfAStepTurnsARodNoFurtherThanItLasts) {
  constexpr double kStep = 0.02;
  constexpr double kSpeed = 100;
  constexpr double kShare = 0.97;  // of the step, until the ball arrives
  for (const double limit : {2.0, std::numeric_limits<double>::infinity()}) {
    World world({.gravity = Vec3::Zero()});
    const MaterialId hard = world.add_material({.name = "hard", .friction = 0, .restitution = 1});
    const BodyId rod = world.add_body({.name = "rod",
                                       .pose = {.translation = Vec3(0, 0, -0.5)},
                                       .shapes = {{.shape = Box{Vec3(0.04, 0.05, 1)}}},
                                       .mass = 1.0,
                                       .material = hard});
    JointDefinition pin{.kind = JointKind::revolute, .child = rod, .axis = Vec3::UnitY()};
    pin.lower = -limit;
    pin.upper = limit;
    const JointId joint = world.add_joint(pin);
    const double start = 0.02 + 0.1 + kShare * kStep * kSpeed;
    const BodyId ball = add_ball(world, 0.1, 100, Vec3(start, 0, -0.9), hard);
    world.set_velocity(ball, Vec3(-kSpeed, 0, 0), Vec3::Zero());
    const double energy = world.energy().total();
    const StepReport report = world.step(kStep);
    ASSERT_EQ(report.status, StepStatus::solved);
    EXPECT_LE(report.joint_error, 1e-9);
    EXPECT_LE(report.penetration, 1e-9);
    EXPECT_NEAR(world.energy().total(), energy, 1e-6 * energy);
    const JointState state = world.joint_state(joint);
    EXPECT_GE(kStep * state.velocity, 4);
    EXPECT_NEAR(state.position, (1 - kShare) * kStep * state.velocity, 1e-3);
    const Vec3 along = world.state(rod).pose.rotation * -Vec3::UnitZ();
    EXPECT_NEAR(state.position, std::atan2(-along.x(), -along.z()), 1e-9);
  }
}

// Under gravity the scheme's energy oscillates by the second order of the step, with or without
// bounces: over 20 s and 20 bounces they add nothing permanent.
TEST(JointedImpacts, AStopAddsNothingToWhatAPendulumSwingsBy) {
  for (const double h : {1.0 / 60, 0.01, 0.005}) {
    RodOnAPin alone(kGravity, 1, 0.9, false), stopped(kGravity, 1, 0.9, true);
    const double band = alone.find_worst_energy(h);
    EXPECT_LE(band, 8 * h * h) << h;
    EXPECT_LE(stopped.find_worst_energy(h), 1.01 * band) << h;
  }
}

/// The place of a double pendulum's outer bar after several hits on a wall.
Vec3 swing_against_wall(double h, double restitution) {
  World world;
  const MaterialId hard =
      world.add_material({.name = "hard", .friction = 0, .restitution = restitution});
  add_block(world, Vec3(-0.35, 0, -1.5), Vec3(0.2, 1, 3), hard);
  const auto add = [&](const Vec3& from, const Vec3& to) {
    const Vec3 along = to - from;
    const RigidTransform laid{exp_rotation(Vec3(0, 0.5 * kPi, 0)), Vec3::Zero()};
    return world.add_body({.name = "bar",
                           .pose = {shortest_rotation(Vec3::UnitX(), along), 0.5 * (from + to)},
                           .shapes = {{.shape = Capsule{0.03, along.norm() - 0.06}, .pose = laid}},
                           .mass = 1.0,
                           .material = hard});
  };
  const Vec3 A(0, 0, 0), B(0.6, 0, -0.1), C(1.2, 0, 0.2);
  const BodyId inner = add(A, B);
  const BodyId outer = add(B, C);
  add_hinge(world, std::nullopt, inner, A, Vec3::UnitY());
  add_hinge(world, inner, outer, B, Vec3::UnitY());
  run(world, static_cast<int>(std::lround(0.9 / h)), h);
  return position(world, outer);
}

TEST(JointedImpacts, ADoublePendulumAgainstAWallIsOfSecondOrder) {
  for (const double restitution : {0.5, 1.0}) {
    const Vec3 exact = swing_against_wall(1.0 / 4000, restitution);
    const double coarse = (swing_against_wall(0.005, restitution) - exact).norm();
    const double fine = (swing_against_wall(0.0025, restitution) - exact).norm();
    EXPECT_LE(coarse, 1e-3) << restitution;
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.2) << restitution;
  }
}

/// A figure of eleven parts on ball joints and hinges above the ground, turned at random.
World drop_figure(double restitution, double friction, int seed, int threads = 1) {
  World world({.threads = threads});
  const MaterialId rubber =
      world.add_material({.name = "rubber", .friction = friction, .restitution = restitution});
  add_ground(world, rubber);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-2, 2);
  const double x = uniform(random), y = uniform(random), z = uniform(random);
  const Quat R = exp_rotation(Vec3(x, y, z));
  const auto place = [&](const Vec3& p) { return Vec3(R * p + Vec3(0, 0, 1.6)); };
  const auto add = [&](const Vec3& center, const Vec3& size, double mass) {
    return world.add_body({.name = "part",
                           .pose = {R, place(center)},
                           .shapes = {{.shape = Box{size}}},
                           .mass = mass,
                           .material = rubber});
  };
  const auto tie = [&](JointKind kind, BodyId parent, BodyId child, const Vec3& at,
                       const Vec3& axis = Vec3::UnitX()) {
    JointDefinition joint{.kind = kind, .parent = parent, .child = child};
    joint.frame.translation = place(at);
    joint.axis = R * axis;
    world.add_joint(joint);
  };
  const BodyId pelvis = add({0, 0, 0}, {0.2, 0.3, 0.15}, 10);
  const BodyId chest = add({0, 0, 0.3}, {0.2, 0.35, 0.35}, 15);
  const BodyId head = add({0, 0, 0.62}, {0.18, 0.18, 0.22}, 4);
  tie(JointKind::spherical, pelvis, chest, {0, 0, 0.1});
  tie(JointKind::spherical, chest, head, {0, 0, 0.49});
  for (const double side : {-1.0, 1.0}) {
    const BodyId arm = add({0, side * 0.35, 0.42}, {0.08, 0.3, 0.08}, 2.5);
    const BodyId forearm = add({0, side * 0.65, 0.42}, {0.07, 0.28, 0.07}, 1.5);
    tie(JointKind::spherical, chest, arm, {0, side * 0.2, 0.42});
    tie(JointKind::revolute, arm, forearm, {0, side * 0.505, 0.42}, Vec3::UnitZ());
    const BodyId thigh = add({0, side * 0.1, -0.3}, {0.13, 0.13, 0.4}, 8);
    const BodyId shin = add({0, side * 0.1, -0.72}, {0.1, 0.1, 0.4}, 4);
    tie(JointKind::spherical, pelvis, thigh, {0, side * 0.1, -0.1});
    tie(JointKind::revolute, thigh, shin, {0, side * 0.1, -0.51}, Vec3::UnitY());
  }
  return world;
}

// Its gain over its running minimum is the oscillation of whirling limbs (see above), less than a
// hundredth; with all impacts at the start of the step it was up to a tenth.
TEST(JointedImpacts, AFigureThatIsDroppedCreatesNoEnergy) {
  for (const double restitution : {0.5, 1.0}) {
    for (const double friction : {0.0, 0.5}) {
      World world = drop_figure(restitution, friction, 1);
      const double start = world.energy().total();
      double least = start, work = 0;
      for (int k = 0; k < 240; ++k) {
        const StepReport report = world.step(0.005);
        ASSERT_EQ(report.status, StepStatus::solved) << k;
        ASSERT_LE(report.joint_error, 1e-6) << k;
        work += report.work;
        const double energy = world.energy().total() - work;
        least = std::min(least, energy);
        ASSERT_LE(energy - least, 0.01 * start) << restitution << " " << friction << " " << k;
      }
    }
  }
}

TEST(JointedImpacts, AreTheSameBitsOverThreadsAndAfterRestore) {
  expect_same_bits_after_restore(drop_figure(0.5, 0.5, 2), drop_figure(0.5, 0.5, 2, 2), 80);
}

// A box and a ball on a rail, held in place by a motor of unlimited effort, are thrown on a floor
// with another box. In an impact at the very end of a step no time is left for the motor's impulse:
// its bound was infinity times zero.
TEST(JointedImpacts, AtTheVeryEndOfAStepAMotorWithoutABoundHolds) {
  for (const double h : {0.02, 0.01, 0.005}) {
    World world;
    const MaterialId ice = world.add_material({.name = "ice", .friction = 0, .restitution = 0.442});
    add_ground(world, ice);
    const Quat turned = Quat(0.99843707036389517, -0.044122468804551222, 0.016152666536469504,
                             -0.030260793669624451)
                            .normalized();
    const BodyId box = world.add_body(
        {.name = "box",
         .pose = {turned, Vec3(0.37470965410247009, 0.5674018054017822, 0.12476323318771015)},
         .linear_velocity = {1.0721499314769939, 1.3768318037052223, 0.8531393117099052},
         .angular_velocity = {-3.0639490814516819, 1.2741195357669668, -1.9835731772157563},
         .shapes = {{.shape = Box{{0.4, 0.4, 0.2}}}},
         .mass = 13.505254344172034,
         .material = ice});
    const Vec3 end(0.773827366410897, 0.54265719181309835, 0.11292769113407142);
    const BodyId ball = world.add_body(
        {.name = "ball",
         .pose = {turned, end},
         .linear_velocity = {1.0194689736281106, 0.55539763815587351, 0.41534964064083058},
         .angular_velocity = {-3.0723013779390835, 1.2563504469149938, -1.9818282861964951},
         .shapes = {{.shape = Sphere{0.1}}},
         .mass = 0.29942651348633631,
         .material = ice});
    world.add_body(
        {.name = "other",
         .pose = {Quat(0.9749611322802143, -0.013657740185941724, 0.0031101662183044792,
                       -0.22193373682698714)
                      .normalized(),
                  Vec3(0.62000765085750054, 0.85589870626768405, 0.10276222480204074)},
         .linear_velocity = {0.12369409725504216, 1.3872579896909993, 0.168819028431753},
         .angular_velocity = {-1.6597955837159095, 0.49893516668660903, -13.352813613989},
         .shapes = {{.shape = Box{{0.2, 0.2, 0.2}}}},
         .mass = 3.3125242898668041,
         .material = ice});
    const JointId rail = world.add_joint({.name = "rail",
                                          .kind = JointKind::prismatic,
                                          .parent = box,
                                          .child = ball,
                                          .motor = JointMotor{.mode = MotorMode::velocity}});
    for (int k = 0; k < 50; ++k) {
      ASSERT_EQ(world.step(h).status, StepStatus::solved) << h << " " << k;
      ASSERT_NEAR(world.joint_state(rail).position, 0, 1e-3) << h << " " << k;
    }
  }
}

// The joint's force is the mean over the step, impacts included: with the contact's force and the
// weight it gives the change of momentum.
TEST(JointedImpacts, ForcesOfJointsHaveTheImpactInThem) {
  const double h = 0.01;
  RodOnAPin scene(kGravity, 0.7, 0.9, true);
  double most = 0;
  for (int k = 0; k < 150; ++k) {
    const Vec3 before = scene.world.state(scene.rod).linear_velocity;
    run(scene.world, 1, h);
    const Vec3 change = scene.world.state(scene.rod).linear_velocity - before;
    const Vec3 hit = contact_impulse(scene.world, scene.rod);
    const Vec3 held = h * scene.world.joint_state(scene.pin).force;
    EXPECT_LE((held + hit - Vec3(0, 0, h * kGravity) - change).norm(), 1e-9) << k;
    most = std::max(most, hit.norm());
  }
  EXPECT_GT(most, 0.5);
}

// Three touching balls, each on a hinge; the first is released. Steps are made in two, four and
// eight pieces in turn: earlier attempts must not leave booked impulses.
TEST(JointedImpacts, ACradleOnHingesKeepsItsEnergy) {
  World world;
  const MaterialId hard = world.add_material({.name = "hard", .friction = 0, .restitution = 1});
  for (int i = 0; i < 3; ++i) {
    const double angle = i == 0 ? 0.5 : 0;
    const Vec3 pin(0.1 * i, 0, 1);
    const BodyId ball =
        add_ball(world, 0.05, 1, pin + Vec3(-std::sin(angle), 0, -std::cos(angle)), hard);
    add_hinge(world, std::nullopt, ball, pin, Vec3::UnitY());
  }
  const double start = world.energy().total();
  for (int k = 0; k < 300; ++k) {
    ASSERT_EQ(world.step(0.01).status, StepStatus::solved) << k;
    ASSERT_NEAR(world.energy().total(), start, 0.01) << k;
  }
}

}  // namespace
}  // namespace stiction
