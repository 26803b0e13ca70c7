#include "triangle_tree.h"

#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include <algorithm>
#include <cstdint>

#include "bounds.h"
#include "bullet_volume.h"
#include "segment_box.h"

namespace stiction {
namespace {

// 0 to count - 1 by their bits in reverse: neighbours in a mesh's list, which tend to be neighbours
// in space, far apart. (Bullet's tree, like any that grows by insertion, degenerates if each new
// leaf is next to the last.)
std::vector<int> scattered_order(int count) {
  int bits = 0;
  while ((std::int64_t{1} << bits) < count) ++bits;
  std::vector<int> order;
  order.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < std::int64_t{1} << bits; ++i) {
    std::int64_t reversed = 0;
    for (int k = 0; k < bits; ++k) reversed |= (i >> k & 1) << (bits - 1 - k);
    if (reversed < count) order.push_back(static_cast<int>(reversed));
  }
  return order;
}

// A leaf's triangle is kept in the node itself.
struct LeafCollector : btDbvt::ICollide {
  explicit LeafCollector(std::vector<int>& found) : triangles(found) {}
  void Process(const btDbvtNode* leaf) override { triangles.push_back(leaf->dataAsInt); }
  std::vector<int>& triangles;
};

struct SegmentCollector : LeafCollector {
  SegmentCollector(const SegmentThroughBoxes& meets, std::vector<int>& found)
      : LeafCollector(found), segment(meets) {}
  bool Descent(const btDbvtNode* node) override { return segment.meets(bounds_of(node->volume)); }
  SegmentThroughBoxes segment;
};

}  // namespace

struct TriangleTree::Implementation {
  btDbvt tree;
};

TriangleTree::TriangleTree(const TriangleMesh& mesh)
    : implementation_(std::make_unique<Implementation>()) {
  btDbvt& tree = implementation_->tree;
  const std::vector<Vec3>& x = mesh.vertices();
  for (const int i : scattered_order(static_cast<int>(mesh.triangles().size()))) {
    const auto& [a, b, c] = mesh.triangles()[i];
    tree.insert(volume_of(triangle_bounds(x[a], x[b], x[c])), nullptr)->dataAsInt = i;
  }
  // Top down to the leaves: Bullet's bottom-up end is cubic in its number of leaves.
  tree.optimizeTopDown(2);
}
TriangleTree::~TriangleTree() = default;

void TriangleTree::collect(const Aabb& box, std::vector<int>& triangles) const {
  triangles.clear();
  LeafCollector collector(triangles);
  const btDbvt& tree = implementation_->tree;
  tree.collideTV(tree.m_root, volume_of(box), collector);
  std::sort(triangles.begin(), triangles.end());
}

void TriangleTree::collect_along(const Vec3& start, const Vec3& displacement,
                                 std::vector<int>& triangles) const {
  triangles.clear();
  SegmentCollector collector({start, displacement}, triangles);
  btDbvt::collideTU(implementation_->tree.m_root, collector);
  std::sort(triangles.begin(), triangles.end());
}

void TriangleTree::visit_near(const Vec3& point, double reach, const TriangleVisitor& visit) const {
  NearestFirst<const btDbvtNode*> waiting(point);
  const auto enter = [&](const btDbvtNode* node) { waiting.enter(bounds_of(node->volume), node); };
  if (implementation_->tree.m_root) enter(implementation_->tree.m_root);
  while (const auto node = waiting.next(reach)) {
    if ((*node)->isleaf()) {
      reach = std::min(reach, visit((*node)->dataAsInt));
    } else {
      enter((*node)->childs[0]);
      enter((*node)->childs[1]);
    }
  }
}

}  // namespace stiction
