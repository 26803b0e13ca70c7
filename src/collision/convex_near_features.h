#pragma once

#include "convex_axes.h"

namespace stiction {

/// An edge of a polytope, and the position of its faces.
struct NearEdge {
  Vec3 point;                  ///< its start, in O
  Vec3 direction;              ///< unit
  std::array<Vec3, 2> inward;  ///< unit, from the edge into its left and right face
  bool has_faces = false;      ///< false for a segment, an edge without faces
  /// Supporting planes through the edge are at least this deep beneath the witness, m.
  double depth = 0;

  /// True if the solid is on the positive side of the plane with normal n (unit) through the edge,
  /// judged by the edge's faces.
  bool is_above(const Vec3& n) const {
    return !has_faces || (n.dot(inward[0]) >= -kTilt && n.dot(inward[1]) >= -kTilt);
  }
  bool is_below(const Vec3& n) const { return is_above(-n); }

 private:
  static constexpr double kTilt = 1e-7;
};

inline NearEdge make_near_edge(const ConvexSolid& solid, const ConvexSolid::Edge& edge,
                               double depth) {
  NearEdge near;
  near.point = solid.vertex(edge.start);
  near.direction = solid.edge_direction(edge);
  near.depth = depth;
  near.has_faces = edge.left >= 0;
  if (!near.has_faces) return near;
  near.inward = {solid.face_normal(edge.left).cross(near.direction),
                 near.direction.cross(solid.face_normal(edge.right))};
  return near;
}

/// True if depths under faces bound those under edges and vertices: a supporting plane through an
/// edge or a vertex passes no nearer beneath a point of the solid than the plane of the nearest
/// face there, since its normal is a sum of the faces' normals with weights that add up to 1 or
/// more. (False if two faces look opposite ways, as those of a triangle do.)
inline bool bounds_by_faces(const ConvexSolid& solid) {
  return solid.num_faces() > 0 && !solid.is_flat();
}

/// Calls use(edge) for the edges of solid i within the slack.
template <typename Use>
void for_each_near_edge(const AxisSet& axes, int i, const Use& use) {
  const ConvexSolid& solid = axes.solid(i);
  const auto edges = solid.edges();
  if (!bounds_by_faces(solid)) {
    for (const ConvexSolid::Edge& edge : edges) use(make_near_edge(solid, edge, 0));
    return;
  }
  const auto depth = [&](int face) { return solid.depth_under_face(axes.witness(i), face); };
  for (int face = 0; face < solid.num_faces(); ++face) {
    const double here = depth(face);
    if (here > axes.slack()) continue;
    for (const int e : solid.edges_of_face(face)) {
      const ConvexSolid::Edge& edge = edges[e];
      const double there = depth(edge.left == face ? edge.right : edge.left);
      if (there < here || (there == here && edge.right == face)) continue;
      use(make_near_edge(solid, edge, here));
    }
  }
}

/// Calls use(vertex number, position) for the vertices of solid i within the slack.
template <typename Use>
void for_each_near_vertex(const AxisSet& axes, int i, const Use& use) {
  const ConvexSolid& solid = axes.solid(i);
  const bool has_bounds = bounds_by_faces(solid);
  const auto edges = solid.edges();
  const auto depth = [&](int face) { return solid.depth_under_face(axes.witness(i), face); };
  const auto is_near = [&](int vertex) {
    if (!has_bounds) return true;
    for (const int e : solid.edges_of_vertex(vertex)) {
      if (depth(edges[e].left) <= axes.slack() || depth(edges[e].right) <= axes.slack()) {
        return true;
      }
    }
    return false;
  };
  for (int v = 0; v < solid.num_vertices(); ++v) {
    if (is_near(v)) use(solid.vertex(v));
  }
}

}  // namespace stiction
