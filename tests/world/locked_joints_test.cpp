// Friction, a motor or limits that lock a joint hold it as a weld would, however its bodies turn.

#include <string>
#include <vector>

#include "world/simple_worlds.h"

namespace stiction {
namespace {

constexpr double kSpin = 4;     ///< of the boom, rad/s
constexpr double kReach = 0.5;  ///< of the load, m
constexpr double kStep = 0.01;  ///< s
constexpr double kPull = 8;     ///< m w^2 r, N

struct Lock {
  const char* name;
  JointDefinition joint;  ///< everything except its bodies, kind and axis
};

std::vector<Lock> make_locks() {
  std::vector<Lock> locks(6);
  locks[0] = {"friction", {}};
  locks[0].joint.friction = 1e4;
  locks[1] = {"motor at rest", {}};
  locks[1].joint.motor = JointMotor{};
  locks[2] = {"limits that leave no way", {}};
  locks[2].joint.lower = locks[2].joint.upper = 0;
  locks[3] = {"one limit", {}};
  locks[3].joint.upper = 0;
  locks[4] = {"limit against a motor", {}};
  locks[4].joint.upper = 0;
  locks[4].joint.motor = JointMotor{.mode = MotorMode::effort, .target = 5};
  locks[5] = {"stiff motor", {}};
  locks[5].joint.motor = JointMotor{.mode = MotorMode::position, .kp = 1e8};
  return locks;
}

/// A boom that turns about a hinge, and a load on a rail along it.
struct Boom {
  World world;
  BodyId boom;
  JointId rail;

  Boom(const JointDefinition& lock, Integrator integrator)
      : world({.gravity = Vec3::Zero(), .integrator = integrator}) {
    boom = world.add_body(
        {.name = "boom", .inertial = MassProperties{2, Vec3::Zero(), 0.1 * Mat3::Identity()}});
    const BodyId load =
        world.add_body({.name = "load",
                        .pose = {.translation = Vec3(kReach, 0, 0)},
                        .inertial = MassProperties{1, Vec3::Zero(), 0.01 * Mat3::Identity()}});
    world.set_velocity(boom, Vec3::Zero(), Vec3(0, 0, kSpin));
    world.set_velocity(load, Vec3(0, kSpin * kReach, 0), Vec3(0, 0, kSpin));
    world.add_joint(
        {.name = "hinge", .kind = JointKind::revolute, .child = boom, .axis = Vec3::UnitZ()});
    JointDefinition definition = lock;
    definition.name = "rail";
    definition.kind = JointKind::prismatic;
    definition.parent = boom;
    definition.child = load;
    definition.axis = Vec3::UnitX();
    rail = world.add_joint(definition);
  }
};

TEST(LockedJoints, StayWhereTheyAreOnWhatTurns) {
  for (const Lock& lock : make_locks()) {
    for (const Integrator integrator : {Integrator::automatic, Integrator::first_order}) {
      SCOPED_TRACE(lock.name + std::to_string(static_cast<int>(integrator)));
      Boom boom(lock.joint, integrator);
      const double energy = boom.world.energy().total();
      double work = 0;
      for (int k = 0; k < 100; ++k) {
        const StepReport report = boom.world.step(kStep);
        ASSERT_EQ(report.status, StepStatus::solved);
        work += report.work;
        ASSERT_NEAR(boom.world.joint_state(boom.rail).position, 0, 1e-6);
      }
      // First-order steps end with the speeds of their middle, which differ by about (h w)^2 / 8.
      EXPECT_NEAR(boom.world.state(boom.boom).angular_velocity.z(), kSpin, 1e-3 * kSpin);
      EXPECT_NEAR(boom.world.energy().total(), energy, 1e-3 * energy);
      EXPECT_NEAR(work, 0, 1e-4);
    }
  }
}

// These are conditions like those of a weld, followed with second order.
TEST(LockedJoints, KeepEnergyAndRestAsWeldsDo) {
  const std::vector<Lock> locks = make_locks();
  for (std::size_t i = 0; i < 3; ++i) {
    SCOPED_TRACE(locks[i].name);
    Boom boom(locks[i].joint, Integrator::automatic);
    const double energy = boom.world.energy().total();
    run(boom.world, 100, kStep);
    EXPECT_NEAR(boom.world.energy().total(), energy, 1e-8 * energy);
    EXPECT_NEAR(boom.world.joint_state(boom.rail).velocity, 0, 1e-8);
    const double force = boom.world.joint_state(boom.rail).force.norm();
    EXPECT_NEAR(force, kPull, 1e-3 * kPull);
  }
}

// A bar that starts outside its joint's limits is lifted back over several steps, all of which book
// the work.
TEST(LockedJoints, BookWhatPutsThemBackWithinTheirLimits) {
  for (const JointKind kind : {JointKind::revolute, JointKind::prismatic}) {
    World world;
    const BodyId bar =
        world.add_body({.name = "bar",
                        .pose = {.translation = Vec3(0.5, 0, 0)},
                        .inertial = MassProperties{1, Vec3::Zero(), 0.1 * Mat3::Identity()}});
    JointDefinition joint;
    joint.name = "lift";
    joint.kind = kind;
    joint.child = bar;
    joint.axis = kind == JointKind::revolute ? Vec3(0, -1, 0) : Vec3(0, 0, 1);
    joint.lower = 0.2;
    joint.upper = 0.5;
    world.add_joint(joint);
    const double start = world.energy().total();
    double work = 0;
    for (int k = 0; k < 40; ++k) {
      const StepReport report = world.step(kStep);
      ASSERT_EQ(report.status, StepStatus::solved);
      work += report.work;
    }
    const double gained = world.energy().total() - start;
    EXPECT_GE(gained, 0.5);
    EXPECT_NEAR(gained, work, 1e-6 * gained);
  }
}

}  // namespace
}  // namespace stiction
