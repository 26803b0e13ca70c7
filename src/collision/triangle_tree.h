#pragma once

#include <stiction/geometry/shape.h>
#include <stiction/geometry/triangle_mesh.h>

#include <memory>
#include <vector>

#include "triangle_visitor.h"

namespace stiction {

/// Bullet's dynamic AABB tree over the triangles of a mesh, built once, top down; exact bounds, in
/// double precision, without margins. Queries do not change it, so threads may share it.
class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh& mesh);
  ~TriangleTree();
  TriangleTree(const TriangleTree&) = delete;
  TriangleTree& operator=(const TriangleTree&) = delete;

  /// See TriangleSurface::collect, visit_along and visit_near.
  void collect(const Aabb& box, std::vector<int>& triangles) const;
  void visit_along(const Vec3& start, const Vec3& displacement, const TriangleVisitor& visit) const;
  void visit_near(const Vec3& point, double reach, const NearTriangleVisitor& visit) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace stiction
