#include "triangle_tree.h"

#include <algorithm>

#include "bounds.h"
#include "bullet_tree.h"
#include "segment_box.h"

namespace stiction {

struct TriangleTree::Implementation {
  BulletTree tree;
};

TriangleTree::TriangleTree(const TriangleMesh& mesh)
    : implementation_(std::make_unique<Implementation>()) {
  BulletTree& tree = implementation_->tree;
  const std::vector<Vec3>& x = mesh.vertices();
  const int count = static_cast<int>(mesh.triangles().size());
  for (int i = 0; i < count; ++i) {
    const auto& [a, b, c] = mesh.triangles()[i];
    tree.append(triangle_bounds(x[a], x[b], x[c]), i);
  }
  tree.rebuild();
}
TriangleTree::~TriangleTree() = default;

void TriangleTree::collect(const Aabb& box, std::vector<int>& triangles) const {
  triangles.clear();
  implementation_->tree.walk([&](const Aabb& bounds) { return overlap(bounds, box); },
                             [&](int triangle) { triangles.push_back(triangle); });
  std::sort(triangles.begin(), triangles.end());
}

void TriangleTree::visit_along(const Vec3& start, const Vec3& displacement,
                               const TriangleVisitor& visit) const {
  const SegmentThroughBoxes segment(start, displacement);
  implementation_->tree.walk([&](const Aabb& bounds) { return segment.meets(bounds); }, visit);
}

void TriangleTree::visit_near(const Vec3& point, double reach,
                              const NearTriangleVisitor& visit) const {
  implementation_->tree.walk(
      [&](const Aabb& bounds) { return distance_to(bounds, point) <= reach; },
      [&](const Aabb& a, const Aabb& b) { return distance_to(b, point) < distance_to(a, point); },
      [&](int triangle) { reach = std::min(reach, visit(triangle)); });
}

}  // namespace stiction
