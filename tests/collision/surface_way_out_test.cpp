// Solids that reach into a height field or a mesh, and the contacts that must report it.

#include <gtest/gtest.h>
#include <stiction/collision/narrow_phase.h>
#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "collision/shape_oracle.h"
#include "collision/surface_meshes.h"
#include "constants.h"

namespace stiction {
namespace {

double least_gap_on(const Shape& solid, const RigidTransform& X_WS, const Shape& surface,
                    double margin = kInf) {
  ManifoldList list;
  calc_manifolds(Collider(solid), X_WS, Collider(surface), RigidTransform{}, {margin}, list);
  return oracle::least_gap(list);
}

/// How far the point is below the surface, by the definition of a height grid; 0 beyond its rim.
double depth_below(const HeightGrid& grid, const Vec3& x) {
  const double u = (x.x() + 0.5 * grid.size().x()) / grid.step_x();
  const double v = (x.y() + 0.5 * grid.size().y()) / grid.step_y();
  if (!(u >= 0 && v >= 0 && u < grid.num_x() - 1 && v < grid.num_y() - 1)) return 0;
  const int i = static_cast<int>(u);
  const int j = static_cast<int>(v);
  const double du = u - i;
  const double dv = v - j;
  const double start = grid.height(i, j);
  const double end = grid.height(i + 1, j + 1);
  const double beside = du > dv ? grid.height(i + 1, j) : grid.height(i, j + 1);
  const double first = std::max(du, dv);
  const double second = std::min(du, dv);
  return start + first * (beside - start) + second * (end - beside) - x.z();
}

// A box lies on two ridges, leaning a little, lifted by less than the round-off in a gap: none of
// the triangles below cuts it, whatever margin is asked for.
TEST(SurfaceWayOut, ABoxThatRestsOnRidgesIsNotInTheValleyBetween) {
  const auto grid = std::make_shared<const HeightGrid>(
      5, 2, std::vector<double>{0, 0.1, 0, 0.1, 0, 0, 0.1, 0, 0.1, 0}, Vec3(4, 4, 0.1));
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const double lift = random.uniform(-1e-15, 1e-15);
    const Quat R(Eigen::AngleAxisd(random.uniform(-3, 3), Vec3::UnitZ()));
    const RigidTransform X_WF{random.rotation(), random.in_cube(1)};
    const RigidTransform X_FS{R, Vec3(random.uniform(-0.2, 0.2), 0, 0.35 + lift)};
    const RigidTransform X_WS{X_WF.rotation * R, X_WF * X_FS.translation};
    ManifoldList list;
    calc_manifolds(Collider(Box{Vec3(3, 3, 0.5)}), X_WS, Collider(HeightField{grid}), X_WF, {0},
                   list);
    for (const ShapeManifold& manifold : list) {
      for (const ManifoldPoint& point : manifold.points) ASSERT_GE(point.gap, -1e-12) << i;
    }
  }
}

// A disc on a ridge, with leans so small that its face still counts as touching: if its lowest
// point is just clear, no side of the roof regards it as sunk in.
TEST(SurfaceWayOut, ADiscThatLeansOnARidgeByAHairIsNotInTheRoof) {
  const auto roof = std::make_shared<const HeightGrid>(
      3, 2, std::vector<double>{0, 0, 0.1, 0.1, 0, 0}, Vec3(0.4, 0.4, 0.1));
  Random random(7);
  for (int i = 0; i < 10'000; ++i) {
    const double radius = random.uniform(0.05, 0.1);
    const double lean = random.log_uniform(1e-11, 1e-7);
    const double beside = random.uniform(-0.2, 0.2) * radius;
    const double down = lean * std::sqrt(radius * radius - beside * beside);
    const Quat R = Quat(Eigen::AngleAxisd(lean, Vec3::UnitY())) *
                   Quat(Eigen::AngleAxisd(random.uniform(-3, 3), Vec3::UnitZ()));
    const Vec3 place(random.uniform(-0.1, 0.1), beside, 0.1 + radius + down);
    const RigidTransform X_WF{random.rotation(), random.in_cube(1)};
    ManifoldList list;
    calc_manifolds(Collider(Cylinder{radius, 2 * radius}), {X_WF.rotation * R, X_WF * place},
                   Collider(HeightField{roof}), X_WF, {0}, list);
    for (const ShapeManifold& manifold : list) {
      for (const ManifoldPoint& point : manifold.points) ASSERT_GE(point.gap, -3e-8 * radius) << i;
    }
  }
}

// A V-shaped valley along x with walls z = 3 |y|. A ball touches the left wall while its centre is
// in the right one: touching the left one does not make it clear of the surface.
TEST(SurfaceWayOut, ABallThatTouchesOneWallIsInTheOther) {
  const auto grid = std::make_shared<const HeightGrid>(3, 2, std::vector<double>{3, 3, 0, 0, 3, 3},
                                                       Vec3(2, 2, 3));
  const Vec3 center(0.1, 0.1, 0.2);
  const double to_left_wall = (center.z() + 3 * center.y()) / std::sqrt(10.0);
  const double to_right_wall = (center.z() - 3 * center.y()) / std::sqrt(10.0);
  for (const double gap : {-1e-6, -1e-12, 0.0, 1e-12, 1e-9, 1e-6, 1e-5}) {
    const double radius = to_left_wall - gap;
    const double found =
        least_gap_on(Sphere{radius}, {Quat::Identity(), center}, HeightField{grid});
    EXPECT_NEAR(found, to_right_wall - radius, 1e-12) << gap;
  }
}

// A box with one corner on the surface, and another well below it.
TEST(SurfaceWayOut, ABoxThatTouchesWithOneCornerIsInWithAnother) {
  Random random(5);
  int num_inside = 0;
  for (int i = 0; i < 3000; ++i) {
    std::vector<double> heights;
    for (int k = 0; k < 16; ++k) heights.push_back(random.uniform(0, 1));
    const auto grid = std::make_shared<const HeightGrid>(4, 4, heights, Vec3(1.5, 1.5, 0.5));
    const Vec3 half(random.uniform(0.05, 0.3), random.uniform(0.05, 0.3),
                    random.uniform(0.05, 0.3));
    RigidTransform X_WS{random.rotation(), Vec3::Zero()};
    const auto corner = [&](int k) {
      const Vec3 signs(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
      return X_WS * half.cwiseProduct(signs);
    };
    const Vec3 place(random.uniform(-0.6, 0.6), random.uniform(-0.6, 0.6), 0);
    X_WS.translation = place + depth_below(*grid, place) * Vec3::UnitZ() - corner(0);
    // Beyond the rim the field has no walls.
    if ((X_WS.translation.head<2>().array().abs() >= 0.75).any()) continue;
    double deepest = 0;
    for (int k = 1; k < 8; ++k) deepest = std::max(deepest, depth_below(*grid, corner(k)));
    if (deepest < 0.02) continue;
    ++num_inside;
    EXPECT_LT(least_gap_on(Box{2 * half}, X_WS, HeightField{grid}), -1e-4) << "pose " << i;
  }
  EXPECT_GT(num_inside, 1000);
}

// Points of a solid in its frame, enough of them to find how deep it is.
std::vector<Vec3> points_of(const Shape& solid) {
  if (const auto* hull = std::get_if<Hull>(&solid)) return hull->polyhedron->vertices();
  const auto& cone = std::get<Cone>(solid);
  std::vector<Vec3> points{0.5 * cone.length * Vec3::UnitZ()};
  for (int k = 0; k < 64; ++k) {
    const double angle = k * EIGEN_PI / 32;
    points.emplace_back(cone.radius * std::cos(angle), cone.radius * std::sin(angle),
                        -0.5 * cone.length);
  }
  return points;
}

// An open mesh pushes out a body that is in it over its creases just as a closed one does,
// whichever way its triangles face: solids a little through rough ground, with their centres in
// front of it.
TEST(SurfaceWayOut, WhatIsThroughTheCreasesOfAnOpenMeshOverlapsIt) {
  Random random(9);
  for (int i = 0; i < 500; ++i) {
    std::vector<double> heights;
    for (int k = 0; k < 25 * 25; ++k) heights.push_back(random.uniform(0, 1));
    const HeightGrid grid(25, 25, heights, Vec3(6, 6, random.uniform(0.1, 0.3)));
    const Triangles ground = triangles_of(grid);
    std::vector<Vec3> corners;
    for (int k = 0; k < 12; ++k)
      corners.push_back(random.log_uniform(0.1, 0.6) * random.direction());
    const Shape hull = Hull{std::make_shared<const ConvexPolyhedron>(corners)};
    const Shape cone = Cone{random.uniform(0.1, 0.5), random.uniform(0.1, 0.8)};
    for (const Shape& solid : {hull, cone}) {
      RigidTransform X_WS{random.rotation(), Vec3(random.uniform(-2, 2), random.uniform(-2, 2), 0)};
      double deepest = -kInf;
      for (const Vec3& x : points_of(solid)) {
        deepest = std::max(deepest, depth_below(grid, X_WS * x));
      }
      const double depth = 0.02 * bounding_radius(solid);
      X_WS.translation.z() += deepest - depth;
      for (const Triangles& mesh : {ground, turned_over(ground)}) {
        EXPECT_LT(least_gap_on(solid, X_WS, make_mesh(mesh), 0), -1e-3 * depth)
            << shape_name(solid) << " " << i;
      }
    }
  }
}

}  // namespace
}  // namespace stiction
