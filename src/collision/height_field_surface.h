#pragma once

#include <stiction/geometry/height_grid.h>

#include "height_field_blocks.h"
#include "triangle_surface.h"

namespace stiction {

/// The triangles of a height field, straight from the grid.
///
/// The vertex of column i and row j has the number j num_x + i. In cell c = j (num_x - 1) + i,
/// triangle 2 c is the one below the diagonal (on the side of greater x), 2 c + 1 the one above. A
/// vertex v owns the edges 3 v (to greater x), 3 v + 1 (to greater y) and 3 v + 2 (the diagonal).
class HeightFieldSurface final : public TriangleSurface {
 public:
  explicit HeightFieldSurface(std::shared_ptr<const HeightGrid> grid);

  int num_triangles() const override { return 2 * cells_x() * cells_y(); }
  std::array<int, 3> vertices_of(int triangle) const override;
  Vec3 position(int vertex) const override {
    return grid_->vertex(vertex % grid_->num_x(), vertex / grid_->num_x());
  }
  int edge_of(int triangle, int k) const override;
  int beyond(int triangle, int k) const override;
  Vec3 normal(int triangle) const override;
  std::span<const int> triangles_at(int vertex, std::array<int, 8>& storage) const override;
  /// O(cells under the box).
  void collect(const Aabb& box, std::vector<int>& triangles) const override;
  void visit_along(const Vec3& start, const Vec3& displacement,
                   const TriangleVisitor& visit) const override;
  void visit_near(const Vec3& point, double reach, const NearTriangleVisitor& visit) const override;
  bool is_one_sided(const Vec3& center) const override;
  /// True below the surface and within the grid's rim.
  bool is_inside(const Vec3& point) const override;

 private:
  double height(int vertex) const {
    return grid_->height(vertex % grid_->num_x(), vertex / grid_->num_x());
  }
  int cells_x() const { return grid_->num_x() - 1; }
  int cells_y() const { return grid_->num_y() - 1; }
  int cell(int i, int j) const { return j * cells_x() + i; }
  bool has_cell(int i, int j) const { return i >= 0 && i < cells_x() && j >= 0 && j < cells_y(); }
  /// The columns or rows of cells that the range meets; first > last if none.
  struct Range {
    int first = 0;
    int last = -1;
  };
  Range columns(double lower, double upper) const;
  Range rows(double lower, double upper) const;
  Aabb bounds(int triangle) const;
  void visit_near_in(const HeightFieldBlocks::Block& block, const Vec3& point, double& reach,
                     const NearTriangleVisitor& visit) const;

  std::shared_ptr<const HeightGrid> grid_;
  HeightFieldBlocks blocks_;
};

}  // namespace stiction
