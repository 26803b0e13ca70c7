// Laws of the closed forms of spheres and capsules with cylinders, cones, hulls and triangles, over
// random poses: among them touching, overlapping, nearly aligned, coaxial and concentric ones.

#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "../../src/collision/convex_solid.h"
#include "../../src/collision/shape_pairs.h"
#include "constants.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::Posed;

enum class Round { sphere, capsule };
enum class Other { cylinder, cone, hull, triangle };

const std::vector<std::pair<Round, Other>> kRoundAndOther = {
    {Round::sphere, Other::cylinder}, {Round::capsule, Other::cylinder},
    {Round::sphere, Other::cone},     {Round::capsule, Other::cone},
    {Round::sphere, Other::hull},     {Round::capsule, Other::hull},
    {Round::sphere, Other::triangle}, {Round::capsule, Other::triangle}};

// A convex solid, defined by its support function and its distance from a point.
struct Solid {
  std::function<double(const Vec3& n)> reach;
  std::function<double(const Vec3& x)> distance_to;
  double size = 0;  // radius about its origin
};

Solid solid_of(const Posed& posed) {
  return {[=](const Vec3& n) { return oracle::support(posed, n); },
          [=](const Vec3& x) { return (oracle::project(posed, x) - x).norm(); },
          bounding_radius(posed.shape)};
}

Solid solid_of(const Triangle& triangle) {
  const std::array<Vec3, 3> corners = triangle.corners;
  const auto reach = [=](const Vec3& n) {
    return std::max({n.dot(corners[0]), n.dot(corners[1]), n.dot(corners[2])});
  };
  const auto distance_to = [=](const Vec3& x) {
    const Vec3 n = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    bool is_over = true;
    double to_edges = kInf;
    for (int k = 0; k < 3; ++k) {
      const Vec3& a = corners[k];
      const Vec3& b = corners[(k + 1) % 3];
      is_over = is_over && (b - a).cross(n).dot(x - a) <= 0;
      to_edges = std::min(to_edges, (oracle::project_on_segment(a, b, x) - x).norm());
    }
    return is_over ? std::abs(n.dot(x - corners[0])) : to_edges;
  };
  return {reach, distance_to, std::max({corners[0].norm(), corners[1].norm(), corners[2].norm()})};
}

// The separation along n, from B to A: never more than their signed distance.
double separation(const Solid& A, const Solid& B, const Vec3& n) {
  return -A.reach(-n) - B.reach(n);
}

// A round shape, and another shape with its origin at zero.
struct Pair {
  Shape round = Sphere{};
  RigidTransform X_O1;
  Shape other = Sphere{};
  Triangle triangle;
  bool is_triangle = false;
  RigidTransform X_O2;

  ShapeManifold contact(double margin, const Vec3& displacement = Vec3::Zero()) const {
    ShapeManifold manifold;
    if (!is_triangle) {
      calc_manifold(round, X_O1, other, X_O2, {margin, displacement}, manifold);
    } else if (const auto* sphere = std::get_if<Sphere>(&round)) {
      sphere_triangle(*sphere, X_O1, triangle, {margin, displacement}, manifold);
    } else {
      capsule_triangle(std::get<Capsule>(round), X_O1, triangle, {margin, displacement}, manifold);
    }
    return manifold;
  }
  Solid A() const { return solid_of({round, X_O1}); }
  Solid B() const { return is_triangle ? solid_of(triangle) : solid_of({other, X_O2}); }
  double size() const { return std::max(A().size, B().size); }
};

// A cuboid, or the hull of a few points in a cuboid or of many on an ellipsoid.
Hull hull_of_any_kind(Random& random, double low, double high) {
  const double x = random.log_uniform(low, high);
  const double y = random.log_uniform(low, high);
  const Vec3 size(x, y, random.log_uniform(low, high));
  const int kind = random.index(3);
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i) {
    points.push_back(0.5 * size.cwiseProduct(Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  }
  if (kind > 0) points.resize(kind == 1 ? 6 : 40);
  for (Vec3& p : points) {
    if (kind > 0) p = size.cwiseProduct(kind == 1 ? random.in_cube(0.5) : random.direction());
  }
  return {std::make_shared<ConvexPolyhedron>(points)};
}

void choose_other(Random& random, Other other, double low, double high, Pair& pair) {
  const double a = random.log_uniform(low, high);
  const double b = random.log_uniform(low, high);
  pair.X_O2.rotation = random.rotation();
  if (other == Other::cylinder) pair.other = Cylinder{a, b};
  if (other == Other::cone) pair.other = Cone{a, b};
  if (other == Other::hull) pair.other = hull_of_any_kind(random, low, high);
  if (other == Other::triangle) {
    pair.is_triangle = true;
    for (Vec3& corner : pair.triangle.corners) corner = random.in_cube(a);
    if (random.index(4) == 0) {  // a sliver
      Vec3& corner = pair.triangle.corners[1];
      corner = pair.triangle.corners[0] + 1e-3 * (corner - pair.triangle.corners[0]);
    }
  }
}

Pair random_round_pair(Random& random, Round round, Other other, double low, double high) {
  Pair pair;
  choose_other(random, other, low, high, pair);
  const double radius = random.log_uniform(low, high);
  pair.round = round == Round::sphere ? Shape(Sphere{radius})
                                      : Shape(Capsule{radius, random.log_uniform(low, high)});
  pair.X_O1.rotation = random.rotation();
  if (random.index(3) == 0) {
    const double angle = random.log_uniform(1e-17, 1e-1);
    const Quat tilt(Eigen::AngleAxisd(angle, random.direction()));
    const Quat yaw(Eigen::AngleAxisd(random.index(2) * random.uniform(0, 6.3), Vec3::UnitZ()));
    pair.X_O1.rotation = pair.X_O2.rotation * random.right_rotation() * yaw * tilt;
  }
  const double reach = bounding_radius(pair.round) + pair.B().size;
  switch (random.index(8)) {
    case 0:
      pair.X_O1.translation = pair.X_O2.rotation * Vec3(0, 0, random.uniform(-reach, reach));
      break;
    case 1:
      pair.X_O1.translation = random.in_cube(0.2 * pair.B().size);
      break;
    default:
      pair.X_O1.translation = random.in_cube(reach);
  }
  return pair;
}

std::string describe(const Pair& pair) {
  std::string text = oracle::describe({pair.round, pair.X_O1}, {pair.other, pair.X_O2});
  if (!pair.is_triangle) return text;
  text += "\ntriangle";
  for (const Vec3& corner : pair.triangle.corners) {
    for (const double x : corner) text += " " + std::to_string(x);
  }
  return text;
}

// Weak duality: any normal separates the shapes by no more than their distance, and any two of
// their points are no closer. A normal and a pair of points that agree prove each other.
TEST(ClosedForms, AreProvedByNormalAndPoints) {
  Random random(31);
  for (const auto& [round, other] : kRoundAndOther) {
    int num_apart = 0;
    int num_proved = 0;
    for (int i = 0; i < 5000; ++i) {
      const Pair pair = random_round_pair(random, round, other, 0.05, 2);
      const ShapeManifold manifold = pair.contact(kInf);
      ASSERT_FALSE(manifold.points.empty()) << describe(pair);
      const Solid A = pair.A();
      const Solid B = pair.B();
      const double gap = oracle::least_gap(manifold);
      const double size = pair.size();
      ASSERT_NEAR(manifold.normal.norm(), 1, 1e-12);
      ASSERT_NEAR(gap, separation(A, B, manifold.normal), 2e-8 * size) << describe(pair);
      if (gap <= 0) continue;
      ++num_apart;
      double beside = kInf;
      for (const ManifoldPoint& point : manifold.points) {
        const Vec3 half = 0.5 * point.gap * manifold.normal;
        beside = std::min(beside, A.distance_to(point.point + half) +
                                      B.distance_to(point.point - half) + point.gap - gap);
      }
      if (beside <= 2e-8 * size) ++num_proved;
      // Where axes cross at a small angle, the contact is the stretch along which they face each
      // other.
      ASSERT_LE(beside, 1e-2 * size) << describe(pair);
    }
    EXPECT_GT(num_proved, 0.99 * num_apart);
    EXPECT_GT(num_apart, 1500);
  }
}

// Climbs from n over all directions. Returns the greatest separation that it finds.
double climb(Random& random, const Solid& A, const Solid& B, Vec3 n) {
  double greatest = separation(A, B, n);
  double step = 0.3;
  for (int i = 0; i < 120; ++i) {
    const Vec3 other = (n + step * random.direction()).normalized();
    const double found = separation(A, B, other);
    step *= found > greatest ? 1.5 : 0.8;
    if (found <= greatest) continue;
    greatest = found;
    n = other;
  }
  return greatest;
}

TEST(ClosedForms, OfOverlapAreTheLeastTranslation) {
  Random random(32);
  for (const auto& [round, other] : kRoundAndOther) {
    int num_overlapping = 0;
    for (int i = 0; i < 400; ++i) {
      const Pair pair = random_round_pair(random, round, other, 0.05, 2);
      const ShapeManifold manifold = pair.contact(0);
      if (manifold.points.empty()) continue;
      ++num_overlapping;
      const Solid A = pair.A();
      const Solid B = pair.B();
      const double tolerance = 2e-8 * pair.size();
      const double gap = oracle::least_gap(manifold);
      ASSERT_NEAR(gap, separation(A, B, manifold.normal), tolerance) << describe(pair);
      for (int j = 0; j < 20; ++j) {
        ASSERT_LE(climb(random, A, B, random.direction()), gap + tolerance) << describe(pair);
      }
      ASSERT_LE(climb(random, A, B, manifold.normal), gap + tolerance) << describe(pair);
    }
    EXPECT_GT(num_overlapping, 80);
  }
}

// The signed distance is a Lipschitz function of the pose, through all regions of features and from
// separation into overlap.
TEST(ClosedForms, ChangeByNoMoreThanTheMotion) {
  Random random(33);
  for (const auto& [round, other] : kRoundAndOther) {
    for (int i = 0; i < 1000; ++i) {
      Pair pair = random_round_pair(random, round, other, 0.05, 2);
      const double size = pair.size();
      const Vec3 to = random.in_cube(0.1 * size);
      const Vec3 from = pair.X_O1.translation;
      double last = oracle::least_gap(pair.contact(kInf));
      for (int j = 1; j <= 8; ++j) {
        pair.X_O1.translation = from + j / 8.0 * (to - from);
        const double gap = oracle::least_gap(pair.contact(kInf));
        ASSERT_LE(std::abs(gap - last), (to - from).norm() / 8 + 3e-8 * size) << describe(pair);
        last = gap;
      }
    }
  }
}

TEST(ClosedForms, DecideWhatIsWithinTheMargin) {
  Random random(34);
  for (const auto& [round, other] : kRoundAndOther) {
    for (int i = 0; i < 1000; ++i) {
      const Pair pair = random_round_pair(random, round, other, 0.05, 2);
      const double gap = oracle::least_gap(pair.contact(kInf));
      const double tolerance = 1e-7 * pair.size();
      if (gap > tolerance) {
        EXPECT_TRUE(pair.contact(gap - tolerance).points.empty()) << describe(pair);
      }
      if (gap < 0) continue;
      const ShapeManifold manifold = pair.contact(gap + tolerance);
      EXPECT_FALSE(manifold.points.empty()) << describe(pair);
      for (const ManifoldPoint& point : manifold.points) EXPECT_LE(point.gap, gap + tolerance);
    }
  }
}

// Sizes from 1 mm to 1 km against each other, needles and flakes, placed at centres, on axes,
// touching.
TEST(ClosedForms, AreFiniteAndNumberTheirPointsForAnySize) {
  Random random(35);
  for (const auto& [round, other] : kRoundAndOther) {
    for (int i = 0; i < 4000; ++i) {
      Pair pair = random_round_pair(random, round, other, 1e-3, 1e3);
      if (i % 5 == 0) pair.X_O1.translation.setZero();
      if (i % 7 == 0) pair.X_O1.rotation = pair.X_O2.rotation;
      if (i % 11 == 0) {
        const ShapeManifold now = pair.contact(kInf);
        pair.X_O1.translation -= oracle::least_gap(now) * now.normal;
      }
      const Vec3 d = random.index(2) * random.in_cube(pair.size());
      const ShapeManifold manifold = pair.contact(kInf, d);
      ASSERT_NEAR(manifold.normal.norm(), 1, 1e-12) << describe(pair);
      std::vector<FeatureId> features;
      for (const ManifoldPoint& point : manifold.points) {
        ASSERT_TRUE(point.point.allFinite() && std::isfinite(point.gap)) << describe(pair);
        features.push_back(point.feature);
      }
      std::sort(features.begin(), features.end());
      ASSERT_EQ(std::adjacent_find(features.begin(), features.end()), features.end())
          << describe(pair);
    }
  }
}

// Any normal that the motion chooses separates the shapes at their present pose.
TEST(ClosedForms, PosedForAMotionKeepTheShapesApartAlongTheirNormal) {
  Random random(36);
  for (const auto& [round, other] : kRoundAndOther) {
    for (int i = 0; i < 2000; ++i) {
      const Pair pair = random_round_pair(random, round, other, 0.1, 1);
      const double now = oracle::least_gap(pair.contact(kInf));
      if (now < 1e-3) continue;
      // The motion is not swept if it is shorter than the bounding radius of the smaller shape.
      const double reach = std::min(bounding_radius(pair.round), pair.B().size);
      const Vec3 d = random.uniform(0, 0.9) * reach * random.direction();
      const ShapeManifold posed = pair.contact(kInf, d);
      ASSERT_FALSE(posed.points.empty()) << describe(pair);
      const double kept = separation(pair.A(), pair.B(), posed.normal);
      EXPECT_GE(kept, -1e-3 * pair.size()) << describe(pair);
      EXPECT_LE(kept, oracle::least_gap(posed) + 1e-7) << describe(pair);
    }
  }
}

}  // namespace
}  // namespace stiction
