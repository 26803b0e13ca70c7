// The manifold of two faces: all corners of their intersection, with features that keep their
// numbers.

#include <gtest/gtest.h>

#include <numbers>
#include <set>
#include <vector>

#include "shape_oracle.h"

namespace stiction {
namespace {

using oracle::at;
using oracle::contact;
using oracle::Posed;

Quat about_z(double angle) { return Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ())); }

// A rectangle in the plane.
struct Rectangle {
  Vec2 center;
  Vec2 half;
  double yaw = 0;

  Vec2 axis(int i) const {
    return i == 0 ? Vec2(std::cos(yaw), std::sin(yaw)) : Vec2(-std::sin(yaw), std::cos(yaw));
  }
  std::vector<Vec2> corners() const {
    std::vector<Vec2> all;
    for (const auto& [u, v] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}}) {
      all.push_back(center + u * half.x() * axis(0) + v * half.y() * axis(1));
    }
    return all;
  }
  bool contains(const Vec2& x) const {
    return std::abs(axis(0).dot(x - center)) <= half.x() &&
           std::abs(axis(1).dot(x - center)) <= half.y();
  }
};

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

// Corners of the intersection: corners of one inside the other, and crossings of sides.
std::vector<Vec2> shared_corners(const Rectangle& A, const Rectangle& B) {
  std::vector<Vec2> shared;
  const std::vector<Vec2> a = A.corners();
  const std::vector<Vec2> b = B.corners();
  for (const Vec2& x : a) {
    if (B.contains(x)) shared.push_back(x);
  }
  for (const Vec2& x : b) {
    if (A.contains(x)) shared.push_back(x);
  }
  for (int i = 0; i < 4; ++i) {
    const Vec2 along_a = a[(i + 1) % 4] - a[i];
    for (int j = 0; j < 4; ++j) {
      const Vec2 along_b = b[(j + 1) % 4] - b[j];
      const double area = cross(along_a, along_b);
      if (std::abs(area) < 1e-9) continue;
      const double s = cross(b[j] - a[i], along_b) / area;
      const double t = cross(b[j] - a[i], along_a) / area;
      if (s >= 0 && s <= 1 && t >= 0 && t <= 1) shared.push_back(a[i] + s * along_a);
    }
  }
  return shared;
}

// Whether boxes that share a sliver only separate along a horizontal way.
bool is_shorter_sideways(const Posed& A, const Posed& B, double gap) {
  for (const Posed* box : {&A, &B}) {
    for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 1, 0)}) {
      const Vec3 n = box->X_WS.rotation * axis;
      if (oracle::separation(A, B, n) > gap || oracle::separation(A, B, -n) > gap) return true;
    }
  }
  return false;
}

TEST(FaceOnFace, GivesTheCornersOfTheSharedPolygon) {
  Random random(11);
  std::set<std::size_t> counts;
  for (int i = 0; i < 5000; ++i) {
    const Rectangle lower{Vec2(1, 2), Vec2(random.uniform(0.3, 2), random.uniform(0.3, 2)), 0.4};
    const Rectangle upper{lower.center + Vec2(random.uniform(-2, 2), random.uniform(-2, 2)),
                          Vec2(random.uniform(0.3, 2), random.uniform(0.3, 2)),
                          random.uniform(0, 3)};
    const std::vector<Vec2> expected = shared_corners(lower, upper);
    if (expected.size() < 3) continue;
    const auto box = [](const Rectangle& r, double height, double z) {
      return at(Box{Vec3(2 * r.half.x(), 2 * r.half.y(), height)},
                Vec3(r.center.x(), r.center.y(), z), about_z(r.yaw));
    };
    const double gap = random.uniform(-0.01, 0.01);
    const Posed A = box(upper, 3, 1.5 + gap);
    const Posed B = box(lower, 1, -0.5);
    if (gap < 0 && is_shorter_sideways(A, B, gap)) continue;
    const ShapeManifold manifold = contact(A, B, 0.02);
    ASSERT_EQ(manifold.points.size(), expected.size());
    counts.insert(expected.size());
    ASSERT_NEAR(manifold.normal.z(), 1, 1e-12);
    for (const Vec2& corner : expected) {
      const Vec3 point(corner.x(), corner.y(), 0.5 * gap);
      const bool is_found =
          std::any_of(manifold.points.begin(), manifold.points.end(), [&](const auto& p) {
            return (p.point - point).norm() < 1e-9 && std::abs(p.gap - gap) < 1e-9;
          });
      ASSERT_TRUE(is_found) << point.transpose();
    }
  }
  EXPECT_EQ(counts, (std::set<std::size_t>{3, 4, 5, 6, 7, 8}));
}

TEST(FaceOnFace, ATiltedFaceHasAGapForEachCorner) {
  const double tilt = 0.01;
  const Quat R(Eigen::AngleAxisd(tilt, Vec3::UnitY()));
  // Turned about the lower edge at x = 0.5, which touches; the edge at x = -0.5 is raised.
  const Posed A = at(Box{Vec3(1, 1, 1)}, Vec3(0.5, 0, 0) + R * Vec3(-0.5, 0, 0.5), R);
  const Posed B = at(Box{Vec3(4, 4, 2)}, Vec3(0, 0, -1));
  const ShapeManifold all = contact(A, B, 0.02);
  ASSERT_EQ(all.points.size(), 4u);
  for (const ManifoldPoint& point : all.points) {
    const double expected = point.point.x() > 0 ? 0 : std::sin(tilt);
    EXPECT_NEAR(point.gap, expected, 1e-12);
  }
  EXPECT_EQ(contact(A, B, 0.005).points.size(), 2u);
}

std::vector<FeatureId> feature_list(const ShapeManifold& manifold) {
  std::vector<FeatureId> ids;
  for (const ManifoldPoint& point : manifold.points) ids.push_back(point.feature);
  return ids;
}

// Equal boxes exactly above each other are the hardest case: every corner lies on two edges of the
// other box.
TEST(Features, OfStackedEqualBoxesSurviveRoundOff) {
  Random random(12);
  const Box cube{Vec3(1, 1, 1)};
  const std::vector<FeatureId> ids =
      feature_list(contact(at(cube, Vec3(0, 0, 1)), at(cube, Vec3::Zero()), 1e-3));
  ASSERT_EQ(ids.size(), 4u);
  for (int i = 0; i < 20000; ++i) {
    const auto noisy = [&](const Vec3& x) {
      const Quat R(Eigen::AngleAxisd(random.uniform(0, 1e-12), random.direction()));
      return at(cube, x + random.in_cube(1e-12), R);
    };
    const ShapeManifold manifold = contact(noisy(Vec3(0, 0, 1)), noisy(Vec3::Zero()), 1e-3);
    ASSERT_EQ(feature_list(manifold), ids);
    ASSERT_LE((manifold.normal - Vec3::UnitZ()).norm(), 1e-11);
  }
}

TEST(Features, KeepTheirPointsUnderSmallMotions) {
  Random random(13);
  int num_followed = 0;
  for (int i = 0; i < 5000; ++i) {
    const Posed B = at(Box{Vec3(1.1, 0.9, 0.5)}, Vec3::Zero());
    Posed A = at(Box{Vec3(1.3, 0.8, 0.6)}, random.in_cube(0.4) + Vec3(0, 0, 0.95),
                 about_z(random.uniform(0, 6)));
    A.X_WS.translation.z() = 0.55 + random.uniform(-1e-3, 1e-3);
    const ShapeManifold before = contact(A, B, 0.01);
    const Quat turn(Eigen::AngleAxisd(1e-6, random.direction()));
    A.X_WS = {turn * A.X_WS.rotation, A.X_WS.translation + 1e-6 * random.direction()};
    const ShapeManifold after = contact(A, B, 0.01);
    ASSERT_LE((after.normal - before.normal).norm(), 3e-6);
    if (feature_list(after) != feature_list(before)) continue;  // a corner came over another side
    ++num_followed;
    for (std::size_t j = 0; j < before.points.size(); ++j) {
      ASSERT_LE((after.points[j].point - before.points[j].point).norm(), 1e-4);
      ASSERT_LE(std::abs(after.points[j].gap - before.points[j].gap), 1e-5);
    }
  }
  EXPECT_GT(num_followed, 4980);
}

TEST(Features, OfABoxOnAPlaneAreItsVertices) {
  const Posed plane = at(Plane{Vec3::UnitZ(), 0}, Vec3::Zero());
  const Box box{Vec3(1, 2, 3)};
  const std::vector<FeatureId> ids = feature_list(contact(at(box, Vec3(0, 0, 1.5)), plane, 0.1));
  ASSERT_EQ(ids.size(), 4u);
  Random random(14);
  for (int i = 0; i < 1000; ++i) {
    const Quat R =
        about_z(random.uniform(0, 6)) * Quat(Eigen::AngleAxisd(1e-3, random.direction()));
    EXPECT_EQ(feature_list(contact(at(box, Vec3(i, -i, 1.5), R), plane, 0.1)), ids);
  }
}

// The choice of the reference box must not show: an infinitesimal tilt changes it.
TEST(Features, DoNotDependOnTheReferenceFace) {
  const Box cube{Vec3(1, 1, 1)};
  const Posed B = at(cube, Vec3::Zero());
  std::set<std::vector<FeatureId>> seen;
  for (const double tilt : {-1e-4, -1e-6, -1e-9, 0.0, 1e-9, 1e-6, 1e-4}) {
    for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0.6, 0.8, 0)}) {
      const Quat R = about_z(0.3) * Quat(Eigen::AngleAxisd(tilt, axis));
      seen.insert(feature_list(contact(at(cube, Vec3(0.2, 0.1, 1.0005), R), B, 0.01)));
    }
  }
  EXPECT_EQ(seen.size(), 1u);
}

TEST(Exchange, OfStackedEqualBoxesGivesTheSamePoints) {
  const Box cube{Vec3(1, 1, 1)};
  const Posed low = at(cube, Vec3(0.3, 0, 0));
  const Posed high = at(cube, Vec3(0, 0, 1));
  const ShapeManifold up = contact(high, low, 0.01);
  const ShapeManifold down = contact(low, high, 0.01);
  ASSERT_EQ(up.points.size(), down.points.size());
  EXPECT_EQ(up.normal, -down.normal);
}

}  // namespace
}  // namespace stiction
