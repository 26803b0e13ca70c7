#pragma once

#include <stiction/geometry/shape.h>

#include <array>
#include <vector>

namespace stiction {

/// Pattern painted on a surface, so that rotation is visible; the surface's `marks` place it.
enum class SurfacePattern {
  none,
  edges,   ///< lines where a mark is near 0 or 1
  checks,  ///< a chessboard of 8 by 2
};

/// A surface as triangles, to be drawn.
struct DrawnSurface {
  std::vector<Vec3> points;
  std::vector<Vec3> normals;                  ///< unit, one per point; empty: each triangle is flat
  std::vector<std::array<double, 2>> marks;   ///< 0 to 1, one per point; empty: none
  std::vector<std::array<int, 3>> triangles;  ///< counter-clockwise seen from outside
  SurfacePattern pattern = SurfacePattern::none;
  bool has_two_sides = false;  ///< it may be open: visible from both sides
};

/// Scale factors for the drawn surface along the shape's axes, so that all boxes share one cube,
/// all balls one ball, all cylinders one cylinder. (1, 1, 1) for shapes with a surface of their
/// own. Normals are scaled by the inverse and normalised.
Vec3 drawn_scale(const Shape& shape);

/// The surface before it is scaled: a cube of length 1; a ball, cylinder, cone or capsule of radius
/// 1, cylinder and cone of length 1; polyhedra, meshes, height fields, solids with a support
/// function and rounded shapes at their own size. Round shapes have 40 sides. Throws
/// std::invalid_argument for a plane, which is infinite.
DrawnSurface make_drawn_surface(const Shape& shape);

/// Keys are equal if the surfaces are.
struct DrawnSurfaceKey {
  std::size_t kind = 0;              ///< `Shape::index`; for a rounded shape that of its core
  std::array<double, 4> sizes{};     ///< capsule: length over radius; rounded shape: all sizes
  const void* polyhedron = nullptr;  ///< or mesh, grid or solid
  auto operator<=>(const DrawnSurfaceKey&) const = default;
};
DrawnSurfaceKey drawn_surface_key(const Shape& shape);

}  // namespace stiction
