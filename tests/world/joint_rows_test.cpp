// Limits, friction, damping and motors of joints, and loops of joints, compared with closed forms.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "simple_linkages.h"

namespace stiction {
namespace {

/// A cube of 2 kg that slides freely along x.
struct Slider {
  World world;
  BodyId cube;
  JointId joint;

  explicit Slider(JointDefinition definition, const Vec3& gravity = Vec3::Zero(),
                  Integrator integrator = Integrator::automatic)
      : world({.gravity = gravity, .integrator = integrator}),
        cube(add_cube(world, 0.2, 2, Vec3::Zero())) {
    definition.name = "slide";
    definition.kind = JointKind::prismatic;
    definition.child = cube;
    joint = world.add_joint(definition);
  }

  JointState state() const { return world.joint_state(joint); }
};

TEST(JointLimits, HoldUnderAGreatForce) {
  Slider slider({.lower = -0.1, .upper = 0.25});
  for (int k = 0; k < 50; ++k) {
    slider.world.apply_force(slider.cube, Vec3(1e4, 0, 0));
    run(slider.world, 1);
    ASSERT_LE(slider.state().position, 0.25 + 1e-9);
  }
  EXPECT_NEAR(slider.state().position, 0.25, 1e-9);
  EXPECT_NEAR(slider.state().force.x(), -1e4, 1e-3);
  for (int k = 0; k < 50; ++k) {
    slider.world.apply_force(slider.cube, Vec3(-1e4, 0, 0));
    run(slider.world, 1);
    ASSERT_GE(slider.state().position, -0.1 - 1e-9);
  }
  EXPECT_NEAR(slider.state().position, -0.1, 1e-9);
}

TEST(JointLimits, AFallingLinkStopsAtItsAngle) {
  World world;
  const BodyId ball = add_ball(world, 0.1, 1, Vec3(1, 0, 0));
  const JointId pin = world.add_joint({.name = "pin",
                                       .kind = JointKind::revolute,
                                       .child = ball,
                                       .axis = -Vec3::UnitY(),
                                       .lower = -0.5});
  run(world, 200);
  EXPECT_NEAR(world.joint_state(pin).position, -0.5, 1e-8);
  EXPECT_NEAR(world.joint_state(pin).velocity, 0, 1e-9);
  EXPECT_NEAR(world.joint_state(pin).torque.y(), -kGravity * std::cos(0.5), 1e-5);
}

TEST(JointLimits, EqualBoundsHoldAJointWhereItIs) {
  Slider slider({.lower = 0, .upper = 0});
  slider.world.apply_force(slider.cube, Vec3(100, 0, 0));
  run(slider.world, 1);
  EXPECT_NEAR(slider.state().position, 0, 1e-12);
  EXPECT_NEAR(slider.state().force.x(), -100, 1e-6);
}

// A joint that starts beyond a bound is moved back at the push-out speed, without kinetic energy.
TEST(JointLimits, APositionBeyondABoundGoesBackSlowly) {
  Slider slider({.lower = 0.1});
  run(slider.world, 1);
  EXPECT_NEAR(slider.state().position, 0.03, 1e-9);
  EXPECT_NEAR(slider.state().error, 0.07, 1e-9);
  run(slider.world, 5);
  EXPECT_NEAR(slider.state().position, 0.1, 1e-8);
  EXPECT_NEAR(slider.world.energy().kinetic, 0, 1e-12);
}

TEST(JointFriction, HoldsUpToItsLimitAndNoFurther) {
  for (const auto& [push, speed] : {std::pair(9.999, 0.0), std::pair(-9.999, 0.0),
                                    std::pair(12.0, 2 * 1.0), std::pair(-14.0, -2 * 2.0)}) {
    Slider slider({.friction = 10});
    for (int k = 0; k < 200; ++k) {
      slider.world.apply_force(slider.cube, Vec3(push, 0, 0));
      run(slider.world, 1);
    }
    // (push - 10) / 2 m/s^2 for 2 s.
    EXPECT_NEAR(slider.state().velocity, speed, 1e-7) << push;
    if (speed == 0) {
      EXPECT_NEAR(slider.state().position, 0, 1e-12) << push;
    }
  }
}

// 2 v' = -c v: by the midpoint rule each step multiplies v by (1 - h c / 4) / (1 + h c / 4); by
// first order it divides v by 1 + h c / 2.
TEST(JointDamping, SlowsByTheMidpointRule) {
  for (const auto& [integrator, factor] : {std::pair(Integrator::automatic, 0.99 / 1.01),
                                           std::pair(Integrator::first_order, 1 / 1.02)}) {
    Slider slider({.damping = 4}, Vec3::Zero(), integrator);
    slider.world.set_velocity(slider.cube, Vec3(1, 0, 0), Vec3::Zero());
    run(slider.world, 50);
    EXPECT_NEAR(slider.state().velocity, std::pow(factor, 50), 1e-8);
  }
}

/// The position of a link on a hinge or a slide after ten steps under that model, with a damper, or
/// a spring towards a place, that is far too weak to be felt.
double position_with(const std::string& model, JointKind kind, double damping, double stiffness) {
  World world({.contact = {.model = model}, .integrator = Integrator::first_order});
  const BodyId link = add_cube(world, 1, 1, Vec3(0, 0, 2));
  JointDefinition joint{.kind = kind,
                        .child = link,
                        .frame = {.translation = Vec3(0.9, -0.6, 2.2)},
                        .axis = Vec3(0, 1, 1),
                        .damping = damping};
  if (stiffness > 0) {
    joint.motor = JointMotor{.mode = MotorMode::position, .target = 1, .kp = stiffness};
  }
  const JointId id = world.add_joint(joint);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(world.step(0.01).status, StepStatus::solved) << model;
  }
  return world.joint_state(id).position;
}

TEST(JointDamping, ThatIsTooWeakToBeFeltIsNoneUnderAnyModel) {
  for (const char* model :
       {"coulomb", "no-slip", "viscous", "viscous-rk4", "box-friction", "frictionless"}) {
    for (const JointKind kind : {JointKind::revolute, JointKind::prismatic}) {
      const double without = position_with(model, kind, 0, 0);
      EXPECT_GT(std::abs(without), 0.01) << model;
      for (const double least : {1e-200, 1e-300, 1e-308, 5e-324}) {
        EXPECT_NEAR(position_with(model, kind, least, 0), without, 1e-12) << model << ' ' << least;
        EXPECT_NEAR(position_with(model, kind, 0, least), without, 1e-12) << model << ' ' << least;
      }
    }
  }
}

/// A box on the ground is pushed along a slide with a damper, or a motor that is one.
TEST(JointDamping, ThatIsHardlyFeltLeavesNoStepUnsolved) {
  for (const char* model : {"coulomb", "no-slip", "viscous", "box-friction", "frictionless"}) {
    for (const int exponent : {-100, -50, -20, -16, -13, -12, -11, -10, -9, -8, -6}) {
      for (const bool is_motor : {false, true}) {
        World world({.contact = {.model = model}});
        add_ground(world);
        const BodyId box = add_cube(world, 1, 1, Vec3(0, 0, 0.5));
        const double damping = std::pow(10, exponent);
        JointDefinition joint{.kind = JointKind::prismatic,
                              .child = box,
                              .frame = {.translation = Vec3(0, 0, 0.5)},
                              .damping = is_motor ? 0 : damping};
        if (is_motor) joint.motor = JointMotor{.mode = MotorMode::position, .kd = damping};
        world.add_joint(joint);
        for (int k = 0; k < 100; ++k) {
          world.apply_force(box, Vec3(1, 0, 0));
          ASSERT_EQ(world.step(0.01).status, StepStatus::solved)
              << model << ", damping 1e" << exponent << ", step " << k + 1;
        }
      }
    }
  }
}

TEST(JointMotors, ReachTheirSpeedWithinTheirEffort) {
  Slider slider({.motor = JointMotor{.target = 1.5, .max_effort = 6}});
  double work = 0;
  // 3 m/s^2: 0.5 s.
  for (int k = 0; k < 40; ++k) {
    const StepReport report = slider.world.step(0.01);
    ASSERT_EQ(report.status, StepStatus::solved);
    work += report.work;
    EXPECT_NEAR(slider.state().motor_effort, 6, 1e-7);
  }
  EXPECT_NEAR(slider.state().velocity, 1.2, 1e-7);
  // The work is that of the effort along the way.
  EXPECT_NEAR(work, 6 * slider.state().position, 1e-6);
  run(slider.world, 40);
  EXPECT_NEAR(slider.state().velocity, 1.5, 1e-8);
  EXPECT_NEAR(slider.state().motor_effort, 0, 1e-6);
  slider.world.set_motor(slider.joint, JointMotor{.target = -1.5, .max_effort = 1e6});
  run(slider.world, 1);
  EXPECT_NEAR(slider.state().velocity, -1.5, 1e-6);
  slider.world.set_motor(slider.joint, {});
  run(slider.world, 1);
  EXPECT_EQ(slider.state().motor_effort, 0);
}

TEST(JointMotors, StallAgainstALoadThatTheyCannotLift) {
  const Vec3 gravity(-kGravity, 0, 0);
  Slider weak({.lower = -0.5, .motor = JointMotor{.target = 1, .max_effort = 19}}, gravity);
  run(weak.world, 1000);
  // The weight is 19.62 N: the cube sinks to the bound, which bears the rest.
  EXPECT_NEAR(weak.state().position, -0.5, 1e-8);
  EXPECT_NEAR(weak.state().motor_effort, 19, 1e-7);
  Slider strong({.motor = JointMotor{.target = 1, .max_effort = 21}}, gravity);
  run(strong.world, 1000);
  EXPECT_NEAR(strong.state().velocity, 1, 1e-7);
  EXPECT_NEAR(strong.state().motor_effort, 2 * kGravity, 1e-6);
}

TEST(JointMotors, AnUnboundedOneStopsAtItsOwnLimit) {
  Slider slider({.upper = 0.1, .motor = JointMotor{.target = 3}});
  run(slider.world, 20);
  EXPECT_NEAR(slider.state().position, 0.1, 1e-9);
  EXPECT_NEAR(slider.state().velocity, 0, 1e-9);
}

TEST(JointMotors, StiffPositionControlIsStable) {
  for (const double kd : {0.0, 1e3}) {
    Slider slider(
        {.motor = JointMotor{.mode = MotorMode::position, .target = 0.2, .kp = 1e6, .kd = kd}},
        Vec3(-kGravity, 0, 0));
    run(slider.world, 300);
    // It gives way by m g / kp.
    EXPECT_NEAR(slider.state().position, 0.2 - 2 * kGravity / 1e6, 1e-8) << kd;
    EXPECT_NEAR(slider.state().velocity, 0, 1e-8) << kd;
    EXPECT_NEAR(slider.state().motor_effort, 2 * kGravity, 1e-4) << kd;
  }
}

TEST(JointMotors, AWeakSpringKeepsWithinItsEffort) {
  Slider slider(
      {.motor = JointMotor{
           .mode = MotorMode::position, .target = 10, .max_effort = 4, .kp = 100, .kd = 20}});
  run(slider.world, 50);
  EXPECT_NEAR(slider.state().motor_effort, 4, 1e-7);
  EXPECT_NEAR(slider.state().velocity, 1, 1e-7);
}

TEST(JointMotors, AnEffortIsATorqueAboutTheAxis) {
  World world({.gravity = Vec3::Zero()});
  const BodyId rotor = add_cube(world, 0.6, 5, Vec3::Zero());
  const JointId axle = world.add_joint(
      {.name = "axle",
       .kind = JointKind::revolute,
       .child = rotor,
       .axis = Vec3::UnitZ(),
       .motor = JointMotor{.mode = MotorMode::effort, .target = 7, .max_effort = 1.5}});
  double work = 0;
  for (int k = 0; k < 100; ++k) work += world.step(0.01).work;
  // Inertia m a^2 / 6 = 0.3 kg m^2.
  EXPECT_NEAR(world.joint_state(axle).velocity, 5, 1e-9);
  EXPECT_NEAR(world.joint_state(axle).torque.z(), 1.5, 1e-9);
  EXPECT_NEAR(work, 1.5 * world.joint_state(axle).position, 1e-9);
}

// Four hinges of a plane loop have three redundant conditions.
TEST(JointLoops, AFourBarLinkageSwings) {
  World world;
  add_four_bar_linkage(world);
  EXPECT_EQ(world.count_redundant_rows(), 3u);
  double worst = 0;
  double turned = 0;
  const double energy = world.energy().total();
  for (int k = 0; k < 2000; ++k) {
    const StepReport report = world.step(0.002);
    ASSERT_EQ(report.status, StepStatus::solved) << k;
    worst = std::max(worst, report.joint_error);
    turned = std::max(turned, report.turn);
  }
  EXPECT_LE(worst, 1e-8);
  EXPECT_GT(turned, 1e-3);
  EXPECT_NEAR(world.energy().total(), energy, 0.02 * std::abs(energy));
}

TEST(JointLoops, ADoorWithTwoHingesSwingsAboutTheirLine) {
  World world;
  const BodyId door = add_door(world);
  std::vector<JointId> hinges;
  for (const double z : {0.3, 1.7}) {
    hinges.push_back(add_hinge(world, std::nullopt, door, Vec3(0, 0, z), Vec3::UnitZ()));
    EXPECT_EQ(world.count_redundant_rows(), hinges.size() == 1 ? 0u : 5u);
  }
  world.set_velocity(door, Vec3(0, 0.4, 0), Vec3(0, 0, 1));
  run(world, 500);
  EXPECT_NEAR(world.joint_state(hinges[0]).position, 5, 1e-4);
  EXPECT_NEAR(world.joint_state(hinges[1]).position, 5, 1e-4);
  // Both together bear the weight.
  const double borne =
      world.joint_state(hinges[0]).force.z() + world.joint_state(hinges[1]).force.z();
  EXPECT_NEAR(borne, 20 * kGravity, 1e-5);
}

/// Pairs of bars that cross, hinged in the middle and pair by pair at their ends, on rough ground.
void add_scissor_lift(World& world, int num_pairs) {
  const MaterialId rough = world.add_material({.name = "rough", .friction = 0.5});
  add_ground(world, rough);
  constexpr double kWidth = 0.8, kHeight = 0.3;
  const auto add_lift_bar = [&](const Vec3& from, const Vec3& to) {
    return world.add_body({.name = "bar",
                           .pose = {shortest_rotation(Vec3::UnitX(), to - from), 0.5 * (from + to)},
                           .shapes = {{.shape = Box{Vec3((to - from).norm(), 0.06, 0.06)}}},
                           .mass = 1.0,
                           .material = rough});
  };
  std::array<BodyId, 2> below;
  for (int i = 0; i < num_pairs; ++i) {
    const double z = 0.05 + i * kHeight;
    const BodyId rising = add_lift_bar(Vec3(0, -0.05, z), Vec3(kWidth, -0.05, z + kHeight));
    const BodyId falling = add_lift_bar(Vec3(kWidth, 0.05, z), Vec3(0, 0.05, z + kHeight));
    add_hinge(world, rising, falling, Vec3(kWidth / 2, 0, z + kHeight / 2), Vec3::UnitY());
    if (i > 0) {
      add_hinge(world, below[0], falling, Vec3(kWidth, 0, z), Vec3::UnitY());
      add_hinge(world, below[1], rising, Vec3(0, 0, z), Vec3::UnitY());
    }
    below = {rising, falling};
  }
}

// It falls on its feet, which slide apart as it folds up. Its loops have nine redundant conditions,
// which must not contradict each other anywhere on the way.
TEST(JointLoops, AScissorLiftThatFoldsUpOnRoughGround) {
  World world;
  add_scissor_lift(world, 4);
  EXPECT_EQ(world.count_redundant_rows(), 9u);
  for (int k = 0; k < 100; ++k) {
    const StepReport report = world.step(0.01);
    ASSERT_EQ(report.status, StepStatus::solved) << k;
    EXPECT_LE(report.residual, 1e-8) << k;
    EXPECT_LE(report.joint_error, 1e-8) << k;
  }
}

TEST(JointLoops, ABodyMayBeFixedTwice) {
  World world;
  const BodyId a = add_cube(world, 0.2, 1, Vec3(0.3, 0, 0));
  const BodyId b = add_cube(world, 0.2, 1, Vec3(0.6, 0, 0));
  for (int k = 0; k < 2; ++k) {
    world.add_joint({.name = "wall", .child = a});
    world.add_joint({.name = "weld", .parent = a, .child = b});
  }
  EXPECT_EQ(world.count_redundant_rows(), 12u);
  run(world, 100);
  EXPECT_LE((position(world, b) - Vec3(0.6, 0, 0)).norm(), 1e-10);
  const double borne = world.joint_state(world.joints()[0]).force.z() +
                       world.joint_state(world.joints()[2]).force.z();
  EXPECT_NEAR(borne, 2 * kGravity, 1e-6);
}

// A leg of two links with limits at its knee falls on a floor and slides on it: Lloyd's methods by
// themselves find the motion of the default. With friction Newton's method has to go on from their
// pyramids, and does not converge in a few steps.
TEST(JointsAndContacts, AreSolvedByLloydsMethodsAlone) {
  constexpr int kSteps = 150;
  const auto drop = [](double friction, const char* solver, int& fallbacks) {
    World world({.contact = {.solver = solver}});
    const MaterialId rough = world.add_material({.name = "rough", .friction = friction});
    add_ground(world, rough);
    const auto add_link = [&](double x) {
      return world.add_body({.name = "link",
                             .pose = {.translation = Vec3(x, 0, 0.5)},
                             .linear_velocity = Vec3(1, 0.3, 0),
                             .shapes = {{.shape = Capsule{0.05, 0.4}}},
                             .mass = 1.0,
                             .material = rough});
    };
    const BodyId thigh = add_link(0), shank = add_link(0.2);
    world.add_joint({.name = "knee",
                     .kind = JointKind::revolute,
                     .parent = thigh,
                     .child = shank,
                     .frame = {.translation = Vec3(0.1, 0, 0.72)},
                     .axis = Vec3::UnitY(),
                     .lower = -0.4,
                     .upper = 0.3});
    for (int k = 0; k < kSteps; ++k) {
      const StepReport report = world.step(0.005);
      EXPECT_EQ(report.status, StepStatus::solved) << k;
      EXPECT_LE(report.residual, 1e-8) << k;
      fallbacks += report.fallbacks;
    }
    return position(world, shank);
  };
  for (const double friction : {0.0, 0.3}) {
    int ignored = 0;
    const Vec3 usual = drop(friction, "", ignored);
    for (const char* solver : {"reduced-lemke", "structural-lemke"}) {
      int fallbacks = 0;
      EXPECT_LE((drop(friction, solver, fallbacks) - usual).norm(), 1e-5) << solver;
      EXPECT_LE(fallbacks, friction > 0 ? kSteps / 20 : 0) << solver << " " << friction;
    }
  }
}

// A slide drives a block over the ground: the effort that it takes follows the law.
TEST(JointsAndContacts, AreOneProblemUnderEveryModel) {
  for (const char* model : {"coulomb", "no-slip", "viscous", "box-friction", "frictionless"}) {
    SCOPED_TRACE(model);
    World world({.contact = {.model = model}});
    const MaterialId rough = world.add_material({.name = "rough", .friction = 0.5});
    add_ground(world, rough);
    const BodyId block = add_cube(world, 0.4, 3, Vec3(0, 0, 0.2), rough);
    const BodyId cart = add_ball(world, 0.1, 1, Vec3(-1, 0, 0.2));
    const JointId rail = world.add_joint({.name = "rail",
                                          .kind = JointKind::prismatic,
                                          .child = cart,
                                          .motor = JointMotor{.target = 0.5, .max_effort = 100}});
    const JointId rod = world.add_joint({.name = "rod",
                                         .kind = JointKind::cylindrical,
                                         .parent = cart,
                                         .child = block,
                                         .frame = {.translation = Vec3(-0.5, 0, 0.2)},
                                         .axis = Vec3::UnitZ()});
    run(world, 60);
    const bool holds = model == std::string("no-slip");
    EXPECT_NEAR(world.joint_state(rail).velocity, holds ? 0 : 0.5, 1e-6);
    const bool rubs = model == std::string("coulomb") || model == std::string("box-friction");
    const double friction = 0.5 * 3 * kGravity;
    EXPECT_NEAR(world.joint_state(rod).force.x(), holds ? 100 : (rubs ? friction : 0), 1e-4);
    EXPECT_NEAR(position(world, block).z(), 0.2, 1e-8);
  }
}

}  // namespace
}  // namespace stiction
