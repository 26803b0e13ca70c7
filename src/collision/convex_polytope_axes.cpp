// Faces of polytopes, and edges against edges (Gottschalk, Lin, Manocha, "OBBTree", SIGGRAPH 1996,
// section 5). A pair of edges counts if the arcs of normals that each supports cross on the sphere
// (Gregorius, "The separating axis test between convex polyhedra", GDC 2013).

#include <cmath>

#include "convex_axis_search.h"
#include "convex_near_features.h"
#include "infinity.h"

namespace stiction {
namespace {

constexpr double kParallelSine2 = 1e-16;

// A block of one solid's near edges.
struct EdgeBlock {
  static constexpr int kCapacity = 64;
  std::array<NearEdge, kCapacity> edges;
  int count = 0;
};

void add_edge_axis(AxisSet& axes, const NearEdge& above, const NearEdge& below) {
  if (above.depth + below.depth > axes.slack()) return;
  const Vec3 across = above.direction.cross(below.direction);
  const double sine2 = across.squaredNorm();
  if (sine2 < kParallelSine2) return;
  Vec3 n = across / std::sqrt(sine2);
  for (int side = 0; side < 2; ++side, n = -n) {
    if (!above.is_above(n) || !below.is_below(n)) continue;
    axes.add_bounded(n, kPreferEdge, n.dot(above.point - below.point));
  }
}

void add_block(AxisSet& axes, const EdgeBlock& block) {
  if (block.count == 0) return;
  for_each_near_edge(axes, 1, [&](const NearEdge& below) {
    for (int i = 0; i < block.count; ++i) add_edge_axis(axes, block.edges[i], below);
  });
}

}  // namespace

void add_face_axes(AxisSet& axes, int i) {
  const ConvexSolid& solid = axes.solid(i);
  int nearest = -1;
  double least = kInfinity;
  for (int face = 0; face < solid.num_faces(); ++face) {
    const double depth = solid.depth_under_face(axes.witness(i), face);
    if (depth >= least) continue;
    least = depth;
    nearest = face;
  }
  if (nearest < 0) return;
  const auto add = [&](int face) {
    axes.add(AxisSet::outward(i) * solid.face_normal(face), solid.face_area(face));
  };
  add(nearest);
  for (int face = 0; face < solid.num_faces(); ++face) {
    if (face == nearest || solid.depth_under_face(axes.witness(i), face) > axes.slack()) continue;
    add(face);
  }
}

void add_edge_axes(AxisSet& axes) {
  EdgeBlock block;
  for_each_near_edge(axes, 0, [&](const NearEdge& above) {
    block.edges[block.count++] = above;
    if (block.count < EdgeBlock::kCapacity) return;
    add_block(axes, block);
    block.count = 0;
  });
  add_block(axes, block);
}

}  // namespace stiction
