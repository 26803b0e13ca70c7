#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/shape.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/geometry/triangle_mesh.h>
#include <stiction/math/rotation.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "complaint.h"
#include "constants.h"

namespace stiction {
namespace {

std::string complaint_about_shape(const Shape& shape) {
  return complaint([&] { checked_shape(shape); });
}

TEST(ShapeName, IsTheElementOfTheSceneFile) {
  EXPECT_EQ(shape_name(Sphere{1}), "sphere");
  EXPECT_EQ(shape_name(Box{Vec3::Ones()}), "box");
  EXPECT_EQ(shape_name(Capsule{1, 1}), "capsule");
  EXPECT_EQ(shape_name(Plane{}), "plane");
  EXPECT_EQ(shape_name(Cylinder{1, 1}), "cylinder");
  EXPECT_EQ(shape_name(Cone{1, 1}), "cone");
  EXPECT_EQ(shape_name(Hull{}), "hull");
  EXPECT_EQ(shape_name(Mesh{}), "mesh");
  EXPECT_EQ(shape_name(HeightField{}), "heightfield");
}

TEST(CheckedShape, RejectsEveryLengthThatIsNotPositiveAndFinite) {
  for (const double bad : {0.0, -1.0, -0.0, kNaN, kInf, -kInf}) {
    EXPECT_THROW(checked_shape(Sphere{bad}), std::invalid_argument) << bad;
    EXPECT_THROW(checked_shape(Capsule{bad, 1}), std::invalid_argument) << bad;
    EXPECT_THROW(checked_shape(Capsule{1, bad}), std::invalid_argument) << bad;
    EXPECT_THROW(checked_shape(Cylinder{bad, 1}), std::invalid_argument) << bad;
    EXPECT_THROW(checked_shape(Cylinder{1, bad}), std::invalid_argument) << bad;
    EXPECT_THROW(checked_shape(Cone{bad, 1}), std::invalid_argument) << bad;
    EXPECT_THROW(checked_shape(Cone{1, bad}), std::invalid_argument) << bad;
    for (int i = 0; i < 3; ++i) {
      Vec3 size(1, 2, 3);
      size[i] = bad;
      EXPECT_THROW(checked_shape(Box{size}), std::invalid_argument) << bad << " at " << i;
    }
  }
  EXPECT_THROW(checked_shape(Plane{Vec3::Zero(), 0}), std::invalid_argument);
  EXPECT_THROW(checked_shape(Plane{Vec3(0, kNaN, 1), 0}), std::invalid_argument);
  EXPECT_THROW(checked_shape(Plane{Vec3(0, kInf, 1), 0}), std::invalid_argument);
  EXPECT_THROW(checked_shape(Plane{Vec3::UnitZ(), kNaN}), std::invalid_argument);
  EXPECT_THROW(checked_shape(Plane{Vec3(0, 0, 1e-300), 1e300}), std::invalid_argument);
}

TEST(CheckedShape, RejectsLengthsBeyondTheRangeOfTheNarrowPhase) {
  const auto is_accepted = [](const Shape& shape) {
    return complaint_about_shape(shape) == "accepted";
  };
  for (const auto& [length, is_good] :
       {std::pair(1e-200, false), {9e-71, false}, {1e-70, true}, {1e70, true}, {2e70, false}}) {
    EXPECT_EQ(is_accepted(Sphere{length}), is_good) << length;
    EXPECT_EQ(is_accepted(Box{Vec3(1, length, 1)}), is_good) << length;
    EXPECT_EQ(is_accepted(Capsule{length, 1}), is_good) << length;
    EXPECT_EQ(is_accepted(Capsule{1, length}), is_good) << length;
    EXPECT_EQ(is_accepted(Cylinder{length, 1}), is_good) << length;
    EXPECT_EQ(is_accepted(Cylinder{1, length}), is_good) << length;
    EXPECT_EQ(is_accepted(Cone{length, 1}), is_good) << length;
    EXPECT_EQ(is_accepted(Cone{1, length}), is_good) << length;
    EXPECT_EQ(is_accepted(make_ellipsoid(Vec3::Constant(length))), is_good) << length;
    EXPECT_EQ(is_accepted(Rounded{Box{Vec3::Ones()}, length}), is_good) << length;
  }
  const std::vector<Vec3> corners{Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  std::vector<Vec3> tiny;
  for (const Vec3& corner : corners) tiny.push_back(1e-80 * corner);
  EXPECT_FALSE(is_accepted(Hull{std::make_shared<ConvexPolyhedron>(tiny)}));
  const std::vector<double> elevations{0, 1, 1, 0};
  const auto grid = std::make_shared<HeightGrid>(2, 2, elevations, Vec3(1, 1, 1e200));
  EXPECT_FALSE(is_accepted(HeightField{grid}));
}

TEST(CheckedShape, RejectsShapesThatLackTheirPolyhedronSurfaceOrGrid) {
  EXPECT_EQ(complaint_about_shape(Hull{}), "expected a hull with a polyhedron, got none");
  EXPECT_EQ(complaint_about_shape(Mesh{}), "expected a mesh with a surface, got none");
  EXPECT_EQ(complaint_about_shape(HeightField{}), "expected a height field with a grid, got none");
}

TEST(CheckedShape, SaysWhatWasExpectedAndGiven) {
  EXPECT_EQ(complaint_about_shape(Sphere{-2}),
            "expected a sphere radius from 1e-70 to 1e+70 m, got -2");
  EXPECT_EQ(complaint_about_shape(Box{Vec3(1, 0, 3)}),
            "expected a box size with three lengths from 1e-70 to 1e+70 m, got 1 0 3");
  EXPECT_EQ(complaint_about_shape(Capsule{0.5, -1}),
            "expected a capsule length from 1e-70 to 1e+70 m, got -1");
  EXPECT_EQ(complaint_about_shape(Cylinder{-1, 2}),
            "expected a cylinder radius from 1e-70 to 1e+70 m, got -1");
  EXPECT_EQ(complaint_about_shape(Cone{1, -2}),
            "expected a cone length from 1e-70 to 1e+70 m, got -2");
  EXPECT_EQ(complaint_about_shape(Rounded{Box{Vec3::Ones()}, 0}),
            "expected a rounding from 1e-70 to 1e+70 m, got 0");
  EXPECT_EQ(complaint_about_shape(Rounded{Cylinder{1, 0}, 0.1}),
            "expected a cylinder length from 1e-70 to 1e+70 m, got 0");
  EXPECT_EQ(complaint_about_shape(Rounded{Hull{}, 0.1}),
            "expected a hull with a polyhedron, got none");
  EXPECT_EQ(complaint_about_shape(Plane{Vec3::Zero(), 1}),
            "expected a plane normal that is finite and not zero, got 0 0 0");
}

TEST(CheckedShape, KeepsTheHalfSpaceOfAPlaneWhoseNormalIsNotOfUnitLength) {
  for (const double scale : {1e-300, 1e-3, 1.0, 5.0, 1e250}) {
    const Plane given{scale * Vec3(0, 3, 4), scale * 10};
    const Plane checked = std::get<Plane>(checked_shape(given));
    EXPECT_LE((checked.normal - Vec3(0, 0.6, 0.8)).norm(), 1e-15) << scale;
    EXPECT_NEAR(checked.offset, 2, 1e-14) << scale;
  }
}

TEST(CheckedShape, LeavesGoodShapesAsTheyAre) {
  EXPECT_EQ(std::get<Sphere>(checked_shape(Sphere{0.3})).radius, 0.3);
  EXPECT_EQ(std::get<Box>(checked_shape(Box{Vec3(1, 2, 3)})).size, Vec3(1, 2, 3));
  EXPECT_EQ(std::get<Capsule>(checked_shape(Capsule{0.1, 2})).length, 2);
  EXPECT_EQ(std::get<Plane>(checked_shape(Plane{Vec3::UnitX(), -3})).offset, -3);
}

TEST(IsSolid, HoldsForWhatABodyThatMovesCanHave) {
  EXPECT_TRUE(is_solid(Sphere{1}));
  EXPECT_TRUE(is_solid(Box{Vec3::Ones()}));
  EXPECT_TRUE(is_solid(Capsule{1, 1}));
  EXPECT_TRUE(is_solid(Cylinder{1, 1}));
  EXPECT_TRUE(is_solid(Cone{1, 1}));
  EXPECT_TRUE(is_solid(Hull{}));
  EXPECT_TRUE(is_solid(Rounded{Box{Vec3::Ones()}, 0.1}));
  EXPECT_FALSE(is_solid(Plane{}));
  EXPECT_FALSE(is_solid(Mesh{}));
  EXPECT_FALSE(is_solid(HeightField{}));
}

// Points of the surface, spread evenly enough that one is within `kMesh` of every extreme point.
constexpr double kMesh = 2e-2;

Vec3 point_on_unit_ball(int i, int count) {
  // Fibonacci lattice.
  const double z = 1 - (2 * i + 1.0) / count;
  const double angle = i * std::numbers::pi * (3 - std::sqrt(5.0));
  return {std::sqrt(1 - z * z) * std::cos(angle), std::sqrt(1 - z * z) * std::sin(angle), z};
}

struct SurfaceSampler {
  std::vector<Vec3> operator()(const Sphere& sphere) const {
    std::vector<Vec3> points;
    for (int i = 0; i < 4000; ++i) points.push_back(sphere.radius * point_on_unit_ball(i, 4000));
    return points;
  }
  std::vector<Vec3> operator()(const Box& box) const {
    std::vector<Vec3> points;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
      points.push_back(0.5 * sign.cwiseProduct(box.size));
    }
    return points;
  }
  std::vector<Vec3> operator()(const Capsule& capsule) const {
    std::vector<Vec3> points;
    for (const Vec3& p : (*this)(Sphere{capsule.radius})) {
      points.push_back(p + Vec3(0, 0, std::copysign(0.5 * capsule.length, p.z())));
    }
    return points;
  }
  std::vector<Vec3> operator()(const Cylinder& cylinder) const {
    std::vector<Vec3> points = rim(cylinder.radius, 0.5 * cylinder.length);
    for (const Vec3& p : rim(cylinder.radius, -0.5 * cylinder.length)) points.push_back(p);
    return points;
  }
  std::vector<Vec3> operator()(const Cone& cone) const {
    std::vector<Vec3> points = rim(cone.radius, -0.5 * cone.length);
    points.emplace_back(0, 0, 0.5 * cone.length);
    return points;
  }
  std::vector<Vec3> operator()(const Hull& hull) const { return hull.polyhedron->vertices(); }
  std::vector<Vec3> operator()(const Convex& convex) const {
    std::vector<Vec3> points;
    for (int i = 0; i < 4000; ++i) {
      points.push_back(convex.solid->support(point_on_unit_ball(i, 4000)));
    }
    return points;
  }
  // A ball about each point of the core.
  std::vector<Vec3> operator()(const Rounded& rounded) const {
    std::vector<Vec3> points;
    for (const Vec3& p : std::visit(*this, rounded.core)) {
      for (int i = 0; i < 1000; ++i) {
        points.push_back(p + rounded.radius * point_on_unit_ball(i, 1000));
      }
    }
    return points;
  }
  std::vector<Vec3> operator()(const Plane&) const { return {}; }
  std::vector<Vec3> operator()(const Mesh& mesh) const { return mesh.surface->vertices(); }
  std::vector<Vec3> operator()(const HeightField&) const { return {}; }

  static std::vector<Vec3> rim(double radius, double z) {
    std::vector<Vec3> points;
    for (int i = 0; i < 400; ++i) {
      const double angle = 2 * std::numbers::pi * i / 400;
      points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
    return points;
  }
};

Shape lopsided_hull() {
  std::vector<Vec3> corners;
  for (int i = 0; i < 300; ++i) {
    corners.push_back(Vec3(0.5, 0.2, -0.1) +
                      Vec3(1, 2, 0.3).cwiseProduct(point_on_unit_ball(i, 300)));
  }
  return Hull{std::make_shared<const ConvexPolyhedron>(corners)};
}

std::vector<Shape> bounded_shapes() {
  return {Sphere{0.7},
          Box{Vec3(0.3, 1.1, 2)},
          Capsule{0.4, 1.5},
          Cylinder{0.4, 1.5},
          Cylinder{1.2, 0.1},
          Cone{0.8, 1.3},
          Cone{0.2, 3},
          lopsided_hull(),
          Rounded{Box{Vec3(0.3, 1.1, 2)}, 0.2},
          Rounded{Cylinder{0.4, 1.5}, 0.1},
          Rounded{std::get<Hull>(lopsided_hull()), 0.3},
          make_ellipsoid(Vec3(0.3, 1.1, 2))};
}

TEST(Aabb, HoldsTheSurfaceAndTouchesIt) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (const Shape& shape : bounded_shapes()) {
    const std::vector<Vec3> surface_S = std::visit(SurfaceSampler{}, shape);
    for (int trial = 0; trial < 50; ++trial) {
      const RigidTransform X_WS{
          exp_rotation(2 * Vec3(normal(random), normal(random), normal(random))),
          Vec3(normal(random), normal(random), normal(random))};
      Aabb hull{Vec3::Constant(kInf), Vec3::Constant(-kInf)};
      for (const Vec3& p_S : surface_S) {
        hull.lower = hull.lower.cwiseMin(X_WS * p_S);
        hull.upper = hull.upper.cwiseMax(X_WS * p_S);
      }
      const Aabb bounds = calc_aabb(shape, X_WS);
      EXPECT_TRUE((bounds.lower.array() <= hull.lower.array() + 1e-14).all()) << shape_name(shape);
      EXPECT_TRUE((bounds.upper.array() >= hull.upper.array() - 1e-14).all()) << shape_name(shape);
      EXPECT_LE((hull.lower - bounds.lower).maxCoeff(), kMesh) << shape_name(shape);
      EXPECT_LE((bounds.upper - hull.upper).maxCoeff(), kMesh) << shape_name(shape);
    }
  }
}

TEST(Aabb, OfAnUnturnedBoxIsTheBox) {
  const Aabb bounds = calc_aabb(Box{Vec3(1, 2, 4)}, {Quat::Identity(), Vec3(10, 20, 30)});
  EXPECT_EQ(bounds.lower, Vec3(9.5, 19, 28));
  EXPECT_EQ(bounds.upper, Vec3(10.5, 21, 32));
}

Mesh ramp() {
  const std::array<Vec3, 4> vertices{Vec3(0.1, 0.2, 0.3), Vec3(2, 0, 0), Vec3(2, 3, 1),
                                     Vec3(-1, 3, 1)};
  const std::array<std::array<int, 3>, 2> triangles{{{0, 1, 2}, {0, 2, 3}}};
  return {std::make_shared<const TriangleMesh>(vertices, triangles)};
}

HeightField bump() {
  const std::vector<double> elevations{0, 0, 0, 0, 5, 0, 0, 0, 0};
  return {std::make_shared<const HeightGrid>(3, 3, elevations, Vec3(2, 4, 0.5))};
}

TEST(Aabb, OfAnUnturnedMeshOrHeightFieldIsTight) {
  const RigidTransform moved{Quat::Identity(), Vec3(10, 20, 30)};
  const Aabb mesh = calc_aabb(ramp(), {});
  EXPECT_EQ(mesh.lower, Vec3(-1, 0, 0));
  EXPECT_EQ(mesh.upper, Vec3(2, 3, 1));
  const Aabb field = calc_aabb(bump(), moved);
  EXPECT_EQ(field.lower, Vec3(9, 18, 30));
  EXPECT_EQ(field.upper, Vec3(11, 22, 30.5));
}

TEST(Aabb, OfATurnedMeshOrHeightFieldHoldsIt) {
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  std::vector<Vec3> grid_points;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) grid_points.push_back(bump().grid->vertex(i, j));
  }
  const std::array<std::pair<Shape, std::vector<Vec3>>, 2> cases{
      {{ramp(), ramp().surface->vertices()}, {bump(), grid_points}}};
  for (const auto& [shape, points] : cases) {
    for (int trial = 0; trial < 50; ++trial) {
      const RigidTransform X_WS{
          exp_rotation(2 * Vec3(normal(random), normal(random), normal(random))),
          Vec3(normal(random), normal(random), normal(random))};
      const Aabb bounds = calc_aabb(shape, X_WS);
      for (const Vec3& p_S : points) {
        EXPECT_TRUE(((X_WS * p_S).array() >= bounds.lower.array() - 1e-14).all());
        EXPECT_TRUE(((X_WS * p_S).array() <= bounds.upper.array() + 1e-14).all());
      }
      EXPECT_LE((bounds.upper - bounds.lower).maxCoeff(), 2 * bounding_radius(shape) + 1e-14);
    }
  }
}

TEST(Aabb, OfAPlaneIsBoundedOnlyAlongAWorldAxis) {
  const RigidTransform lifted{Quat::Identity(), Vec3(0, 0, 5)};
  const Aabb floor = calc_aabb(Plane{Vec3::UnitZ(), 2}, lifted);
  EXPECT_EQ(floor.upper, Vec3(kInf, kInf, 7));
  EXPECT_EQ(floor.lower, Vec3::Constant(-kInf));

  const Aabb ceiling = calc_aabb(Plane{-Vec3::UnitZ(), 2}, lifted);
  EXPECT_EQ(ceiling.lower, Vec3(-kInf, -kInf, 3));
  EXPECT_EQ(ceiling.upper, Vec3::Constant(kInf));

  const Aabb slope = calc_aabb(Plane{Vec3(0.6, 0, 0.8), 0}, lifted);
  EXPECT_EQ(slope.lower, Vec3::Constant(-kInf));
  EXPECT_EQ(slope.upper, Vec3::Constant(kInf));
}

TEST(BoundingRadius, IsTheFarthestPointFromTheOrigin) {
  for (const Shape& shape : bounded_shapes()) {
    double farthest = 0;
    for (const Vec3& p : std::visit(SurfaceSampler{}, shape))
      farthest = std::max(farthest, p.norm());
    EXPECT_GE(bounding_radius(shape), farthest - 1e-14) << shape_name(shape);
    EXPECT_LE(bounding_radius(shape), farthest + 1e-3) << shape_name(shape);
  }
  EXPECT_EQ(bounding_radius(Plane{}), kInf);
  EXPECT_NEAR(bounding_radius(ramp()), std::sqrt(14), 1e-15);
  EXPECT_NEAR(bounding_radius(bump()), std::sqrt(1 + 4 + 0.25), 1e-15);
}

}  // namespace
}  // namespace stiction
