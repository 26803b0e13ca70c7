// Contacts of cylinders and cones with planes, spheres and capsules that have closed forms.

#include <gtest/gtest.h>

#include <set>

#include "constants.h"
#include "contact_expectations.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::at;
using oracle::contact;
using oracle::expect_normal;
using oracle::expect_some_point;
using oracle::features;
using oracle::Posed;
using oracle::turn;

const Posed kFloor = at(Plane{Vec3::UnitZ(), 0}, Vec3::Zero());

void expect_one_point(const ShapeManifold& manifold, const Vec3& where, double gap) {
  EXPECT_EQ(manifold.points.size(), 1u);
  expect_some_point(manifold, where, gap);
}

TEST(CylinderPlane, StandsOnEightPointsOfItsRim) {
  const Cylinder cylinder{0.5, 2};
  const ShapeManifold manifold = contact(at(cylinder, Vec3(1, 2, 1.1)), kFloor, 0.2);
  EXPECT_EQ(manifold.points.size(), 8u);
  expect_normal(manifold, Vec3::UnitZ());
  for (int k = 0; k < 8; ++k) {
    const double angle = k * kPi / 4;
    expect_some_point(manifold, Vec3(1 + 0.5 * std::cos(angle), 2 + 0.5 * std::sin(angle), 0.05),
                      0.1);
  }
  EXPECT_EQ(contact(at(cylinder, Vec3(1, 2, 1.1)), kFloor, 2.2).points.size(), 16u);
}

TEST(CylinderPlane, StandingKeepsItsPointsWhileItTurnsAndTrembles) {
  const Cylinder cylinder{0.5, 2};
  const std::set<FeatureId> ids = features(contact(at(cylinder, Vec3(0, 0, 1)), kFloor, 0.01));
  ASSERT_EQ(ids.size(), 8u);
  Random random(41);
  for (int i = 0; i < 2000; ++i) {
    const Quat R = turn(1e-9, random.direction()) * turn(random.uniform(0, 7), Vec3::UnitZ());
    ASSERT_EQ(features(contact(at(cylinder, Vec3(0, 0, 1), R), kFloor, 0.01)), ids);
  }
}

// The cylinder stands on its rim, at any tilt and turned by any angle about its axis.
TEST(CylinderPlane, TiltedTouchesWithTheLowestPointOfTheRim) {
  for (const double tilt : {1e-6, 1e-3, 0.05, 0.09, 0.11, 0.5, 1.0, 1.5}) {
    for (const double spin : {0.0, 0.1, kPi / 8, 0.7, 3.0}) {
      const Quat R = turn(tilt, Vec3::UnitY()) * turn(spin, Vec3::UnitZ());
      const double lowest = -0.5 * std::cos(tilt) - 0.3 * std::sin(tilt);
      const ShapeManifold manifold = contact(at(Cylinder{0.3, 1}, Vec3(0, 0, 1), R), kFloor, 1);
      EXPECT_NEAR(oracle::least_gap(manifold), 1 + lowest, 1e-12) << tilt << " " << spin;
      const double x = -0.5 * std::sin(tilt) + 0.3 * std::cos(tilt);
      expect_some_point(manifold, Vec3(x, 0, 0.5 * (1 + lowest)), 1 + lowest);
    }
  }
}

TEST(CylinderPlane, LiesOnBothEndsOfItsLowestRulingWhileItRolls) {
  std::set<FeatureId> ids;
  for (double spin = 0; spin < 7; spin += 0.01) {
    const Quat R = turn(kPi / 2, Vec3::UnitY()) * turn(spin, Vec3::UnitZ());
    const ShapeManifold manifold = contact(at(Cylinder{0.3, 1}, Vec3(0, 0, 0.3), R), kFloor, 0.25);
    ASSERT_EQ(manifold.points.size(), 2u) << spin;
    expect_some_point(manifold, Vec3(0.5, 0, 0), 0);
    expect_some_point(manifold, Vec3(-0.5, 0, 0), 0);
    ids.merge(features(manifold));
  }
  EXPECT_EQ(ids.size(), 2u);
}

TEST(ConePlane, StandsOnItsBaseAndOnItsApex) {
  const Cone cone{0.5, 2};
  const ShapeManifold base = contact(at(cone, Vec3(0, 0, 1)), kFloor, 0.1);
  EXPECT_EQ(base.points.size(), 8u);
  EXPECT_EQ(oracle::least_gap(base), 0);
  const ShapeManifold apex =
      contact(at(cone, Vec3(0, 0, 1.2), turn(kPi, Vec3::UnitX())), kFloor, 0.3);
  expect_one_point(apex, Vec3(0, 0, 0.1), 0.2);
}

// The axis of a cone on its side slopes down to the apex by half its opening angle.
TEST(ConePlane, LiesOnItsApexAndOnePointOfItsRim) {
  const double opening = std::atan(0.75 / 2);
  for (const double spin : {0.0, 0.3, kPi / 8, 2.0}) {
    const Quat R = turn(kPi / 2 + opening, Vec3::UnitY()) * turn(spin, Vec3::UnitZ());
    const Posed cone = at(Cone{0.75, 2}, R * Vec3(0, 0, -1) + Vec3(1, 0, 0.25), R);
    const ShapeManifold manifold = contact(cone, kFloor, 0.3);
    ASSERT_EQ(manifold.points.size(), 2u);
    expect_some_point(manifold, Vec3(1, 0, 0.125), 0.25);
    expect_some_point(manifold, Vec3(1 - std::hypot(2, 0.75), 0, 0.125), 0.25);
  }
}

TEST(SphereCylinder, MeetsCapSideAndRim) {
  const Posed cylinder = at(Cylinder{1, 4}, Vec3::Zero());
  const ShapeManifold cap = contact(at(Sphere{0.5}, Vec3(0.3, 0.4, 3)), cylinder, 1);
  expect_normal(cap, Vec3::UnitZ());
  expect_one_point(cap, Vec3(0.3, 0.4, 2.25), 0.5);
  const ShapeManifold side = contact(at(Sphere{0.5}, Vec3(1.2, 1.6, -1)), cylinder, 1);
  expect_normal(side, Vec3(0.6, 0.8, 0));
  expect_one_point(side, Vec3(0, 0, -1) + 1.25 * Vec3(0.6, 0.8, 0), 0.5);
  const ShapeManifold rim = contact(at(Sphere{1}, Vec3(0, -4, -6)), cylinder, 5);
  expect_normal(rim, Vec3(0, -0.6, -0.8));
  expect_one_point(rim, Vec3(0, -1, -2) + 2 * Vec3(0, -0.6, -0.8), 4);
}

TEST(SphereCylinder, WithItsCentreInsideLeavesByTheNearestSide) {
  const Posed cylinder = at(Cylinder{1, 4}, Vec3::Zero());
  const ShapeManifold up = contact(at(Sphere{0.5}, Vec3(0.1, 0.2, 1.7)), cylinder, 0);
  expect_normal(up, Vec3::UnitZ());
  EXPECT_NEAR(oracle::least_gap(up), -0.8, 1e-15);
  const ShapeManifold aside = contact(at(Sphere{0.5}, Vec3(0, -0.7, 0.3)), cylinder, 0);
  expect_normal(aside, -Vec3::UnitY());
  EXPECT_NEAR(oracle::least_gap(aside), -0.8, 1e-15);
  const ShapeManifold centre = contact(at(Sphere{0.5}, Vec3::Zero()), cylinder, 0);
  EXPECT_NEAR(centre.normal.norm(), 1, 1e-15);
  EXPECT_EQ(centre.normal.z(), 0);
  EXPECT_EQ(oracle::least_gap(centre), -1.5);
}

TEST(SphereCone, MeetsBaseSideRimAndApex) {
  // The side slopes by 4 over 3: its normal is (0.8, 0, 0.6).
  const Posed cone = at(Cone{3, 4}, Vec3::Zero());
  const ShapeManifold base = contact(at(Sphere{1}, Vec3(1, 2, -4)), cone, 2);
  expect_normal(base, -Vec3::UnitZ());
  expect_one_point(base, Vec3(1, 2, -2.5), 1);
  const ShapeManifold side =
      contact(at(Sphere{0.5}, Vec3(1.5, 0, 0) + 2 * Vec3(0.8, 0, 0.6)), cone, 2);
  expect_normal(side, Vec3(0.8, 0, 0.6));
  expect_one_point(side, Vec3(1.5, 0, 0) + 0.75 * Vec3(0.8, 0, 0.6), 1.5);
  const ShapeManifold rim = contact(at(Sphere{1}, Vec3(0, 5.4, -3)), cone, 2);
  expect_normal(rim, Vec3(0, 12, -5) / 13);
  expect_one_point(rim, Vec3(0, 3, -2) + 0.8 * Vec3(0, 12, -5) / 13, 1.6);
  const ShapeManifold apex = contact(at(Sphere{1}, Vec3(0, 0, 5)), cone, 3);
  expect_normal(apex, Vec3::UnitZ());
  expect_one_point(apex, Vec3(0, 0, 3), 2);
  EXPECT_EQ(features(base).size() + features(side).size(), 2u);
  EXPECT_NE(features(apex), features(rim));
}

TEST(SphereCone, WithItsCentreOnApexOrAxisHasANormal) {
  const Posed cone = at(Cone{3, 4}, Vec3::Zero());
  const ShapeManifold apex = contact(at(Sphere{1}, Vec3(0, 0, 2)), cone, 0);
  EXPECT_NEAR(oracle::least_gap(apex), -1, 1e-15);
  EXPECT_NEAR(apex.normal.norm(), 1, 1e-15);
  // The centre of the inscribed ball (radius 1.5) is equally near to the base and the side.
  const ShapeManifold middle = contact(at(Sphere{1}, Vec3(0, 0, -0.5)), cone, 0);
  EXPECT_NEAR(oracle::least_gap(middle), -2.5, 1e-15);
}

TEST(CapsuleCylinder, LyingOnACapTouchesAtBothEndsOfTheChord) {
  const Posed cylinder = at(Cylinder{1, 2}, Vec3::Zero());
  const Posed capsule = at(Capsule{0.25, 4}, Vec3(0, 0.6, 1.35), turn(kPi / 2, Vec3::UnitY()));
  const ShapeManifold manifold = contact(capsule, cylinder, 0.5);
  ASSERT_EQ(manifold.points.size(), 2u);
  expect_normal(manifold, Vec3::UnitZ());
  // (The chord extends beyond the rim by the round-off that counts as inside.)
  for (const ManifoldPoint& point : manifold.points) {
    EXPECT_NEAR(std::abs(point.point.x()), 0.8, 1e-8);
    EXPECT_NEAR(point.gap, 0.1, 1e-12);
  }
  const Posed shorter = at(Capsule{0.25, 1}, Vec3(0.2, 0, 1.25), turn(kPi / 2, Vec3::UnitY()));
  const ShapeManifold whole = contact(cylinder, shorter, 0.5);
  ASSERT_EQ(whole.points.size(), 2u);
  expect_normal(whole, -Vec3::UnitZ());
  expect_some_point(whole, Vec3(-0.3, 0, 1), 0);
  expect_some_point(whole, Vec3(0.7, 0, 1), 0);
}

TEST(CapsuleCylinder, AlongTheSideTouchesAtBothEndsOfTheStretch) {
  const Posed cylinder = at(Cylinder{1, 4}, Vec3::Zero());
  const ShapeManifold manifold = contact(at(Capsule{0.5, 2}, Vec3(1.2, 1.6, 1.5)), cylinder, 1);
  ASSERT_EQ(manifold.points.size(), 2u);
  expect_normal(manifold, Vec3(0.6, 0.8, 0));
  expect_some_point(manifold, Vec3(0.75, 1, 0.5), 0.5);
  expect_some_point(manifold, Vec3(0.75, 1, 2), 0.5);
}

TEST(CapsuleCylinder, AcrossTheSideOrTheRimTouchesInOnePoint) {
  const Posed cylinder = at(Cylinder{1, 4}, Vec3::Zero());
  const Posed across = at(Capsule{0.5, 4}, Vec3(1.75, 0.5, 0.3), turn(kPi / 2, Vec3::UnitX()));
  const ShapeManifold side = contact(across, cylinder, 1);
  expect_normal(side, Vec3::UnitX());
  expect_one_point(side, Vec3(1.125, 0, 0.3), 0.25);
  const Posed at_rim = at(Capsule{1, 4}, Vec3(4, 0, 6), turn(kPi / 2, Vec3::UnitX()));
  const ShapeManifold rim = contact(at_rim, cylinder, 5);
  expect_normal(rim, Vec3(0.6, 0, 0.8));
  expect_one_point(rim, Vec3(1, 0, 2) + 2 * Vec3(0.6, 0, 0.8), 4);
}

TEST(CapsuleCylinder, PiercingItLeavesAcrossBothAxes) {
  const Posed cylinder = at(Cylinder{1, 10}, Vec3::Zero());
  const Posed capsule = at(Capsule{0.25, 10}, Vec3(0.2, 0, 1), turn(kPi / 2, Vec3::UnitX()));
  const ShapeManifold manifold = contact(capsule, cylinder, 0);
  expect_normal(manifold, Vec3::UnitX());
  EXPECT_NEAR(oracle::least_gap(manifold), -1.05, 1e-12);
  // If coaxial, all ways across are equally short, and shorter than the way along.
  const ShapeManifold coaxial = contact(at(Capsule{0.25, 10}, Vec3::Zero()), cylinder, 0);
  EXPECT_NEAR(coaxial.normal.z(), 0, 1e-15);
  EXPECT_NEAR(oracle::least_gap(coaxial), -1.25, 1e-12);
}

// Seen along the capsule, the rim of a flat disc is an ellipse with the half axes 1 and sin(tilt).
TEST(CapsuleCylinder, PiercingADiscAtASlantLeavesByTheEllipseOfItsRim) {
  const double tilt = 0.4;
  const double flat = 1e-9;
  const Posed disc = at(Cylinder{1, flat}, Vec3::Zero());
  const Posed capsule = at(Capsule{0.1, 20}, Vec3::Zero(), turn(kPi / 2 - tilt, Vec3::UnitX()));
  const ShapeManifold manifold = contact(capsule, disc, 0);
  // The nearest point of the ellipse to its centre is the end of the minor axis.
  EXPECT_NEAR(oracle::least_gap(manifold), -0.1 - std::sin(tilt), 1e-8);
  EXPECT_NEAR(std::abs(manifold.normal.y()), std::sin(tilt), 1e-6);
}

TEST(CapsuleCone, LyingOnItsSideTouchesAtBothEndsOfTheStretch) {
  const Posed cone = at(Cone{3, 4}, Vec3::Zero());
  const Vec3 n(0.8, 0, 0.6);
  const Quat along_ruling = turn(-std::atan(0.75), Vec3::UnitY());
  const Posed capsule = at(Capsule{0.5, 2}, Vec3(1.5, 0, 0) + 0.75 * n, along_ruling);
  const ShapeManifold manifold = contact(capsule, cone, 1);
  ASSERT_EQ(manifold.points.size(), 2u);
  expect_normal(manifold, n);
  const Vec3 ruling(-0.6, 0, 0.8);
  expect_some_point(manifold, Vec3(1.5, 0, 0) + 0.125 * n + ruling, 0.25);
  expect_some_point(manifold, Vec3(1.5, 0, 0) + 0.125 * n - ruling, 0.25);
}

TEST(CapsuleCone, OverItsApexTouchesInOnePoint) {
  const Posed cone = at(Cone{3, 4}, Vec3::Zero());
  const Posed capsule = at(Capsule{0.5, 2}, Vec3(0.3, 0, 3), turn(kPi / 2, Vec3::UnitY()));
  const ShapeManifold manifold = contact(capsule, cone, 1);
  expect_normal(manifold, Vec3::UnitZ());
  expect_one_point(manifold, Vec3(0, 0, 2.25), 0.5);
}

// A ball and a capsule slide over the seam of two cylinders whose caps are flush, from one disc to
// the other: every contact on the way is level unless the motion respects it.
TEST(Seam, OfFlushCapsIsNotMetByWhatSlidesOverIt) {
  const Posed here = at(Cylinder{1, 1}, Vec3(-1, 0, -0.5));
  const Posed ahead = at(Cylinder{1, 1}, Vec3(1, 0, -0.5));
  const Vec3 d(0.05, 0, 0);
  Random random(42);
  for (const Shape& body : {Shape(Sphere{0.2}), Shape(Capsule{0.2, 0.6})}) {
    const Quat R = turn(kPi / 2, Vec3::UnitX());
    for (double x = -0.6; x < 0.6; x += 0.0077) {
      const Vec3 position(x, 0, 0.2 + random.uniform(-1e-9, 1e-9));
      for (const Posed& floor : {here, ahead}) {
        const ShapeManifold manifold = contact(at(body, position, R), floor, 0.1, d);
        for (const ManifoldPoint& point : manifold.points) {
          const bool is_level = manifold.normal.head<2>().norm() <= 1e-12;
          ASSERT_TRUE(is_level || point.gap + manifold.normal.dot(d) >= -1e-12) << x;
        }
      }
    }
  }
}

}  // namespace
}  // namespace stiction
