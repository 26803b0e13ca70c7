// Gears between joints, compared with closed forms and a fine reference.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "complaint.h"
#include "simple_linkages.h"

namespace stiction {
namespace {

/// A cube that turns about the z axis through its centre, with this inertia, kg m^2.
BodyId add_wheel(World& world, double inertia, const Vec3& center) {
  constexpr double kSize = 0.6;
  return add_cube(world, kSize, 6 * inertia / (kSize * kSize), center);
}

/// Two wheels on axles along z, the second of which follows the first.
struct GearedWheels {
  World world;
  BodyId leading, following;
  JointId leader, follower;

  explicit GearedWheels(double ratio, const WorldOptions& options = {}, double inertia = 0.3,
                        double following_inertia = 0.05)
      : world(options),
        leading(add_wheel(world, inertia, Vec3(0, 0, 0))),
        following(add_wheel(world, following_inertia, Vec3(2, 0, 0))),
        leader(add_hinge(world, std::nullopt, leading, Vec3(0, 0, 0), Vec3::UnitZ())),
        follower(add_hinge(world, std::nullopt, following, Vec3(2, 0, 0), Vec3::UnitZ())) {
    world.set_gear(follower, JointGear{leader, ratio});
  }

  double speed_of(JointId joint) const { return world.joint_state(joint).velocity; }
};

// alpha = torque / (I_1 + n^2 I_2), under every law and both integrators, as no contact is
// involved.
TEST(Gears, AFlywheelIsFeltTimesTheSquareOfItsRatio) {
  for (const char* model : {"coulomb", "no-slip", "viscous", "box-friction", "frictionless"}) {
    for (const double ratio : {1.0, -2.5, 20.0, 0.1}) {
      for (const Integrator integrator : {Integrator::automatic, Integrator::first_order}) {
        SCOPED_TRACE(std::string(model) + " " + std::to_string(ratio));
        GearedWheels wheels(ratio, {.contact = {.model = model}, .integrator = integrator});
        for (int k = 0; k < 100; ++k) {
          wheels.world.apply_force(wheels.leading, Vec3::Zero(), Vec3(0, 0, 2));
          run(wheels.world, 1);
        }
        const double alpha = 2 / (0.3 + ratio * ratio * 0.05);
        EXPECT_NEAR(wheels.speed_of(wheels.leader), alpha, 1e-9 * alpha);
        EXPECT_NEAR(wheels.speed_of(wheels.follower), ratio * alpha,
                    1e-9 * std::abs(ratio) * alpha);
        const JointState follower = wheels.world.joint_state(wheels.follower);
        EXPECT_NEAR(follower.gear_effort, 0.05 * ratio * alpha, 1e-8);
        EXPECT_NEAR(follower.torque.z(), follower.gear_effort, 1e-12);
        EXPECT_NEAR(wheels.world.joint_state(wheels.leader).torque.z(),
                    -ratio * follower.gear_effort, 1e-12);
        EXPECT_NEAR(follower.position, ratio * wheels.world.joint_state(wheels.leader).position,
                    1e-10);
        EXPECT_LE(follower.error, 1e-9);
      }
    }
  }
}

// Either may lead: a = torque / (r (m + I / r^2)).
TEST(Gears, ARackAndItsPinionTurnOneIntoTheOther) {
  constexpr double kRadius = 0.05, kInertia = 0.02, kMass = 3;
  for (const bool pinion_leads : {true, false}) {
    World world({.gravity = Vec3::Zero()});
    const BodyId pinion = add_wheel(world, kInertia, Vec3(0, 0, 0));
    const BodyId rack = add_cube(world, 0.1, kMass, Vec3(0, 1, 0));
    const JointId turn = add_hinge(world, std::nullopt, pinion, Vec3::Zero(), Vec3::UnitZ());
    const JointId slide =
        world.add_joint({.name = "slide", .kind = JointKind::prismatic, .child = rack});
    if (pinion_leads) {
      world.set_gear(slide, JointGear{turn, kRadius});
    } else {
      world.set_gear(turn, JointGear{slide, 1 / kRadius});
    }
    for (int k = 0; k < 50; ++k) {
      world.apply_force(pinion, Vec3::Zero(), Vec3(0, 0, 0.4));
      run(world, 1);
    }
    const double speed = 0.5 * 0.4 / kRadius / (kMass + kInertia / (kRadius * kRadius));
    EXPECT_NEAR(world.joint_state(slide).velocity, speed, 1e-9) << pinion_leads;
    EXPECT_NEAR(world.joint_state(turn).velocity, speed / kRadius, 1e-8) << pinion_leads;
    EXPECT_NEAR(world.joint_state(slide).force.x(), kMass * speed / 0.5, 1e-6) << pinion_leads;
  }
}

// Nothing moves at the start, and only a torque acts: there must still be a scale of speeds.
TEST(Gears, ThatATorqueAloneTurnsActInEveryStep) {
  for (const Integrator integrator : {Integrator::automatic, Integrator::first_order}) {
    World world({.gravity = Vec3::Zero(), .integrator = integrator});
    const BodyId pinion = add_wheel(world, 0.02, Vec3(0, 0, 0));
    const BodyId rack = add_cube(world, 0.1, 3, Vec3(0, 1, 0));
    const JointId turn = add_hinge(world, std::nullopt, pinion, Vec3::Zero(), Vec3::UnitZ());
    const JointId slide =
        world.add_joint({.name = "slide", .kind = JointKind::prismatic, .child = rack});
    world.set_gear(slide, JointGear{turn, 0.05});
    for (int k = 1; k <= 6; ++k) {
      world.apply_force(pinion, Vec3::Zero(), Vec3(0, 0, 0.4));
      run(world, 1);
      const double spin = 0.4 * 0.01 * k / (0.02 + 3 * 0.05 * 0.05);
      EXPECT_NEAR(world.joint_state(turn).velocity, spin, 1e-8) << k;
      EXPECT_NEAR(world.joint_state(slide).velocity, 0.05 * spin, 1e-9) << k;
    }
  }
}

TEST(Gears, MayFollowAGearThatFollows) {
  GearedWheels wheels(3, {}, 0.3, 0.05);
  World& world = wheels.world;
  const BodyId last = add_wheel(world, 0.01, Vec3(4, 0, 0));
  JointDefinition hinge{.name = "last", .kind = JointKind::revolute, .child = last};
  hinge.frame.translation = Vec3(4, 0, 0);
  hinge.axis = Vec3::UnitZ();
  hinge.gear = JointGear{wheels.follower, -2};
  const JointId joint = world.add_joint(hinge);
  for (int k = 0; k < 100; ++k) {
    world.apply_force(wheels.leading, Vec3::Zero(), Vec3(0, 0, 2));
    run(world, 1);
  }
  const double alpha = 2 / (0.3 + 9 * 0.05 + 36 * 0.01);
  EXPECT_NEAR(wheels.speed_of(wheels.leader), alpha, 1e-9);
  EXPECT_NEAR(wheels.speed_of(joint), -6 * alpha, 1e-8);
  EXPECT_EQ(world.count_redundant_rows(), 0u);
}

// If the wheels turn at different rates the gear engages at once: I_1 w - r n = I_1 w_1, r = I_2 n
// w_1.
TEST(Gears, ThatAreSetWhileWheelsTurnTakeHoldAtOnce) {
  GearedWheels wheels(2);
  wheels.world.set_gear(wheels.follower, {});
  wheels.world.set_velocity(wheels.leading, Vec3::Zero(), Vec3(0, 0, 5));
  run(wheels.world, 10);
  EXPECT_EQ(wheels.speed_of(wheels.follower), 0);
  wheels.world.set_gear(wheels.follower, JointGear{wheels.leader, 2});
  run(wheels.world, 10);
  EXPECT_NEAR(wheels.speed_of(wheels.leader), 0.3 * 5 / (0.3 + 4 * 0.05), 1e-9);
  EXPECT_NEAR(wheels.world.joint_state(wheels.follower).error, 0, 1e-9);
  EXPECT_EQ(wheels.world.definition(wheels.follower).gear->ratio, 2);
}

TEST(Gears, LimitsFrictionAndMotorsOfEitherJointAreFeltAtTheOther) {
  {
    SCOPED_TRACE("a limit of the follower stops the leader");
    GearedWheels wheels(4);
    World& world = wheels.world;
    const BodyId stopped = add_wheel(world, 0.05, Vec3(4, 0, 0));
    const JointId stop = world.add_joint({.name = "stop",
                                          .kind = JointKind::revolute,
                                          .child = stopped,
                                          .frame = {.translation = Vec3(4, 0, 0)},
                                          .axis = Vec3::UnitZ(),
                                          .upper = 0.8,
                                          .gear = JointGear{wheels.leader, 4}});
    for (int k = 0; k < 200; ++k) {
      world.apply_force(wheels.leading, Vec3::Zero(), Vec3(0, 0, 3));
      run(world, 1);
    }
    EXPECT_NEAR(world.joint_state(wheels.leader).position, 0.2, 1e-8);
    EXPECT_NEAR(world.joint_state(stop).position, 0.8, 1e-8);
    // The limit takes back a quarter of the leader's drive.
    EXPECT_NEAR(world.joint_state(stop).gear_effort, 0.75, 1e-7);
    EXPECT_NEAR(world.joint_state(stop).torque.z(), 0, 1e-7);
  }
  for (const auto& [torque, speed] :
       {std::pair(0.3999, 0.0), std::pair(0.5, (0.5 - 0.4) / (0.3 / 25 + 0.05))}) {
    SCOPED_TRACE("friction of the leader holds the follower up to its fifth");
    World world;
    const BodyId leading = add_wheel(world, 0.3, Vec3(0, 0, 0));
    const BodyId following = add_wheel(world, 0.05, Vec3(2, 0, 0));
    const JointId leader = world.add_joint({.name = "leader",
                                            .kind = JointKind::revolute,
                                            .child = leading,
                                            .axis = Vec3::UnitZ(),
                                            .friction = 2});
    const JointId follower =
        add_hinge(world, std::nullopt, following, Vec3(2, 0, 0), Vec3::UnitZ());
    world.set_gear(follower, JointGear{leader, 5});
    for (int k = 0; k < 100; ++k) {
      world.apply_force(following, Vec3::Zero(), Vec3(0, 0, torque));
      run(world, 1);
    }
    EXPECT_NEAR(world.joint_state(follower).velocity, speed, 1e-8);
  }
  {
    SCOPED_TRACE("a motor of the follower turns the leader");
    GearedWheels wheels(-3);
    wheels.world.set_motor(wheels.follower, JointMotor{.target = 6, .max_effort = 100});
    double work = 0;
    for (int k = 0; k < 20; ++k) work += wheels.world.step(0.01).work;
    EXPECT_NEAR(wheels.speed_of(wheels.leader), -2, 1e-9);
    EXPECT_NEAR(wheels.world.energy().kinetic, 0.5 * 0.3 * 4 + 0.5 * 0.05 * 36, 1e-9);
    EXPECT_GT(work, wheels.world.energy().kinetic);  // the jerk at the start loses some
  }
}

// A kinematic arm turns at w; a wheel on it leads a wheel on the world with the same inertia: w_f =
// w_l - w, and the same impulse acts on both.
TEST(Gears, FeelWhatDrivenBodiesDo) {
  World world;
  const BodyId arm = world.add_body({.name = "arm",
                                     .kind = BodyKind::kinematic,
                                     .angular_velocity = Vec3(0, 0, 3),
                                     .shapes = {{.shape = Box{Vec3(0.1, 0.1, 0.1)}}}});
  const BodyId on_arm = add_wheel(world, 0.2, Vec3(0, 0, 1));
  const BodyId fixed = add_wheel(world, 0.2, Vec3(2, 0, 1));
  const JointId leader = add_hinge(world, arm, on_arm, Vec3(0, 0, 1), Vec3::UnitZ());
  const JointId follower = add_hinge(world, std::nullopt, fixed, Vec3(2, 0, 1), Vec3::UnitZ());
  world.set_gear(follower, JointGear{leader, 1});
  run(world, 50);
  EXPECT_NEAR(world.state(on_arm).angular_velocity.z(), 1.5, 1e-9);
  EXPECT_NEAR(world.joint_state(follower).velocity, -1.5, 1e-9);
  EXPECT_LE(world.joint_state(follower).error, 1e-9);
}

/// A finger of two phalanges of 1 m, balls at their ends, whose second joint follows the first.
struct Finger {
  World world;
  JointId knuckle, tip;

  explicit Finger(double ratio, const Vec3& gravity = Vec3(0, 0, -kGravity))
      : world({.gravity = gravity}) {
    const BodyId first = add_ball(world, kRadius, 1, Vec3(1, 0, 0));
    const BodyId second = add_ball(world, kRadius, 1, Vec3(2, 0, 0));
    knuckle = add_hinge(world, std::nullopt, first, Vec3::Zero(), -Vec3::UnitY());
    tip = add_hinge(world, first, second, Vec3(1, 0, 0), -Vec3::UnitY());
    world.set_gear(tip, JointGear{knuckle, ratio});
  }

  static constexpr double kRadius = 0.1;
};

/// Its first angle after a time, by Runge and Kutta's method. With n the ratio, k = 1 + n and J the
/// inertia of a ball, A q'' + A' q'^2 / 2 + V' = 0, A = 2 + k^2 + 2 k cos(n q) + J (1 + k^2).
double swing_finger(double n, double time) {
  const double k = 1 + n;
  const double J = 0.4 * Finger::kRadius * Finger::kRadius;
  const auto accelerate = [&](double q, double w) {
    const double A = 2 + k * k + 2 * k * std::cos(n * q) + J * (1 + k * k);
    const double slope = -2 * k * n * std::sin(n * q);
    return -(0.5 * slope * w * w + kGravity * (2 * std::cos(q) + k * std::cos(k * q))) / A;
  };
  constexpr int kSteps = 20000;
  const double h = time / kSteps;
  double q = 0, w = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double a1 = accelerate(q, w);
    const double a2 = accelerate(q + 0.5 * h * w, w + 0.5 * h * a1);
    const double a3 = accelerate(q + 0.5 * h * w + 0.25 * h * h * a1, w + 0.5 * h * a2);
    const double a4 = accelerate(q + h * w + 0.5 * h * h * a2, w + h * a3);
    q += h * w + h * h / 6 * (a1 + a2 + a3);
    w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return q;
}

TEST(Gears, AGearedFingerSwingsAsItShouldToSecondOrder) {
  for (const double ratio : {0.6, -2.0}) {
    SCOPED_TRACE(ratio);
    double last_error = 0;
    for (const double h : {0.008, 0.004, 0.002}) {
      Finger finger(ratio);
      run(finger.world, static_cast<int>(std::lround(1 / h)), h);
      const double error =
          std::abs(finger.world.joint_state(finger.knuckle).position - swing_finger(ratio, 1));
      EXPECT_LE(error, 30 * h * h);
      if (last_error > 0) {
        EXPECT_NEAR(last_error / error, 4, 0.5);
      }
      last_error = error;
      EXPECT_LE(finger.world.joint_state(finger.tip).error, 1e-9);
    }
  }
}

// A floating mechanism: a trunk, and two wheels on it about skew axes, geared to each other.
// Without outer forces momentum and energy are constant, and the teeth do not slip.
TEST(Gears, AFreeMechanismKeepsItsEnergyAndMomentum) {
  World world({.gravity = Vec3::Zero()});
  const BodyId trunk =
      world.add_body({.name = "trunk", .shapes = {{.shape = Box{Vec3(1, 0.3, 0.2)}}}, .mass = 3.0});
  const auto add_rotor = [&](const Vec3& at, const Vec3& axis) {
    const BodyId rotor = world.add_body({.name = "rotor",
                                         .pose = {shortest_rotation(Vec3::UnitZ(), axis), at},
                                         .shapes = {{.shape = Cylinder{0.2, 0.1}}},
                                         .mass = 1.0});
    return std::pair(rotor, add_hinge(world, trunk, rotor, at, axis));
  };
  const auto [a, leader] = add_rotor(Vec3(0.6, 0.1, 0), Vec3(1, 0, 1));
  const auto [b, follower] = add_rotor(Vec3(-0.5, 0, 0.3), Vec3(0, 1, 0.5));
  world.set_gear(follower, JointGear{leader, 1.7});
  world.set_velocity(a, Vec3(0, 0.2, 0), Vec3(1, 0.5, 2));
  run(world, 1, 1e-3);
  const std::vector<BodyId> all = {trunk, a, b};
  const auto momentum = [&] {
    Vec6 sum = Vec6::Zero();
    for (const BodyId body : all) {
      const Vec3 p = world.mass_properties(body).mass * world.state(body).linear_velocity;
      sum.head<3>() += p;
      sum.tail<3>() += angular_momentum(world, body) + center_of_mass(world, body).cross(p);
    }
    return sum;
  };
  const Vec6 start = momentum();
  const double energy = world.energy().kinetic;
  double slip = 0, change = 0;
  for (int k = 0; k < 5000; ++k) {
    const StepReport report = world.step(1e-3);
    ASSERT_EQ(report.status, StepStatus::solved);
    slip = std::max(slip, report.joint_error);
    change = std::max(change, std::abs(world.energy().kinetic - energy));
  }
  EXPECT_GT(std::abs(world.joint_state(leader).velocity), 0.1);
  EXPECT_LE(slip, 1e-9);
  EXPECT_LE(change, 1e-5 * energy);
  EXPECT_LE((momentum() - start).head<3>().norm(), 1e-12);
  EXPECT_LE((momentum() - start).tail<3>().norm(), 1e-6 * start.tail<3>().norm());
}

// Two sliders of 2 and 3 kg; one follows the other downwards, twice as fast. Only the slow one hits
// the ground; the impact reaches both.
TEST(Gears, CarryAnImpactOn) {
  constexpr double kStart = 0.5, kRestitution = 0.6;
  World world;
  const MaterialId rubber = world.add_material({.name = "rubber", .restitution = kRestitution});
  add_ground(world, rubber);
  const BodyId slow = add_ball(world, 0.1, 2, Vec3(0, 0, 0.1 + kStart), rubber);
  const BodyId fast = add_ball(world, 0.1, 3, Vec3(1, 0, 5), rubber);
  const auto add_slide = [&](BodyId body) {
    return world.add_joint(
        {.name = "slide", .kind = JointKind::prismatic, .child = body, .axis = Vec3::UnitZ()});
  };
  const JointId leader = add_slide(slow), follower = add_slide(fast);
  world.set_gear(follower, JointGear{leader, 2});
  // (2 + 4 3) a = -(2 + 2 3) g.
  const double a = kGravity * 8 / 14;
  double highest = -1, impulse = 0, way_at_impact = 0;
  for (int k = 0; k < 2000 && highest < 0; ++k) {
    run(world, 1, 1e-3);
    const double speed = world.joint_state(leader).velocity;
    if (!world.contacts().empty() && world.contacts()[0].normal_impulse > impulse) {
      impulse = world.contacts()[0].normal_impulse;
      way_at_impact = world.joint_state(leader).position;
    }
    if (impulse > 0 && speed < 0) highest = world.joint_state(leader).position + kStart;
  }
  EXPECT_NEAR(way_at_impact, -kStart, 5e-3);
  const double speed = std::sqrt(2 * a * kStart);
  EXPECT_NEAR(impulse, 14 * (1 + kRestitution) * speed, 0.02 * impulse);
  EXPECT_NEAR(highest, kRestitution * kRestitution * kStart, 0.02 * kStart);
  EXPECT_NEAR(world.joint_state(follower).position, 2 * world.joint_state(leader).position, 1e-8);
}

// An event at one affects the other.
TEST(Gears, JoinTheIslandsOfTheirJoints) {
  GearedWheels wheels(1);
  World& world = wheels.world;
  EXPECT_EQ(world.step(0.01).islands, 1u);
  world.set_gear(wheels.follower, {});
  EXPECT_EQ(world.step(0.01).islands, 2u);
}

// One hinge does what the other does anyway: the gear between them has no effect.
TEST(Gears, BetweenTwoHingesOfADoorDoNoHarm) {
  World world;
  const BodyId door = add_door(world);
  const JointId lower = add_hinge(world, std::nullopt, door, Vec3(0, 0, 0.3), Vec3::UnitZ());
  const JointId upper = add_hinge(world, std::nullopt, door, Vec3(0, 0, 1.7), Vec3::UnitZ());
  world.set_gear(upper, JointGear{lower, 1});
  EXPECT_EQ(world.count_redundant_rows(), 6u);
  world.set_velocity(door, Vec3(0, 0.4, 0), Vec3(0, 0, 1));
  run(world, 200);
  EXPECT_NEAR(world.joint_state(upper).position, 2, 1e-4);
  // With any other ratio it cannot turn at all.
  world.set_gear(upper, JointGear{lower, 2});
  run(world, 1);
  EXPECT_NEAR(world.joint_state(upper).velocity, 0, 1e-9);
}

TEST(Gears, AreCopiedAndGoWithTheirLeader) {
  GearedWheels wheels(2);
  wheels.world.set_velocity(wheels.leading, Vec3::Zero(), Vec3(0, 0, 5));
  run(wheels.world, 10);
  World copy = wheels.world;
  run(wheels.world, 20);
  run(copy, 20);
  EXPECT_TRUE(is_same_state(copy, wheels.world));
  World without = copy;
  copy.remove_joint(wheels.leader);
  EXPECT_FALSE(copy.definition(wheels.follower).gear);
  without.remove_body(wheels.leading);
  EXPECT_FALSE(without.definition(wheels.follower).gear);
  run(copy, 5);
  run(without, 5);
}

TEST(Gears, WhatAWorldRefuses) {
  GearedWheels wheels(1);
  World& world = wheels.world;
  const BodyId other = add_ball(world, 0.1, 1, Vec3(0, 5, 0));
  const JointId ball =
      world.add_joint({.name = "ball", .kind = JointKind::spherical, .child = other});
  const auto complaint_of = [&](JointId joint, const JointGear& gear) {
    return complaint([&] { world.set_gear(joint, gear); });
  };
  const auto says = [&](const std::string& said, const std::string& text) {
    EXPECT_NE(said.find(text), std::string::npos) << said;
  };
  says(complaint_of(wheels.follower, {wheels.follower}), "another joint");
  says(complaint_of(wheels.leader, {wheels.follower}), "does not follow it");
  says(complaint_of(wheels.follower, {JointId{99}}), "id 99");
  says(complaint_of(wheels.follower, {ball}), "'ball', which is spherical");
  says(complaint_of(ball, {wheels.leader}), "revolute and prismatic");
  says(complaint_of(wheels.follower, {wheels.leader, 0}), "ratio");
  says(complaint_of(wheels.follower, {wheels.leader, std::nan("")}), "ratio");
  EXPECT_EQ(world.definition(wheels.follower).gear->ratio, 1);
}

// If a joint is made at a position, its limits and its gear are relative to that.
TEST(Joints, MayBeMadeAtAPosition) {
  World world;
  const BodyId cube = add_cube(world, 0.2, 2, Vec3(0.3, 0, 0));
  const JointId slide = world.add_joint({.name = "slide",
                                         .kind = JointKind::prismatic,
                                         .child = cube,
                                         .position = 0.3,
                                         .upper = 0.5});
  const BodyId wheel = add_wheel(world, 0.1, Vec3(0, 2, 0));
  const JointId axle = world.add_joint({.name = "axle",
                                        .kind = JointKind::revolute,
                                        .child = wheel,
                                        .frame = {.translation = Vec3(0, 2, 0)},
                                        .axis = Vec3::UnitZ(),
                                        .position = 7.5,
                                        .gear = JointGear{slide, 10}});
  EXPECT_EQ(world.joint_state(slide).position, 0.3);
  EXPECT_NEAR(world.joint_state(axle).position, 7.5, 1e-14);
  EXPECT_EQ(world.joint_state(slide).error, 0);
  for (int k = 0; k < 100; ++k) {
    world.apply_force(cube, Vec3(20, 0, 0));
    run(world, 1);
  }
  EXPECT_NEAR(world.joint_state(slide).position, 0.5, 1e-9);
  EXPECT_NEAR(position(world, cube).x(), 0.5, 1e-9);
  EXPECT_NEAR(world.joint_state(axle).position, 9.5, 1e-8);
}

}  // namespace
}  // namespace stiction
