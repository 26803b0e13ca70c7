#include <stiction/geometry/triangle_mesh.h>

#include "coincident_points.h"
#include "point_checks.h"
#include "polyhedral_integrals.h"
#include "triangle_area.h"
#include "triangle_edges.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>
#include <stdexcept>

namespace stiction {
namespace {

void require_corners(std::size_t num_vertices, std::span<const TriangleCorners> triangles) {
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (const int corner : triangles[t]) {
      if (corner >= 0 && static_cast<std::size_t>(corner) < num_vertices) continue;
      throw std::invalid_argument("expected corners from 0 to " + std::to_string(num_vertices - 1) +
                                  ", got corner " + std::to_string(corner) + " of triangle " +
                                  std::to_string(t));
    }
  }
}

bool has_area(const Vec3& area, const Vec3& a, const Vec3& b, const Vec3& c) {
  constexpr double kSmallestArea = 1e-14;  // of the longest edge squared
  const double longest_squared =
      std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
  return area.stableNorm() > kSmallestArea * longest_squared;
}

// If a side of the edge is taken already, the triangle takes the other one if that is free.
void add_side(const TriangleSide& side, TriangleMesh::Edge& edge) {
  int& own = side.is_forward ? edge.left : edge.right;
  int& other = side.is_forward ? edge.right : edge.left;
  if (own < 0) {
    own = side.triangle;
    return;
  }
  edge.is_branching = true;
  if (other < 0) other = side.triangle;
}

// Numbers the vertices that the triangles use, in their order, and moves them to `vertices`.
std::vector<Vec3> keep_used(std::span<const Vec3> vertices,
                            std::vector<TriangleCorners>& triangles) {
  std::vector<int> number(vertices.size(), -1);
  for (const TriangleCorners& triangle : triangles) {
    for (const int corner : triangle) number[corner] = 0;
  }
  std::vector<Vec3> used;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (number[v] < 0) continue;
    number[v] = static_cast<int>(used.size());
    used.push_back(vertices[v]);
  }
  for (TriangleCorners& triangle : triangles) {
    for (int& corner : triangle) corner = number[corner];
  }
  return used;
}

}  // namespace

TriangleMesh::TriangleMesh(std::span<const Vec3> vertices,
                           std::span<const TriangleCorners> triangles) {
  require_coordinates(vertices);
  require_corners(vertices.size(), triangles);
  take_triangles(vertices, triangles);
  if (triangles_.empty()) {
    throw std::invalid_argument("expected a triangle with an area > 0; got " +
                                std::to_string(num_dropped_) + " without area");
  }
  vertices_ = keep_used(vertices, triangles_);
  find_edges();
  find_triangles_of_vertices();
  measure();
}

void TriangleMesh::take_triangles(std::span<const Vec3> vertices,
                                  std::span<const TriangleCorners> triangles) {
  const std::vector<int> first = first_at_same_place(vertices);
  for (const TriangleCorners& given : triangles) {
    const TriangleCorners triangle{first[given[0]], first[given[1]], first[given[2]]};
    const Vec3& a = vertices[triangle[0]];
    const Vec3& b = vertices[triangle[1]];
    const Vec3& c = vertices[triangle[2]];
    const Vec3 area = calc_area_vector(a, b, c);
    if (has_area(area, a, b, c)) {
      triangles_.push_back(triangle);
      normals_.push_back(area.stableNormalized());
    } else {
      ++num_dropped_;
    }
  }
}

void TriangleMesh::find_edges() {
  triangle_edges_.resize(triangles_.size());
  is_closed_ = true;
  const std::vector<TriangleSide> sides = sorted_sides(triangles_);
  for (std::size_t first = 0; first < sides.size();) {
    const int number = static_cast<int>(edges_.size());
    Edge edge{sides[first].start, sides[first].end};
    std::size_t end = first;
    for (; end < sides.size() && sides[end].is_on_edge_of(sides[first]); ++end) {
      triangle_edges_[sides[end].triangle][sides[end].corner] = number;
      add_side(sides[end], edge);
    }
    if (edge.left < 0 || edge.right < 0 || edge.is_branching) is_closed_ = false;
    edges_.push_back(edge);
    first = end;
  }
}

void TriangleMesh::find_triangles_of_vertices() {
  first_triangle_.assign(vertices_.size() + 1, 0);
  for (const TriangleCorners& triangle : triangles_) {
    for (const int corner : triangle) ++first_triangle_[corner + 1];
  }
  std::partial_sum(first_triangle_.begin(), first_triangle_.end(), first_triangle_.begin());
  std::vector<int> next(first_triangle_.begin(), first_triangle_.end() - 1);
  vertex_triangles_.resize(3 * triangles_.size());
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    for (const int corner : triangles_[t]) vertex_triangles_[next[corner]++] = static_cast<int>(t);
  }
}

void TriangleMesh::measure() {
  lower_ = upper_ = vertices_[0];
  for (const Vec3& vertex : vertices_) {
    lower_ = lower_.cwiseMin(vertex);
    upper_ = upper_.cwiseMax(vertex);
    bounding_radius_ = std::max(bounding_radius_, vertex.stableNorm());
  }
  if (is_closed_) signed_volume_ = integrate_polyhedron(vertices_, triangles_).volume;
}

}  // namespace stiction
