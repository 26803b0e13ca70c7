// Impossible requests throw an exception with the reason, and change nothing.

#include <stiction/geometry/height_grid.h>

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>

#include "comma_locale.h"
#include "complaint.h"
#include "constants.h"
#include "world/simple_worlds.h"

namespace stiction {
namespace {

const Vec3 kBadVectors[] = {Vec3(kNaN, 0, 0), Vec3(0, kInf, 0), Vec3(0, 0, -kInf)};
const Quat kBadRotations[] = {Quat(0, 0, 0, 0), Quat(kNaN, 0, 0, 1), Quat(1, kInf, 0, 0)};

/// A busy world: contacts, a body in flight, a force that waits for the next step.
class Refusals : public testing::Test {
 protected:
  Refusals() {
    ground = add_ground(world);
    cube = add_cube(world, 1, 1, Vec3(0, 0, 0.5));
    ball = add_ball(world, 0.5, 1, Vec3(0, 0, 3));
    lift = world.add_body({.name = "lift",
                           .kind = BodyKind::kinematic,
                           .pose = {.translation = Vec3(5, 0, 3)},
                           .linear_velocity = Vec3(0, 0, 1),
                           .shapes = {{Box{Vec3(1, 1, 1)}}}});
    gone = add_ball(world, 0.5, 1, Vec3(9, 0, 3));
    run(world, 3);
    world.remove_body(gone);
    world.apply_force(ball, Vec3(1, 2, 3));
  }

  /// Expects the exception, and that the world and its whole future are as if nothing had been
  /// asked.
  void expect_refused(const std::string& what, const std::function<void(World&)>& action,
                      const std::string& named = "") {
    const World before = world;
    try {
      action(world);
      ADD_FAILURE() << "accepted: " << what;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()), "") << what;
      EXPECT_NE(std::string(error.what()).find(named), std::string::npos)
          << what << " does not name '" << named << "': " << error.what();
    }
    EXPECT_TRUE(is_same_world(world, before)) << what;
    EXPECT_EQ(world.materials().size(), before.materials().size()) << what;
    World asked = world;
    World unasked = before;
    asked.step(0.01);
    unasked.step(0.01);
    EXPECT_TRUE(is_same_world(asked, unasked)) << what;
    world = before;
  }

  void expect_body_refused(const std::string& what, BodyDefinition definition) {
    definition.name = "culprit";
    expect_refused(
        what, [&](World& w) { w.add_body(definition); }, "culprit");
  }

  World world;
  BodyId ground;
  BodyId cube;
  BodyId ball;
  BodyId lift;
  BodyId gone;
};

TEST_F(Refusals, OfShapesThatAreNone) {
  const Shape shapes[] = {
      Sphere{0},
      Sphere{-1},
      Sphere{kNaN},
      Sphere{kInf},
      Sphere{1e-200},  // its volume underflows
      Sphere{1e200},   // and this one's overflows
      Box{Vec3(1, 0, 1)},
      Box{Vec3(1, -1, 1)},
      Box{Vec3(1, 1, kNaN)},
      Box{Vec3(1, kInf, 1)},
      Capsule{0, 1},
      Capsule{1, 0},
      Capsule{1, -1},
      Capsule{kNaN, 1},
      Capsule{1, kInf},
      Plane{},  // on a body that moves
  };
  for (std::size_t i = 0; i < std::size(shapes); ++i) {
    expect_body_refused("shape " + std::to_string(i), {.shapes = {{.shape = shapes[i]}}});
  }
  expect_body_refused("kinematic plane", {.kind = BodyKind::kinematic, .shapes = {{Plane{}}}});
  for (const Plane& plane :
       {Plane{Vec3::Zero(), 0}, Plane{Vec3(0, 0, kNaN), 0}, Plane{Vec3(0, 0, 1), kInf}}) {
    expect_body_refused("plane", {.kind = BodyKind::fixed, .shapes = {{.shape = plane}}});
  }
}

TEST_F(Refusals, OfPlacesAndVelocitiesThatAreNone) {
  for (const Vec3& bad : kBadVectors) {
    expect_body_refused("pose", {.pose = {.translation = bad}, .shapes = {{Sphere{1}}}});
    expect_body_refused("velocity", {.linear_velocity = bad, .shapes = {{Sphere{1}}}});
    expect_body_refused("spin", {.angular_velocity = bad, .shapes = {{Sphere{1}}}});
    expect_body_refused("shape's place",
                        {.shapes = {{.shape = Sphere{1}, .pose = {.translation = bad}}}});
  }
  for (const Quat& bad : kBadRotations) {
    expect_body_refused("rotation", {.pose = {.rotation = bad}, .shapes = {{Sphere{1}}}});
    expect_body_refused("shape's rotation",
                        {.shapes = {{.shape = Sphere{1}, .pose = {.rotation = bad}}}});
  }
}

TEST_F(Refusals, OfPlacesBeyondTheirRange) {
  const Vec3 far(0, -1e76, 0);
  const Mat3 unit = Mat3::Identity();
  expect_body_refused("pose", {.pose = {.translation = far}, .shapes = {{Sphere{1}}}});
  expect_body_refused("shape's place",
                      {.shapes = {{.shape = Sphere{1}, .pose = {.translation = far}}}});
  expect_body_refused("centre of mass", {.inertial = MassProperties{1, far, unit}});
  expect_refused("new pose", [&](World& w) { w.set_pose(ball, {.translation = far}); });
  expect_refused(
      "joint's frame",
      [&](World& w) { w.add_joint({.name = "j", .child = ball, .frame = {.translation = far}}); },
      "'j'");
  const Vec3 border = Vec3::Constant(kLargestPlace);
  const BodyId body = world.add_body({.pose = {.rotation = Quat(1, 2, 3, 4), .translation = border},
                                      .inertial = MassProperties{1, border, unit}});
  const JointId joint = world.add_joint({.child = body, .frame = {.translation = -border}});
  EXPECT_TRUE(world.state(body).pose.translation.allFinite());
  EXPECT_TRUE(std::isfinite(world.energy().total()));
  EXPECT_TRUE(std::isfinite(world.joint_state(joint).error));
  EXPECT_EQ(world.step(0.01).status, StepStatus::not_finite);
}

TEST_F(Refusals, OfMassesThatNoBodyHas) {
  expect_body_refused("neither shape nor inertial", {});
  for (const double bad : {0.0, -1.0, kNaN, kInf}) {
    expect_body_refused("mass", {.shapes = {{Sphere{1}}}, .mass = bad});
    expect_body_refused("density", {.shapes = {{.shape = Sphere{1}, .density = bad}}});
    expect_body_refused("inertial mass",
                        {.shapes = {{Sphere{1}}},
                         .inertial = MassProperties{.mass = bad, .inertia = Mat3::Identity()}});
  }
  Mat3 skewed = Mat3::Identity();
  skewed(0, 1) = 0.5;
  Mat3 unknown = Mat3::Identity();
  unknown(1, 2) = unknown(2, 1) = kNaN;
  for (const Mat3& bad :
       {Mat3(Vec3(1, 1, 2.1).asDiagonal()), Mat3(Vec3(1, 1, 0).asDiagonal()),
        Mat3(Vec3(1, 1, -1).asDiagonal()), Mat3(Vec3(1, 1, 1e-13).asDiagonal()), skewed, unknown}) {
    expect_body_refused("inertia", {.inertial = MassProperties{.mass = 1, .inertia = bad}});
  }
  expect_body_refused("centre",
                      {.inertial = MassProperties{
                           .mass = 1, .center = Vec3(0, kNaN, 0), .inertia = Mat3::Identity()}});
}

TEST_F(Refusals, OfMaterialsThatAreNone) {
  const MaterialId unknown = 7;
  expect_body_refused("body's material", {.shapes = {{Sphere{1}}}, .material = unknown});
  expect_body_refused("shape's material", {.shapes = {{.shape = Sphere{1}, .material = unknown}}});
  const Material bad[] = {{.name = "m", .friction = -0.1},    {.name = "m", .friction = kNaN},
                          {.name = "m", .friction = kInf},    {.name = "m", .restitution = -0.1},
                          {.name = "m", .restitution = 1.01}, {.name = "m", .restitution = kNaN},
                          {.name = "m", .viscosity = -1},     {.name = "m", .viscosity = kNaN},
                          {.name = "m", .viscosity = kInf}};
  for (const Material& material : bad) {
    expect_refused("material", [&](World& w) { w.add_material(material); });
    expect_refused("changed material", [&](World& w) { w.set_material(0, material); });
    expect_refused("pair", [&](World& w) {
      w.set_material_pair(0, 0,
                          {.friction = material.friction,
                           .restitution = material.restitution,
                           .viscosity = material.viscosity});
    });
  }
  expect_refused("unknown", [&](World& w) { w.set_material(unknown, {}); });
  expect_refused("unknown a", [&](World& w) { w.set_material_pair(unknown, 0, {.friction = 1}); });
  expect_refused("unknown b", [&](World& w) { w.set_material_pair(0, unknown, {.friction = 1}); });
  expect_refused("unknown of body", [&](World& w) { w.set_body_material(cube, unknown); });
}

TEST_F(Refusals, OfBodiesThatAreNot) {
  for (const BodyId nobody : {gone, BodyId{12345}, BodyId{0xffffffff}}) {
    EXPECT_FALSE(world.has_body(nobody));
    const Vec3 zero = Vec3::Zero();
    const std::function<void(World&)> actions[] = {
        [&](World& w) { w.remove_body(nobody); },
        [&](World& w) { w.definition(nobody); },
        [&](World& w) { w.mass_properties(nobody); },
        [&](World& w) { w.set_body_material(nobody, 0); },
        [&](World& w) { w.state(nobody); },
        [&](World& w) { w.set_pose(nobody, {}); },
        [&](World& w) { w.set_velocity(nobody, zero, zero); },
        [&](World& w) { w.interpolated_pose(nobody, 0.5); },
        [&](World& w) { w.apply_force(nobody, zero); },
        [&](World& w) { w.apply_impulse(nobody, zero); },
    };
    for (std::size_t i = 0; i < std::size(actions); ++i) {
      expect_refused("nobody " + std::to_string(nobody.value) + ", function " + std::to_string(i),
                     actions[i]);
    }
  }
}

TEST_F(Refusals, OfNumbersThatAreNone) {
  const Vec3 zero = Vec3::Zero();
  for (const Vec3& bad : kBadVectors) {
    for (const BodyId body : {ball, lift}) {
      expect_refused("set_velocity", [&](World& w) { w.set_velocity(body, bad, zero); });
      expect_refused("set_velocity", [&](World& w) { w.set_velocity(body, zero, bad); });
    }
    for (const BodyId body : {ball, lift, ground}) {
      expect_refused("set_pose", [&](World& w) { w.set_pose(body, {.translation = bad}); });
      expect_refused("force", [&](World& w) { w.apply_force(body, bad); });
      expect_refused("torque", [&](World& w) { w.apply_force(body, zero, bad); });
      expect_refused("force's point", [&](World& w) { w.apply_force(body, zero, zero, bad); });
      expect_refused("impulse", [&](World& w) { w.apply_impulse(body, bad); });
      expect_refused("angular", [&](World& w) { w.apply_impulse(body, zero, bad); });
      expect_refused("impulse's point", [&](World& w) { w.apply_impulse(body, zero, zero, bad); });
    }
    expect_refused("gravity", [&](World& w) { w.set_gravity(bad); });
  }
  for (const Quat& bad : kBadRotations) {
    expect_refused("set_pose", [&](World& w) { w.set_pose(ball, {.rotation = bad}); });
  }
  expect_refused("velocity of a fixed body",
                 [&](World& w) { w.set_velocity(ground, Vec3(1, 0, 0), zero); });
}

TEST_F(Refusals, OfTimesAndDistancesOutOfRange) {
  for (const double bad : {0.0, -0.0, -0.01, kNaN, kInf, -kInf}) {
    expect_refused("step", [&](World& w) { w.step(bad); });
  }
  for (const double bad : {-1e-300, -1.0, kNaN, kInf}) {
    expect_refused("margin", [&](World& w) { w.detect_contacts(bad); });
  }
  for (const double bad : {-1e-300, 1 + 1e-15, 2.0, kNaN, kInf, -kInf}) {
    expect_refused("alpha", [&](World& w) { w.interpolated_pose(ball, bad); });
  }
}

// Finite numbers with an infinite effect: no body may ever have a velocity that is not finite.
TEST_F(Refusals, OfImpulsesThatMakeInfiniteVelocities) {
  const BodyId feather = add_ball(world, 0.5, 0.01, Vec3(0, 9, 3));
  const Vec3 huge(1e308, 0, 0);
  expect_refused("impulse", [&](World& w) { w.apply_impulse(feather, huge); });
  expect_refused("angular", [&](World& w) { w.apply_impulse(feather, Vec3::Zero(), huge); });
  expect_refused("point", [&](World& w) {
    w.apply_impulse(feather, Vec3(1e200, 0, 0), Vec3::Zero(), Vec3(0, 1e200, 0));
  });
}

TEST_F(Refusals, OfForcesWhoseSumIsInfinite) {
  const Vec3 huge(1.7e308, 0, 0);
  world.apply_force(ball, huge);
  expect_refused("force", [&](World& w) { w.apply_force(ball, huge); });
  expect_refused("arm", [&](World& w) {
    w.apply_force(ball, Vec3(-1e200, 0, 0), Vec3::Zero(), Vec3(0, 1e200, 0));
  });
  world.apply_force(ball, -huge);
  EXPECT_EQ(world.step(0.01).status, StepStatus::solved);
}

TEST_F(Refusals, OfJointsWhoseFrameIsBeyondNumbers) {
  JointDefinition joint{.name = "j", .kind = JointKind::revolute, .child = ball};
  joint.frame.rotation.coeffs().setConstant(1e308);
  expect_refused("frame", [&](World& w) { w.add_joint(joint); });
  EXPECT_TRUE(world.joints().empty());
}

TEST_F(Refusals, OfChoicesThatThereAreNot) {
  expect_refused("kind", [](World& w) {
    w.add_body({.kind = static_cast<BodyKind>(7), .shapes = {{Sphere{1}}}});
  });
  expect_refused("on_unsolved", [](World& w) { w.set_on_unsolved(static_cast<OnUnsolved>(7)); });
  EXPECT_THROW(World({.on_unsolved = static_cast<OnUnsolved>(-1)}), std::invalid_argument);
  EXPECT_THROW(World({.integrator = static_cast<Integrator>(7)}), std::invalid_argument);
  EXPECT_THROW(World({.contact = {.alignment = static_cast<FacetAlignment>(7)}}),
               std::invalid_argument);
  EXPECT_THROW(to_string(static_cast<Rung>(99)), std::out_of_range);
}

TEST_F(Refusals, OfDirectionsWhoseLengthIsInfinite) {
  const Vec3 huge(1.7e308, 1.7e308, 1.7e308);
  expect_refused("ray", [&](World& w) { w.ray_cast({.direction = huge}); });
  expect_refused("plane", [&](World& w) {
    w.add_body({.kind = BodyKind::fixed, .shapes = {{Plane{.normal = huge}}}});
  });
}

TEST(Refusal, OfOptionsOutOfRangeMakesNoWorld) {
  for (const int threads : {0, -1, 1025}) {
    EXPECT_THROW(World({.threads = threads}), std::invalid_argument) << threads;
  }
  for (const Vec3& bad : kBadVectors) EXPECT_THROW(World({.gravity = bad}), std::invalid_argument);
  for (const int directions : {-8, 0, 1, 2, 3, 5, 7}) {
    EXPECT_THROW(World({.contact = {.directions = directions}}), std::invalid_argument)
        << directions;
  }
  for (const double effort : {0.0, -1.0, kNaN}) {
    EXPECT_THROW(World({.effort = effort}), std::invalid_argument) << effort;
  }
  EXPECT_THROW(World({.contact = {.model = "jelly"}}), std::invalid_argument);
  EXPECT_THROW(World({.contact = {.model = ""}}), std::invalid_argument);
  EXPECT_THROW(World({.contact = {.solver = "abacus"}}), std::invalid_argument);
}

/// Numbers in messages have a point and no grouping, whatever locale the program has set.
TEST_F(Refusals, DoNotAskTheLocale) {
  const CommaLocale locale;
  EXPECT_EQ(
      complaint([&] { world.add_body({.shapes = {{Box{Vec3(1234.5, -1, 1)}}}}); }),
      "body '': expected a box size with three lengths from 1e-70 to 1e+70 m, got 1234.5 -1 1");
  EXPECT_EQ(complaint([&] { world.apply_force(ball, Vec3(1234.5, kNaN, 0)); }),
            "expected a finite force, got 1234.5 nan 0");
  EXPECT_EQ(complaint([&] { HeightGrid(1000, 1, {}, Vec3(1, 1, 1)); }),
            "expected at least 2 rows and 2 columns, got 1000 and 1");
  const MassProperties odd{1234.5, Vec3::Zero(), Vec3(1, 1, 2500).asDiagonal()};
  const std::string told = complaint([&] { world.add_body({.inertial = odd}); });
  EXPECT_NE(told.find("got mass 1234.5, ixx 1, iyy 1, izz 2500, ixy 0"), std::string::npos) << told;
}

}  // namespace
}  // namespace stiction
