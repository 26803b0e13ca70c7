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

/// The triangles of a mesh or a height field, which know their neighbours; in the frame S of the
/// shape. Immutable once made, so threads may share it.
///
/// Flat regions are sets of triangles that hang together in one plane: what is built of many
/// triangles, but is one face. They are what keeps inner edges from being felt.
class TriangleSurface {
 public:
  virtual ~TriangleSurface() = default;

  virtual int num_triangles() const = 0;
  /// Counter-clockwise seen from the side the surface's normals point to.
  virtual std::array<int, 3> vertices_of(int triangle) const = 0;
  virtual Vec3 position(int vertex) const = 0;
  /// The number of the edge from corner k to corner k + 1.
  virtual int edge_of(int triangle, int k) const = 0;
  /// The triangle beyond that edge; -1 if there is none, or more than one, or one whose normal
  /// points to the other side of the surface.
  virtual int beyond(int triangle, int k) const = 0;
  /// The triangles at a vertex. `storage` may be where they are kept.
  virtual std::span<const int> triangles_at(int vertex, std::array<int, 8>& storage) const = 0;

  /// The numbers, ascending, of the triangles whose bounds overlap the box (touching counts), in
  /// O(log n + k). Written to `triangles`, whose capacity is reused.
  virtual void collect(const Aabb& box, std::vector<int>& triangles) const = 0;
  /// Visits the triangles whose bounds the segment from `start` by `displacement` meets, in any
  /// order.
  virtual void visit_along(const Vec3& start, const Vec3& displacement,
                           const TriangleVisitor& visit) const = 0;
  /// Visits the triangles whose bounds are no further from the point than the least of `reach` and
  /// what `visit` has returned so far, m; nearer ones tend to come first.
  virtual void visit_near(const Vec3& point, double reach,
                          const NearTriangleVisitor& visit) const = 0;

  /// Whether only the side the normals point to is outside, for a solid whose centre is at the
  /// point: of closed meshes, and of height fields above and below the grid. An open mesh is a
  /// sheet, of which both sides count, and so is a height field for what is beside it.
  virtual bool is_one_sided(const Vec3& center) const = 0;
  /// Whether the point is inside what a one-sided surface bounds; false for a sheet.
  virtual bool is_inside(const Vec3& point) const = 0;

  std::array<Vec3, 3> corners(int triangle) const {
    const std::array<int, 3> at = vertices_of(triangle);
    return {position(at[0]), position(at[1]), position(at[2])};
  }
  /// Unit; outwards if the surface is one-sided.
  virtual Vec3 normal(int triangle) const = 0;
  /// The flat region of a triangle, by the number of its largest triangle: their common plane is
  /// that one's.
  int region_of(int triangle) const { return regions_[static_cast<std::size_t>(triangle)]; }

 protected:
  /// Finds the flat regions, in O(n log n). To be called when everything above answers.
  void make_regions();

 private:
  std::vector<int> regions_;
};

/// Where a ray meets a triangle.
struct TriangleHit {
  int triangle = 0;
  double fraction = 0;  ///< of the displacement, 0 to 1
};

/// The first triangle that the segment from `start` by `displacement` meets, from either side; the
/// one of the lowest number if it meets several there (at an edge). A segment in the plane of a
/// triangle does not meet it. Edges have no gaps: what passes between two triangles that share
/// one meets one of them.
std::optional<TriangleHit> find_first_hit(const TriangleSurface& surface, const Vec3& start,
                                          const Vec3& displacement);

}  // namespace stiction
