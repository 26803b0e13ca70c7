// Contacts with closed forms, for every pair of shapes.

#include <gtest/gtest.h>

#include "constants.h"
#include "contact_expectations.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::at;
using oracle::contact;
using oracle::expect_normal;
using oracle::expect_some_point;
using oracle::Posed;
using oracle::turn;

void expect_point(const ManifoldPoint& point, const Vec3& where, double gap) {
  EXPECT_LE((point.point - where).norm(), 1e-12) << point.point.transpose();
  EXPECT_NEAR(point.gap, gap, 1e-12);
}

TEST(SphereSphere, TouchAlongTheLineOfCentres) {
  const Posed A = at(Sphere{0.5}, Vec3(3, 0, 4));
  const Posed B = at(Sphere{2}, Vec3::Zero());
  const ShapeManifold manifold = contact(A, B, 10);
  ASSERT_EQ(manifold.points.size(), 1u);
  expect_normal(manifold, Vec3(0.6, 0, 0.8));
  expect_point(manifold.points[0], 3.25 * Vec3(0.6, 0, 0.8), 2.5);
  EXPECT_TRUE(contact(A, B, 2.49).points.empty());
}

TEST(SphereSphere, OverlapAlongTheLineOfCentres) {
  const ShapeManifold manifold =
      contact(at(Sphere{1}, Vec3(0, 1.5, 0)), at(Sphere{1}, Vec3::Zero()), 0);
  ASSERT_EQ(manifold.points.size(), 1u);
  expect_normal(manifold, Vec3::UnitY());
  expect_point(manifold.points[0], Vec3(0, 0.75, 0), -0.5);
}

TEST(SphereSphere, WithOneCentreHaveSomeNormal) {
  const ShapeManifold manifold =
      contact(at(Sphere{1}, Vec3::Ones()), at(Sphere{3}, Vec3::Ones()), 0);
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_EQ(manifold.normal.norm(), 1);
  EXPECT_EQ(manifold.points[0].gap, -4);
}

TEST(SphereBox, MeetsFaceEdgeAndVertex) {
  const Posed box = at(Box{Vec3(2, 4, 6)}, Vec3::Zero());
  const ShapeManifold face = contact(at(Sphere{0.5}, Vec3(0.3, 1, 4)), box, 1);
  ASSERT_EQ(face.points.size(), 1u);
  expect_normal(face, Vec3::UnitZ());
  expect_point(face.points[0], Vec3(0.3, 1, 3.25), 0.5);

  const ShapeManifold edge = contact(at(Sphere{1}, Vec3(4, 1, 7)), box, 10);
  ASSERT_EQ(edge.points.size(), 1u);
  expect_normal(edge, Vec3(0.6, 0, 0.8));
  expect_point(edge.points[0], Vec3(1, 1, 3) + 2 * Vec3(0.6, 0, 0.8), 4);

  const ShapeManifold vertex = contact(at(Sphere{1}, Vec3(-3, 4, 4)), box, 10);
  ASSERT_EQ(vertex.points.size(), 1u);
  expect_normal(vertex, Vec3(-2, 2, 1) / 3);
  expect_point(vertex.points[0], Vec3(-1, 2, 3) + Vec3(-2, 2, 1) / 3, 2);
}

TEST(SphereBox, WithItsCentreInsideLeavesByTheNearestFace) {
  const Posed box = at(Box{Vec3(2, 4, 6)}, Vec3::Zero());
  const ShapeManifold manifold = contact(at(Sphere{0.5}, Vec3(0.1, -1.8, 0.4)), box, 0);
  ASSERT_EQ(manifold.points.size(), 1u);
  expect_normal(manifold, -Vec3::UnitY());
  // The ball's lowest point is at y = -1.3, the face at y = -2.
  expect_point(manifold.points[0], Vec3(0.1, -1.65, 0.4), -0.7);
}

TEST(SphereCapsule, MeetsSideAndEnd) {
  const Posed capsule = at(Capsule{0.5, 2}, Vec3::Zero());
  const ShapeManifold side = contact(at(Sphere{1}, Vec3(3, 0, 0.7)), capsule, 5);
  ASSERT_EQ(side.points.size(), 1u);
  expect_normal(side, Vec3::UnitX());
  expect_point(side.points[0], Vec3(1.25, 0, 0.7), 1.5);
  const ShapeManifold end = contact(at(Sphere{1}, Vec3(3, 0, 5)), capsule, 5);
  ASSERT_EQ(end.points.size(), 1u);
  expect_normal(end, Vec3(0.6, 0, 0.8));
  expect_point(end.points[0], Vec3(0, 0, 1) + 2.25 * Vec3(0.6, 0, 0.8), 3.5);
  EXPECT_NE(side.points[0].feature, end.points[0].feature);
}

TEST(SphereCapsule, OnItsAxisLeavesSideways) {
  const ShapeManifold manifold =
      contact(at(Sphere{1}, Vec3(0, 0, 0.3)), at(Capsule{0.5, 2}, Vec3::Zero()), 0);
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_NEAR(manifold.normal.norm(), 1, 1e-15);
  EXPECT_NEAR(manifold.normal.z(), 0, 1e-15);
  EXPECT_EQ(manifold.points[0].gap, -1.5);
}

TEST(SpherePlane, IsItsHeight) {
  const Posed plane = at(Plane{Vec3(0.6, 0, 0.8), 2}, Vec3(0, 0, 1));
  const Vec3 n(0.6, 0, 0.8);
  // n . x = 2.8 on the plane in the world.
  const Vec3 foot = 2.8 * n + Vec3(0, 5, 0);
  const ShapeManifold manifold = contact(at(Sphere{0.25}, foot + n), plane, 1);
  ASSERT_EQ(manifold.points.size(), 1u);
  expect_normal(manifold, n);
  expect_point(manifold.points[0], foot + 0.375 * n, 0.75);
}

TEST(BoxPlane, GivesEveryVertexWithinTheMargin) {
  const Posed plane = at(Plane{Vec3::UnitZ(), 0}, Vec3::Zero());
  const Posed box = at(Box{Vec3(1, 2, 4)}, Vec3(5, 5, 1.9));
  const ShapeManifold four = contact(box, plane, 0.5);
  ASSERT_EQ(four.points.size(), 4u);
  expect_normal(four, Vec3::UnitZ());
  for (const double x : {4.5, 5.5}) {
    for (const double y : {4.0, 6.0}) expect_some_point(four, Vec3(x, y, -0.05), -0.1);
  }
  EXPECT_EQ(contact(box, plane, 3.9).points.size(), 8u);
  // Tilted about an edge, it stands on two vertices.
  const double height = std::sqrt(0.5) * 2;
  const Posed tilted = at(Box{Vec3(2, 1, 2)}, Vec3(0, 0, height), turn(kPi / 4, Vec3::UnitY()));
  const ShapeManifold two = contact(tilted, plane, 1e-6);
  ASSERT_EQ(two.points.size(), 2u);
  expect_some_point(two, Vec3(0, 0.5, 0), 0);
  expect_some_point(two, Vec3(0, -0.5, 0), 0);
}

TEST(CapsulePlane, GivesBothEndsWithinTheMargin) {
  const Posed plane = at(Plane{Vec3::UnitZ(), 0}, Vec3::Zero());
  const Posed lying = at(Capsule{0.2, 2}, Vec3(0, 0, 0.3), turn(kPi / 2, Vec3::UnitX()));
  const ShapeManifold two = contact(lying, plane, 0.2);
  ASSERT_EQ(two.points.size(), 2u);
  expect_normal(two, Vec3::UnitZ());
  expect_some_point(two, Vec3(0, 1, 0.05), 0.1);
  expect_some_point(two, Vec3(0, -1, 0.05), 0.1);
  const ShapeManifold one = contact(at(Capsule{0.2, 2}, Vec3(0, 0, 1.25)), plane, 0.2);
  ASSERT_EQ(one.points.size(), 1u);
  expect_point(one.points[0], Vec3(0, 0, 0.025), 0.05);
}

TEST(CapsuleCapsule, SideBySideTouchAtBothEndsOfTheStretch) {
  const Posed B = at(Capsule{0.5, 4}, Vec3::Zero());
  const Posed A = at(Capsule{0.25, 2}, Vec3(1, 0, 1.5));
  const ShapeManifold manifold = contact(A, B, 1);
  ASSERT_EQ(manifold.points.size(), 2u);
  expect_normal(manifold, Vec3::UnitX());
  // A reaches from z = 0.5 to 2.5, B to 2.
  expect_some_point(manifold, Vec3(0.625, 0, 0.5), 0.25);
  expect_some_point(manifold, Vec3(0.625, 0, 2), 0.25);
}

TEST(CapsuleCapsule, CrossedTouchInOnePoint) {
  const Posed B = at(Capsule{0.5, 4}, Vec3::Zero());
  const Posed A = at(Capsule{0.25, 4}, Vec3(0.5, 1, 0.5), turn(kPi / 2, Vec3::UnitX()));
  const ShapeManifold manifold = contact(A, B, 1);
  ASSERT_EQ(manifold.points.size(), 1u);
  expect_normal(manifold, Vec3::UnitX());
  expect_point(manifold.points[0], Vec3(0.375, 0, 0.5), -0.25);
}

TEST(CapsuleCapsule, EndToEnd) {
  const ShapeManifold manifold =
      contact(at(Capsule{0.5, 2}, Vec3(0, 0, 4)), at(Capsule{0.5, 2}, Vec3::Zero()), 2);
  ASSERT_EQ(manifold.points.size(), 1u);
  expect_normal(manifold, Vec3::UnitZ());
  expect_point(manifold.points[0], Vec3(0, 0, 2), 1);
}

TEST(CapsuleCapsule, WithCrossingAxesLeaveAcrossBoth) {
  const Posed B = at(Capsule{0.5, 4}, Vec3::Zero());
  const Posed A = at(Capsule{0.25, 4}, Vec3(0, 0, 0.5), turn(kPi / 2, Vec3::UnitX()));
  const ShapeManifold manifold = contact(A, B, 0);
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_NEAR(std::abs(manifold.normal.x()), 1, 1e-15);
  EXPECT_NEAR(manifold.points[0].gap, -0.75, 1e-15);
}

TEST(BoxCapsule, LyingOnAFaceTouchesAtBothEnds) {
  const Posed box = at(Box{Vec3(4, 4, 2)}, Vec3::Zero());
  const Posed capsule = at(Capsule{0.25, 2}, Vec3(0.5, 0, 1.35), turn(kPi / 2, Vec3::UnitY()));
  const ShapeManifold manifold = contact(box, capsule, 0.5);
  ASSERT_EQ(manifold.points.size(), 2u);
  expect_normal(manifold, -Vec3::UnitZ());
  expect_some_point(manifold, Vec3(-0.5, 0, 1.05), 0.1);
  expect_some_point(manifold, Vec3(1.5, 0, 1.05), 0.1);
  // It reaches over the rim and touches there.
  const Posed longer = at(Capsule{0.25, 8}, Vec3(0, 0, 1.25), turn(kPi / 2, Vec3::UnitY()));
  const ShapeManifold over = contact(longer, box, 0.5);
  ASSERT_EQ(over.points.size(), 2u);
  expect_some_point(over, Vec3(-2, 0, 1), 0);
  expect_some_point(over, Vec3(2, 0, 1), 0);
}

TEST(BoxCapsule, AlongAnEdgeTouchesAtBothEndsOfTheStretch) {
  const Posed box = at(Box{Vec3(2, 2, 2)}, Vec3::Zero());
  const Posed capsule = at(Capsule{1, 4}, Vec3(4, 5, 1.5));
  const ShapeManifold manifold = contact(capsule, box, 5);
  ASSERT_EQ(manifold.points.size(), 2u);
  expect_normal(manifold, Vec3(0.6, 0.8, 0));
  const Vec3 middle = Vec3(1, 1, 0) + 2 * Vec3(0.6, 0.8, 0);
  expect_some_point(manifold, middle + Vec3(0, 0, 1), 4);
  expect_some_point(manifold, middle + Vec3(0, 0, -0.5), 4);
}

TEST(BoxCapsule, AcrossAnEdgeTouchesInOnePoint) {
  const Posed box = at(Box{Vec3(2, 2, 2)}, Vec3::Zero(), turn(kPi / 4, Vec3::UnitX()));
  const double top = std::sqrt(2.0);
  const Posed capsule =
      at(Capsule{0.5, 4}, Vec3(0.25, 0, top + 0.75), turn(kPi / 2, Vec3::UnitX()));
  const ShapeManifold manifold = contact(capsule, box, 0.5);
  ASSERT_EQ(manifold.points.size(), 1u);
  expect_normal(manifold, Vec3::UnitZ());
  expect_point(manifold.points[0], Vec3(0.25, 0, top + 0.125), 0.25);
}

TEST(BoxBox, EdgeAcrossEdgeTouchesInOnePoint) {
  const double top = std::sqrt(2.0);
  const Posed B = at(Box{Vec3(4, 2, 2)}, Vec3::Zero(), turn(kPi / 4, Vec3::UnitX()));
  const Posed A =
      at(Box{Vec3(2, 4, 2)}, Vec3(0.5, 0.25, 2 * top + 0.1), turn(kPi / 4, Vec3::UnitY()));
  const ShapeManifold manifold = contact(A, B, 0.5);
  ASSERT_EQ(manifold.points.size(), 1u);
  expect_normal(manifold, Vec3::UnitZ());
  expect_point(manifold.points[0], Vec3(0.5, 0, top + 0.05), 0.1);
}

TEST(BoxBox, VertexToVertexIsTheDistanceOfTheVertices) {
  const Posed B = at(Box{Vec3(2, 2, 2)}, Vec3::Zero());
  // Edges are parallel: the contact is one point, as the boxes face each other along no stretch.
  const ShapeManifold manifold = contact(at(Box{Vec3(1, 1, 1)}, Vec3(3.5, 3.5, 2.5)), B, 5);
  ASSERT_EQ(manifold.points.size(), 1u);
  expect_normal(manifold, Vec3(2, 2, 1) / 3);
  expect_point(manifold.points[0], Vec3(2, 2, 1.5), 3);
}

TEST(BoxBox, ParallelEdgesTouchAtBothEndsOfTheStretch) {
  const Posed B = at(Box{Vec3(2, 2, 4)}, Vec3::Zero());
  const ShapeManifold manifold = contact(at(Box{Vec3(2, 2, 4)}, Vec3(5, 6, 1)), B, 10);
  ASSERT_EQ(manifold.points.size(), 2u);
  expect_normal(manifold, Vec3(0.6, 0.8, 0));
  expect_some_point(manifold, Vec3(2.5, 3, 2), 5);
  expect_some_point(manifold, Vec3(2.5, 3, -1), 5);
}

TEST(BoxBox, WithOneCentreLeavesByTheShortestWay) {
  const ShapeManifold manifold =
      contact(at(Box{Vec3(3, 1, 4)}, Vec3::Ones()), at(Box{Vec3(5, 2, 6)}, Vec3::Ones()), 0);
  EXPECT_NEAR(std::abs(manifold.normal.y()), 1, 1e-15);
  EXPECT_EQ(manifold.points.size(), 4u);
  EXPECT_NEAR(oracle::least_gap(manifold), -1.5, 1e-12);
}

TEST(BoxBox, ThatAreNeedlesGiveTheirGap) {
  const Box needle{Vec3(1e-3, 1e-3, 1e3)};
  const Posed B = at(needle, Vec3(1e4, -1e4, 0), turn(kPi / 2, Vec3::UnitX()));
  const Posed A = at(needle, Vec3(1e4 + 2e-3, -1e4, 0));
  const ShapeManifold crossed = contact(A, B, 1e-2);
  EXPECT_LE((crossed.normal - Vec3::UnitX()).norm(), 1e-12);
  EXPECT_NEAR(oracle::least_gap(crossed), 1e-3, 1e-11);
  EXPECT_EQ(crossed.points.size(), 4u);
}

TEST(PlanePlane, NeverTouches) {
  EXPECT_TRUE(contact(at(Plane{}, Vec3::Zero()), at(Plane{-Vec3::UnitZ(), 1}, Vec3::Zero()), 10)
                  .points.empty());
}

}  // namespace
}  // namespace stiction
