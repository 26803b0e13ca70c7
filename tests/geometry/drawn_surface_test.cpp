// Drawn surfaces: their points lie on the shapes, they are closed and face outwards, and they
// enclose nearly the shape's volume.

#include <stiction/geometry/drawn_surface.h>

#include <gtest/gtest.h>
#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/mass_properties.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/geometry/triangle_mesh.h>

#include <cmath>
#include <numbers>

namespace stiction {
namespace {

Shape make_wedge() {
  const std::vector<Vec3> points = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {1, 2, 0}};
  return Hull{std::make_shared<const ConvexPolyhedron>(points)};
}

/// The points of its surface, scaled.
std::vector<Vec3> place_points(const Shape& shape, const DrawnSurface& surface) {
  std::vector<Vec3> points;
  for (const Vec3& point : surface.points) {
    points.emplace_back(point.cwiseProduct(drawn_scale(shape)));
  }
  return points;
}

struct SolidCase {
  const char* name;
  Shape shape;
  double least_volume;  ///< of the surface, as a share of the shape's
};

class DrawnSolid : public ::testing::TestWithParam<SolidCase> {};

// A circle of 40 sides has sin(2 pi/40) / (2 pi/40) = 0.9959 of the disc's area; meridians 9
// degrees apart lose as much again.
INSTANTIATE_TEST_SUITE_P(
    Shapes, DrawnSolid,
    ::testing::Values(SolidCase{"box", Box{{1, 2, 0.3}}, 1}, SolidCase{"sphere", Sphere{0.7}, 0.98},
                      SolidCase{"capsule", Capsule{0.3, 1.1}, 0.98},
                      SolidCase{"cylinder", Cylinder{0.3, 2}, 0.9958},
                      SolidCase{"cone", Cone{1.3, 0.5}, 0.9958},
                      SolidCase{"ellipsoid", make_ellipsoid({0.3, 0.5, 0.8}), 0.97},
                      SolidCase{"hull", make_wedge(), 1},
                      SolidCase{"rounded_box", Rounded{Box{{1, 2, 0.3}}, 0.2}, 0.99},
                      SolidCase{"rounded_cylinder", Rounded{Cylinder{0.3, 2}, 0.1}, 0.99},
                      SolidCase{"rounded_hull", Rounded{std::get<Hull>(make_wedge()), 0.5}, 0.98}),
    [](const auto& one) { return one.param.name; });

// TriangleMesh joins coincident points and knows whether every edge has a triangle on each side.
TEST_P(DrawnSolid, IsClosedLooksOutwardsAndHoldsTheVolume) {
  const auto& [name, shape, least] = GetParam();
  const DrawnSurface surface = make_drawn_surface(shape);
  const std::vector<Vec3> points = place_points(shape, surface);
  const TriangleMesh mesh(points, surface.triangles);
  EXPECT_TRUE(mesh.is_closed());
  EXPECT_EQ(mesh.num_dropped(), 0);
  const double whole = volume(shape);
  EXPECT_LE(mesh.signed_volume(), whole * (1 + 1e-12));
  EXPECT_GE(mesh.signed_volume(), whole * least * (1 - 1e-12));
  // The furthest point of a rounded shape may be between those of its arcs.
  const double missing = std::holds_alternative<Rounded>(shape) ? 1e-3 : 0;
  EXPECT_LE(mesh.bounding_radius(), bounding_radius(shape) * (1 + 1e-12));
  EXPECT_GE(mesh.bounding_radius(), bounding_radius(shape) * (1 - missing - 1e-12));
}

TEST_P(DrawnSolid, NormalsAreThoseOfTheTrianglesNearby) {
  const auto& [name, shape, least] = GetParam();
  const DrawnSurface surface = make_drawn_surface(shape);
  if (surface.normals.empty()) return;
  ASSERT_EQ(surface.normals.size(), surface.points.size());
  const bool is_marked = surface.pattern != SurfacePattern::none;
  ASSERT_EQ(surface.marks.size(), is_marked ? surface.points.size() : 0);
  const Vec3 scale = drawn_scale(shape);
  const std::vector<Vec3> points = place_points(shape, surface);
  for (const auto& [a, b, c] : surface.triangles) {
    const Vec3 flat = (points[b] - points[a]).cross(points[c] - points[a]).normalized();
    for (const int corner : {a, b, c}) {
      const Vec3& unscaled = surface.normals[corner];
      EXPECT_NEAR(unscaled.norm(), 1, 1e-12);
      const Vec3 normal = unscaled.cwiseQuotient(scale).normalized();
      EXPECT_GT(normal.dot(flat), 0.98) << name;  // 11 degrees
    }
  }
}

TEST(DrawnSurface, IsOneForShapesThatDifferInSizeAlone) {
  EXPECT_EQ(drawn_surface_key(Box{{1, 2, 3}}), drawn_surface_key(Box{{2, 2, 2}}));
  EXPECT_EQ(drawn_surface_key(Capsule{1, 3}), drawn_surface_key(Capsule{0.5, 1.5}));
  EXPECT_NE(drawn_surface_key(Capsule{1, 3}), drawn_surface_key(Capsule{1, 2}));
  EXPECT_NE(drawn_surface_key(Sphere{1}), drawn_surface_key(Box{{1, 1, 1}}));
  EXPECT_NE(drawn_surface_key(make_wedge()), drawn_surface_key(make_wedge()));
  const Box box{{1, 2, 3}};
  EXPECT_EQ(drawn_surface_key(Rounded{box, 0.1}), drawn_surface_key(Rounded{box, 0.1}));
  EXPECT_NE(drawn_surface_key(Rounded{box, 0.1}), drawn_surface_key(Rounded{box, 0.2}));
  EXPECT_NE(drawn_surface_key(Rounded{box, 0.1}), drawn_surface_key(Box{box}));
}

TEST(DrawnSurface, APlaneHasNone) {
  EXPECT_THROW(make_drawn_surface(Plane{}), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
