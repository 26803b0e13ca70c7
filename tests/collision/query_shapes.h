#pragma once

#include <stiction/collision/queries.h>
#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/geometry/triangle_mesh.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "constants.h"
#include "shape_oracle.h"

/// Shapes as point sets, straight from their definitions, for tests of queries.
namespace stiction::oracle {

/// Height of the field's surface at (x, y), from its definition. Only within the grid.
inline double field_height(const HeightGrid& grid, double x, double y) {
  const double u = (x + 0.5 * grid.size().x()) / grid.step_x();
  const double v = (y + 0.5 * grid.size().y()) / grid.step_y();
  const int i = std::clamp(static_cast<int>(std::floor(u)), 0, grid.num_x() - 2);
  const int j = std::clamp(static_cast<int>(std::floor(v)), 0, grid.num_y() - 2);
  const double a = u - i;
  const double b = v - j;
  const double low = grid.height(i, j);
  const double high = grid.height(i + 1, j + 1);
  if (a > b) {
    const double right = grid.height(i + 1, j);
    return low + a * (right - low) + b * (high - right);
  }
  const double left = grid.height(i, j + 1);
  return low + b * (left - low) + a * (high - left);
}

/// A level function of the point x in the shape's frame: negative inside, zero on the surface,
/// positive outside, with a slope of at most 1. Not for meshes.
struct Level {
  Vec3 x;

  double operator()(const Sphere& sphere) const { return x.norm() - sphere.radius; }
  double operator()(const Box& box) const { return (x.cwiseAbs() - 0.5 * box.size).maxCoeff(); }
  double operator()(const Capsule& capsule) const {
    const double half = 0.5 * capsule.length;
    return (x - Vec3(0, 0, std::clamp(x.z(), -half, half))).norm() - capsule.radius;
  }
  double operator()(const Plane& plane) const { return plane.normal.dot(x) - plane.offset; }
  double operator()(const Cylinder& cylinder) const {
    return std::max(x.head<2>().norm() - cylinder.radius, std::abs(x.z()) - 0.5 * cylinder.length);
  }
  double operator()(const Cone& cone) const {
    const double side = std::hypot(cone.radius, cone.length);
    const double lateral =
        (cone.length * x.head<2>().norm() + cone.radius * (x.z() - 0.5 * cone.length)) / side;
    return std::max(lateral, -0.5 * cone.length - x.z());
  }
  double operator()(const Hull& hull) const {
    double level = -kInf;
    for (const auto& face : hull.polyhedron->faces()) {
      level = std::max(level, face.normal.dot(x) - face.offset);
    }
    return level;
  }
  /// For ellipsoids only.
  double operator()(const Convex& convex) const {
    const Vec3 radii(convex.solid->support(Vec3::UnitX()).x(),
                     convex.solid->support(Vec3::UnitY()).y(),
                     convex.solid->support(Vec3::UnitZ()).z());
    return radii.minCoeff() * (x.cwiseQuotient(radii).norm() - 1);
  }
  double operator()(const Rounded& rounded) const {
    const double from_core = (project({core_of(rounded), {}}, x) - x).norm();
    return (from_core > 0 ? from_core : std::visit(*this, rounded.core)) - rounded.radius;
  }
  double operator()(const Mesh&) const { return kNaN; }
  /// Only within the grid.
  double operator()(const HeightField& field) const {
    const HeightGrid& grid = *field.grid;
    const double slope = grid.size().z() * (1 / grid.step_x() + 1 / grid.step_y());
    return (x.z() - field_height(grid, x.x(), x.y())) / std::hypot(1.0, slope);
  }
};

inline double level(const Posed& posed, const Vec3& x_W) {
  return std::visit(Level{posed.X_WS.inverse() * x_W}, posed.shape);
}

/// The hull of points in a cube, far enough apart not to be flat.
inline Hull hull_in_cube(Random& random, int count, double size) {
  std::vector<Vec3> points{Vec3(size, 0, 0), Vec3(0, size, 0), Vec3(0, 0, size),
                           Vec3(-size, -size, -size)};
  for (int i = 4; i < count; ++i) points.push_back(random.in_cube(size));
  return {std::make_shared<ConvexPolyhedron>(points)};
}

/// The surface of a hull as triangles, facing inwards if `inverted`.
inline Mesh mesh_of(const Hull& hull, bool inverted = false) {
  std::vector<std::array<int, 3>> triangles;
  for (int face = 0; face < static_cast<int>(hull.polyhedron->faces().size()); ++face) {
    const auto corners = hull.polyhedron->corners(face);
    for (std::size_t k = 2; k < corners.size(); ++k) {
      triangles.push_back({corners[0], corners[k - 1], corners[k]});
      if (inverted) std::swap(triangles.back()[1], triangles.back()[2]);
    }
  }
  return {std::make_shared<TriangleMesh>(hull.polyhedron->vertices(), triangles)};
}

inline HeightField random_field(Random& random, int rows, int columns, const Vec3& size) {
  std::vector<double> heights;
  for (int i = 0; i < rows * columns; ++i) heights.push_back(random.uniform(0, 1));
  return {std::make_shared<HeightGrid>(rows, columns, heights, size)};
}

/// Kinds of solids, numbered from 0.
inline constexpr int kNumSolids = 10;
inline Shape random_solid(Random& random, int kind, double low, double high) {
  const double a = random.log_uniform(low, high);
  const double b = random.log_uniform(low, high);
  const double c = random.log_uniform(low, high);
  switch (kind) {
    case 0:
      return Sphere{a};
    case 1:
      return Box{Vec3(a, b, c)};
    case 2:
      return Capsule{a, b};
    case 3:
      return Cylinder{a, b};
    case 4:
      return Cone{a, b};
    case 6:
      return Rounded{Box{Vec3(a, b, c)}, random.log_uniform(0.1, 1) * a};
    case 7:
      return Rounded{Cylinder{a, b}, random.log_uniform(0.1, 1) * a};
    case 8:
      return Rounded{hull_in_cube(random, 4 + random.index(30), a), random.log_uniform(0.1, 1) * a};
    case 9:
      return make_ellipsoid(Vec3(a, b, c));
    default:
      return hull_in_cube(random, 4 + random.index(30), a);
  }
}

inline RigidTransform random_pose(Random& random, double half) {
  const Vec3 translation = random.in_cube(half);
  const bool is_right = random.index(3) == 0;
  return {is_right ? random.right_rotation() : random.rotation(), translation};
}

}  // namespace stiction::oracle
