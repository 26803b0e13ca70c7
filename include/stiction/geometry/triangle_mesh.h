#pragma once

#include <stiction/math/vector.h>

#include <array>
#include <span>
#include <vector>

namespace stiction {

/// A surface of triangles with adjacency. Immutable; made once, shared by all shapes that use it.
class TriangleMesh {
 public:
  /// An edge that one, two or (where sheets meet) more triangles share.
  struct Edge {
    int start = 0;  ///< vertices
    int end = 0;
    int left = -1;   ///< the triangle whose boundary runs from start to end; -1: none
    int right = -1;  ///< the one whose boundary runs from end to start; -1: none
    /// Shared by more than two triangles, or by two that run along it the same way: `left` and
    /// `right` are two of them.
    bool is_branching = false;
  };

  /// Merges vertices at the same place, and drops vertices that no triangle uses and triangles
  /// without area (1e-14 of the longest edge squared or less). The rest keep their order. Throws
  /// std::invalid_argument (with what was expected and given) for coordinates that are not finite
  /// or beyond 1e50, for a corner whose vertex does not exist, and if no triangle is left. O(n log
  /// n).
  TriangleMesh(std::span<const Vec3> vertices, std::span<const std::array<int, 3>> triangles);

  const std::vector<Vec3>& vertices() const { return vertices_; }
  /// Corners are counter-clockwise seen from the side to which the normal points.
  const std::vector<std::array<int, 3>>& triangles() const { return triangles_; }
  const std::vector<Vec3>& normals() const { return normals_; }  ///< unit, one per triangle
  const std::vector<Edge>& edges() const { return edges_; }
  /// The edges of a triangle; the k-th follows the triangle's k-th corner.
  const std::array<int, 3>& edges_of_triangle(int triangle) const {
    return triangle_edges_[triangle];
  }
  /// The triangles at a vertex.
  std::span<const int> triangles_of_vertex(int vertex) const {
    const int first = first_triangle_[vertex];
    return {vertex_triangles_.data() + first,
            static_cast<std::size_t>(first_triangle_[vertex + 1] - first)};
  }

  /// True if every edge has one triangle on either side, so that the surface bounds solids.
  bool is_closed() const { return is_closed_; }
  /// Volume of a closed surface, m^3; negative if the triangles face inwards.
  double signed_volume() const { return signed_volume_; }
  int num_dropped() const { return num_dropped_; }             ///< triangles without area
  double bounding_radius() const { return bounding_radius_; }  ///< about the origin, m
  const Vec3& lower() const { return lower_; }                 ///< least x, y and z, m
  const Vec3& upper() const { return upper_; }                 ///< greatest x, y and z, m

 private:
  void take_triangles(std::span<const Vec3> vertices,
                      std::span<const std::array<int, 3>> triangles);
  void find_edges();
  void find_triangles_of_vertices();
  void measure();

  std::vector<Vec3> vertices_;
  std::vector<std::array<int, 3>> triangles_;
  std::vector<Vec3> normals_;
  std::vector<Edge> edges_;
  std::vector<std::array<int, 3>> triangle_edges_;
  std::vector<int> first_triangle_;  ///< by vertex, plus one at the end
  std::vector<int> vertex_triangles_;
  bool is_closed_ = false;
  double signed_volume_ = 0;
  int num_dropped_ = 0;
  double bounding_radius_ = 0;
  Vec3 lower_ = Vec3::Zero();
  Vec3 upper_ = Vec3::Zero();
};

}  // namespace stiction
