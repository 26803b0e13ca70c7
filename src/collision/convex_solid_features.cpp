// The vertices, edges and faces of polytopes by number.

#include "convex_solid.h"

namespace stiction {
namespace {

using SolidEdge = ConvexSolid::Edge;

constexpr std::array<SolidEdge, 1> kSegmentEdges{{{0, 1, -1, -1}}};
constexpr std::array<SolidEdge, 3> kTriangleEdges{{{0, 1, 0, 1}, {1, 2, 0, 1}, {2, 0, 0, 1}}};
constexpr int kTriangleCorners[2][3] = {{0, 1, 2}, {0, 2, 1}};
constexpr int kTriangleFaceEdges[2][3] = {{0, 1, 2}, {2, 1, 0}};
constexpr int kTriangleVertexEdges[3][2] = {{0, 2}, {0, 1}, {1, 2}};
constexpr int kSegmentVertexEdges[1] = {0};

// The features of a box. Bit k of a vertex is set if it is on the upper side of axis k; face 2 k
// + s is the lower (s = 0) or upper (s = 1) one across axis k; edge 4 k + j is along axis k, and
// bits 0 and 1 of j are its sides on the axes k + 1 and k + 2 (modulo 3).
struct BoxFeatures {
  std::array<SolidEdge, 12> edges{};
  int corners[6][4]{};
  int face_edges[6][4]{};
  int vertex_edges[8][3]{};
};

constexpr int box_edge(int axis, int vertex) {
  return 4 * axis + (vertex >> (axis + 1) % 3 & 1) + 2 * (vertex >> (axis + 2) % 3 & 1);
}

constexpr BoxFeatures make_box_features() {
  BoxFeatures box;
  for (int k = 0; k < 3; ++k) {
    const int k1 = (k + 1) % 3;
    const int k2 = (k + 2) % 3;
    for (int j = 0; j < 4; ++j) {
      const int start = (j & 1) << k1 | (j >> 1) << k2;
      const int face1 = 2 * k1 + (j & 1);
      const int face2 = 2 * k2 + (j >> 1);
      const bool is_same_side = (j & 1) == j >> 1;
      box.edges[4 * k + j] = {start, start | 1 << k, is_same_side ? face1 : face2,
                              is_same_side ? face2 : face1};
    }
    for (int side = 0; side < 2; ++side) {
      const int face = 2 * k + side;
      const int around[4] = {0, 1 << k1, 1 << k1 | 1 << k2, 1 << k2};
      for (int i = 0; i < 4; ++i) {
        box.corners[face][i] = side << k | around[side == 1 ? i : 3 - i];
      }
      for (int i = 0; i < 4; ++i) {
        const int from = box.corners[face][i];
        const int along = from ^ box.corners[face][(i + 1) % 4];
        box.face_edges[face][i] = box_edge(along == 1 ? 0 : along == 2 ? 1 : 2, from);
      }
    }
  }
  for (int vertex = 0; vertex < 8; ++vertex) {
    for (int k = 0; k < 3; ++k) box.vertex_edges[vertex][k] = box_edge(k, vertex);
  }
  return box;
}
constexpr BoxFeatures kBoxFeatures = make_box_features();

// For each axis -1 or +1, the side that two vertices of a box share, or 0 where they differ.
FeatureId box_feature_between(int vertex, int other) {
  const auto side = [&](int k) {
    const int a = vertex >> k & 1;
    return a == (other >> k & 1) ? 2 * a - 1 : 0;
  };
  return box_feature(side(0), side(1), side(2));
}

}  // namespace

int ConvexSolid::num_vertices() const {
  switch (kind_) {
    case Kind::point:
      return 1;
    case Kind::segment:
      return 2;
    case Kind::triangle:
      return 3;
    case Kind::box:
      return 8;
    case Kind::hull:
      return static_cast<int>(hull_->vertices().size());
    case Kind::frustum:
    case Kind::support:
      break;
  }
  return 0;
}

int ConvexSolid::num_faces() const {
  switch (kind_) {
    case Kind::triangle:
      return 2;
    case Kind::box:
      return 6;
    case Kind::hull:
      return static_cast<int>(hull_->faces().size());
    default:
      return 0;
  }
}

std::span<const SolidEdge> ConvexSolid::edges() const {
  switch (kind_) {
    case Kind::segment:
      return kSegmentEdges;
    case Kind::triangle:
      return kTriangleEdges;
    case Kind::box:
      return kBoxFeatures.edges;
    case Kind::hull:
      return hull_->edges();
    default:
      return {};
  }
}

Vec3 ConvexSolid::local_face_normal(int face) const {
  if (kind_ == Kind::hull) return hull_->faces()[face].normal;
  if (kind_ == Kind::box) return (face & 1 ? 1 : -1) * Vec3::Unit(face / 2);
  return face == 0 ? face_normal_ : -face_normal_;
}

double ConvexSolid::face_area(int face) const {
  if (kind_ == Kind::hull) return hull_->faces()[face].area;
  if (kind_ == Kind::triangle) return face_area_;
  const Vec3& half = local_vertices_[7];
  return 4 * half[(face / 2 + 1) % 3] * half[(face / 2 + 2) % 3];
}

double ConvexSolid::depth_under_face(const Vec3& x, int face) const {
  const Vec3 local = R_.transpose() * (x - origin_);
  if (kind_ == Kind::hull) {
    const ConvexPolyhedron::Face& plane = hull_->faces()[face];
    return plane.offset - plane.normal.dot(local);
  }
  if (kind_ == Kind::box) {
    const int k = face / 2;
    return local_vertices_[7][k] - (face & 1 ? local[k] : -local[k]);
  }
  return -local_face_normal(face).dot(local);
}

std::span<const int> ConvexSolid::corners(int face) const {
  if (kind_ == Kind::hull) return hull_->corners(face);
  if (kind_ == Kind::box) return kBoxFeatures.corners[face];
  return kTriangleCorners[face];
}

std::span<const int> ConvexSolid::edges_of_face(int face) const {
  if (kind_ == Kind::hull) return hull_->edges_of_face(face);
  if (kind_ == Kind::box) return kBoxFeatures.face_edges[face];
  return kTriangleFaceEdges[face];
}

std::span<const int> ConvexSolid::edges_of_vertex(int vertex) const {
  switch (kind_) {
    case Kind::segment:
      return kSegmentVertexEdges;
    case Kind::triangle:
      return kTriangleVertexEdges[vertex];
    case Kind::box:
      return kBoxFeatures.vertex_edges[vertex];
    case Kind::hull:
      return hull_->edges_of_vertex(vertex);
    default:
      return {};
  }
}

FeatureId ConvexSolid::vertex_id(int vertex) const {
  switch (kind_) {
    case Kind::point:
      return kWholeShape;
    case Kind::segment:
      return segment_feature(vertex == 0 ? -1 : 1);
    case Kind::box:
      return box_feature_between(vertex, vertex);
    default:
      return vertex_feature(vertex);
  }
}

FeatureId ConvexSolid::edge_id(int edge) const {
  if (kind_ == Kind::segment) return segment_feature(0);
  if (kind_ != Kind::box) return edge_feature(edge);
  return box_feature_between(kBoxFeatures.edges[edge].start, kBoxFeatures.edges[edge].end);
}

FeatureId ConvexSolid::face_id(int face) const {
  if (kind_ != Kind::box) return face_feature(face);
  return box_feature_between(kBoxFeatures.corners[face][0], kBoxFeatures.corners[face][2]);
}

}  // namespace stiction
