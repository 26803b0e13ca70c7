#include <stiction/body/body.h>
#include <stiction/math/rotation.h>

#include <gtest/gtest.h>

#include <array>
#include <numbers>
#include <stdexcept>
#include <string>

#include "complaint.h"
#include "constants.h"

namespace stiction {
namespace {

Mat3 diagonal(double x, double y, double z) { return Vec3(x, y, z).asDiagonal(); }

// Two boxes of 1 and 3 cubic metres side by side along x, centres 2 m apart.
BodyDefinition two_boxes() {
  return {
      .name = "pair",
      .shapes = {
          {.shape = Box{Vec3(1, 1, 1)}, .density = 2},
          {.shape = Box{Vec3(3, 1, 1)}, .pose = {Quat::Identity(), Vec3(2, 0, 0)}, .density = 4}}};
}

std::string complaint_about_body(const BodyDefinition& definition) {
  return complaint([&] { resolve_mass_properties(definition); });
}

TEST(ResolveMassProperties, SumsShapesByDensity) {
  const MassProperties properties = resolve_mass_properties(two_boxes());
  EXPECT_NEAR(properties.mass, 2 + 12, 1e-14);
  EXPECT_NEAR(properties.center.x(), 2 * 12 / 14.0, 1e-14);
  // Box moments, and the reduced mass 24/14 times the distance squared across x.
  const double ixx = (2 * 2 + 12 * 2) / 12.0;
  const double iyy = 2 * 2 / 12.0 + 12 * 10 / 12.0 + 24 / 14.0 * 4;
  EXPECT_LE((properties.inertia - diagonal(ixx, iyy, iyy)).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(ResolveMassProperties, SpreadsAMassByVolumeWhateverTheDensities) {
  BodyDefinition definition = two_boxes();
  definition.mass = 8;
  const MassProperties properties = resolve_mass_properties(definition);
  EXPECT_NEAR(properties.mass, 8, 1e-14);
  EXPECT_NEAR(properties.center.x(), 1.5, 1e-14);  // 2 kg at 0, 6 kg at 2
}

TEST(ResolveMassProperties, TakesTheInertialBeforeAllElse) {
  BodyDefinition definition = two_boxes();
  definition.mass = 8;
  definition.inertial = MassProperties{3, Vec3(0, 0, 7), diagonal(4, 5, 6)};
  const MassProperties properties = resolve_mass_properties(definition);
  EXPECT_EQ(properties.mass, 3);
  EXPECT_EQ(properties.center, Vec3(0, 0, 7));
  EXPECT_EQ(properties.inertia, diagonal(4, 5, 6));

  definition.shapes.clear();
  EXPECT_EQ(resolve_mass_properties(definition).mass, 3);
}

TEST(ResolveMassProperties, TurnsShapesIntoTheBodyFrame) {
  const Quat quarter_turn = exp_rotation(Vec3(0, 0, std::numbers::pi / 2));
  const BodyDefinition definition{
      .name = "turned",
      .shapes = {{.shape = Box{Vec3(1, 2, 3)}, .pose = {quarter_turn, Vec3(0, 1, 0)}}},
      .mass = 12};
  const MassProperties properties = resolve_mass_properties(definition);
  EXPECT_LE((properties.center - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_LE((properties.inertia - diagonal(10, 13, 5)).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(ResolveMassProperties, AreZeroForAFixedBodyAndForAKinematicOneWithoutShapes) {
  BodyDefinition definition = two_boxes();
  definition.kind = BodyKind::fixed;
  EXPECT_EQ(resolve_mass_properties(definition).mass, 0);
  definition.inertial = MassProperties{3, Vec3::Zero(), diagonal(4, 5, 6)};
  EXPECT_EQ(resolve_mass_properties(definition).mass, 3);
  EXPECT_EQ(resolve_mass_properties({.name = "path", .kind = BodyKind::kinematic}).mass, 0);
  EXPECT_EQ(
      resolve_mass_properties({.name = "ground", .kind = BodyKind::fixed, .shapes = {{Plane{}}}})
          .mass,
      0);
}

TEST(ResolveMassProperties, TellTheCentreOfMassOfAKinematicBody) {
  BodyDefinition definition = two_boxes();
  const MassProperties dynamic = resolve_mass_properties(definition);
  definition.kind = BodyKind::kinematic;
  EXPECT_EQ(resolve_mass_properties(definition).center, dynamic.center);
}

TEST(ResolveMassProperties, RejectsShapesThatAreNoSolidsOnABodyThatMoves) {
  const std::array<Shape, 3> surfaces{Plane{}, Mesh{}, HeightField{}};
  for (const BodyKind kind : {BodyKind::dynamic, BodyKind::kinematic}) {
    for (const Shape& shape : surfaces) {
      const std::string name(shape_name(shape));
      EXPECT_EQ(complaint_about_body({.name = "tray", .kind = kind, .shapes = {{shape}}}),
                "body 'tray': expected a static body for a " + name + ", got one that moves");
    }
  }
  for (const Shape& shape : surfaces) {
    EXPECT_EQ(
        complaint_about_body({.name = "ground", .kind = BodyKind::fixed, .shapes = {{shape}}}),
        "accepted");
  }
}

// A cone's centre of mass is not its shape's origin: here it is 0.25 m below, and turned with the
// shape.
TEST(ResolveMassProperties, PutTheCentreOfMassWhereTheShapesHaveIt) {
  const Quat quarter_turn = exp_rotation(Vec3(std::numbers::pi / 2, 0, 0));
  const MassProperties properties = resolve_mass_properties(
      {.name = "spike",
       .shapes = {{.shape = Cone{0.5, 1}, .pose = {quarter_turn, Vec3(0, 0, 2)}}},
       .mass = 3});
  EXPECT_LE((properties.center - Vec3(0, 0.25, 2)).norm(), 1e-15);
  const double across = 3 * (0.15 * 0.25 + 0.0375);
  EXPECT_LE((properties.inertia - diagonal(across, 3 * 0.3 * 0.25, across)).cwiseAbs().maxCoeff(),
            1e-15);
}

// Two cones base to base: the whole is symmetric, as is its centre.
TEST(ResolveMassProperties, SumPartsWhoseCentresAreNotTheirOrigins) {
  const Quat half_turn = exp_rotation(Vec3(std::numbers::pi, 0, 0));
  const MassProperties properties = resolve_mass_properties(
      {.name = "top",
       .shapes = {{.shape = Cone{0.5, 1}, .pose = {Quat::Identity(), Vec3(0, 0, 0.5)}},
                  {.shape = Cone{0.5, 1}, .pose = {half_turn, Vec3(0, 0, -0.5)}}},
       .mass = 2});
  EXPECT_LE(properties.center.norm(), 1e-15);
  // About the base's centre a cone has 3/20 r^2 + h^2/10 across its axis.
  const double across = 2 * (0.15 * 0.25 + 0.1);
  EXPECT_LE((properties.inertia - diagonal(across, across, 2 * 0.3 * 0.25)).cwiseAbs().maxCoeff(),
            1e-15);
}

TEST(ResolveMassProperties, RejectsAMovingBodyWithNeitherShapeNorInertial) {
  EXPECT_EQ(complaint_about_body({.name = "ghost"}),
            "body 'ghost': expected a shape or an inertial for a body that moves, got neither");
  EXPECT_NE(complaint_about_body({.name = "ghost", .mass = 2}), "accepted");
}

TEST(ResolveMassProperties, RejectsMassesAndDensitiesThatAreNotPositive) {
  for (const double bad : {0.0, -1.0, kNaN, kInf}) {
    BodyDefinition definition = two_boxes();
    definition.mass = bad;
    EXPECT_THROW(resolve_mass_properties(definition), std::invalid_argument) << bad;
    definition = two_boxes();
    definition.shapes[1].density = bad;
    EXPECT_THROW(resolve_mass_properties(definition), std::invalid_argument) << bad;
  }
  BodyDefinition definition = two_boxes();
  definition.mass = -3;
  EXPECT_EQ(complaint_about_body(definition), "body 'pair': expected a finite mass > 0, got -3");
}

TEST(ResolveMassProperties, RejectsAnInertiaThatNoBodyCanHave) {
  BodyDefinition definition = two_boxes();
  definition.inertial = MassProperties{2, Vec3::Zero(), diagonal(1, 2, 3.5)};
  const std::string message = complaint_about_body(definition);
  EXPECT_EQ(message.find("body 'pair': expected a mass > 0 and a positive definite inertia"), 0u)
      << message;
  EXPECT_NE(message.find("got mass 2, ixx 1, iyy 2, izz 3.5"), std::string::npos) << message;
  definition.kind = BodyKind::fixed;
  EXPECT_THROW(resolve_mass_properties(definition), std::invalid_argument);
}

TEST(ResolveMassProperties, RejectsShapesTooLargeOrSmallForNumbers) {
  for (const double radius : {1e200, 1e-120}) {
    EXPECT_THROW(resolve_mass_properties({.name = "extreme", .shapes = {{Sphere{radius}}}}),
                 std::invalid_argument)
        << radius;
  }
}

}  // namespace
}  // namespace stiction
