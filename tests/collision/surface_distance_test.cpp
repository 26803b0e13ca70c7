// The search for the nearest triangle, against enumeration of all of them.

#include <gtest/gtest.h>
#include <stiction/collision/queries.h>

#include <cmath>

#include "collision/query_shapes.h"
#include "collision/surface_meshes.h"
#include "constants.h"

namespace stiction {
namespace {

// The point of a segment nearest to x.
Vec3 nearest_of_segment(const Vec3& a, const Vec3& b, const Vec3& x) {
  const double s = (x - a).dot(b - a) / (b - a).squaredNorm();
  return a + std::clamp(s, 0.0, 1.0) * (b - a);
}

// The nearest point is the projection of x on the triangle's plane if that is inside, by
// barycentric coordinates; else it is on one of the sides.
double distance_of_triangle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& x) {
  Eigen::Matrix<double, 3, 2> sides;
  sides << b - a, c - a;
  const Eigen::Vector2d weights = sides.colPivHouseholderQr().solve(x - a);
  if (weights.minCoeff() >= 0 && weights.sum() <= 1) return (a + sides * weights - x).norm();
  return std::min({(nearest_of_segment(a, b, x) - x).norm(),
                   (nearest_of_segment(b, c, x) - x).norm(),
                   (nearest_of_segment(c, a, x) - x).norm()});
}

double enumerated_distance(const Triangles& all, const Vec3& x) {
  double least = kInf;
  for (const auto& [a, b, c] : all.triangles) {
    least =
        std::min(least, distance_of_triangle(all.vertices[a], all.vertices[b], all.vertices[c], x));
  }
  return least;
}

// Points near the surface, within its bounds and up to a thousand of its sizes away.
Vec3 draw_point(Random& random, double size) {
  const double reach = std::pow(10, random.uniform(-2, 3));
  return random.in_cube(size) + reach * size * random.direction();
}

void expect_enumerated(const Collider& collider, const Triangles& all, const Vec3& x, double size) {
  const double expected = enumerated_distance(all, x);
  const double slack = 1e-13 * (size + x.norm());
  const auto closest = closest_point(collider, {}, x, kInf);
  ASSERT_TRUE(closest);
  EXPECT_NEAR(std::abs(closest->distance), expected, slack) << x.transpose();
  EXPECT_NEAR((closest->point - x).norm(), expected, slack);
  EXPECT_LE(enumerated_distance(all, closest->point), slack) << "not on the surface";
  if (closest->distance < 0) return;
  EXPECT_TRUE(closest_point(collider, {}, x, expected + 2 * slack));
  EXPECT_FALSE(closest_point(collider, {}, x, expected - 2 * slack));
}

TEST(SurfaceDistance, OfAMeshIsTheLeastOfAllTriangles) {
  Random random(71);
  const auto hills = [](double x, double y) {
    return Vec3(x, y, 0.4 * std::sin(3 * x) * std::cos(2 * y));
  };
  for (const Triangles& all : {make_grid(12, 2, 5, hills), make_floor(9, 2, 6),
                               make_box(Vec3(3, 2, 1), 5, 7), make_grid(1, 2, 8, hills)}) {
    const Collider mesh(make_mesh(shuffled(all, 9)));
    for (int i = 0; i < 150; ++i) expect_enumerated(mesh, all, draw_point(random, 2), 2);
  }
}

TEST(SurfaceDistance, OfAHeightFieldIsTheLeastOfAllTriangles) {
  Random random(72);
  // From a single cell to counts that are not powers of two, and a strip.
  const std::array<std::pair<int, int>, 5> sizes = {{{2, 2}, {2, 9}, {5, 5}, {12, 7}, {10, 18}}};
  for (const auto& [rows, columns] : sizes) {
    const Shape field = oracle::random_field(random, rows, columns, Vec3(4, 3, 1));
    const Triangles all = triangles_of(*std::get<HeightField>(field).grid);
    const Collider collider(field);
    for (int i = 0; i < 150; ++i) expect_enumerated(collider, all, draw_point(random, 2), 2);
  }
}

// The centre of a ball's mesh is equally far from all triangles: none can be left out.
TEST(SurfaceDistance, HoldsWhereNoTriangleIsNearer) {
  Random random(73);
  std::vector<Vec3> points;
  for (int i = 0; i < 300; ++i) points.push_back(random.direction());
  const auto polyhedron = std::make_shared<const ConvexPolyhedron>(points);
  const Mesh mesh = oracle::mesh_of(Hull{polyhedron}, true);
  const Triangles all{mesh.surface->vertices(), mesh.surface->triangles()};
  const Collider collider(mesh);
  for (int i = 0; i < 20; ++i) expect_enumerated(collider, all, 0.01 * random.direction(), 1);
}

}  // namespace
}  // namespace stiction
