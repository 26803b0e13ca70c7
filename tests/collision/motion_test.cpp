// Effects of the predicted motion: no edge is met on a flush seam, and a body that flies past is
// not deflected.

#include <gtest/gtest.h>
#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/triangle_mesh.h>

#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::at;
using oracle::contact;
using oracle::Posed;

constexpr double kStep = 0.01;  // s

// A body slides at constant speed over the seam of two flush boxes with their top at z = 0. Every
// contact on the way is level, whatever round-off does to the height.
void slide_over_seam(const Shape& body, double height, const Vec3& velocity, double noise,
                     const Vec3& acceleration = Vec3::Zero()) {
  Random random(21);
  const Posed here = at(Box{Vec3(2, 2, 1)}, Vec3(-1, 0, -0.5));
  const Posed ahead = at(Box{Vec3(2, 2, 1)}, Vec3(1, 0, -0.5));
  const Vec3 d = kStep * (velocity + kStep * acceleration);
  for (double x = -0.8; x < 0.8; x += 0.00371 * velocity.norm()) {
    const Vec3 position(x, 0.1, height + random.uniform(-noise, noise));
    const double margin = 0.05 + d.norm();
    bool is_carried = false;
    for (const Posed& floor : {here, ahead}) {
      const ShapeManifold manifold = contact(at(body, position), floor, margin, d);
      for (const ManifoldPoint& point : manifold.points) {
        const double predicted = point.gap + manifold.normal.dot(d - kStep * kStep * acceleration);
        const bool is_level = manifold.normal.head<2>().norm() <= 1e-12;
        ASSERT_TRUE(is_level || predicted >= -1e-12)
            << "at x = " << x << " normal " << manifold.normal.transpose() << " gap " << point.gap;
        is_carried = is_carried || (is_level && point.gap <= noise + 1e-12);
      }
    }
    ASSERT_TRUE(is_carried) << x;
  }
}

TEST(Seam, OfFlushFloorsIsNotMetByASlidingBox) {
  for (const double size : {0.1, 0.3}) {
    const Box cube{Vec3::Constant(size)};
    for (const double speed : {0.3, 5.0}) {
      for (const double noise : {0.0, 1e-12, 1e-9, 1e-6}) {
        slide_over_seam(cube, 0.5 * size, Vec3(speed, 0, 0), noise);
      }
    }
  }
}

// The prediction includes the fall in this step.
TEST(Seam, OfFlushFloorsIsNotMetByASlidingBoxThatIsPredictedToFall) {
  const Box cube{Vec3::Constant(0.3)};
  slide_over_seam(cube, 0.15, Vec3(5, 0, 0), 1e-9, Vec3(0, 0, -9.81));
}

TEST(Seam, OfFlushFloorsIsNotMetByARollingBall) {
  for (const double radius : {0.02, 0.2}) {
    for (const double speed : {0.3, 5.0}) {
      for (const double noise : {0.0, 1e-12, 1e-9}) {
        slide_over_seam(Sphere{radius}, radius, Vec3(speed, 0, 0), noise);
      }
    }
  }
}

TEST(Seam, OfFlushFloorsIsNotMetByASlidingCapsule) {
  for (const double noise : {0.0, 1e-12, 1e-9}) {
    slide_over_seam(Capsule{0.1, 0.4}, 0.3, Vec3(5, 0, 0), noise);
  }
}

// Set down with a side exactly on the seam, the box could just as well lean on the floor ahead as
// stand on it: it stands, on the larger face.
TEST(Seam, OfFlushFloorsIsNoWallForABoxAtRestBesideIt) {
  const Posed ahead = at(Box{Vec3(2, 2, 1)}, Vec3(1, 0, -0.5));
  Random random(24);
  for (int i = 0; i < 1000; ++i) {
    const Posed cube = at(Box{Vec3::Constant(0.3)}, Vec3(-0.15, 0, 0.15) + random.in_cube(1e-10));
    const ShapeManifold manifold = contact(cube, ahead, 0.01);
    ASSERT_EQ(manifold.points.size(), 2u);
    EXPECT_LE((manifold.normal - Vec3::UnitZ()).norm(), 1e-12);
  }
}

TEST(Seam, OfFlushWallsIsNotMetByABoxSlidingDown) {
  // The wall's face is x = 0; the seam is at z = 0.
  const Posed below = at(Box{Vec3(1, 2, 2)}, Vec3(-0.5, 0, -1));
  const Box cube{Vec3::Constant(0.4)};
  const Vec3 d = kStep * Vec3(0, 0, -4);
  for (double z = 0.5; z > -0.5; z -= 0.0093) {
    for (const double noise : {-1e-9, 0.0, 1e-9}) {
      const ShapeManifold manifold = contact(at(cube, Vec3(0.2 + noise, 0, z)), below, 0.1, d);
      for (const ManifoldPoint& point : manifold.points) {
        const bool is_across = std::abs(manifold.normal.x() - 1) < 1e-12;
        EXPECT_TRUE(is_across || point.gap + manifold.normal.dot(d) >= 0) << z;
      }
    }
  }
}

TEST(Seam, StillStopsABoxThatHitsAStep) {
  const Posed ledge = at(Box{Vec3(2, 2, 1)}, Vec3(1, 0, -0.4));  // 0.1 above the floor
  const Vec3 d = kStep * Vec3(5, 0, 0);
  const ShapeManifold manifold =
      contact(at(Box{Vec3::Constant(0.3)}, Vec3(-0.16, 0, 0.15)), ledge, 0.1, d);
  ASSERT_FALSE(manifold.points.empty());
  EXPECT_NEAR(manifold.normal.x(), -1, 1e-12);
  EXPECT_NEAR(oracle::least_gap(manifold), 0.01, 1e-12);
}

// Any normal may be posed if it separates the shapes: gap + n . u >= 0 then keeps them apart.
TEST(PosedContact, KeepsTheShapesApartAlongItsNormal) {
  Random random(22);
  for (int i = 0; i < 20000; ++i) {
    const auto kind = [&] { return static_cast<oracle::Kind>(random.index(3)); };
    const Posed A{oracle::random_shape(random, kind(), 0.1, 1), {random.rotation(), Vec3::Zero()}};
    const Posed B{oracle::random_shape(random, kind(), 0.1, 1),
                  {random.rotation(), random.in_cube(2)}};
    const Vec3 d = random.log_uniform(1e-3, 3) * random.direction();
    const ShapeManifold posed = contact(A, B, 10, d);
    if (posed.points.empty()) continue;
    const double now = oracle::least_gap(contact(A, B, 10));
    if (now < 1e-3) continue;
    EXPECT_GE(oracle::separation(A, B, posed.normal), -1e-3 * oracle::size_of(A, B));
    EXPECT_LE(oracle::separation(A, B, posed.normal), oracle::least_gap(posed) + 1e-6)
        << oracle::describe(A, B) << "\n"
        << d.transpose();
  }
}

// If the shapes meet along the straight path, there is a contact, and it forbids that path.
TEST(PosedContact, IsThereForEveryHit) {
  Random random(23);
  int num_hits = 0;
  for (int i = 0; i < 5000; ++i) {
    const auto kind = [&] { return static_cast<oracle::Kind>(random.index(3)); };
    const Posed A{oracle::random_shape(random, kind(), 0.1, 1), {random.rotation(), Vec3::Zero()}};
    const Posed B{oracle::random_shape(random, kind(), 0.1, 1),
                  {random.rotation(), random.in_cube(4)}};
    const Vec3 aim = B.X_WS.translation + random.in_cube(1);
    const Vec3 d = random.uniform(0.1, 1.5) * aim;
    if (contact(A, B, 0).points.size() > 0) continue;
    double deepest = 0;
    for (int j = 1; j <= 50; ++j) {
      Posed on_its_way = A;
      on_its_way.X_WS.translation += j / 50.0 * d;
      deepest = std::min(deepest, oracle::least_gap(contact(on_its_way, B, 0)));
    }
    if (deepest > -0.01) continue;
    ++num_hits;
    const ShapeManifold posed = contact(A, B, 20, d);
    ASSERT_FALSE(posed.points.empty()) << oracle::describe(A, B) << "\n" << d.transpose();
    EXPECT_LT(oracle::least_gap(posed) + posed.normal.dot(d), 0) << oracle::describe(A, B) << "\n"
                                                                 << d.transpose();
  }
  EXPECT_GT(num_hits, 300);
}

TEST(FastBall, HitsAThinWall) {
  const Posed wall = at(Box{Vec3(0.01, 2, 2)}, Vec3::Zero());
  for (const double x : {-0.9, -0.5, -0.3, -0.06}) {
    const Posed ball = at(Sphere{0.02}, Vec3(x, 0.3, 0.1));
    const ShapeManifold manifold = contact(ball, wall, 1.1, Vec3(1, 0, 0));
    ASSERT_EQ(manifold.points.size(), 1u) << x;
    EXPECT_NEAR(manifold.normal.x(), -1, 1e-9);
    EXPECT_NEAR(manifold.points[0].gap, -x - 0.025, 1e-6);
    // The point is on the ball, where an impulse has its true lever arm.
    EXPECT_LE((manifold.points[0].point - Vec3(x + 0.02, 0.3, 0.1)).norm(), 1e-3);
  }
}

TEST(FastBall, HitsWithTheNormalOfTheHit) {
  // The nearest point now is the box's edge; the path ends on its top, in the middle.
  const Posed box = at(Box{Vec3(2, 2, 2)}, Vec3(1, 0, -1));
  const Posed ball = at(Sphere{0.02}, Vec3(-0.4, 0, 0.42));
  const ShapeManifold manifold = contact(ball, box, 2, Vec3(0.8, 0, -0.8));
  ASSERT_EQ(manifold.points.size(), 1u);
  // It comes down to z = 0.02 as x reaches 0: the hit is on the rim, from above.
  EXPECT_NEAR(manifold.normal.z(), 1, 1e-3);
  const Posed later = at(Sphere{0.02}, Vec3(-0.2, 0, 0.42));
  const ShapeManifold top = contact(later, box, 2, Vec3(0.8, 0, -0.8));
  ASSERT_EQ(top.points.size(), 1u);
  EXPECT_NEAR(top.normal.z(), 1, 1e-9);
  EXPECT_NEAR(top.points[0].gap, 0.4, 1e-6);
  const Posed lower = at(Sphere{0.02}, Vec3(-0.4, 0, 0.1));
  const ShapeManifold side = contact(lower, box, 2, Vec3(0.8, 0, -0.8));
  ASSERT_EQ(side.points.size(), 1u);
  EXPECT_NEAR(side.normal.x(), -1, 1e-9);
  EXPECT_NEAR(side.points[0].gap, 0.38, 1e-6);
}

TEST(FastBall, PassesACornerWithoutContact) {
  const Posed box = at(Box{Vec3(2, 2, 2)}, Vec3(1, 0, -1));  // a corner of its section at x = z = 0
  // Its path passes the corner at the distance 0.0283; the ball's radius is 0.02.
  const Posed ball = at(Sphere{0.02}, Vec3(-0.54, 0, -0.5));
  EXPECT_TRUE(contact(ball, box, 2, Vec3(1, 0, 1)).points.empty());
  const Posed nearer = at(Sphere{0.02}, Vec3(-0.52, 0, -0.5));
  const ShapeManifold manifold = contact(nearer, box, 2, Vec3(1, 0, 1));
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_LT(manifold.points[0].gap + manifold.normal.dot(Vec3(1, 0, 1)), 0);
}

TEST(FastBall, FlyingAwayHasNoContact) {
  const Posed wall = at(Box{Vec3(0.01, 2, 2)}, Vec3::Zero());
  EXPECT_TRUE(
      contact(at(Sphere{0.02}, Vec3(-0.3, 0, 0)), wall, 1.1, Vec3(-1, 0, 0)).points.empty());
}

TEST(FastBall, RollingOnTheFloorKeepsItsContact) {
  const Posed floor = at(Box{Vec3(20, 20, 1)}, Vec3(0, 0, -0.5));
  const ShapeManifold manifold =
      contact(at(Sphere{0.02}, Vec3(0, 0, 0.02)), floor, 1.1, Vec3(1, 0, 0));
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_EQ(manifold.normal, Vec3::UnitZ());
  EXPECT_NEAR(manifold.points[0].gap, 0, 1e-15);
}

TEST(FastBall, HitsABallOnItsWayAndPassesOneBesideIt) {
  const Posed target = at(Sphere{0.02}, Vec3(0.5, 0, 0));
  const ShapeManifold manifold =
      contact(at(Sphere{0.02}, Vec3(0, 0.024, 0)), target, 2, Vec3(1, 0, 0));
  ASSERT_EQ(manifold.points.size(), 1u);
  // At the hit the centres are 0.04 apart, 0.024 of it sideways.
  EXPECT_NEAR(manifold.normal.y(), 0.6, 1e-4);
  EXPECT_NEAR(manifold.normal.x(), -0.8, 1e-4);
  EXPECT_TRUE(
      contact(at(Sphere{0.02}, Vec3(0, 0.042, 0)), target, 2, Vec3(1, 0, 0)).points.empty());
}

// Forces bend a ball's path, so that it may meet a body that it passes on the straight path: there
// it is nearest where its path is along the surface.
TEST(FastBall, HasAContactWithWhatForcesMayBringItDownOn) {
  const Posed ball = at(Sphere{0.02}, Vec3(-0.5, 0, 0.05));
  const Vec3 way(0.9, 0, 0);
  const auto grid = std::make_shared<TriangleMesh>(
      std::vector<Vec3>{
          {-0.1, -0.1, -1}, {0.1, -0.1, -1}, {0.1, 0.1, -1}, {-0.1, 0.1, -1}, {0, 0, 0}},
      std::vector<std::array<int, 3>>{
          {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {0, 2, 1}, {0, 3, 2}});
  const auto hull = std::make_shared<ConvexPolyhedron>(grid->vertices());
  for (const Shape& shape :
       {Shape(Sphere{0.3}), Shape(Box{Vec3(0.1, 1, 0.6)}), Shape(Hull{hull}), Shape(Mesh{grid})}) {
    const bool is_pyramid =
        std::holds_alternative<Hull>(shape) || std::holds_alternative<Mesh>(shape);
    const Collider obstacle(shape);
    const RigidTransform X_WO{Quat::Identity(), Vec3(0, 0, is_pyramid ? 0 : -0.3)};
    NarrowPhaseQuery query{.margin = 2, .relative_displacement = way};
    ManifoldList manifolds;
    for (const double deviation : {0.0, 0.029}) {
      query.deviation = deviation;
      calc_manifolds(Collider(ball.shape), ball.X_WS, obstacle, X_WO, query, manifolds);
      EXPECT_TRUE(manifolds.empty()) << shape_name(shape);
    }
    query.deviation = 0.031;
    calc_manifolds(Collider(ball.shape), ball.X_WS, obstacle, X_WO, query, manifolds);
    ASSERT_EQ(manifolds.size(), 1u) << shape_name(shape);
    const ShapeManifold& manifold = *manifolds.begin();
    ASSERT_EQ(manifold.points.size(), 1u) << shape_name(shape);
    EXPECT_NEAR(manifold.normal.dot(way), 0, 1e-3) << shape_name(shape);
    EXPECT_NEAR(manifold.points[0].gap, 0.03, 1e-3) << shape_name(shape);
  }
}

// Boxes that a fast motion leads past each other, and that turn so fast that they may still meet:
// the nearest place is behind the middle of the path, where it leads apart again.
TEST(FastBoxes, ThatTurnPastEachOtherDoNotOverlapNow) {
  Random random(94);
  int num_turning = 0;
  for (int i = 0; i < 20000; ++i) {
    const Posed A{oracle::random_shape(random, oracle::Kind::box, 0.1, 0.8),
                  {random.rotation(), random.in_cube(0.7)}};
    const Posed B{oracle::random_shape(random, oracle::Kind::box, 0.1, 0.8),
                  {random.rotation(), Vec3::Zero()}};
    const double distance = oracle::least_gap(contact(A, B, kInf));
    if (distance < 1e-3) continue;
    const NarrowPhaseQuery query{
        .margin = 1,
        .relative_displacement = random.uniform(0.2, 1) * random.direction(),
        .relative_rotation = random.uniform(0, 2) * random.direction()};
    ShapeManifold manifold;
    calc_manifold(A.shape, A.X_WS, B.shape, B.X_WS, query, manifold);
    for (const ManifoldPoint& point : manifold.points) {
      ASSERT_GE(point.gap, 0) << oracle::describe(A, B);
      num_turning += manifold.normal.dot(query.relative_displacement) > 0;
    }
  }
  EXPECT_GT(num_turning, 100);
}

// A body that turns in place is judged like one that moves by next to nothing.
TEST(Motion, OfNextToNothingIsNone) {
  Random random(93);
  const std::vector<Shape> solids{Box{Vec3(0.6, 0.8, 1)}, Capsule{0.2, 0.8}, Cylinder{0.3, 0.7},
                                  Cone{0.4, 0.8}, oracle::random_hull(random, 0.3, 0.6)};
  int num_touching = 0;
  for (int i = 0; i < 20000; ++i) {
    const Shape& a = solids[random.index(solids.size())];
    const Shape& b = solids[random.index(solids.size())];
    const RigidTransform X_WA{random.rotation(), random.in_cube(0.7)};
    NarrowPhaseQuery query{.margin = 0.3,
                           .relative_rotation = random.uniform(0.05, 0.5) * random.direction(),
                           .motion_center = X_WA.translation};
    ShapeManifold in_place, displaced;
    calc_manifold(a, X_WA, b, {}, query, in_place);
    query.relative_displacement = 1e-200 * random.direction();
    calc_manifold(a, X_WA, b, {}, query, displaced);
    ASSERT_EQ(in_place.normal, displaced.normal) << shape_name(a) << shape_name(b) << i;
    ASSERT_EQ(in_place.points.size(), displaced.points.size()) << i;
    for (std::size_t k = 0; k < in_place.points.size(); ++k) {
      ASSERT_EQ(in_place.points[k].point, displaced.points[k].point) << i;
      ASSERT_EQ(in_place.points[k].gap, displaced.points[k].gap) << i;
    }
    num_touching += !in_place.points.empty();
  }
  EXPECT_GT(num_touching, 5000);
}

}  // namespace
}  // namespace stiction
