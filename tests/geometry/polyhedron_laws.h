#pragma once

#include <stiction/geometry/convex_polyhedron.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <utility>

#include "constants.h"

namespace stiction::test {

inline double largest_coordinate(std::span<const Vec3> points) {
  double largest = 0;
  for (const Vec3& p : points) largest = std::max(largest, p.cwiseAbs().maxCoeff());
  return largest;
}

inline double extent_of(std::span<const Vec3> points) {
  Vec3 lower = points[0];
  Vec3 upper = points[0];
  for (const Vec3& p : points) {
    lower = lower.cwiseMin(p);
    upper = upper.cwiseMax(p);
  }
  return (upper - lower).maxCoeff();
}

/// Each edge of a face belongs to exactly one other face, in the opposite direction; the lists are
/// consistent; Euler's formula holds.
inline void expect_closed_surface(const ConvexPolyhedron& solid) {
  const int num_vertices = static_cast<int>(solid.vertices().size());
  const int num_edges = static_cast<int>(solid.edges().size());
  const int num_faces = static_cast<int>(solid.faces().size());
  EXPECT_EQ(num_vertices - num_edges + num_faces, 2);
  std::set<std::pair<int, int>> sides;
  for (int f = 0; f < num_faces; ++f) {
    const std::span<const int> corners = solid.corners(f);
    const std::span<const int> edges = solid.edges_of_face(f);
    ASSERT_GE(corners.size(), 3u);
    ASSERT_EQ(edges.size(), corners.size());
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const int from = corners[k];
      const int to = corners[(k + 1) % corners.size()];
      EXPECT_TRUE(sides.emplace(from, to).second) << "side " << from << " " << to;
      const ConvexPolyhedron::Edge& edge = solid.edges()[edges[k]];
      EXPECT_TRUE((edge.start == from && edge.end == to && edge.left == f) ||
                  (edge.start == to && edge.end == from && edge.right == f));
    }
  }
  EXPECT_EQ(static_cast<int>(sides.size()), 2 * num_edges);
  for (const auto& [from, to] : sides) EXPECT_TRUE(sides.contains({to, from}));
  int num_ends = 0;
  for (int v = 0; v < num_vertices; ++v) {
    const std::span<const int> edges = solid.edges_of_vertex(v);
    ASSERT_EQ(edges.size(), solid.neighbours(v).size());
    ASSERT_GE(edges.size(), 2u);
    num_ends += static_cast<int>(edges.size());
    for (std::size_t k = 0; k < edges.size(); ++k) {
      const ConvexPolyhedron::Edge& edge = solid.edges()[edges[k]];
      EXPECT_EQ(std::minmax(v, solid.neighbours(v)[k]), std::minmax(edge.start, edge.end));
    }
  }
  EXPECT_EQ(num_ends, 2 * num_edges);
}

/// All points lie below all face planes to within the tolerance (twice that if not `is_exact`), and
/// the corners of a face lie in its plane to within the tolerance. Each plane touches the solid to
/// within the tolerance, or to rounding if `is_exact`.
inline void expect_supporting_planes(const ConvexPolyhedron& solid, std::span<const Vec3> points,
                                     double tolerance, bool is_exact) {
  const double rounding = 8 * std::numeric_limits<double>::epsilon() * largest_coordinate(points);
  for (int f = 0; f < static_cast<int>(solid.faces().size()); ++f) {
    const ConvexPolyhedron::Face& face = solid.faces()[f];
    EXPECT_NEAR(face.normal.norm(), 1, 1e-14);
    const auto highest = [&](std::span<const Vec3> candidates) {
      double result = -kInf;
      for (const Vec3& p : candidates) result = std::max(result, face.normal.dot(p));
      return result;
    };
    EXPECT_LE(highest(points) - face.offset, is_exact ? tolerance : 2 * tolerance);
    EXPECT_NEAR(highest(solid.vertices()), face.offset, is_exact ? rounding : tolerance);
    for (const int corner : solid.corners(f)) {
      EXPECT_NEAR(face.normal.dot(solid.vertices()[corner]), face.offset, tolerance);
    }
  }
}

/// From any start vertex, and without one, `support` finds one that is highest to within
/// `tolerance`.
inline void expect_support(const ConvexPolyhedron& solid, const Vec3& direction, int start,
                           double tolerance) {
  double highest = -kInf;
  for (const Vec3& p : solid.vertices()) highest = std::max(highest, direction.dot(p));
  for (const int vertex : {solid.support(direction, start), solid.support(direction)}) {
    EXPECT_NEAR(direction.dot(solid.vertices()[vertex]), highest, tolerance * direction.norm());
  }
}

}  // namespace stiction::test
