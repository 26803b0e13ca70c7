// Joints in a world: motions, forces and errors, compared with closed forms.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "complaint.h"
#include "simple_worlds.h"

namespace stiction {
namespace {

constexpr std::array kJointKinds = {
    JointKind::fixed,     JointKind::revolute,    JointKind::prismatic, JointKind::spherical,
    JointKind::universal, JointKind::cylindrical, JointKind::planar};

constexpr double kBallRadius = 0.1;

/// A ball of 1 kg that hangs from a pin about -y, with its centre 1 m beside the pin.
JointId add_pendulum(World& world) {
  const BodyId ball = add_ball(world, kBallRadius, 1, Vec3(1, 0, 0));
  return world.add_joint(
      {.name = "pin", .kind = JointKind::revolute, .child = ball, .axis = -Vec3::UnitY()});
}

/// The angle of that pendulum after a time: fine steps of Runge and Kutta's method.
double swing(double time) {
  const double inertia = 1 + 0.4 * kBallRadius * kBallRadius;
  const auto accelerate = [&](double angle) { return -kGravity * std::cos(angle) / inertia; };
  constexpr int kSteps = 20000;
  const double h = time / kSteps;
  double q = 0, w = 0;
  for (int k = 0; k < kSteps; ++k) {
    const double k1 = accelerate(q);
    const double k2 = accelerate(q + 0.5 * h * w);
    const double k3 = accelerate(q + 0.5 * h * w + 0.25 * h * h * k1);
    const double k4 = accelerate(q + h * w + 0.5 * h * h * k2);
    q += h * w + h * h / 6 * (k1 + k2 + k3);
    w += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return q;
}

/// Boxes in a row along x, tied by joints of a kind at their ends.
std::vector<BodyId> add_row_of_boxes(World& world, JointKind kind, int count) {
  std::vector<BodyId> boxes;
  for (int i = 0; i < count; ++i) {
    boxes.push_back(world.add_body({.name = "box",
                                    .pose = {.translation = Vec3(0.1 * i, 0, 0)},
                                    .shapes = {{.shape = Box{Vec3(0.08, 0.03, 0.02)}}},
                                    .mass = 1.0}));
    if (i == 0) continue;
    JointDefinition joint{.kind = kind, .parent = boxes[i - 1], .child = boxes[i]};
    joint.frame.translation = Vec3(0.1 * i - 0.05, 0, 0);
    joint.axis = Vec3::UnitZ();
    world.add_joint(joint);
  }
  return boxes;
}

Vec3 momentum(const World& world, const std::vector<BodyId>& bodies) {
  Vec3 sum = Vec3::Zero();
  for (const BodyId body : bodies) {
    sum += world.mass_properties(body).mass * world.state(body).linear_velocity;
  }
  return sum;
}

TEST(Joints, APendulumSwingsAsItShouldToSecondOrder) {
  double last_error = 0;
  for (const double h : {0.008, 0.004, 0.002}) {
    World world;
    const JointId pin = add_pendulum(world);
    run(world, static_cast<int>(std::lround(2 / h)), h);
    const double error = std::abs(world.joint_state(pin).position - swing(2));
    EXPECT_LE(error, 15 * h * h);
    if (last_error > 0) {
      EXPECT_NEAR(last_error / error, 4, 0.2);
    }
    last_error = error;
    EXPECT_LE(world.joint_state(pin).error, 2e-9);
  }
}

TEST(Joints, WithTheIntegratorOfFirstOrderSoIsAPendulum) {
  double last_error = 0;
  for (const double h : {0.008, 0.004}) {
    World world({.integrator = Integrator::first_order});
    const JointId pin = add_pendulum(world);
    run(world, static_cast<int>(std::lround(2 / h)), h);
    const double error = std::abs(world.joint_state(pin).position - swing(2));
    EXPECT_LE(error, 2.5 * h);
    if (last_error > 0) {
      EXPECT_NEAR(last_error / error, 2, 0.2);
    }
    last_error = error;
  }
}

// Over 60 s its energy has no drift: it keeps within the second order of a step.
TEST(Joints, APendulumKeepsItsEnergyAndItsPin) {
  World world;
  const JointId pin = add_pendulum(world);
  double most_energy = 0;
  double most_error = 0;
  for (int k = 0; k < 12000; ++k) {
    const StepReport report = world.step(0.005);
    ASSERT_EQ(report.status, StepStatus::solved) << k;
    most_energy = std::max(most_energy, std::abs(world.energy().total()));
    most_error = std::max(most_error, report.joint_error);
  }
  EXPECT_LE(most_energy, 1.5e-3);
  EXPECT_LE(most_error, 1e-8);
  EXPECT_NEAR(world.state(*world.find_body("ball")).pose.translation.norm(), 1, 1e-8);
  EXPECT_EQ(world.definition(pin).name, "pin");
}

TEST(Joints, TheForceThatHoldsAWeightActsUpwardsOnTheChild) {
  World world;
  const BodyId beam = add_cube(world, 0.2, 3, Vec3(0.5, 0, 0));
  const JointId wall = world.add_joint({.name = "wall", .kind = JointKind::fixed, .child = beam});
  run(world, 20);
  const JointState state = world.joint_state(wall);
  EXPECT_LE((state.force - Vec3(0, 0, 3 * kGravity)).norm(), 1e-7);
  // About the joint's point, against the weight's moment r x F = (0.5, 0, 0) x (0, 0, -3 g).
  EXPECT_LE((state.torque - Vec3(0, -1.5 * kGravity, 0)).norm(), 1e-7);
  EXPECT_LE(state.error, 1e-12);
  EXPECT_LE((position(world, beam) - Vec3(0.5, 0, 0)).norm(), 1e-12);
}

// The sign is the child's: with the world as the child it is the force of the beam on the world.
TEST(Joints, TheForceOnTheWorldIsTheWeight) {
  World world;
  const BodyId beam = add_cube(world, 0.2, 3, Vec3(0.5, 0, 0));
  const JointId wall = world.add_joint({.name = "wall", .kind = JointKind::fixed, .parent = beam});
  run(world, 20);
  const JointState state = world.joint_state(wall);
  EXPECT_LE((state.force - Vec3(0, 0, -3 * kGravity)).norm(), 1e-7);
  EXPECT_LE((state.torque - Vec3(0, 1.5 * kGravity, 0)).norm(), 1e-7);
}

TEST(Joints, AChainOf100LinksBearsAThousandfoldLoad) {
  World world;
  constexpr int kLinks = 100;
  std::vector<BodyId> links;
  for (int i = 0; i < kLinks; ++i) {
    links.push_back(world.add_body({.name = "link",
                                    .pose = {.translation = Vec3(0, 0, -0.1 * i - 0.05)},
                                    .shapes = {{.shape = Capsule{0.02, 0.06}}},
                                    .mass = i + 1 == kLinks ? 1000.0 : 1.0}));
    JointDefinition joint{.kind = JointKind::spherical, .child = links[i]};
    if (i > 0) joint.parent = links[i - 1];
    joint.frame.translation = Vec3(0, 0, -0.1 * i);
    world.add_joint(joint);
  }
  EXPECT_EQ(world.count_redundant_rows(), 0u);
  run(world, 100);
  const double stretch = -0.1 * kLinks + 0.05 - position(world, links.back()).z();
  EXPECT_LE(std::abs(stretch), 1e-9);
  const double weight = (1000 + kLinks - 1) * kGravity;
  EXPECT_NEAR(world.joint_state(world.joints().front()).force.z(), weight, 1e-7 * weight);
}

/// Angular momentum about the world's origin.
Vec3 angular_momentum(const World& world, const std::vector<BodyId>& bodies) {
  Vec3 sum = Vec3::Zero();
  for (const BodyId body : bodies) {
    const BodyState state = world.state(body);
    const MassProperties& mass = world.mass_properties(body);
    sum += mass.mass * (state.pose * mass.center).cross(state.linear_velocity) +
           world_inertia(world, body) * state.angular_velocity;
  }
  return sum;
}

TEST(Joints, FreeChainsKeepMomentumAndTheirJoints) {
  for (const JointKind kind : kJointKinds) {
    SCOPED_TRACE(std::string(to_string(kind)));
    World world({.gravity = Vec3::Zero()});
    const std::vector<BodyId> boxes = add_row_of_boxes(world, kind, 4);
    world.apply_impulse(boxes[0], Vec3(0.1, 0.5, 0.3));
    world.apply_impulse(boxes[3], Vec3(-0.1, -0.2, 0.1), Vec3(0, 0, 0.002));
    const Vec3 before = momentum(world, boxes);
    const Vec3 turning = angular_momentum(world, boxes);
    const StepReport first = world.step(0.001);
    ASSERT_EQ(first.status, StepStatus::solved);
    const double energy = world.energy().total();
    for (int k = 0; k < 300; ++k) {
      const StepReport report = world.step(0.001);
      ASSERT_EQ(report.status, StepStatus::solved);
      ASSERT_LE(report.joint_error, 2e-9);
    }
    EXPECT_LE((momentum(world, boxes) - before).norm(), 1e-12);
    EXPECT_LE((angular_momentum(world, boxes) - turning).norm(), 1e-9 * turning.norm());
    EXPECT_NEAR(world.energy().total(), energy, 1e-5 * energy);
  }
}

// The deviation of a free chain's energy falls with the square of the step and does not grow with
// time: there is no drift in 10 s.
TEST(Joints, AFreeChainsEnergyStaysToSecondOrder) {
  double last = 0;
  for (const double h : {0.004, 0.002}) {
    World world({.gravity = Vec3::Zero()});
    const std::vector<BodyId> boxes = add_row_of_boxes(world, JointKind::spherical, 5);
    world.apply_impulse(boxes[0], Vec3(0, 0.5, 0.3));
    world.apply_impulse(boxes[4], Vec3(0.1, -0.05, -0.1));
    world.step(h);
    const double energy = world.energy().total();
    double most = 0;
    for (int k = 1; k < std::lround(10 / h); ++k) {
      ASSERT_EQ(world.step(h).status, StepStatus::solved) << k;
      most = std::max(most, std::abs(world.energy().total() / energy - 1));
    }
    EXPECT_LE(most, 15 * h * h);
    if (last > 0) {
      EXPECT_NEAR(last / most, 4, 0.6);
    }
    last = most;
  }
}

TEST(Joints, AnglesAreCountedOverManyTurns) {
  World world({.gravity = Vec3::Zero()});
  const BodyId rotor = add_cube(world, 0.2, 1, Vec3::Zero());
  const JointId axle = world.add_joint(
      {.name = "axle", .kind = JointKind::revolute, .child = rotor, .axis = Vec3::UnitZ()});
  world.set_velocity(rotor, Vec3::Zero(), Vec3(0, 0, 50));
  run(world, 200);
  EXPECT_NEAR(world.joint_state(axle).position, 100, 1e-9);
  EXPECT_NEAR(world.joint_state(axle).velocity, 50, 1e-12);
  world.set_velocity(rotor, Vec3::Zero(), Vec3(0, 0, -50));
  run(world, 300);
  EXPECT_NEAR(world.joint_state(axle).position, -50, 1e-9);
}

// A kinematic parent takes its child along; it does the work.
TEST(Joints, AKinematicParentLiftsItsChild) {
  World world;
  const BodyId hand = world.add_body({.name = "hand",
                                      .kind = BodyKind::kinematic,
                                      .linear_velocity = Vec3(0, 0, 0.5),
                                      .shapes = {{.shape = Sphere{0.1}}}});
  const BodyId load = add_ball(world, 0.1, 2, Vec3(0, 0, -0.5));
  world.set_velocity(load, Vec3(0, 0, 0.5), Vec3::Zero());
  world.add_joint({.name = "rope", .kind = JointKind::spherical, .parent = hand, .child = load});
  double work = 0;
  for (int k = 0; k < 100; ++k) work += world.step(0.01).work;
  EXPECT_NEAR(position(world, load).z(), 0, 1e-9);
  EXPECT_NEAR(work, 2 * kGravity * 0.5, 1e-6);
}

TEST(Joints, BodiesOfAJointDoNotTouchUnlessToldSo) {
  for (const bool collide : {false, true}) {
    World world;
    const BodyId ground = add_ground(world);
    const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 0.5));
    const JointId slide = world.add_joint({.name = "slide",
                                           .kind = JointKind::prismatic,
                                           .parent = ground,
                                           .child = cube,
                                           .axis = Vec3::UnitZ(),
                                           .collide = collide});
    run(world, 10);
    EXPECT_EQ(!world.contacts().empty(), collide);
    EXPECT_EQ(position(world, cube).z() < 0.499, !collide);
    world.remove_joint(slide);
    run(world, 1);
    EXPECT_FALSE(world.contacts().empty());
  }
}

TEST(Joints, HandlesAndRemoval) {
  World world;
  const BodyId a = add_cube(world, 1, 1, Vec3(0, 0, 0));
  const BodyId b = add_cube(world, 1, 1, Vec3(2, 0, 0));
  const BodyId c = add_cube(world, 1, 1, Vec3(4, 0, 0));
  const JointId first = world.add_joint({.name = "first", .parent = a, .child = b});
  const JointId second = world.add_joint({.name = "second", .parent = b, .child = c});
  EXPECT_EQ(world.joints(), (std::vector<JointId>{first, second}));
  EXPECT_EQ(world.find_joint("second"), second);
  EXPECT_EQ(world.find_joint("third"), std::nullopt);
  world.remove_body(a);
  EXPECT_FALSE(world.has_joint(first));
  EXPECT_TRUE(world.has_joint(second));
  EXPECT_NE(complaint([&] { world.joint_state(first); }).find("id 1"), std::string::npos);
  run(world, 10);
  EXPECT_LE(world.joint_state(second).error, 1e-12);
  world.remove_joint(second);
  EXPECT_TRUE(world.joints().empty());
}

TEST(Joints, WhatAWorldRefuses) {
  World world;
  const BodyId ground = add_ground(world);
  const BodyId cube = add_cube(world, 1, 1, Vec3(0, 0, 5));
  const auto said = [&](const JointDefinition& joint) {
    return complaint([&] { world.add_joint(joint); });
  };
  EXPECT_EQ(said({.name = "j", .child = ground}),
            "joint 'j': expected a dynamic body, got two that forces do not move");
  EXPECT_EQ(said({.name = "j", .parent = ground, .child = BodyId{77}}),
            "joint 'j': expected bodies of this world, got the id 77, which it does not have");
  EXPECT_NE(said({.name = "j", .child = cube, .axis = Vec3::Zero()}), "accepted");
  const JointId joint = world.add_joint({.name = "j", .child = cube});
  EXPECT_NE(complaint([&] { world.set_motor(joint, JointMotor{}); }), "accepted");
  EXPECT_EQ(complaint([&] { world.set_motor(joint, {}); }), "accepted");
}

// The joint's frame may be given in any of three frames.
TEST(Joints, AnchorsInEitherBodyOrTheWorldAreTheSame) {
  std::vector<Vec3> ends;
  for (const JointAnchor anchor : {JointAnchor::world, JointAnchor::parent, JointAnchor::child}) {
    World world;
    const RigidTransform X_WP{exp_rotation(Vec3(0.2, 0.5, -0.3)), Vec3(0, 0, 3)};
    const RigidTransform X_WC{exp_rotation(Vec3(-0.4, 0.1, 0.6)), Vec3(0.5, 0.2, 2.5)};
    const auto add = [&](const RigidTransform& pose) {
      return world.add_body(
          {.pose = pose, .shapes = {{.shape = Box{Vec3(0.4, 0.2, 0.1)}}}, .mass = 1.0});
    };
    const BodyId parent = add(X_WP);
    const BodyId child = add(X_WC);
    const RigidTransform X_WJ{exp_rotation(Vec3(1, 0, 0.4)), Vec3(0.3, 0.1, 2.7)};
    JointDefinition joint{.kind = JointKind::revolute, .parent = parent, .child = child};
    joint.anchor = anchor;
    joint.frame = anchor == JointAnchor::world    ? X_WJ
                  : anchor == JointAnchor::parent ? X_WP.inverse() * X_WJ
                                                  : X_WC.inverse() * X_WJ;
    joint.axis = Vec3(0, 3, 1);
    world.add_joint(joint);
    world.set_velocity(child, Vec3(0.3, -1, 0.2), Vec3(1, 2, 3));
    run(world, 50);
    ends.push_back(position(world, child));
  }
  EXPECT_LE((ends[1] - ends[0]).norm(), 1e-9);
  EXPECT_LE((ends[2] - ends[0]).norm(), 1e-9);
}

// The frame's quaternion may have any length, as for bodies.
TEST(Joints, FramesAreNormalised) {
  for (const double length : {1e-200, 1e200}) {
    World world({.gravity = Vec3::Zero()});
    const BodyId ball =
        world.add_body({.pose = {.translation = Vec3(1, 0, 0)}, .shapes = {{Sphere{0.1}}}});
    const Quat quarter = exp_rotation(Vec3(1.5707963267948966, 0, 0));
    JointDefinition hinge{.kind = JointKind::revolute, .child = ball};
    hinge.frame.rotation.coeffs() = length * quarter.coeffs();
    hinge.axis = Vec3(0, 1, 0);  // in the frame: z of the world
    const JointId id = world.add_joint(hinge);
    world.set_velocity(ball, Vec3(0, 1, 0), Vec3(0, 0, 1));
    run(world, 1);
    EXPECT_NEAR(world.joint_state(id).velocity, 1, 1e-12) << length;
  }
}

/// Two swinging chains and a heap beneath them that they hit.
World make_busy_world(int threads) {
  World world({.threads = threads});
  add_ground(world);
  for (int k = 0; k < 3; ++k) add_cube(world, 0.3, 1, Vec3(0.4 * k, 0, 0.15));
  for (const double y : {-0.1, 2.0}) {
    std::optional<BodyId> last;
    for (int i = 0; i < 4; ++i) {
      const BodyId link = add_ball(world, 0.08, 1, Vec3(0.2 * i + 0.2, y, 1));
      JointDefinition joint{.kind = i % 2 ? JointKind::revolute : JointKind::spherical,
                            .parent = last,
                            .child = link};
      joint.frame.translation = Vec3(0.2 * i + 0.1, y, 1);
      joint.axis = Vec3(0, 1, 0.1);
      if (i % 2) joint.friction = 0.05, joint.damping = 0.01, joint.upper = 0.5;
      if (i == 3) joint.motor = JointMotor{.target = 2, .max_effort = 0.3};
      world.add_joint(joint);
      last = link;
    }
  }
  return world;
}

void expect_same_bits(const World& a, const World& b) {
  for (const BodyId body : a.bodies()) {
    EXPECT_EQ(a.state(body).pose, b.state(body).pose);
    EXPECT_EQ(a.state(body).linear_velocity, b.state(body).linear_velocity);
  }
  for (const JointId joint : a.joints()) {
    EXPECT_EQ(a.joint_state(joint).position, b.joint_state(joint).position);
    EXPECT_EQ(a.joint_state(joint).force, b.joint_state(joint).force);
  }
}

TEST(Joints, CopiesAndThreadsGoOnBitForBit) {
  World world = make_busy_world(1);
  World threaded = make_busy_world(3);
  run(world, 60);
  run(threaded, 60);
  const World snapshot = world;
  run(world, 60);
  run(threaded, 60);
  expect_same_bits(world, threaded);
  World restored = snapshot;
  run(restored, 60);
  expect_same_bits(world, restored);
}

}  // namespace
}  // namespace stiction
