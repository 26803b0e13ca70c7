#pragma once

#include <stiction/geometry/shape.h>

#include <array>
#include <vector>

namespace stiction {

/// What is painted on a surface, so that one sees it turn: its `marks` say where.
enum class SurfacePattern {
  none,
  edges,   ///< lines where a mark is near 0 or 1
  checks,  ///< a chessboard of 8 by 2
};

/// A surface as triangles, to be drawn.
struct DrawnSurface {
  std::vector<Vec3> points;
  std::vector<Vec3> normals;                  ///< unit, one a point; empty: each triangle is flat
  std::vector<std::array<double, 2>> marks;   ///< 0 to 1, one a point; empty: none
  std::vector<std::array<int, 3>> triangles;  ///< counter-clockwise seen from outside
  SurfacePattern pattern = SurfacePattern::none;
  bool has_two_sides = false;  ///< it need not be closed: seen from both sides
};

/// By how much the surface of a shape is to be scaled along the shape's axes: what makes all boxes
/// one cube, all balls one ball, all cylinders one cylinder. (1, 1, 1) for surfaces of their own.
/// Normals are scaled by the inverse, and made unit.
Vec3 drawn_scale(const Shape& shape);

/// The surface before it is scaled: a cube of length 1; a ball, cylinder, cone or capsule of radius
/// 1, the former two of length 1; polyhedra, meshes, height fields, solids with a support function
/// and rounded ones as they are. Round things have 40 sides. Throws std::invalid_argument for a
/// plane, which has no end.
DrawnSurface make_drawn_surface(const Shape& shape);

/// Equal where the surfaces are.
struct DrawnSurfaceKey {
  std::size_t kind = 0;              ///< `Shape::index`, of a rounded shape that of its core
  std::array<double, 4> sizes{};     ///< of a capsule: length over radius; of a rounded shape all
  const void* polyhedron = nullptr;  ///< or mesh, grid or solid
  auto operator<=>(const DrawnSurfaceKey&) const = default;
};
DrawnSurfaceKey drawn_surface_key(const Shape& shape);

}  // namespace stiction
