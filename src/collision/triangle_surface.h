#pragma once

#include <stiction/geometry/shape.h>
#include <stiction/math/vector.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "triangle_visitor.h"

namespace stiction {

/// The triangles of a mesh or a height field with adjacency; in the frame S of the shape. Immutable
/// once made, so threads may share it.
///
/// Flat regions are sets of connected triangles in one plane: one face, built of many triangles.
/// They keep inner edges from being felt.
class TriangleSurface {
 public:
  virtual ~TriangleSurface() = default;

  virtual int num_triangles() const = 0;
  /// Counter-clockwise seen from the side to which the surface's normals point.
  virtual std::array<int, 3> vertices_of(int triangle) const = 0;
  virtual Vec3 position(int vertex) const = 0;
  /// The number of the edge from corner k to corner k + 1.
  virtual int edge_of(int triangle, int k) const = 0;
  /// The triangle beyond that edge; -1 if there is none, or more than one, or one whose normal
  /// points to the other side of the surface.
  virtual int beyond(int triangle, int k) const = 0;
  /// The triangles at a vertex. `storage` may hold the result.
  virtual std::span<const int> triangles_at(int vertex, std::array<int, 8>& storage) const = 0;

  /// The numbers, ascending, of the triangles whose bounds overlap the box (touching counts), in
  /// O(log n + k). Written to `triangles`, whose capacity is reused.
  virtual void collect(const Aabb& box, std::vector<int>& triangles) const = 0;
  /// Visits the triangles whose bounds the segment from `start` by `displacement` meets, in any
  /// order.
  virtual void visit_along(const Vec3& start, const Vec3& displacement,
                           const TriangleVisitor& visit) const = 0;
  /// Visits the triangles whose bounds are no further from the point than the least of `reach` and
  /// the values that `visit` has returned so far, m; nearer ones tend to come first.
  virtual void visit_near(const Vec3& point, double reach,
                          const NearTriangleVisitor& visit) const = 0;

  /// True if, for a solid whose centre is at the point, only the side to which the normals point is
  /// outside: for closed meshes, and for height fields above and below the grid. An open mesh is a
  /// two-sided sheet, and so is a height field for a solid beside it.
  virtual bool is_one_sided(const Vec3& center) const = 0;
  /// True if the point is inside what a one-sided surface bounds; false for a sheet.
  virtual bool is_inside(const Vec3& point) const = 0;

  std::array<Vec3, 3> corners(int triangle) const {
    const std::array<int, 3> at = vertices_of(triangle);
    return {position(at[0]), position(at[1]), position(at[2])};
  }
  /// Unit; outwards if the surface is one-sided.
  virtual Vec3 normal(int triangle) const = 0;
  /// The flat region of a triangle, by the number of its largest triangle, which defines its plane.
  int region_of(int triangle) const { return regions_[static_cast<std::size_t>(triangle)]; }

 protected:
  /// Finds the flat regions, in O(n log n). Call it when all functions above work.
  void make_regions();

 private:
  std::vector<int> regions_;
};

/// The point where a ray meets a triangle.
struct TriangleHit {
  int triangle = 0;
  double fraction = 0;  ///< of the displacement, 0 to 1
};

/// The first triangle that the segment from `start` by `displacement` meets, from either side; if
/// it meets several there (at an edge), the one with the lowest number. A segment in the plane of a
/// triangle does not meet it. Edges have no gaps: a segment between two triangles that share an
/// edge meets one of them.
std::optional<TriangleHit> find_first_hit(const TriangleSurface& surface, const Vec3& start,
                                          const Vec3& displacement);

}  // namespace stiction
