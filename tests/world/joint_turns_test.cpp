// Mechanisms that turn far in a step, and ones whose joints have almost nothing to do obey the same
// laws.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "simple_worlds.h"

namespace stiction {
namespace {

/// Boxes of 1 kg and 0.01 kg alternately, tied by ball joints and hinges, each with a different
/// spin.
std::vector<BodyId> add_tumbling_chain(World& world, double spin) {
  std::vector<BodyId> boxes;
  for (int i = 0; i < 5; ++i) {
    boxes.push_back(world.add_body({.name = "box",
                                    .pose = {.translation = Vec3(0.1 * i, 0, 0)},
                                    .shapes = {{.shape = Box{Vec3(0.08, 0.03, 0.02)}}},
                                    .mass = i % 2 ? 0.01 : 1.0}));
    if (i == 0) continue;
    JointDefinition joint{.kind = i % 2 ? JointKind::spherical : JointKind::revolute,
                          .parent = boxes[i - 1],
                          .child = boxes[i]};
    joint.frame.translation = Vec3(0.1 * i - 0.05, 0, 0);
    joint.axis = Vec3(0.2, 1, 0.1 * i);
    world.add_joint(joint);
  }
  for (int i = 0; i < 5; ++i) {
    world.set_velocity(boxes[i], Vec3::Zero(), spin * Vec3(0.3 * i - 0.5, 1 - 0.4 * i, 0.6));
  }
  return boxes;
}

double linear_momentum(const World& world, const std::vector<BodyId>& bodies) {
  Vec3 sum = Vec3::Zero();
  for (const BodyId body : bodies) {
    sum += world.mass_properties(body).mass * world.state(body).linear_velocity;
  }
  return sum.norm();
}

// From turns that a step resolves to ten turns of a body per step.
TEST(JointTurns, NoSpinMakesAChainGainEnergy) {
  for (const double turn : {0.1, 0.3, 1.0, 3.0, 10.0, 60.0}) {
    SCOPED_TRACE(turn);
    constexpr double kStep = 1.0 / 60;
    World world({.gravity = Vec3::Zero()});
    const std::vector<BodyId> boxes = add_tumbling_chain(world, turn / kStep);
    const double momentum = world.energy().kinetic / (turn / kStep);
    run(world, 1, kStep);
    double least = world.energy().kinetic;
    const double start = least;
    for (int k = 0; k < 600; ++k) {
      const StepReport report = world.step(kStep);
      ASSERT_EQ(report.status, StepStatus::solved) << k;
      ASSERT_LE(report.residual, 1e-8) << k;
      const double energy = world.energy().kinetic;
      ASSERT_LE(energy, start * 1.1) << k;
      least = std::min(least, energy);
    }
    EXPECT_LE(linear_momentum(world, boxes), 1e-9 * momentum);
    EXPECT_LE(world.joint_state(world.joints().back()).error, 1e-6);
  }
}

// A body that slides fast on a plane and hardly turns: the rest of its spin is round-off, and no
// solve can be exact to a part of that.
TEST(JointTurns, ASpinOfRoundOffBesideAFastSlideIsNone) {
  World world({.gravity = Vec3::Zero()});
  const BodyId puck = add_cube(world, 0.1, 1.4, Vec3(0.1, 0.3, 1.2));
  JointDefinition table{.name = "table", .kind = JointKind::planar, .child = puck};
  table.frame.translation = Vec3(0.09, -0.03, 1.27);
  table.axis = Vec3(0.52, 0.82, -0.24);
  const JointId joint = world.add_joint(table);
  world.set_velocity(puck, Vec3(-14, 19, 7), Vec3(0.3, 11, -17));
  run(world, 1, 0.001);
  world.set_velocity(puck, world.state(puck).linear_velocity,
                     1e-15 * world.state(puck).angular_velocity);
  run(world, 100, 0.001);
  EXPECT_LE(world.joint_state(joint).error, 1e-8);
}

// Without gravity nothing sets a scale for the speeds of its rows: the speeds that remain, and the
// rows' curvature, are round-off of speeds of 1 m/s, and no more exact answer is searched for.
TEST(JointTurns, ABodyThatFliesAlongAPlaneIsSolvedToItsRoundOff) {
  for (const double g : {0.0, 1e-6}) {
    World world({.gravity = Vec3(0, 0, -g)});
    const RigidTransform pose{Quat(-0.09, 0.36, -0.76, -0.53).normalized(),
                              Vec3(-0.42, -0.7, -0.37)};
    const BodyId box = world.add_body({.name = "box",
                                       .pose = pose,
                                       .linear_velocity = Vec3(-0.62, 0.81, 0.68),
                                       .angular_velocity = Vec3(4.8, -3.9, -4.5),
                                       .shapes = {{.shape = Box{Vec3(0.1, 0.2, 0.3)}}}});
    JointDefinition plane{.name = "plane", .kind = JointKind::planar, .child = box};
    plane.frame = {Quat(-0.03, 0.66, 0.52, -0.54).normalized(), Vec3(-0.38, -0.66, -0.41)};
    world.add_joint(plane);
    int factorisations = 0;
    for (int k = 0; k < 300; ++k) {
      const StepReport report = world.step(0.01);
      ASSERT_EQ(report.status, StepStatus::solved) << "g " << g << ", step " << k;
      EXPECT_LT(report.residual, 1e-9) << "g " << g << ", step " << k;
      factorisations += report.factorisations;
    }
    EXPECT_LT(factorisations, 300 * 100) << "g " << g;
  }
}

// A body that is turned away from its joint to a turning platform has the platform's rate: it is
// turned back by displacement, and no row of the joint kicks it.
TEST(JointTurns, ABodyTurnedAwayFromAPlatformGetsNoKick) {
  for (const JointKind kind : {JointKind::revolute, JointKind::cylindrical, JointKind::planar}) {
    for (const double angle : {0.3, 1.0, 1.7, 2.4}) {
      World world({.gravity = Vec3::Zero(), .integrator = Integrator::first_order});
      const BodyId platform = world.add_body({.name = "platform",
                                              .kind = BodyKind::kinematic,
                                              .pose = {.translation = Vec3(-0.5, 0, 0)},
                                              .angular_velocity = Vec3(0.2, -0.25, 0.15),
                                              .shapes = {{.shape = Box{Vec3(0.5, 0.2, 0.2)}}}});
      const BodyId box = world.add_body({.name = "box",
                                         .pose = {.translation = Vec3(0.5, 0, 0)},
                                         .linear_velocity = Vec3(0.3, -0.2, 0.1),
                                         .angular_velocity = Vec3(0.4, 0.3, -0.2),
                                         .shapes = {{.shape = Box{Vec3(0.5, 0.2, 0.2)}}},
                                         .mass = 2});
      JointDefinition joint{.name = "joint", .kind = kind, .parent = platform, .child = box};
      joint.axis = Vec3(1, -2, 1);
      world.add_joint(joint);
      run(world, 3);
      RigidTransform pose = world.state(box).pose;
      pose.rotation = exp_rotation(angle * Vec3(0.48, 0.6, 0.64)) * pose.rotation;
      world.set_pose(box, pose);
      const double before = world.energy().kinetic;
      const StepReport report = world.step(0.01);
      ASSERT_EQ(report.status, StepStatus::solved);
      EXPECT_LE(world.energy().kinetic - report.work, 1.01 * before)
          << to_string(kind) << ", turned by " << angle;
    }
  }
}

// A body held against a great force is at rest when the force and the hold end.
TEST(JointTurns, AForceThatEndsLeavesRest) {
  for (const char* model : {"coulomb", "no-slip", "viscous", "box-friction", "frictionless"}) {
    SCOPED_TRACE(model);
    World world({.gravity = Vec3::Zero(), .contact = {.model = model}});
    const BodyId light = add_cube(world, 0.1, 1, Vec3(0.3, 0.1, 0));
    const BodyId heavy = add_cube(world, 0.1, 1e3, Vec3(0.6, 0.2, 0));
    world.add_joint({.name = "rail",
                     .kind = JointKind::prismatic,
                     .child = light,
                     .axis = Vec3(1, 2, 3),
                     .lower = 0,
                     .upper = 0});
    const JointId weld = world.add_joint({.name = "weld", .parent = light, .child = heavy});
    world.apply_force(heavy, Vec3(1e5, 3e4, -2e4));
    run(world, 1);
    run(world, 5);
    world.apply_force(heavy, Vec3(1e5, 3e4, -2e4));
    run(world, 1);
    world.remove_joint(weld);
    run(world, 5);
    EXPECT_LE((position(world, light) - Vec3(0.3, 0.1, 0)).norm(), 1e-9);
  }
}

// Two bodies of 0.2 and 6 kg on one joint, without forces: conditions that converge in a pass or
// two for small turns take dozens here.
TEST(JointTurns, FreePairsKeepTheirEnergy) {
  for (const JointKind kind : {JointKind::planar, JointKind::cylindrical, JointKind::universal,
                               JointKind::revolute, JointKind::spherical}) {
    SCOPED_TRACE(to_string(kind));
    World world({.gravity = Vec3::Zero()});
    const Shape box = Box{Vec3(0.3, 0.4, 0.6)};
    const BodyId light = world.add_body(
        {.name = "light", .angular_velocity = Vec3(20, -16, -12), .shapes = {{box}}, .mass = 0.2});
    const BodyId heavy = world.add_body(
        {.name = "heavy", .pose = {.translation = Vec3(1, 0, 0)}, .shapes = {{box}}, .mass = 6.0});
    JointDefinition joint{.kind = kind, .parent = light, .child = heavy};
    joint.frame.translation = Vec3(0.7, -0.2, 0);
    joint.axis = Vec3(-0.29, 0.58, 1);
    joint.axis2 = Vec3(1, 0.5, 0);
    world.add_joint(joint);
    run(world, 1, 0.01);  // Motion that the joint does not allow is lost.
    const double start = world.energy().kinetic;
    for (int k = 0; k < 2000; ++k) {
      ASSERT_EQ(world.step(0.01).status, StepStatus::solved) << k;
      ASSERT_NEAR(world.energy().kinetic, start, 4e-3 * start) << k;  // 2.7e-3 at most
    }
  }
}

// Balls on rods that swing side by side touch, but never press.
TEST(JointTurns, PendulumsThatTouchSwingAsIfAlone) {
  for (const double restitution : {0.0, 1.0}) {
    World world;
    const MaterialId m =
        world.add_material({.name = "m", .friction = 0, .restitution = restitution});
    for (int i = 0; i < 2; ++i) {
      const Vec3 pivot(0.2 * i, 0, 1);
      const BodyId ball =
          add_ball(world, 0.1, 4, pivot + Vec3(-std::sin(0.5), 0, -std::cos(0.5)), m);
      JointDefinition hinge{.kind = JointKind::revolute, .child = ball};
      hinge.frame.translation = pivot;
      hinge.axis = Vec3::UnitY();
      world.add_joint(hinge);
    }
    const double start = world.energy().total();
    const double swing = 2 * 4 * 9.81 * (1 - std::cos(0.5));
    for (int k = 0; k < 4000; ++k) {
      ASSERT_EQ(world.step(0.01).status, StepStatus::solved) << k;
      ASSERT_NEAR(world.energy().total(), start, 1e-3 * swing) << k;
    }
  }
}

// Limits out of reach must not lower the order of a joint's motion.
TEST(JointTurns, LimitsOutOfReachChangeNothing) {
  const auto swing = [](bool has_limits) {
    World world;
    const BodyId bob = add_ball(world, 0.1, 1, Vec3(std::sin(0.5), 0, 1 - std::cos(0.5)));
    JointDefinition hinge{.kind = JointKind::revolute, .child = bob};
    hinge.frame.translation = Vec3(0, 0, 1);
    hinge.axis = Vec3::UnitY();
    if (has_limits) {
      hinge.lower = -3;
      hinge.upper = 3;
    }
    world.add_joint(hinge);
    run(world, 500, 0.01);
    return world.state(bob);
  };
  EXPECT_TRUE(is_same_state(swing(true), swing(false)));
}

// A bob on a rotor: the joint's reported force is the one that changes the bob's momentum.
TEST(JointTurns, ForcesAreToldWhereBothBodiesTurn) {
  World world({.gravity = Vec3::Zero()});
  const BodyId rotor = world.add_body({.name = "rotor",
                                       .angular_velocity = Vec3(0, 0, 20),
                                       .shapes = {{.shape = Cylinder{1, 0.2}}},
                                       .mass = 1000.0});
  const BodyId bob = add_ball(world, 0.1, 1, Vec3(1.2, 0, 0));
  world.set_velocity(bob, Vec3(0, 24, 0), Vec3(0, 0, 20));
  const JointId joint = world.add_joint({.kind = JointKind::fixed, .parent = rotor, .child = bob});
  for (int k = 0; k < 50; ++k) {
    const Vec3 before = world.state(bob).linear_velocity;
    world.step(0.01);
    const Vec3 force = (world.state(bob).linear_velocity - before) / 0.01;
    ASSERT_LE((world.joint_state(joint).force - force).norm(), 1e-9 * force.norm()) << k;
  }
}

/// Drawn vectors, with components of up to `scale`.
class RandomVectors {
 public:
  explicit RandomVectors(unsigned seed) : generator(seed) {}

  double part() { return std::uniform_real_distribution<double>(-1, 1)(generator); }
  Vec3 operator()(double scale) {
    const double x = part(), y = part();
    return scale * Vec3(x, y, part());
  }

  std::mt19937 generator;
};

/// 2 to 4 boxes of 0.1 to 10 kg that spin at up to 10 rad/s about each axis, tied in a tree of
/// joints at random places, without contacts.
World make_random_mechanism(unsigned seed, double effort = 0) {
  RandomVectors vector(seed);
  World world({.gravity = Vec3::Zero()});
  world.set_groups_collide(0, 0, false);
  std::vector<BodyId> boxes;
  const int count = 2 + static_cast<int>(seed % 3);
  constexpr JointKind kKinds[] = {JointKind::universal, JointKind::revolute,
                                  JointKind::spherical, JointKind::cylindrical,
                                  JointKind::prismatic, JointKind::planar};
  for (int i = 0; i < count; ++i) {
    boxes.push_back(world.add_body({.name = "box",
                                    .pose = {exp_rotation(vector(2)), Vec3(10 * i, 0, 0)},
                                    .linear_velocity = vector(1),
                                    .angular_velocity = vector(10),
                                    .shapes = {{.shape = Box{Vec3(0.3, 0.4, 0.6)}}},
                                    .mass = std::pow(10, vector.part())}));
    if (i == 0) continue;
    const BodyId parent = boxes[static_cast<std::size_t>(i) / 2];
    world.set_pose(boxes.back(), {exp_rotation(vector(2)), Vec3(1.5 * i, 0, 0)});
    JointDefinition joint{
        .kind = kKinds[vector.generator() % 6], .parent = parent, .child = boxes.back()};
    joint.frame.translation = Vec3(1.5 * i - 0.75, 0, 0) + vector(0.7);
    joint.axis = vector(1) + Vec3(0, 0, 2);
    joint.axis2 = Vec3(1, 0, 0);
    if (effort > 0 && has_position(joint.kind)) {
      joint.motor = JointMotor{.mode = MotorMode::effort, .target = effort};
    }
    world.add_joint(joint);
  }
  return world;
}

/// The largest difference in velocity, m/s or rad/s, between two worlds of the same bodies, where
/// those of the second all move faster by `common`.
double calc_difference(const World& a, const World& b, const Vec3& common = Vec3::Zero()) {
  double most = 0;
  for (std::size_t i = 0; i < a.bodies().size(); ++i) {
    const BodyState one = a.state(a.bodies()[i]);
    const BodyState other = b.state(b.bodies()[i]);
    most = std::max({most, (one.linear_velocity + common - other.linear_velocity).norm(),
                     (one.angular_velocity - other.angular_velocity).norm()});
  }
  return most;
}

// Steps that are too coarse are recognised by their gain of energy, and made in pieces. As a share
// of the energy in the world's frame, a gain shrinks the faster all bodies drift.
TEST(JointTurns, ACommonVelocityDoesNotChangeAMechanism) {
  for (const double effort : {0.0, 3.0}) {
    for (unsigned seed = 0; seed < 40; ++seed) {
      World start = make_random_mechanism(seed, effort);
      run(start, 1);  // Motion that the joints do not allow is lost.
      for (const double speed : {0.5, 30.0}) {
        const Vec3 common = speed * Vec3(0.6, 0, -0.8);
        World world = start, drifting = start;
        for (const BodyId body : drifting.bodies()) {
          const BodyState state = drifting.state(body);
          drifting.set_velocity(body, state.linear_velocity + common, state.angular_velocity);
        }
        for (int k = 0; k < 5; ++k) {
          world.step(0.01);
          drifting.step(0.01);
          ASSERT_LE(calc_difference(world, drifting, common), 1e-7)
              << "seed " << seed << ", motors of " << effort << " N m, " << speed << " m/s, step "
              << k;
        }
      }
    }
  }
}

TEST(JointTurns, AMechanismInFreeFallMovesAsWithoutGravity) {
  for (const double effort : {0.0, 3.0}) {
    for (unsigned seed = 0; seed < 40; ++seed) {
      World world = make_random_mechanism(seed, effort);
      run(world, 1);
      World falling = world;
      falling.set_gravity(Vec3(0, 0, -kGravity));
      for (int k = 0; k < 5; ++k) {
        world.step(0.01);
        falling.step(0.01);
        const Vec3 fall = 0.01 * (k + 1) * falling.gravity();
        ASSERT_LE(calc_difference(world, falling, fall), 1e-7)
            << "seed " << seed << ", motors of " << effort << " N m, step " << k;
      }
    }
  }
}

TEST(JointTurns, AMechanismMovesOnAnEvenlyMovingPlatformAsOnAFixedOne) {
  for (const double effort : {0.0, 3.0}) {
    for (unsigned seed = 0; seed < 40; ++seed) {
      const auto make = [&](const Vec3& common) {
        World world = make_random_mechanism(seed, effort);
        const BodyId held = world.bodies().front();
        const BodyId platform = world.add_body({.name = "platform",
                                                .kind = BodyKind::kinematic,
                                                .linear_velocity = common,
                                                .shapes = {{.shape = Sphere{0.1}}}});
        JointDefinition ball{.kind = JointKind::spherical, .parent = platform, .child = held};
        ball.frame.translation = Vec3(-0.2, 0.3, 0.1);
        world.add_joint(ball);
        for (const BodyId body : world.bodies()) {
          const BodyState state = world.state(body);
          if (body == platform) continue;
          world.set_velocity(body, state.linear_velocity + common, state.angular_velocity);
        }
        return world;
      };
      const Vec3 common(3, 0, -4);
      World fixed = make(Vec3::Zero()), moving = make(common);
      for (int k = 0; k < 6; ++k) {
        fixed.step(0.01);
        moving.step(0.01);
        ASSERT_LE(calc_difference(fixed, moving, common), 1e-7)
            << "seed " << seed << ", motors of " << effort << " N m, step " << k;
      }
    }
  }
}

// Joints without an axis, on boxes that start with velocities that the joints do not allow.
TEST(JointTurns, AnAxisThatAJointDoesNotHaveChangesNothing) {
  for (const JointKind kind : {JointKind::fixed, JointKind::spherical}) {
    for (unsigned seed = 0; seed < 60; ++seed) {
      const auto make = [&](const Vec3& axis) {
        RandomVectors vector(seed);
        World world({.gravity = Vec3::Zero()});
        std::vector<BodyId> boxes;
        for (int i = 0; i < 3; ++i) {
          boxes.push_back(world.add_body({.name = "box",
                                          .pose = {exp_rotation(vector(2)), Vec3(1.1 * i, 0, 0)},
                                          .linear_velocity = vector(2),
                                          .angular_velocity = vector(5),
                                          .shapes = {{.shape = Box{Vec3(0.3, 0.4, 0.6)}}},
                                          .mass = 1.0}));
          if (i == 0) continue;
          JointDefinition joint{.kind = kind, .parent = boxes[i - 1], .child = boxes[i]};
          joint.frame.translation = Vec3(1.1 * i - 0.55, 0, 0);
          joint.axis = axis;
          world.add_joint(joint);
        }
        run(world, 1);
        return world;
      };
      EXPECT_LE(calc_difference(make(Vec3(1, 0, 0)), make(Vec3(-0.3, 0.8, 0.5))), 1e-8)
          << to_string(kind) << ", seed " << seed;
    }
  }
}

// Ten seconds each. Steps that are too coarse are made in pieces; when joints were held as at their
// start, they lost up to 60 % of the energy in a few steps.
TEST(JointTurns, RandomMechanismsKeepTheirEnergy) {
  for (unsigned seed = 0; seed < 24; ++seed) {
    World world = make_random_mechanism(seed);
    run(world, 1);
    const double start = world.energy().kinetic;
    double most = start;
    for (int k = 0; k < 1000; ++k) {
      ASSERT_EQ(world.step(0.01).status, StepStatus::solved) << seed << " " << k;
      most = std::max(most, world.energy().kinetic);
    }
    EXPECT_LE(most, 1.01 * start) << seed;
    EXPECT_GE(world.energy().kinetic, 0.97 * start) << seed;
  }
}

// The work of motors is booked; beyond that nothing is created, though bodies turn by half a radian
// per step and more. Before such steps were made in pieces, up to a quarter of the energy was
// created.
TEST(JointTurns, DrivenMechanismsCreateLittleEnergy) {
  for (unsigned seed = 0; seed < 24; ++seed) {
    World world = make_random_mechanism(seed, 1);
    double most = world.energy().kinetic;
    double put_in = 0;
    double least = most;
    double created = 0;
    for (int k = 0; k < 200; ++k) {
      const StepReport report = world.step(0.03);
      ASSERT_EQ(report.status, StepStatus::solved) << seed << " " << k;
      put_in += report.work;
      most = std::max(most, world.energy().kinetic);
      created = std::max(created, world.energy().kinetic - put_in - least);
      least = std::min(least, world.energy().kinetic - put_in);
    }
    EXPECT_LE(created, 0.1 * most) << seed;
  }
}

// An arm turns freely; one finger is fixed to it, one on a rail presses with 40 N. The box pulls
// with its weight of 4.9 N and with m w^2 r = 4 N. Earlier the corners of its faces got offsets
// along the arc with which no motion stuck at all of them: it fell 63 mm in 0.8 s.
TEST(JointTurns, WhatAGripperHoldsIsHeldWithoutSlip) {
  for (const char* model : {"coulomb", "no-slip", "box-friction"}) {
    SCOPED_TRACE(model);
    World world({.contact = {.model = model}});
    const MaterialId rubber = world.add_material({.name = "rubber", .friction = 1});
    const Vec3 spin(0, 0, 4);
    const auto add = [&](const std::string& name, const Vec3& at, const Vec3& size, double mass) {
      return world.add_body({.name = name,
                             .pose = {.translation = at},
                             .linear_velocity = spin.cross(at),
                             .angular_velocity = spin,
                             .shapes = {{Box{size}}},
                             .mass = mass,
                             .material = rubber});
    };
    const Vec3 pad(0.08, 0.02, 0.08);
    const BodyId arm = add("arm", Vec3::Zero(), Vec3(0.5, 0.5, 0.5), 2);
    const BodyId box = add("box", Vec3(0.5, 0, 0), Vec3(0.1, 0.1, 0.1), 0.5);
    const BodyId left = add("left", Vec3(0.5, -0.06, 0), pad, 0.2);
    const BodyId right = add("right", Vec3(0.5, 0.06, 0), pad, 0.2);
    world.add_joint({.name = "hinge", .kind = JointKind::revolute, .child = arm, .axis = spin});
    world.add_joint({.name = "weld", .parent = arm, .child = right});
    world.add_joint({.name = "rail",
                     .kind = JointKind::prismatic,
                     .parent = arm,
                     .child = left,
                     .frame = {.translation = Vec3(0.5, -0.06, 0)},
                     .axis = Vec3::UnitY(),
                     .motor = JointMotor{.mode = MotorMode::effort, .target = 40}});
    for (int k = 0; k < 100; ++k) {
      const StepReport report = world.step(0.01);
      ASSERT_EQ(report.status, StepStatus::solved) << k;
      ASSERT_LE(report.cone_force, 1e-8) << k;
    }
    const RigidTransform at = world.state(arm).pose.inverse() * world.state(box).pose;
    EXPECT_LE((at.translation - Vec3(0.5, 0, 0)).norm(), 1e-5);
    EXPECT_NEAR(world.state(arm).angular_velocity.z(), 4, 0.01);
  }
}

// Two driven wheels and two casters without friction share the load in a way that the contacts' law
// leaves open. A wheel that a motor starts turns differently from the ground that it rested on: an
// offset along half of its arc lifted it, and the cart stood on its casters for ever.
TEST(JointTurns, ACartIsDrivenByItsWheels) {
  for (const double h : {0.02, 0.01, 0.002}) {
    SCOPED_TRACE(h);
    World world;
    const MaterialId rubber = world.add_material({.name = "rubber", .friction = 1});
    const MaterialId ice = world.add_material({.name = "ice", .friction = 0});
    add_ground(world, rubber);
    world.set_material_pair(rubber, ice, {.friction = 0});
    const BodyId chassis = world.add_body({.name = "chassis",
                                           .pose = {.translation = Vec3(0, 0, 0.15)},
                                           .shapes = {{.shape = Box{Vec3(0.5, 0.3, 0.1)}},
                                                      {.shape = Sphere{0.05},
                                                       .pose = {.translation = Vec3(-0.2, 0, -0.1)},
                                                       .material = ice},
                                                      {.shape = Sphere{0.05},
                                                       .pose = {.translation = Vec3(0.2, 0, -0.1)},
                                                       .material = ice}},
                                           .mass = 5,
                                           .material = rubber});
    const double radius = 0.1;
    for (const double side : {-0.2, 0.2}) {
      const Vec3 hub(0, side, radius);
      const BodyId wheel = world.add_body({.name = "wheel",
                                           .pose = {.translation = hub},
                                           .shapes = {{Sphere{radius}}},
                                           .mass = 0.5,
                                           .material = rubber});
      world.add_joint(
          {.name = "axle",
           .kind = JointKind::revolute,
           .parent = chassis,
           .child = wheel,
           .frame = {.translation = hub},
           .axis = Vec3::UnitY(),
           .motor = JointMotor{
               .mode = MotorMode::velocity, .target = side < 0 ? 6.0 : 4.0, .max_effort = 20}});
    }
    run(world, static_cast<int>(std::lround(2 / h)), h);
    // r (6 + 4) / 2, and r (6 - 4) over the track of 0.4 m.
    EXPECT_NEAR(world.state(chassis).linear_velocity.norm(), 0.5, 1e-3);
    EXPECT_NEAR(world.state(chassis).angular_velocity.z(), 0.5, 1e-3);
  }
}

}  // namespace
}  // namespace stiction
