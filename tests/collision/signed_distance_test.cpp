// Laws of the signed distance, for every pair of shapes over random poses.

#include <gtest/gtest.h>

#include <vector>

#include "constants.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::Kind;
using oracle::KindPair;
using oracle::Posed;
using oracle::PosedPair;

const std::vector<KindPair> kBasicPairs = {
    {Kind::sphere, Kind::sphere}, {Kind::sphere, Kind::box},      {Kind::sphere, Kind::capsule},
    {Kind::sphere, Kind::plane},  {Kind::box, Kind::box},         {Kind::box, Kind::capsule},
    {Kind::box, Kind::plane},     {Kind::capsule, Kind::capsule}, {Kind::capsule, Kind::plane}};

// Poses among which touching, overlapping, nearly aligned and distant ones are all frequent.
PosedPair pair_in_any_pose(Random& random, const KindPair& kinds, double low, double high) {
  PosedPair pair;
  pair.A.shape = oracle::random_shape(random, kinds.a, low, high);
  pair.B.shape = oracle::random_shape(random, kinds.b, low, high);
  const double reach = kinds.b == Kind::plane
                           ? 2 * bounding_radius(pair.A.shape)
                           : bounding_radius(pair.A.shape) + bounding_radius(pair.B.shape);
  pair.B.X_WS = {random.rotation(), random.in_cube(3)};
  pair.A.X_WS.translation = pair.B.X_WS.translation + random.in_cube(reach);
  pair.A.X_WS.rotation = random.rotation();
  if (random.index(3) == 0) {  // with one or all axes in common, up to a small turn
    const double angle = random.log_uniform(1e-17, 1e-1);
    const Quat tilt(Eigen::AngleAxisd(angle, random.direction()));
    const double yaw = random.index(2) * random.uniform(0, 6.3);
    const Quat turn(Eigen::AngleAxisd(yaw, Vec3::UnitZ()));
    pair.A.X_WS.rotation = pair.B.X_WS.rotation * random.right_rotation() * turn * tilt;
  }
  return pair;
}

// Alternating projections from x until the points are at most `distance` apart. Returns the
// remaining excess.
double alternating_projections(const Posed& A, const Posed& B, const Vec3& x, double distance) {
  Vec3 a = oracle::project(A, x);
  Vec3 b = oracle::project(B, a);
  for (int i = 0; i < 20000 && (a - b).norm() > distance; ++i) {
    a = oracle::project(A, b);
    b = oracle::project(B, a);
  }
  return (a - b).norm() - distance;
}

// Weak duality: any normal separates the shapes by no more than their distance, and any two of
// their points are no closer. A normal and a pair of points that agree prove each other.
TEST(SignedDistance, IsProvedByNormalAndPoints) {
  Random random(1);
  int num_apart = 0;
  int num_proved = 0;
  for (const KindPair& kinds : kBasicPairs) {
    for (int i = 0; i < 20000; ++i) {
      const auto [A, B] = pair_in_any_pose(random, kinds, 0.05, 2);
      const ShapeManifold manifold = oracle::contact(A, B, kInf);
      ASSERT_FALSE(manifold.points.empty()) << oracle::describe(A, B);
      const double gap = oracle::least_gap(manifold);
      const double size = oracle::size_of(A, B);
      ASSERT_NEAR(manifold.normal.norm(), 1, 1e-12);
      ASSERT_NEAR(gap, oracle::separation(A, B, manifold.normal), 1e-8 * size)
          << oracle::describe(A, B);
      if (gap <= 0) continue;
      ++num_apart;
      double nearest = kInf;
      for (const ManifoldPoint& point : manifold.points) {
        const Vec3 half = 0.5 * point.gap * manifold.normal;
        nearest = std::min(nearest, (oracle::project(A, point.point + half) -
                                     oracle::project(B, point.point - half))
                                        .norm());
      }
      if (nearest <= gap + 5e-8 * size) {
        ++num_proved;
        continue;
      }
      // The points are only near the nearest ones beyond a face's rim, by less than shows in the
      // distance, and where axes cross at a small angle, whose contact is the stretch along which
      // they face each other. Alternating projections find the distance there.
      ASSERT_LE(nearest, gap + 2e-2 * size) << oracle::describe(A, B);
      ASSERT_LE(alternating_projections(A, B, manifold.points.front().point, gap), 5e-8 * size)
          << oracle::describe(A, B);
    }
  }
  EXPECT_GT(num_proved, 0.99 * num_apart);
  EXPECT_GT(num_apart, 50000);
}

// For overlapping shapes, no direction is a shorter way out than the normal.
TEST(SignedDistance, IsTheLeastTranslationOfOverlap) {
  Random random(2);
  int num_overlapping = 0;
  for (const KindPair& kinds : kBasicPairs) {
    if (kinds.b == Kind::plane) continue;
    for (int i = 0; i < 2000; ++i) {
      const auto [A, B] = pair_in_any_pose(random, kinds, 0.05, 2);
      const ShapeManifold manifold = oracle::contact(A, B, 0);
      if (manifold.points.empty()) continue;
      ++num_overlapping;
      const double gap = oracle::least_gap(manifold);
      const double tolerance = 1e-8 * oracle::size_of(A, B);
      ASSERT_NEAR(gap, oracle::separation(A, B, manifold.normal), tolerance)
          << oracle::describe(A, B);
      for (int j = 0; j < 200; ++j) {
        const bool is_near = j % 2 == 0;
        const Vec3 n = is_near ? (manifold.normal + 0.05 * random.direction()).normalized()
                               : random.direction();
        ASSERT_LE(oracle::separation(A, B, n), gap + tolerance) << n.transpose() << "\n"
                                                                << oracle::describe(A, B);
      }
    }
  }
  EXPECT_GT(num_overlapping, 2000);
}

TEST(SignedDistance, AgreesWithAlternatingProjections) {
  Random random(3);
  int num_compared = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto [A, B] = pair_in_any_pose(random, {Kind::box, Kind::box}, 0.2, 1);
    Vec3 a = A.X_WS.translation;
    Vec3 b = B.X_WS.translation;
    Vec3 last = Vec3::Constant(kInf);
    for (int j = 0; j < 20000 && (a - last).norm() > 1e-12; ++j) {
      last = a;
      b = oracle::project(B, a);
      a = oracle::project(A, b);
    }
    const double distance = (a - b).norm();
    if ((a - last).norm() > 1e-12 || distance < 1e-3) continue;
    ++num_compared;
    ASSERT_NEAR(oracle::least_gap(oracle::contact(A, B, kInf)), distance, 1e-7)
        << oracle::describe(A, B);
  }
  EXPECT_GT(num_compared, 500);
}

TEST(SignedDistance, DecidesWhatIsWithinTheMargin) {
  Random random(4);
  for (const KindPair& kinds : kBasicPairs) {
    for (int i = 0; i < 2000; ++i) {
      const auto [A, B] = pair_in_any_pose(random, kinds, 0.05, 2);
      const ShapeManifold all = oracle::contact(A, B, kInf);
      const double gap = oracle::least_gap(all);
      const double tolerance = 1e-7 * oracle::size_of(A, B);
      if (gap > tolerance) {
        EXPECT_TRUE(oracle::contact(A, B, gap - tolerance).points.empty())
            << oracle::describe(A, B);
      }
      if (gap < -tolerance) continue;
      const ShapeManifold some = oracle::contact(A, B, gap + tolerance);
      EXPECT_FALSE(some.points.empty()) << oracle::describe(A, B);
      for (const ManifoldPoint& point : some.points) EXPECT_LE(point.gap, gap + tolerance);
    }
  }
}

TEST(Exchange, ReturnsTheSamePointsBitForBitWithTheOppositeNormal) {
  Random random(5);
  for (const KindPair& kinds : kBasicPairs) {
    for (int i = 0; i < 5000; ++i) {
      auto [A, B] = pair_in_any_pose(random, kinds, 0.05, 2);
      if (kinds.a == kinds.b && i % 2 == 0) B.shape = A.shape;
      const Vec3 d = i % 3 == 0 ? Vec3(Vec3::Zero()) : random.in_cube(i % 3 == 1 ? 0.02 : 2);
      const ShapeManifold forward = oracle::contact(A, B, 1, d);
      const ShapeManifold backward = oracle::contact(B, A, 1, -d);
      ASSERT_EQ(forward.points.size(), backward.points.size()) << oracle::describe(A, B);
      if (forward.points.empty()) continue;
      ASSERT_TRUE(forward.normal == -backward.normal) << oracle::describe(A, B);
      for (const ManifoldPoint& point : forward.points) {
        const FeatureId exchanged = point.feature << 32 | point.feature >> 32;
        const auto same =
            std::find_if(backward.points.begin(), backward.points.end(),
                         [&](const ManifoldPoint& other) { return other.feature == exchanged; });
        ASSERT_NE(same, backward.points.end()) << oracle::describe(A, B);
        ASSERT_TRUE(same->point == point.point && same->gap == point.gap) << oracle::describe(A, B);
      }
    }
  }
}

TEST(RigidMotion, OfBothMovesTheContactAlong) {
  Random random(6);
  for (const KindPair& kinds : kBasicPairs) {
    for (int i = 0; i < 5000; ++i) {
      const auto [A, B] = pair_in_any_pose(random, kinds, 0.05, 2);
      const RigidTransform X{random.rotation(), random.in_cube(100)};
      const ShapeManifold here = oracle::contact(A, B, kInf);
      const ShapeManifold there = oracle::contact(oracle::moved(X, A), oracle::moved(X, B), kInf);
      const double size = oracle::size_of(A, B);
      // (The motion itself has a round-off of 1e-14.)
      ASSERT_NEAR(oracle::least_gap(here), oracle::least_gap(there), 2e-8 * size)
          << oracle::describe(A, B);
      const Vec3 expected = X.rotation * here.normal;
      if ((there.normal - expected).norm() > 1e-6) {
        // Two ways out have the same length; either may be chosen.
        EXPECT_NEAR(oracle::separation(oracle::moved(X, A), oracle::moved(X, B), expected),
                    oracle::least_gap(there), 2e-8 * size)
            << oracle::describe(A, B);
      }
    }
  }
}

// The distance of two sets changes by no more than the motion of one of them.
TEST(SmallMotion, ChangesTheGapByNoMoreThanTheMotion) {
  Random random(7);
  for (const KindPair& kinds : kBasicPairs) {
    for (int i = 0; i < 5000; ++i) {
      auto [A, B] = pair_in_any_pose(random, kinds, 0.05, 2);
      const double before = oracle::least_gap(oracle::contact(A, B, kInf));
      const double step = random.log_uniform(1e-9, 1e-2);
      const double turn = step / bounding_radius(A.shape);
      A.X_WS.translation += step * random.direction();
      A.X_WS.rotation = Quat(Eigen::AngleAxisd(turn, random.direction())) * A.X_WS.rotation;
      const double after = oracle::least_gap(oracle::contact(A, B, kInf));
      ASSERT_LE(std::abs(after - before), 2 * step + 3e-8 * oracle::size_of(A, B))
          << oracle::describe(A, B);
    }
  }
}

void expect_sound(const ShapeManifold& manifold, double margin, const Posed& A, const Posed& B) {
  ASSERT_TRUE(manifold.normal.allFinite()) << oracle::describe(A, B);
  ASSERT_NEAR(manifold.normal.norm(), 1, 1e-9) << oracle::describe(A, B);
  for (std::size_t i = 0; i < manifold.points.size(); ++i) {
    const ManifoldPoint& point = manifold.points[i];
    ASSERT_TRUE(point.point.allFinite() && std::isfinite(point.gap)) << oracle::describe(A, B);
    ASSERT_LE(point.gap, margin) << oracle::describe(A, B);
    if (i == 0) continue;
    ASSERT_LT(manifold.points[i - 1].feature, point.feature) << oracle::describe(A, B);
  }
}

TEST(AnyPair, GivesFinitePointsUnitNormalsAndUniqueFeatures) {
  Random random(8);
  for (int i = 0; i < 150000; ++i) {
    const KindPair& kinds = kBasicPairs[random.index(static_cast<int>(kBasicPairs.size()))];
    auto [A, B] = pair_in_any_pose(random, kinds, 1e-3, 1e3);
    switch (random.index(4)) {
      case 0:  // coincident origins
        A.X_WS.translation = B.X_WS.translation;
        break;
      case 1: {  // far from the world's origin
        const Vec3 offset = random.in_cube(1e4);
        A.X_WS.translation += offset;
        B.X_WS.translation += offset;
        break;
      }
      case 2:  // aligned, on a grid: touching faces, edges and vertices
        A.X_WS.rotation = random.right_rotation();
        B.X_WS.rotation = random.right_rotation();
        A.shape = oracle::random_shape(random, kinds.a, 1, 1);
        if (kinds.b != Kind::plane) B.shape = oracle::random_shape(random, kinds.b, 1, 1);
        A.X_WS.translation = random.in_cube(3).array().round();
        B.X_WS.translation = random.in_cube(3).array().round();
        break;
      default:
        break;
    }
    const double margin = random.log_uniform(1e-6, 10);
    const Vec3 d = random.log_uniform(1e-9, 100) * random.direction();
    expect_sound(oracle::contact(A, B, margin, random.index(2) * d), margin, A, B);
  }
}

TEST(ExtremeSizes, GiveFinitePoints) {
  Random random(9);
  for (int i = 0; i < 20000; ++i) {
    const KindPair& kinds = kBasicPairs[random.index(static_cast<int>(kBasicPairs.size()))];
    auto [A, B] = pair_in_any_pose(random, kinds, 1e-140, 1e140);
    const Vec3 d = random.log_uniform(1e-100, 1e100) * random.direction();
    expect_sound(oracle::contact(A, B, 1e200, random.index(2) * d), 1e200, A, B);
  }
}

}  // namespace
}  // namespace stiction
