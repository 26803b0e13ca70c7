#include "hull_of_random_points.h"

#include <stiction/geometry/convex_polyhedron.h>

#include <gtest/gtest.h>

#include <array>
#include <numbers>
#include <string>
#include <vector>

#include "complaint.h"
#include "constants.h"

namespace stiction {
namespace {

using test::PointSets;

std::string complaint_about_points(const std::vector<Vec3>& points) {
  return complaint([&] { ConvexPolyhedron{points}; });
}

TEST(ConvexPolyhedron, IsTheHullOfRandomPointSetsOfEachKind) { test::expect_hulls(3, 20); }

TEST(ConvexPolyhedron, OfABoxHasItsFacesEdgesAndCorners) {
  const std::vector<Vec3> corners = PointSets::box_corners(Vec3(1, 2, 3));
  const ConvexPolyhedron box(corners);
  EXPECT_EQ(box.vertices(), corners);
  ASSERT_EQ(box.faces().size(), 6u);
  EXPECT_EQ(box.edges().size(), 12u);
  for (int f = 0; f < 6; ++f) {
    const ConvexPolyhedron::Face& face = box.faces()[f];
    int axis = 0;
    face.normal.cwiseAbs().maxCoeff(&axis);
    EXPECT_LE((face.normal.cwiseAbs() - Vec3::Unit(axis)).norm(), 1e-15);
    EXPECT_NEAR(face.offset, axis + 1, 1e-15);
    EXPECT_NEAR(face.area, 4 * 6.0 / (axis + 1), 1e-14);
    EXPECT_EQ(box.corners(f).size(), 4u);
  }
  EXPECT_NEAR(box.volume(), 48, 1e-13);
  EXPECT_LE(box.center().norm(), 1e-15);
  EXPECT_NEAR(box.inner_radius(), 1, 1e-15);
  EXPECT_NEAR(box.bounding_radius(), std::sqrt(14), 1e-15);
}

// Corners run counter-clockwise: the polygon's area vector is along the normal.
TEST(ConvexPolyhedron, SeesFacesFromOutside) {
  PointSets random(5);
  for (const test::PointSet& set : random.make()) {
    const ConvexPolyhedron solid(set.points);
    const double extent = test::extent_of(set.points);
    const double rounding = 1e-15 * extent * extent;
    for (int f = 0; f < static_cast<int>(solid.faces().size()); ++f) {
      Vec3 area = Vec3::Zero();
      const std::span<const int> corners = solid.corners(f);
      const Vec3& a = solid.vertices()[corners[0]];
      for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
        area +=
            0.5 * (solid.vertices()[corners[k]] - a).cross(solid.vertices()[corners[k + 1]] - a);
      }
      const ConvexPolyhedron::Face& face = solid.faces()[f];
      // The cross products above lose as many digits as a needle is longer than wide.
      EXPECT_NEAR(area.dot(face.normal), face.area, 1e-12 * face.area + rounding) << set.kind;
      EXPECT_LT(face.normal.dot(solid.center()), face.offset) << set.kind;
    }
  }
}

// The face areas add up to zero as vectors, and the divergence theorem gives the volume.
TEST(ConvexPolyhedron, HasAreasThatAddUpToNothingAndToTheVolume) {
  PointSets random(6);
  for (int round = 0; round < 50; ++round) {
    for (const test::PointSet& set : random.make()) {
      const ConvexPolyhedron solid(set.points);
      const double extent = test::extent_of(set.points);
      Vec3 sum = Vec3::Zero();
      double total = 0;
      double volume = 0;
      for (const ConvexPolyhedron::Face& face : solid.faces()) {
        sum += face.area * face.normal;
        total += face.area;
        volume += face.area * (face.offset - face.normal.dot(solid.center())) / 3;
      }
      // A needle all of whose sides are long has rounded differences.
      const double rounding = 1e-15 * test::largest_coordinate(set.points) * extent;
      if (set.is_exact) {
        EXPECT_LE(sum.norm(), 1e-13 * total + rounding) << set.kind;
      }
      // Faces are outer planes of parts that are flat to 1e-7.
      EXPECT_NEAR(volume, solid.volume(), 1e-6 * solid.volume() + 2e-7 * extent * total)
          << set.kind;
    }
  }
}

// Including needles, where rounding could turn a plane by more than its width allows.
TEST(ConvexPolyhedron, HasTrianglesWhosePlanesHoldTheirCorners) {
  PointSets random(10);
  for (int round = 0; round < 50; ++round) {
    for (const test::PointSet& set : random.make()) {
      if (set.kind != "needle" && set.kind != "cloud" && set.kind != "on a sphere") continue;
      const ConvexPolyhedron solid(set.points);
      const double rounding = 2e-15 * test::largest_coordinate(set.points);
      for (int f = 0; f < static_cast<int>(solid.faces().size()); ++f) {
        if (solid.corners(f).size() != 3) continue;
        const ConvexPolyhedron::Face& face = solid.faces()[f];
        for (const int corner : solid.corners(f)) {
          EXPECT_NEAR(face.normal.dot(solid.vertices()[corner]), face.offset, rounding) << set.kind;
        }
      }
    }
  }
}

TEST(ConvexPolyhedron, IsTheSameWhateverElseIsInside) {
  PointSets random(7);
  for (int round = 0; round < 50; ++round) {
    std::vector<Vec3> points;
    for (int k = 0; k < 50; ++k) points.push_back(random.normal().normalized());
    const ConvexPolyhedron alone(points);
    for (int k = 0; k < 200; ++k) points.push_back(0.3 * random.in_cube());
    const ConvexPolyhedron filled(points);
    EXPECT_EQ(alone.vertices(), filled.vertices());
    ASSERT_EQ(alone.faces().size(), filled.faces().size());
    for (int f = 0; f < static_cast<int>(alone.faces().size()); ++f) {
      EXPECT_TRUE(std::ranges::equal(alone.corners(f), filled.corners(f)));
      EXPECT_EQ(alone.faces()[f].normal, filled.faces()[f].normal);
    }
  }
}

TEST(ConvexPolyhedron, IsTheSameEveryTime) {
  PointSets random(8);
  for (const test::PointSet& set : random.make()) {
    const ConvexPolyhedron one(set.points);
    const ConvexPolyhedron other(set.points);
    EXPECT_EQ(one.vertices(), other.vertices()) << set.kind;
    ASSERT_EQ(one.faces().size(), other.faces().size()) << set.kind;
    for (std::size_t f = 0; f < one.faces().size(); ++f) {
      EXPECT_EQ(one.faces()[f].normal, other.faces()[f].normal) << set.kind;
      EXPECT_EQ(one.faces()[f].offset, other.faces()[f].offset) << set.kind;
    }
  }
}

TEST(ConvexPolyhedron, SupportsItsNearVertexInAFewSteps) {
  PointSets random(9);
  std::vector<Vec3> points;
  for (int k = 0; k < 2000; ++k) points.push_back(random.normal().normalized());
  const ConvexPolyhedron ball(points);
  for (int trial = 0; trial < 200; ++trial) {
    test::expect_support(ball, random.normal(), random.integer(0, 1999), 1e-15);
  }
  EXPECT_EQ(ball.support(Vec3::Zero(), 7), 7);
  EXPECT_EQ(ball.support(Vec3(kNaN, 0, 0), 7), 7);
  for (const Vec3& none : {Vec3(0, 0, 0), Vec3(0, kNaN, 0), Vec3(kInf, 0, -kInf)}) {
    EXPECT_LT(ball.support(none), static_cast<int>(ball.vertices().size()));
  }
}

TEST(ConvexPolyhedron, SaysWhyPointsHaveNoHull) {
  EXPECT_EQ(complaint_about_points({}), "expected at least 4 points, got 0");
  EXPECT_EQ(complaint_about_points({Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()}),
            "expected at least 4 points, got 3");
  EXPECT_EQ(complaint_about_points({Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3(0, kNaN, 1)}),
            "expected coordinates of at most 1e+50 m, got point 3 at 0 nan 1");
  EXPECT_NE(complaint_about_points({Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3(0, 1, 1e300)}),
            "accepted");
  const std::string start =
      "expected points that span a volume (thicker than 1e-9 of their extent), got 5 points that ";
  EXPECT_EQ(complaint_about_points(std::vector<Vec3>(5, Vec3(1, 2, 3))),
            start + "are at one place");
  std::vector<Vec3> points;
  for (int i = 0; i < 5; ++i) points.emplace_back(i, 2 * i, 7 - i);
  EXPECT_EQ(complaint_about_points(points), start + "lie on a line");
  points[2].x() += 1;
  EXPECT_EQ(complaint_about_points(points), start + "lie in a plane");
  points[3].z() += 1e-10;
  EXPECT_EQ(complaint_about_points(points), start + "lie in a plane");
  points[3].z() += 1e-7;
  EXPECT_EQ(complaint_about_points(points), "accepted");
}

TEST(ConvexPolyhedron, IsThereForSizesFromTinyToHuge) {
  for (const double size : {1e-99, 1e-12, 1e-3, 1e3, 1e12, 1e49}) {
    const ConvexPolyhedron box(PointSets::box_corners(size * Vec3(1, 2, 3)));
    EXPECT_EQ(box.faces().size(), 6u) << size;
    EXPECT_NEAR(box.inner_radius() / size, 1, 1e-14) << size;
    for (const ConvexPolyhedron::Face& face : box.faces())
      EXPECT_NEAR(face.normal.norm(), 1, 1e-15);
  }
}

}  // namespace
}  // namespace stiction
