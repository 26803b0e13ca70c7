// Solids known by their support functions: ellipsoids against spheres, which have closed forms, and
// superquadrics against their equation.

#include <gtest/gtest.h>
#include <stiction/collision/narrow_phase.h>
#include <stiction/collision/overlap_search.h>
#include <stiction/collision/queries.h>
#include <stiction/geometry/mass_properties.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/math/rotation.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "shape_oracle.h"
#include "superquadric.h"

namespace stiction {
namespace {

constexpr double kEverything = std::numeric_limits<double>::infinity();

Shape ball_of(double radius) { return make_ellipsoid(Vec3::Constant(radius)); }

double least_gap(const Shape& a, const RigidTransform& X_WA, const Shape& b,
                 const RigidTransform& X_WB, Vec3* normal = nullptr) {
  ShapeManifold manifold;
  calc_manifold(a, X_WA, b, X_WB, {.margin = kEverything}, manifold);
  double least = kEverything;
  for (const ManifoldPoint& point : manifold.points) least = std::min(least, point.gap);
  if (normal) *normal = manifold.normal;
  return least;
}

// An ellipsoid with equal radii is a ball, against every shape, near, touching and overlapping.
TEST(SupportShape, BallsAreBalls) {
  Random random(71);
  const std::vector<Shape> others{Sphere{0.4},        Box{Vec3(0.6, 0.8, 1)}, Capsule{0.2, 0.6},
                                  Cylinder{0.3, 0.5}, Cone{0.4, 0.7},         Plane{},
                                  ball_of(0.3)};
  for (const Shape& other : others) {
    for (int i = 0; i < 300; ++i) {
      const double radius = random.log_uniform(0.1, 1);
      const RigidTransform X_WA{random.rotation(), random.in_cube(1.0)};
      const RigidTransform X_WB{random.rotation(), Vec3::Zero()};
      const double expected = least_gap(Sphere{radius}, X_WA, other, X_WB);
      const double found = least_gap(ball_of(radius), X_WA, other, X_WB);
      // Deep inside, the shortest way out is searched for.
      EXPECT_NEAR(found, expected, expected < 0 ? 1e-6 : 1e-8) << shape_name(other) << " " << i;
    }
  }
}

// An ellipsoid is a stretched ball: the place where the plane n . x = |A n| touches it.
TEST(SupportShape, EllipsoidsTouchTheirTangentPlanes) {
  Random random(72);
  for (int i = 0; i < 300; ++i) {
    const Vec3 radii(random.log_uniform(0.1, 1), random.log_uniform(0.1, 1),
                     random.log_uniform(0.1, 1));
    const Quat R = random.rotation();
    const Vec3 n = R.conjugate() * Vec3::UnitZ();
    const double height = radii.cwiseProduct(n).norm();
    for (const double gap : {1e-3, 0.0, -1e-3, -0.05}) {
      const RigidTransform X{R, Vec3(0.1, 0.2, height + gap)};
      Vec3 normal;
      EXPECT_NEAR(least_gap(make_ellipsoid(radii), X, Plane{}, {}, &normal), gap, 1e-14);
      // The same with a face of a box.
      const RigidTransform X_WB{Quat::Identity(), Vec3(0, 0, -2)};
      EXPECT_NEAR(least_gap(make_ellipsoid(radii), X, Box{Vec3(8, 8, 4)}, X_WB, &normal), gap,
                  1e-8);
      EXPECT_LE((normal - Vec3::UnitZ()).norm(), 1e-7);
    }
  }
}

// The support function of a superquadric is on its surface, and no point within is further along.
TEST(SupportShape, SuperquadricsAnswerAsTheirEquation) {
  Random random(73);
  for (const double p : {4.0 / 3, 1.5, 2.0, 3.0, 4.0}) {
    const auto solid = std::make_shared<const Superquadric>(Vec3(0.3, 0.5, 0.4), p);
    const Shape shape = checked_shape(Convex{solid});
    for (int i = 0; i < 200; ++i) {
      const Vec3 n = random.direction();
      EXPECT_NEAR(solid->level(solid->support(n)), 1, 1e-12);
      // Along a ray from the centre the surface is where the level is 1.
      const Vec3 way = random.direction();
      const double reach = std::pow(solid->level(way), -1 / p);
      const std::optional<RayHit> hit = ray_cast(Collider(shape), {}, {2 * way, -way, 3});
      ASSERT_TRUE(hit.has_value()) << p << " " << i;
      EXPECT_NEAR(hit->distance, 2 - reach, 1e-9);
    }
  }
}

// Two of them, apart and overlapping: the separation along the normal is the gap, no direction,
// near or far, separates more, and exchanging them gives the same.
TEST(SupportShape, SuperquadricsMeetAsTheirSupportsSay) {
  Random random(74);
  const OverlapSearchCounts before = overlap_search_counts();
  int num_overlapping = 0;
  for (int i = 0; i < 600; ++i) {
    const double p = random.uniform(1.4, 4), q = random.uniform(1.4, 4);
    const auto a = std::make_shared<const Superquadric>(Vec3(0.3, 0.5, 0.4), p);
    const auto b = std::make_shared<const Superquadric>(Vec3(0.6, 0.2, 0.4), q);
    const RigidTransform X_WA{random.rotation(), random.in_cube(0.6)};
    const RigidTransform X_WB{random.rotation(), Vec3::Zero()};
    Vec3 n, back;
    const double gap = least_gap(Convex{a}, X_WA, Convex{b}, X_WB, &n);
    const auto separates = [&](const Vec3& m) {
      return m.dot(X_WA * a->support(X_WA.rotation.conjugate() * -m)) -
             m.dot(X_WB * b->support(X_WB.rotation.conjugate() * m));
    };
    EXPECT_NEAR(separates(n), gap, 2e-8) << i;
    double best = -kEverything;
    for (int k = 0; k < 3000; ++k) best = std::max(best, separates(random.direction()));
    for (double off = 0.1; off > 1e-7; off /= 10) {
      for (int k = 0; k < 100; ++k) {
        best = std::max(best, separates((n + off * random.direction()).normalized()));
      }
    }
    EXPECT_LE(best, gap + 1e-8) << i;
    EXPECT_EQ(least_gap(Convex{b}, X_WB, Convex{a}, X_WA, &back), gap);
    EXPECT_EQ(back, -n);
    if (gap < 0) ++num_overlapping;
  }
  EXPECT_GT(num_overlapping, 50);
  EXPECT_GE(overlap_search_counts().searches - before.searches,
            static_cast<std::uint64_t>(num_overlapping));
}

/// A ball that returns something else in directions near one.
class Liar : public SupportShape {
 public:
  Liar(const Vec3& where, const Vec3& answer) : where_(where.normalized()), answer_(answer) {}
  Vec3 support(const Vec3& n) const override { return n.dot(where_) > 0.999 ? answer_ : 0.5 * n; }
  double inner_radius() const override { return 0.5; }
  double bounding_radius() const override { return 0.5; }
  double volume() const override { return 0.5; }
  MassProperties mass_properties(double mass) const override {
    return calc_mass_properties(Sphere{0.5}, mass);
  }

 private:
  Vec3 where_, answer_;
};

TEST(SupportShape, AnswersOutOfItsRadiiAreRefused) {
  const double nan = std::nan("");
  for (const Vec3& where : {Vec3(0, 0, -1), Vec3(1, 0, 1), Vec3(-1, 1, 1)}) {
    for (const Vec3& answer : {Vec3(nan, 0, 0), Vec3(0, kEverything, 0),
                               Vec3(0.6 * where.normalized()), Vec3(0.4 * where.normalized())}) {
      EXPECT_THROW(checked_shape(Convex{std::make_shared<const Liar>(where, answer)}),
                   std::invalid_argument)
          << where.transpose() << ": " << answer.transpose();
    }
    EXPECT_NO_THROW(
        checked_shape(Convex{std::make_shared<const Liar>(where, Vec3(0.5 * where.normalized()))}));
  }
}

// Where only other directions return NaN, a contact may be missed, but contacts that are found are
// finite.
TEST(SupportShape, AnswersThatAreNoNumbersMakeNone) {
  Random random(75);
  const Vec3 nan = Vec3::Constant(std::nan(""));
  for (int i = 0; i < 2000; ++i) {
    const Shape liar = Convex{std::make_shared<const Liar>(random.direction(), nan)};
    const RigidTransform X_WA{random.rotation(), random.in_cube(0.7)};
    for (const Shape& other : {Shape(Box{Vec3(0.6, 0.8, 1)}), Shape(Sphere{0.2}),
                               Shape(Cylinder{0.3, 0.5}), Shape(Plane{})}) {
      ShapeManifold manifold;
      calc_manifold(liar, X_WA, other, {}, {.margin = 0.1}, manifold);
      for (const ManifoldPoint& point : manifold.points) {
        EXPECT_TRUE(point.point.allFinite() && std::isfinite(point.gap)) << i;
        EXPECT_TRUE(manifold.normal.allFinite()) << i;
      }
    }
  }
}

TEST(SupportShape, EllipsoidsHaveTheirMassProperties) {
  const Shape shape = make_ellipsoid(Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(shape_name(shape), "ellipsoid");
  EXPECT_NEAR(volume(shape), 4.0 / 3 * std::numbers::pi * 0.006, 1e-15);
  const MassProperties mass = calc_mass_properties(shape, 5);
  EXPECT_NEAR(mass.inertia(0, 0), 0.04 + 0.09, 1e-15);
  EXPECT_NEAR(mass.inertia(1, 1), 0.09 + 0.01, 1e-15);
  EXPECT_NEAR(mass.inertia(2, 2), 0.01 + 0.04, 1e-15);
  EXPECT_THROW(make_ellipsoid(Vec3(0.1, 0, 0.3)), std::invalid_argument);
  EXPECT_THROW(checked_shape(Convex{}), std::invalid_argument);
}

// Where sizes are a million apart the polytope of the overlap search would grow without end if it
// were not bounded.
TEST(SupportShape, IsFoundDeepInsideWhatIsAMillionTimesItsSize) {
  const Shape block = Box{Vec3(1e6, 1e6, 1e6)};
  const Shape egg = make_ellipsoid(Vec3(1, 2, 3));
  EXPECT_TRUE(overlaps(block, {.translation = Vec3(0, 0, -20830)}, egg, {}));
}

}  // namespace
}  // namespace stiction
