#include "mesh_surface.h"

#include <cmath>

#include "surface_rays.h"

namespace stiction {

MeshSurface::MeshSurface(std::shared_ptr<const TriangleMesh> mesh)
    : mesh_(std::move(mesh)),
      is_inverted_(mesh_->is_closed() && mesh_->signed_volume() < 0),
      tree_(*mesh_) {
  make_regions();
}

std::array<int, 3> MeshSurface::vertices_of(int triangle) const {
  const std::array<int, 3>& at = mesh_->triangles()[triangle];
  return is_inverted_ ? std::array{at[0], at[2], at[1]} : at;
}

int MeshSurface::edge_of(int triangle, int k) const {
  // With the second and third corner exchanged, edge k of the mesh becomes edge 2 - k.
  return mesh_->edges_of_triangle(triangle)[is_inverted_ ? 2 - k : k];
}

int MeshSurface::beyond(int triangle, int k) const {
  const TriangleMesh::Edge& edge = mesh_->edges()[edge_of(triangle, k)];
  if (edge.is_branching) return -1;
  return edge.left == triangle ? edge.right : edge.left;
}

bool MeshSurface::is_inside(const Vec3& point) const {
  return mesh_->is_closed() &&
         has_winding(*this, point, 2.5 * mesh_->bounding_radius() + point.norm());
}

}  // namespace stiction
