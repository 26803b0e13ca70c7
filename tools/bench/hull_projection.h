#pragma once

#include <stiction/geometry/convex_polyhedron.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace stiction::bench {

inline Vec3 project_on_segment(const Vec3& a, const Vec3& b, const Vec3& x) {
  return a + std::clamp((x - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0) * (b - a);
}

/// Whether the projection of x on the plane of a face is within its sides.
inline bool is_within_sides(const ConvexPolyhedron& polyhedron, int face, const Vec3& x) {
  const std::vector<Vec3>& vertices = polyhedron.vertices();
  return std::ranges::all_of(polyhedron.edges_of_face(face), [&](int number) {
    const ConvexPolyhedron::Edge& edge = polyhedron.edges()[number];
    const double side = edge.left == face ? 1 : -1;
    const Vec3 along = side * (vertices[edge.end] - vertices[edge.start]);
    return polyhedron.faces()[face].normal.cross(along).dot(x - vertices[edge.start]) >= 0;
  });
}

/// The point of the solid nearest to x: x itself if it is inside, else the nearest on all faces and
/// edges, however thin the solid is. O(faces + edges).
inline Vec3 project_on_hull(const ConvexPolyhedron& polyhedron, const Vec3& x) {
  Vec3 nearest = x;
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](const Vec3& point) {
    if ((point - x).norm() >= least) return;
    nearest = point;
    least = (point - x).norm();
  };
  bool is_inside = true;
  for (int face = 0; face < static_cast<int>(polyhedron.faces().size()); ++face) {
    const Vec3& n = polyhedron.faces()[face].normal;
    const double above = n.dot(x) - polyhedron.faces()[face].offset;
    if (above <= 0) continue;
    is_inside = false;
    if (is_within_sides(polyhedron, face, x)) offer(x - above * n);
  }
  if (is_inside) return x;
  for (const ConvexPolyhedron::Edge& edge : polyhedron.edges()) {
    offer(
        project_on_segment(polyhedron.vertices()[edge.start], polyhedron.vertices()[edge.end], x));
  }
  return nearest;
}

}  // namespace stiction::bench
