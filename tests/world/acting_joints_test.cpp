// Friction, dampers, motors and limits of joints act to second order, compared with closed forms,
// or with much shorter steps.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "simple_linkages.h"

namespace stiction {
namespace {

constexpr double kDuration = 0.5;  ///< s

/// A cube of 2 kg on a frictionless rail along x, 1 m from where its spring pulls it.
struct Spring {
  World world{{.gravity = Vec3::Zero()}};
  BodyId cube = add_cube(world, 0.2, 2, Vec3::Zero());
  JointId rail;

  Spring(double stiffness, double damping) {
    const JointMotor motor{
        .mode = MotorMode::position, .target = 1, .kp = 2 * stiffness, .kd = 2 * damping};
    rail = world.add_joint({.kind = JointKind::prismatic, .child = cube, .motor = motor});
  }

  JointState after(double h) {
    run(world, static_cast<int>(std::lround(kDuration / h)), h);
    return world.joint_state(rail);
  }
};

// x = 1 - exp(-a t) (cos w t + a/w sin w t).
TEST(ActingJoints, ASpringWithADamperSwingsToSecondOrder) {
  constexpr double kStiffness = 100, kDamping = 4, a = 0.5 * kDamping;
  const double w = std::sqrt(kStiffness - a * a);
  const double decay = std::exp(-a * kDuration);
  const double phase = w * kDuration;
  const double position = 1 - decay * (std::cos(phase) + a / w * std::sin(phase));
  const double velocity = decay * (a * a / w + w) * std::sin(phase);
  const auto error = [&](double h) {
    const JointState end = Spring(kStiffness, kDamping).after(h);
    return std::abs(end.position - position) + std::abs(end.velocity - velocity) / w;
  };
  EXPECT_LE(error(0.005), 2e-3);
  EXPECT_NEAR(error(0.005) / error(0.0025), 4, 0.1);
  EXPECT_NEAR(error(0.0025) / error(0.00125), 4, 0.1);
}

// Nothing takes energy from a spring without a damper.
TEST(ActingJoints, ASpringAloneKeepsItsEnergy) {
  constexpr double kStiffness = 100;
  Spring spring(kStiffness, 0);
  for (int k = 0; k < 2000; ++k) {
    run(spring.world, 1, 0.01);
    const JointState state = spring.world.joint_state(spring.rail);
    const double extension = state.position - 1;
    const double energy =
        0.5 * (state.velocity * state.velocity + kStiffness * extension * extension);
    ASSERT_NEAR(energy, 0.5 * kStiffness, 1e-8 * kStiffness) << k;
  }
}

// Beyond what a step resolves, springs and dampers come to rest instead of ringing.
TEST(ActingJoints, StiffServosDoNotRing) {
  for (const auto& [stiffness, damping] :
       {std::pair(1e5, 1e3), std::pair(1e8, 1e4), std::pair(1e8, 0.0), std::pair(1e12, 1e6)}) {
    Spring spring(stiffness, damping);
    double last = std::numeric_limits<double>::infinity();
    double fastest = 0;
    for (int k = 0; k < 50; ++k) {
      run(spring.world, 1, 0.01);
      const double velocity = spring.world.joint_state(spring.rail).velocity;
      fastest = std::max(fastest, velocity);
      ASSERT_GE(velocity, -1e-3 * fastest) << stiffness << " " << k;
      ASSERT_LE(std::abs(velocity), last + 1e-3 * fastest) << stiffness << " " << k;
      last = std::abs(velocity);
    }
    EXPECT_NEAR(spring.world.joint_state(spring.rail).position, 1, 1e-3) << stiffness;
  }
}

/// Two bars that swing about skew hinges, the second of which is as given.
Vec3 swing(const JointDefinition& second, double h) {
  World world;
  const Vec3 A(0, 0, 2), B(0.5, 0, 2), C(1, 0.2, 2);
  const BodyId upper = add_bar(world, A, B);
  const BodyId lower = add_bar(world, B, C);
  add_hinge(world, std::nullopt, upper, A, Vec3::UnitY());
  JointDefinition hinge = second;
  hinge.kind = JointKind::revolute;
  hinge.parent = upper;
  hinge.child = lower;
  hinge.frame.translation = B;
  hinge.axis = Vec3(0.3, 0.9, -0.3);
  world.add_joint(hinge);
  run(world, static_cast<int>(std::lround(kDuration / h)), h);
  return world.state(lower).pose * Vec3(0.3, 0.2, 0.1);
}

TEST(ActingJoints, MechanismsMoveToSecondOrder) {
  struct Case {
    const char* name;
    JointDefinition joint;
  };
  std::vector<Case> cases(6);
  cases[0] = {"friction that slides", {}};
  cases[0].joint.friction = 0.4;
  cases[1] = {"damper", {}};
  cases[1].joint.damping = 0.3;
  cases[2] = {"motor that keeps its speed", {}};
  cases[2].joint.motor = JointMotor{.target = 2};
  cases[3] = {"motor that is too weak", {}};
  cases[3].joint.motor = JointMotor{.target = 50, .max_effort = 2};
  cases[4] = {"servo", {}};
  cases[4].joint.motor = JointMotor{.mode = MotorMode::position, .target = 1, .kp = 5, .kd = 0.3};
  cases[5] = {"effort", {}};
  cases[5].joint.motor = JointMotor{.mode = MotorMode::effort, .target = -1.5};
  for (const auto& [name, joint] : cases) {
    const Vec3 reference = swing(joint, 1.0 / 1600);
    const auto error = [&, &joint = joint](double h) {
      return (swing(joint, h) - reference).norm();
    };
    const double coarse = error(0.01), fine = error(0.005);
    EXPECT_LE(coarse, 2e-3) << name;
    EXPECT_GE(coarse / fine, 3.5) << name;
  }
}

// A load swings from an arm that friction lets turn: first order gained 2e-3 of its energy in steps
// of 5 ms.
TEST(ActingJoints, FrictionAddsNoEnergy) {
  World world;
  const BodyId arm = add_bar(world, Vec3(0, 0, 2), Vec3(1.2, 0, 2));
  const BodyId load = add_cube(world, 0.2, 12, Vec3(1.1, 0, 0.4));
  world.set_velocity(load, Vec3(0, 1.5, 0), Vec3::Zero());
  world.add_joint({.kind = JointKind::revolute,
                   .child = arm,
                   .frame = {.translation = Vec3(0, 0, 2)},
                   .axis = Vec3::UnitZ(),
                   .friction = 3});
  world.add_joint({.kind = JointKind::spherical,
                   .parent = arm,
                   .child = load,
                   .frame = {.translation = Vec3(1.1, 0, 2)}});
  double created = 0;
  double before = world.energy().total();
  const double swinging = world.energy().kinetic;
  for (int k = 0; k < 200; ++k) {
    run(world, 1, 0.005);
    const double now = world.energy().total();
    created += std::max(0.0, now - std::exchange(before, now));
  }
  EXPECT_LE(created, 1e-5 * swinging);
}

// A wheel on a motor in a body that tumbles: forces between them cannot change their angular
// momentum. Motors lowered the order, and 4e-3 of it was lost in 20 s.
TEST(ActingJoints, MotorsKeepAngularMomentum) {
  for (const JointMotor& motor :
       {JointMotor{.target = 60}, JointMotor{.mode = MotorMode::effort, .target = 0.01}}) {
    World world({.gravity = Vec3::Zero()});
    const Vec3 spin(0.3, 0.2, 0.1);
    const auto add = [&](double mass, const Vec3& inertia, const Vec3& own) {
      return world.add_body(
          {.name = "part",
           .angular_velocity = spin + own,
           .inertial = MassProperties{mass, Vec3::Zero(), Mat3(inertia.asDiagonal())}});
    };
    const BodyId body = add(20, Vec3(1, 1.5, 2.2), Vec3::Zero());
    const BodyId wheel = add(2, Vec3(0.02, 0.02, 0.03), Vec3(0, 0, 60));
    world.add_joint({.kind = JointKind::revolute,
                     .parent = body,
                     .child = wheel,
                     .axis = Vec3::UnitZ(),
                     .motor = motor});
    const auto momentum = [&] {
      return Vec3(angular_momentum(world, body) + angular_momentum(world, wheel));
    };
    const Vec3 start = momentum();
    run(world, 500, 0.01);
    EXPECT_LE((momentum() - start).norm(), 1e-11 * start.norm());
  }
}

// 100 kg hang from light links with dampers, and one link is nudged. The pull turns with the links,
// which swing at 100 Hz: steps in which the pull keeps its direction make that grow.
TEST(ActingJoints, AHeavyLoadOnDampedLinksHangsStill) {
  World world;
  const MassProperties light{0.1, Vec3::Zero(), Vec3(8.5e-5, 8.5e-5, 1e-5).asDiagonal()};
  const MassProperties heavy{100, Vec3::Zero(), 0.1 * Mat3::Identity()};
  std::vector<BodyId> links;
  for (int k = 0; k < 5; ++k) {
    const std::optional<BodyId> parent = k > 0 ? std::optional(links.back()) : std::nullopt;
    links.push_back(world.add_body({.name = "link",
                                    .pose = {.translation = Vec3(0, 0, -0.05 - 0.1 * k)},
                                    .inertial = k < 4 ? light : heavy}));
    world.add_joint({.kind = JointKind::revolute,
                     .parent = parent,
                     .child = links.back(),
                     .frame = {.translation = Vec3(0, 0, -0.1 * k)},
                     .axis = Vec3::UnitY(),
                     .damping = 0.01});
  }
  for (int k = 0; k < 200; ++k) {
    if (k < 5) world.apply_force(links[2], Vec3(1e-6, 0, 0));
    run(world, 1, 0.01);
    ASSERT_LE(world.state(links[2]).linear_velocity.norm(), 1e-4) << k;
  }
}

}  // namespace
}  // namespace stiction
