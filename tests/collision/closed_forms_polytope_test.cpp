// Contacts of hulls and triangles with planes, spheres and capsules that have closed forms or are
// those of a box.

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "../../src/collision/convex_solid.h"
#include "../../src/collision/shape_features.h"
#include "../../src/collision/shape_pairs.h"
#include "constants.h"
#include "contact_expectations.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::at;
using oracle::contact;
using oracle::expect_some_point;
using oracle::hull_of_box;
using oracle::Posed;
using oracle::prism;
using oracle::turn;

TEST(HullPlane, GivesEveryVertexWithinTheMargin) {
  const Posed plane = at(Plane{Vec3(0, 0.6, 0.8), 1}, Vec3(0, 0, 0.5));
  Random random(51);
  for (int i = 0; i < 500; ++i) {
    std::vector<Vec3> points;
    for (int k = 0; k < 30; ++k) points.push_back(random.direction());
    const Hull hull{std::make_shared<ConvexPolyhedron>(points)};
    const Posed posed = at(hull, random.in_cube(2), random.rotation());
    const double margin = random.uniform(0, 1);
    const ShapeManifold manifold = contact(posed, plane, margin);
    std::set<FeatureId> expected;
    for (int k = 0; k < static_cast<int>(hull.polyhedron->vertices().size()); ++k) {
      const Vec3 x = posed.X_WS * hull.polyhedron->vertices()[k];
      const double height = Vec3(0, 0.6, 0.8).dot(x) - 1.4;
      if (height > margin) continue;
      expected.insert(pair_feature(vertex_feature(k), kWholeShape));
      expect_some_point(manifold, x - 0.5 * height * Vec3(0, 0.6, 0.8), height);
    }
    ASSERT_EQ(manifold.points.size(), expected.size());
    for (const ManifoldPoint& point : manifold.points)
      EXPECT_TRUE(expected.contains(point.feature));
  }
}

// The hull of a box's corners and the box are one solid.
TEST(HullOfABox, HasTheContactsOfTheBox) {
  Random random(52);
  for (int i = 0; i < 4000; ++i) {
    const Vec3 size(random.log_uniform(0.1, 2), random.log_uniform(0.1, 2),
                    random.log_uniform(0.1, 2));
    const double radius = random.log_uniform(0.05, 1);
    const Shape round =
        i % 2 == 0 ? Shape(Sphere{radius}) : Shape(Capsule{radius, random.log_uniform(0.1, 2)});
    const RigidTransform X{random.rotation(), random.in_cube(1)};
    const Quat R = i % 3 == 0 ? Quat(X.rotation * random.right_rotation()) : random.rotation();
    const Posed A = at(round, X.translation + random.in_cube(2), R);
    const Posed box{Box{size}, X};
    const Posed hull{hull_of_box(size), X};
    const Vec3 d = i % 5 == 0 ? random.in_cube(0.02) : Vec3(Vec3::Zero());
    const ShapeManifold of_box = contact(A, box, kInf, d);
    const ShapeManifold of_hull = contact(A, hull, kInf, d);
    ASSERT_FALSE(of_hull.points.empty());
    ASSERT_NEAR(oracle::least_gap(of_hull), oracle::least_gap(of_box), 3e-8)
        << oracle::describe(A, box);
    if (oracle::least_gap(of_box) < 0) continue;  // two ways out may be equally short
    ASSERT_LE((of_hull.normal - of_box.normal).norm(), 1e-6) << oracle::describe(A, box);
  }
}

TEST(CapsuleHull, LyingOnAFaceTouchesAtBothEnds) {
  const Posed hull = at(hull_of_box(Vec3(4, 4, 2)), Vec3::Zero());
  const Posed capsule = at(Capsule{0.25, 2}, Vec3(0.5, 0, 1.35), turn(kPi / 2, Vec3::UnitY()));
  const ShapeManifold manifold = contact(capsule, hull, 0.5);
  ASSERT_EQ(manifold.points.size(), 2u);
  EXPECT_LE((manifold.normal - Vec3::UnitZ()).norm(), 1e-14);
  expect_some_point(manifold, Vec3(-0.5, 0, 1.05), 0.1);
  expect_some_point(manifold, Vec3(1.5, 0, 1.05), 0.1);
  const Posed longer = at(Capsule{0.25, 8}, Vec3(0, 0, 1.25), turn(kPi / 2, Vec3::UnitY()));
  const ShapeManifold over = contact(longer, hull, 0.5);
  ASSERT_EQ(over.points.size(), 2u);
  expect_some_point(over, Vec3(-2, 0, 1), 0);
  expect_some_point(over, Vec3(2, 0, 1), 0);
}

TEST(CapsuleHull, AlongAnEdgeTouchesAtBothEndsOfTheStretch) {
  const Posed hull = at(hull_of_box(Vec3(2, 2, 2)), Vec3::Zero());
  const ShapeManifold manifold = contact(at(Capsule{1, 4}, Vec3(4, 5, 1.5)), hull, 5);
  ASSERT_EQ(manifold.points.size(), 2u);
  EXPECT_LE((manifold.normal - Vec3(0.6, 0.8, 0)).norm(), 1e-14);
  const Vec3 middle = Vec3(1, 1, 0) + 2 * Vec3(0.6, 0.8, 0);
  expect_some_point(manifold, middle + Vec3(0, 0, 1), 4);
  expect_some_point(manifold, middle + Vec3(0, 0, -0.5), 4);
}

// A prism of n sides is between the cylinder through its corners and the one inside its sides.
TEST(CapsuleHull, OfAPrismIsBetweenTwoCylinders) {
  Random random(53);
  for (const int num_sides : {12, 100, 400}) {
    const Hull hull = prism(num_sides, 1, 2);
    const double inner = std::cos(kPi / num_sides);
    for (int i = 0; i < 300; ++i) {
      const Posed A = at(Capsule{0.2, 1}, random.in_cube(2.5), random.rotation());
      const double least = oracle::least_gap(contact(A, at(Cylinder{1, 2}, Vec3::Zero()), 10));
      const double most = oracle::least_gap(contact(A, at(Cylinder{inner, 2}, Vec3::Zero()), 10));
      const double gap = oracle::least_gap(contact(A, at(hull, Vec3::Zero()), 10));
      ASSERT_GE(gap, least - 1e-8);
      ASSERT_LE(gap, most + 1e-8);
    }
  }
}

// A ball rolls and a capsule slides over the seam of two flush hulls.
TEST(Seam, OfFlushHullsIsNotMetByWhatSlidesOverIt) {
  const Posed here = at(hull_of_box(Vec3(2, 2, 1)), Vec3(-1, 0, -0.5));
  const Posed ahead = at(hull_of_box(Vec3(2, 2, 1)), Vec3(1, 0, -0.5));
  const Vec3 d(0.05, 0, 0);
  Random random(54);
  for (const double noise : {0.0, 1e-12, 1e-9}) {
    for (const Shape& body : {Shape(Sphere{0.2}), Shape(Capsule{0.2, 0.6})}) {
      for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 1, 0)}) {
        for (double x = -0.6; x < 0.6; x += 0.0077) {
          const Vec3 position(x, 0.1, 0.2 + random.uniform(-noise, noise));
          bool is_carried = false;
          for (const Posed& floor : {here, ahead}) {
            const ShapeManifold manifold =
                contact(at(body, position, turn(kPi / 2, axis)), floor, 0.1, d);
            for (const ManifoldPoint& point : manifold.points) {
              const bool is_level = manifold.normal.head<2>().norm() <= 1e-12;
              ASSERT_TRUE(is_level || point.gap + manifold.normal.dot(d) >= -1e-12) << x;
              is_carried = is_carried || (is_level && point.gap <= noise + 1e-12);
            }
          }
          ASSERT_TRUE(is_carried) << x;
        }
      }
    }
  }
}

const Triangle kTriangle{{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 3, 0)}};

ShapeManifold with_triangle(const Shape& round, const Vec3& position,
                            const Quat& R = Quat::Identity()) {
  ShapeManifold manifold;
  const NarrowPhaseQuery query{.margin = kInf};
  if (const auto* sphere = std::get_if<Sphere>(&round)) {
    sphere_triangle(*sphere, {R, position}, kTriangle, query, manifold);
  } else {
    capsule_triangle(std::get<Capsule>(round), {R, position}, kTriangle, query, manifold);
  }
  return manifold;
}

void expect_contact(const ShapeManifold& manifold, const Vec3& normal, double gap,
                    FeatureId of_triangle) {
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_LE((manifold.normal - normal).norm(), 1e-14) << manifold.normal.transpose();
  EXPECT_NEAR(manifold.points[0].gap, gap, 1e-14);
  EXPECT_EQ(manifold.points[0].feature, pair_feature(kWholeShape, of_triangle));
}

TEST(SphereTriangle, MeetsFacesEdgesAndVertices) {
  const Sphere ball{0.5};
  const Vec3 up = Vec3::UnitZ();
  expect_contact(with_triangle(ball, Vec3(1, 1, 2)), up, 1.5, face_feature(0));
  expect_contact(with_triangle(ball, Vec3(1, 1, -0.3)), -up, -0.2, face_feature(1));
  expect_contact(with_triangle(ball, Vec3(1, 1, 0)), up, -0.5, face_feature(0));
  expect_contact(with_triangle(ball, Vec3(2, -3, 4)), Vec3(0, -0.6, 0.8), 4.5, edge_feature(0));
  expect_contact(with_triangle(ball, Vec3(2, 1.5, 0) + 2 * Vec3(0.6, 0.8, 0)), Vec3(0.6, 0.8, 0),
                 1.5, edge_feature(1));
  expect_contact(with_triangle(ball, Vec3(-1, 1, 0)), -Vec3::UnitX(), 0.5, edge_feature(2));
  expect_contact(with_triangle(ball, Vec3(-2, -2, 1)), Vec3(-2, -2, 1) / 3, 2.5, vertex_feature(0));
  expect_contact(with_triangle(ball, Vec3(8, 0, 3)), Vec3(0.8, 0, 0.6), 4.5, vertex_feature(1));
  expect_contact(with_triangle(ball, Vec3(0, 5, 0)), Vec3::UnitY(), 1.5, vertex_feature(2));
}

TEST(SphereTriangle, WithItsCentreOnACornerOrEdgeHasANormal) {
  for (const Vec3& x : {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(2, 0, 0), Vec3(2, 1.5, 0)}) {
    const ShapeManifold manifold = with_triangle(Sphere{0.5}, x);
    ASSERT_EQ(manifold.points.size(), 1u);
    EXPECT_NEAR(manifold.normal.norm(), 1, 1e-15);
    EXPECT_NEAR(manifold.points[0].gap, -0.5, 1e-14);
  }
}

TEST(CapsuleTriangle, LyingOnTheFaceTouchesAtBothEndsAndWhereItLeavesTheFace) {
  const Quat along_x = turn(kPi / 2, Vec3::UnitY());
  const ShapeManifold within = with_triangle(Capsule{0.25, 1}, Vec3(1, 1, 0.5), along_x);
  ASSERT_EQ(within.points.size(), 2u);
  EXPECT_LE((within.normal - Vec3::UnitZ()).norm(), 1e-14);
  expect_some_point(within, Vec3(0.5, 1, 0.125), 0.25);
  expect_some_point(within, Vec3(1.5, 1, 0.125), 0.25);
  const ShapeManifold beyond = with_triangle(Capsule{0.25, 20}, Vec3(1, 1.5, -0.5), along_x);
  ASSERT_EQ(beyond.points.size(), 2u);
  EXPECT_LE((beyond.normal + Vec3::UnitZ()).norm(), 1e-14);
  expect_some_point(beyond, Vec3(0, 1.5, -0.125), 0.25);
  expect_some_point(beyond, Vec3(2, 1.5, -0.125), 0.25);
}

TEST(CapsuleTriangle, PiercingItLeavesByTheShortestWay) {
  // Upright through (1, 1): 0.4 below the face; sideways it is 1 to the edges x = 0 and y = 0 and
  // 1 to the slanted one (0.6 x + 0.8 y = 2.4).
  const ShapeManifold up = with_triangle(Capsule{0.25, 6}, Vec3(1, 1, 2.6));
  EXPECT_LE((up.normal - Vec3::UnitZ()).norm(), 1e-14);
  EXPECT_NEAR(oracle::least_gap(up), -0.4 - 0.25, 1e-14);
  const ShapeManifold aside = with_triangle(Capsule{0.25, 6}, Vec3(0.7, 1, 0));
  EXPECT_LE((aside.normal + Vec3::UnitX()).norm(), 1e-14);
  EXPECT_NEAR(oracle::least_gap(aside), -0.7 - 0.25, 1e-14);
}

}  // namespace
}  // namespace stiction
