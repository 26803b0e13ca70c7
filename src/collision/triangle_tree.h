#pragma once

#include <stiction/geometry/triangle_mesh.h>

#include <vector>

#include "aabb_tree.h"
#include "triangle_visitor.h"

namespace stiction {

/// The tree of the exact bounds of a mesh's triangles. Queries do not change it: threads may share
/// it.
class TriangleTree {
 public:
  explicit TriangleTree(const TriangleMesh& mesh);

  /// See TriangleSurface::collect, visit_along and visit_near.
  void collect(const Aabb& box, std::vector<int>& triangles) const;
  void visit_along(const Vec3& start, const Vec3& displacement, const TriangleVisitor& visit) const;
  void visit_near(const Vec3& point, double reach, const NearTriangleVisitor& visit) const;

 private:
  AabbTree tree_;
};

}  // namespace stiction
