// The parts of a solid that may come down on a face as it turns: the same as on a plane.

#include <gtest/gtest.h>
#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/math/rotation.h>

#include <algorithm>
#include <vector>

#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::Kind;

std::vector<Shape> make_grounds(double half = 50) {
  std::vector<Vec3> corners;
  for (const double x : {-half, half}) {
    for (const double y : {-half, half}) {
      corners.insert(corners.end(), {Vec3(x, y, 0.5), Vec3(x, y, -0.5)});
    }
  }
  return {Box{Vec3(2 * half, 2 * half, 1)}, Hull{std::make_shared<const ConvexPolyhedron>(corners)},
          Cylinder{half, 1}, Rounded{Box{Vec3(2 * half, 2 * half, 0.5)}, 0.25}};
}

/// Whether each point of one has a counterpart in the other.
testing::AssertionResult covers(const ShapeManifold& all, const ShapeManifold& some) {
  for (const ManifoldPoint& point : some.points) {
    const bool is_there = std::ranges::any_of(all.points, [&](const ManifoldPoint& other) {
      return (other.point - point.point).norm() <= 1e-9 && std::abs(other.gap - point.gap) <= 1e-9;
    });
    if (!is_there) {
      return testing::AssertionFailure()
             << "not " << point.point.transpose() << " with gap " << point.gap;
    }
  }
  return testing::AssertionSuccess();
}

/// A solid above the ground, whose top is at z = 0, and the query about the two.
struct TurningSolid {
  Shape shape;
  RigidTransform pose;
  NarrowPhaseQuery query;
};

TurningSolid draw(Random& random, const Shape& shape, const Quat& rotation) {
  TurningSolid turning{shape, {rotation, Vec3::Zero()}, {}};
  ShapeManifold lowest;
  calc_manifold(shape, turning.pose, Plane{}, {}, {.margin = 10}, lowest);
  double least = 10;
  for (const ManifoldPoint& point : lowest.points) least = std::min(least, point.gap);
  turning.pose.translation =
      Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0, 0.01) - least);
  turning.query = {.margin = random.uniform(0.02, 0.3),
                   .relative_displacement = Vec3(0, 0, random.uniform(-0.01, 0)),
                   .relative_rotation = 0.2 * random.direction(),
                   .motion_center = turning.pose.translation};
  return turning;
}

TEST(TurningPoints, OnAFaceAreThoseOnAPlane) {
  Random random(77);
  const std::vector<Shape> grounds = make_grounds();
  for (int k = 0; k < 4000; ++k) {
    const Kind kinds[] = {Kind::cylinder, Kind::cone, Kind::hull, Kind::box, Kind::box};
    const TurningSolid turning =
        draw(random, oracle::random_shape(random, kinds[k % 5], 0.05, 0.3), random.rotation());
    ShapeManifold on_plane, on_face;
    calc_manifold(turning.shape, turning.pose, Plane{}, {}, turning.query, on_plane);
    const RigidTransform X_WG{Quat::Identity(), Vec3(0, 0, -0.5)};
    const Shape& ground = grounds[k % grounds.size()];
    calc_manifold(turning.shape, turning.pose, ground, X_WG, turning.query, on_face);
    ASSERT_TRUE(covers(on_face, on_plane)) << k;
    for (const ManifoldPoint& point : on_face.points) ASSERT_LE(point.gap, turning.query.margin);
    // The same from the other side.
    ShapeManifold swapped;
    NarrowPhaseQuery query = turning.query;
    query.relative_displacement *= -1;
    query.relative_rotation *= -1;
    calc_manifold(ground, X_WG, turning.shape, turning.pose, query, swapped);
    ASSERT_EQ(swapped.points.size(), on_face.points.size()) << k;
  }
}

// Along a normal that leans a little, the far end of the ground may be higher than a body that
// stands on its middle: nothing is met there, nor does it overlap.
TEST(TurningPoints, OfWhatLiesNearlyFlatAreNotBesideItNorDeeperThanOnAPlane) {
  Random random(79);
  const std::vector<Shape> grounds = make_grounds();
  for (int k = 0; k < 4000; ++k) {
    const Shape shape = oracle::random_shape(random, k % 2 ? Kind::box : Kind::hull, 0.05, 0.3);
    // Boxes on an edge that is nearly level, hulls in any orientation.
    const Quat lying = exp_rotation(Vec3(0, 0, random.uniform(0, kPi))) *
                       exp_rotation(random.log_uniform(1e-9, 1e-4) * random.direction()) *
                       exp_rotation(random.log_uniform(1e-4, 0.3) * Vec3::UnitX());
    TurningSolid turning = draw(random, shape, k % 2 ? lying : random.rotation());
    ShapeManifold on_plane, on_face;
    calc_manifold(shape, turning.pose, Plane{}, {}, turning.query, on_plane);
    const double lift = random.happens(0.5) ? 0 : random.log_uniform(1e-10, 1e-3);
    const double fall = lift - oracle::least_gap(on_plane);
    turning.pose.translation.z() += fall;
    turning.query.motion_center.z() += fall;
    turning.query.relative_rotation *= random.log_uniform(1e-4, 1);
    calc_manifold(shape, turning.pose, grounds[k % 4 / 2], {Quat::Identity(), Vec3(0, 0, -0.5)},
                  turning.query, on_face);
    const double radius = bounding_radius(shape);
    for (const ManifoldPoint& point : on_face.points) {
      ASSERT_GE(point.gap, lift - 1e-8 * radius - 1e-12) << k;
      const Vec3 beside = (point.point - turning.pose.translation).cwiseAbs();
      ASSERT_LE(beside.maxCoeff(), radius + 0.01) << k;
    }
  }
}

// The search for the nearest points of solids that overlap by a hair ends with a direction that
// leans a little, along which the motion may make them overlap less than along the face's normal.
TEST(TurningPoints, OfWhatSinksIntoAFaceByAHairAreAlongItsNormal) {
  Random random(80);
  const std::vector<Shape> grounds = make_grounds(2);
  for (int k = 0; k < 8000; ++k) {
    const Shape shape = oracle::random_shape(random, k % 8 < 4 ? Kind::box : Kind::hull, 0.05, 0.3);
    TurningSolid turning = draw(random, shape, random.rotation());
    ShapeManifold on_plane, on_face;
    calc_manifold(shape, turning.pose, Plane{}, {}, turning.query, on_plane);
    const double sunk = random.log_uniform(1e-10, 1e-6) * bounding_radius(shape);
    const double fall = -sunk - oracle::least_gap(on_plane);
    turning.pose.translation.z() += fall;
    turning.query.motion_center.z() += fall;
    calc_manifold(shape, turning.pose, grounds[k % grounds.size()],
                  {Quat::Identity(), Vec3(0, 0, -0.5)}, turning.query, on_face);
    ASSERT_LE((on_face.normal - Vec3::UnitZ()).norm(), 1e-14) << k;
    ASSERT_NEAR(oracle::least_gap(on_face), -sunk, 1e-11) << k;
  }
}

// A body that does not turn meets the ground with its furthest points.
TEST(TurningPoints, AreNotAskedForByWhatDoesNotTurn) {
  Random random(78);
  const Cylinder cylinder{0.1, 0.3};
  TurningSolid turning = draw(random, cylinder, random.rotation());
  turning.pose.rotation = Quat(Eigen::AngleAxisd(1.2, Vec3::UnitX()));
  turning.pose.translation.z() = 0.3;
  turning.query.margin = 1;
  turning.query.relative_rotation.setZero();
  ShapeManifold manifold;
  calc_manifold(turning.shape, turning.pose, Box{Vec3(2, 2, 1)},
                {Quat::Identity(), Vec3(0, 0, -0.5)}, turning.query, manifold);
  EXPECT_EQ(manifold.points.size(), 1u);
}

}  // namespace
}  // namespace stiction
