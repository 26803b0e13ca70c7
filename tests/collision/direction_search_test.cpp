// The judge of `stiction-bench shapes`, against closed forms and brute force.

#include "direction_search.h"

#include <gtest/gtest.h>
#include <stiction/geometry/convex_polyhedron.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "pair_draws.h"
#include "random.h"
#include "shape_text.h"

namespace stiction::bench {
namespace {

RigidTransform at(const Vec3& translation, const Quat& rotation = Quat::Identity()) {
  return {rotation, translation};
}

/// The search starts from a wrong direction.
void expect_distance(const Shape& A, const RigidTransform& X_OA, const Shape& B,
                     const RigidTransform& X_OB, double expected) {
  const JudgedSolid a(A, {}, X_OA);
  const JudgedSolid b(B, {}, X_OB);
  DirectionSearch search;
  const DirectionSearch::Result result = search.find(a, b, Vec3(0.6, 0, -0.8), 1e-9);
  EXPECT_LE(result.lower, expected + 1e-12);
  EXPECT_GE(result.upper, expected - 1e-12);
  EXPECT_LE(result.upper - result.lower, 1.1e-9) << result.num_cells << " cells";
  EXPECT_NEAR(separation(a, b, result.normal), result.lower, 1e-12);
}

TEST(DirectionSearch, EnclosesTheDistanceOfBalls) {
  expect_distance(Sphere{1}, at({3, 4, 0}), Sphere{0.5}, {}, 3.5);
  expect_distance(Sphere{1}, at({0.3, 0, 0.4}), Sphere{0.5}, {}, -1);
  expect_distance(Sphere{1}, {}, Sphere{0.5}, {}, -1.5);  // every direction
}

TEST(DirectionSearch, EnclosesTheDistanceOfCapsules) {
  const Quat lying(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitY()));
  expect_distance(Capsule{0.25, 2}, at({0.3, 1, 0.2}, lying), Capsule{0.5, 2}, {}, 0.25);
  expect_distance(Capsule{0.25, 2}, at({0.3, 0, 0.2}, lying), Capsule{0.5, 2}, {}, -0.75);
  expect_distance(Capsule{0.25, 2}, {}, Capsule{0.5, 2}, {}, -0.75);  // a ring of directions
}

TEST(DirectionSearch, EnclosesTheDistanceOfBoxes) {
  const Box unit{Vec3::Ones()};
  expect_distance(unit, at({0, 0, 1.25}), unit, {}, 0.25);    // face to face
  expect_distance(unit, at({1.3, 0, 1.4}), unit, {}, 0.5);    // edge to edge
  expect_distance(unit, at({1.2, 1.3, 1.6}), unit, {}, 0.7);  // corner to corner
  expect_distance(unit, at({0.75, 0.5, 0.125}), unit, {}, -0.25);
  expect_distance(unit, {}, unit, {}, -1);
  // An edge on a face: half a diagonal above it.
  const Quat on_edge(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitX()));
  expect_distance(unit, at({0, 0, 1}, on_edge), unit, {}, 0.5 - std::sqrt(0.5));
}

TEST(DirectionSearch, EnclosesTheDistanceOfCylindersAndCones) {
  const Cylinder cylinder{0.5, 1};
  const Cone cone{0.5, 1};
  expect_distance(cylinder, at({2, 0, 0.3}), cylinder, {}, 1);
  expect_distance(cylinder, at({1.3, 0, 1.4}), cylinder, {}, 0.5);  // rim to rim
  expect_distance(cylinder, at({0.1, 0, 0.9}), cylinder, {}, -0.1);
  expect_distance(cone, at({0, 0, 1.25}), cone, {}, 0.25);  // base over apex
  // A ball beside the side, whose normal is (2, 0, 1) / sqrt 5, over its middle (0.25, 0, 0).
  const Vec3 normal = Vec3(2, 0, 1) / std::sqrt(5.0);
  expect_distance(Sphere{0.1}, at(Vec3(0.25, 0, 0) + 0.3 * normal), cone, {}, 0.2);
  expect_distance(Sphere{0.1}, at(Vec3(0.25, 0, 0) - 0.05 * normal), cone, {}, -0.15);
}

// None of many directions is better than the bound, and the bound is tight.
TEST(DirectionSearch, IsAboveEveryDirectionOfAnyPair) {
  DirectionSearch search;
  Random random(1);
  int num_proved = 0;
  for (int i = 0; i < 300; ++i) {
    const auto kind = [&] { return kShapeKinds[random.integer(0, 7)]; };
    const ShapeKind a = kind();
    const PosedPair pair = draw_pair(a, kind(), 3, static_cast<std::uint64_t>(i));
    const Vec3& origin = pair.B.X_WS.translation;
    const JudgedSolid A(pair.A.shape, pair.A.points,
                        {pair.A.X_WS.rotation, pair.A.X_WS.translation - origin});
    const JudgedSolid B(pair.B.shape, pair.B.points, {pair.B.X_WS.rotation, Vec3::Zero()});
    const double size = size_of(pair);
    const DirectionSearch::Result result = search.find(A, B, Vec3::UnitX(), 1e-6 * size);
    if (result.upper - result.lower <= 1.1e-6 * size) ++num_proved;
    for (int j = 0; j < 300; ++j) {
      const Vec3 n =
          (result.normal + random.log_uniform(1e-6, 2) * random.direction()).normalized();
      ASSERT_LE(separation(A, B, n), result.upper + 1e-12 * size) << describe(pair);
    }
  }
  EXPECT_GE(num_proved, 299);
}

// The definition of the convex solids: no point that `nearest_point` returns is beyond a supporting
// plane, and points inside are returned unchanged.
TEST(JudgedSolid, GivesPointsOfItself) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    const PosedShape drawn = draw_shape(random, kShapeKinds[random.integer(0, 7)]);
    const JudgedSolid solid(drawn.shape, drawn.points, {random.rotation(), random.in_cube(1)});
    const double size = bounding_radius(drawn.shape);
    for (int j = 0; j < 30; ++j) {
      const Vec3 inside = solid.nearest_point(random.in_cube(2 * size));
      EXPECT_LE((solid.nearest_point(inside) - inside).norm(), 1e-9 * size);
      const Vec3 n = random.direction();
      EXPECT_LE(n.dot(inside), solid.support(n) + 1e-12 * size) << shape_name(drawn.shape);
    }
  }
}

// The supporting plane perpendicular to the way from x to the nearest point contains that point,
// also for plates and needles, where a point near the middle of the solid is near to nothing else.
TEST(JudgedSolid, GivesTheNearestOfItsPoints) {
  Random random(3);
  for (int i = 0; i < 600; ++i) {
    const PosedShape drawn = draw_shape(random, kShapeKinds[random.integer(0, 7)]);
    const JudgedSolid solid(drawn.shape, drawn.points, {random.rotation(), random.in_cube(1)});
    const double size = bounding_radius(drawn.shape);
    for (int j = 0; j < 30; ++j) {
      const Vec3 x = random.in_cube(2 * size);
      const Vec3 nearest = solid.nearest_point(x);
      if ((x - nearest).norm() < 1e-6 * size) continue;
      const Vec3 n = (x - nearest).normalized();
      EXPECT_LE(solid.support(n), n.dot(nearest) + 1e-9 * size) << shape_name(drawn.shape);
    }
  }
}

}  // namespace
}  // namespace stiction::bench
