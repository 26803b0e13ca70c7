#pragma once

#include <stiction/geometry/convex_polyhedron.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "convex_solid.h"
#include "segment_distance.h"
#include "shape_features.h"

namespace stiction {

/// Common interface to the faces, edges and vertices of a hull and of a triangle, in the frame of
/// their coordinates. Features are numbered as in `ConvexPolyhedron` and `Triangle`.
class HullPolytope {
 public:
  explicit HullPolytope(const ConvexPolyhedron& hull) : hull_(hull) {}

  int num_faces() const { return static_cast<int>(hull_.faces().size()); }
  const Vec3& normal(int face) const { return hull_.faces()[face].normal; }
  double area(int face) const { return hull_.faces()[face].area; }
  /// Distance of x outside the plane of a face, m.
  double height(int face, const Vec3& x) const {
    return hull_.faces()[face].normal.dot(x) - hull_.faces()[face].offset;
  }
  std::span<const int> corners(int face) const { return hull_.corners(face); }
  std::span<const int> edges_of_face(int face) const { return hull_.edges_of_face(face); }

  const Vec3& vertex(int i) const { return hull_.vertices()[i]; }
  int num_edges() const { return static_cast<int>(hull_.edges().size()); }
  const ConvexPolyhedron::Edge& edge(int i) const { return hull_.edges()[i]; }

  /// Inner radius to which an overlap with a ball of `other_radius` is compared.
  double inner_radius(double other_radius) const {
    return std::min(hull_.inner_radius(), other_radius);
  }
  double bounding_radius() const { return hull_.bounding_radius(); }

 private:
  const ConvexPolyhedron& hull_;
};

class TrianglePolytope {
 public:
  explicit TrianglePolytope(const Triangle& triangle)
      : corners_(triangle.corners), normals_{triangle.normal(), -triangle.normal()} {}

  int num_faces() const { return 2; }
  const Vec3& normal(int face) const { return normals_[face]; }
  double area(int) const {
    return 0.5 * (corners_[1] - corners_[0]).cross(corners_[2] - corners_[0]).norm();
  }
  double height(int face, const Vec3& x) const { return normals_[face].dot(x - corners_[0]); }
  std::span<const int> corners(int face) const { return kCorners[face]; }
  std::span<const int> edges_of_face(int face) const { return kEdgesOfFace[face]; }

  const Vec3& vertex(int i) const { return corners_[i]; }
  int num_edges() const { return 3; }
  const ConvexPolyhedron::Edge& edge(int i) const { return kEdges[i]; }

  /// A triangle has no interior: the other shape's radius is the scale of an overlap.
  double inner_radius(double other_radius) const { return other_radius; }
  /// Radius of a ball about the middle of the triangle, m.
  double bounding_radius() const {
    const Vec3 middle = (corners_[0] + corners_[1] + corners_[2]) / 3;
    return std::max({(corners_[0] - middle).norm(), (corners_[1] - middle).norm(),
                     (corners_[2] - middle).norm()});
  }

 private:
  static constexpr std::array<std::array<int, 3>, 2> kCorners{{{0, 1, 2}, {0, 2, 1}}};
  static constexpr std::array<std::array<int, 3>, 2> kEdgesOfFace{{{0, 1, 2}, {2, 1, 0}}};
  static constexpr std::array<ConvexPolyhedron::Edge, 3> kEdges{
      {{0, 1, 0, 1}, {1, 2, 0, 1}, {2, 0, 0, 1}}};

  std::array<Vec3, 3> corners_;
  std::array<Vec3, 2> normals_;
};

/// The segment of an edge.
template <typename Polytope>
Segment edge_segment(const Polytope& polytope, int edge) {
  const Vec3& start = polytope.vertex(polytope.edge(edge).start);
  const Vec3& end = polytope.vertex(polytope.edge(edge).end);
  const double length = (end - start).norm();
  return {0.5 * (start + end), (end - start) / length, 0.5 * length};
}

/// The feature of an edge's start (-1), end (+1) or inside (0).
template <typename Polytope>
FeatureId edge_point_feature(const Polytope& polytope, int edge, int end) {
  if (end == 0) return edge_feature(edge);
  return vertex_feature(end < 0 ? polytope.edge(edge).start : polytope.edge(edge).end);
}

/// The face whose plane x is furthest outside (or least inside).
template <typename Polytope>
int greatest_face(const Polytope& polytope, const Vec3& x) {
  int greatest = 0;
  double height = polytope.height(0, x);
  for (int face = 1; face < polytope.num_faces(); ++face) {
    const double other = polytope.height(face, x);
    if (other <= height) continue;
    height = other;
    greatest = face;
  }
  return greatest;
}

/// True if the foot of x on the plane of a face is a point of the face.
template <typename Polytope>
bool is_over_face(const Polytope& polytope, int face, const Vec3& x) {
  const std::span<const int> corners = polytope.corners(face);
  int last = corners.back();
  for (const int corner : corners) {
    const Vec3& start = polytope.vertex(last);
    const Vec3 outwards = (polytope.vertex(corner) - start).cross(polytope.normal(face));
    if (outwards.dot(x - start) > 0) return false;
    last = corner;
  }
  return true;
}

}  // namespace stiction
