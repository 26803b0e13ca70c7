#include "hull_of_random_points.h"

#include <stiction/geometry/convex_polyhedron.h>

#include <gtest/gtest.h>

#include <chrono>

namespace stiction {
namespace {

TEST(ConvexPolyhedron, IsTheHullOf2000RandomPointSetsOfEachKind) { test::expect_hulls(1, 2000); }

// Far below the time of an algorithm that compares all with all.
TEST(ConvexPolyhedron, TakesManyPoints) {
  test::PointSets random(2);
  std::vector<Vec3> on_sphere;
  std::vector<Vec3> in_cube = test::PointSets::box_corners(Vec3::Ones());
  for (int i = 0; i < 50000; ++i) on_sphere.push_back(random.normal().normalized());
  for (int i = 0; i < 1000000; ++i) in_cube.push_back(random.in_cube());
  const auto start = std::chrono::steady_clock::now();
  const ConvexPolyhedron ball(on_sphere);
  const ConvexPolyhedron cube(in_cube);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  test::expect_closed_surface(ball);
  EXPECT_GE(ball.vertices().size(), 49900u);
  EXPECT_EQ(cube.faces().size(), 6u);
  EXPECT_LE(elapsed.count(), 60);
}

}  // namespace
}  // namespace stiction
