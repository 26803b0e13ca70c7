#pragma once

#include <stiction/geometry/triangle_mesh.h>

#include "triangle_surface.h"
#include "triangle_tree.h"

namespace stiction {

/// A triangle mesh with a tree of its triangles. Vertices, edges and triangles have the mesh's
/// numbers. The normals of a closed mesh point outwards, whichever way its triangles face.
class MeshSurface final : public TriangleSurface {
 public:
  explicit MeshSurface(std::shared_ptr<const TriangleMesh> mesh);

  int num_triangles() const override { return static_cast<int>(mesh_->triangles().size()); }
  std::array<int, 3> vertices_of(int triangle) const override;
  Vec3 position(int vertex) const override { return mesh_->vertices()[vertex]; }
  int edge_of(int triangle, int k) const override;
  int beyond(int triangle, int k) const override;
  Vec3 normal(int triangle) const override {
    return is_inverted_ ? Vec3(-mesh_->normals()[triangle]) : mesh_->normals()[triangle];
  }
  std::span<const int> triangles_at(int vertex, std::array<int, 8>&) const override {
    return mesh_->triangles_of_vertex(vertex);
  }
  void collect(const Aabb& box, std::vector<int>& triangles) const override {
    tree_.collect(box, triangles);
  }
  void visit_along(const Vec3& start, const Vec3& displacement,
                   const TriangleVisitor& visit) const override {
    tree_.visit_along(start, displacement, visit);
  }
  void visit_near(const Vec3& point, double reach,
                  const NearTriangleVisitor& visit) const override {
    tree_.visit_near(point, reach, visit);
  }
  bool is_one_sided(const Vec3&) const override { return mesh_->is_closed(); }
  bool is_inside(const Vec3& point) const override;

 private:
  std::shared_ptr<const TriangleMesh> mesh_;
  bool is_inverted_ = false;  ///< a closed mesh whose triangles face inwards
  TriangleTree tree_;
};

}  // namespace stiction
