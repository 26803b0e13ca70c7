#pragma once

#include <stiction/math/vector.h>

#include <array>
#include <span>
#include <vector>

namespace stiction {

struct HullSurface;

/// A convex polyhedron with plane faces of three or more corners each: the convex hull of points.
///
/// Immutable; made once, shared by all shapes that use it. Coplanar facets are merged, so a cube
/// has six faces, and points inside, on faces or on edges are no vertices. Points count as coplanar
/// if they lie between two planes closer than 8e-8 of the points' extent, so that coordinates in
/// single precision make no difference, and closer than 1e-3 of the thickness.
class ConvexPolyhedron {
 public:
  struct Face {
    Vec3 normal = Vec3::UnitZ();  ///< unit, outwards
    /// The least offset with normal . x <= offset for every point of the solid, m. The corners are
    /// that high, or lower by no more than the tolerance for coplanar points.
    double offset = 0;
    double area = 0;  ///< m^2
  };
  /// From `start` to `end`, with the face `left` on its left and `right` on its right, seen from
  /// outside.
  struct Edge {
    int start = 0;
    int end = 0;
    int left = 0;
    int right = 0;
  };

  /// The hull of the points, in O(n log n). The vertices are among the points, in their order; a
  /// point can lie outside by up to twice the tolerance for coplanar points. Throws
  /// std::invalid_argument (with what was expected and given) for fewer than 4 points, for
  /// coordinates that are not finite or beyond 1e50, and for points without volume: thinner than
  /// 1e-9 of their extent or 1e4 roundings of their coordinates.
  explicit ConvexPolyhedron(std::span<const Vec3> points);

  const std::vector<Vec3>& vertices() const { return vertices_; }
  const std::vector<Face>& faces() const { return faces_; }
  const std::vector<Edge>& edges() const { return edges_; }
  /// The vertices about a face, counter-clockwise seen from outside.
  std::span<const int> corners(int face) const {
    return range(corners_, first_corner_[face], first_corner_[face + 1]);
  }
  /// The edges about a face; the k-th follows the face's k-th corner.
  std::span<const int> edges_of_face(int face) const {
    return range(face_edges_, first_corner_[face], first_corner_[face + 1]);
  }
  /// The vertices that share an edge with this one, usually three or more.
  std::span<const int> neighbours(int vertex) const { return edges_at_.vertices_at(vertex); }
  /// The edges at a vertex, in the order of `neighbours`.
  std::span<const int> edges_of_vertex(int vertex) const { return edges_at_.numbers_at(vertex); }

  /// The vertex furthest along the direction (any length), found by climbing along edges from
  /// `start`: a few steps if that is near. Where points are coplanar only within the tolerance, not
  /// to round-off, it can be lower than another vertex by that tolerance.
  int support(const Vec3& direction, int start) const;
  /// The same from a vertex that is known to be near, however many there are.
  int support(const Vec3& direction) const {
    return support(direction, summits_[cell_of(direction)]);
  }

  double bounding_radius() const { return bounding_radius_; }  ///< about the origin, m
  /// Radius of the largest ball about the centre of mass, m.
  double inner_radius() const { return inner_radius_; }
  const Vec3& center() const { return center_; }  ///< centre of mass, m
  double volume() const { return volume_; }       ///< m^3

 private:
  /// The links of each vertex to other vertices.
  struct Links {
    std::vector<int> first;     ///< by vertex, plus one at the end: where its links start
    std::vector<int> vertices;  ///< at the other end of the links
    std::vector<int> numbers;   ///< numbers of the links

    Links() = default;
    Links(std::size_t num_vertices, std::span<const std::array<int, 2>> ends);
    std::span<const int> vertices_at(int vertex) const {
      return range(vertices, first[vertex], first[vertex + 1]);
    }
    std::span<const int> numbers_at(int vertex) const {
      return range(numbers, first[vertex], first[vertex + 1]);
    }
  };

  struct Summit {
    int vertex = 0;
    double height = 0;
  };

  static std::span<const int> range(const std::vector<int>& all, int first, int end) {
    return {all.data() + first, static_cast<std::size_t>(end - first)};
  }
  void set_faces(const HullSurface& surface);
  void measure_faces(const HullSurface& surface);
  Vec3 calc_area(int face) const;
  double calc_unevenness(int face) const;
  void measure_solid();
  void find_summits();
  std::size_t cell_of(const Vec3& direction) const;
  void climb_to(std::span<const int> candidates, const Vec3& direction, Summit& summit) const;

  std::vector<Vec3> vertices_;
  std::vector<Face> faces_;
  std::vector<Edge> edges_;
  std::vector<int> first_corner_;  ///< one more than faces
  std::vector<int> corners_;
  std::vector<int> face_edges_;
  Links edges_at_;
  /// By face: whether it is plane only within the tolerance, not to round-off.
  std::vector<char> is_uneven_;
  /// Directions fall into the cells of grids on the six sides of a cube, about as many as there are
  /// vertices. By cell: the vertex furthest along its middle.
  std::vector<int> summits_;
  int cells_along_ = 0;  ///< each edge of the cube
  Vec3 center_ = Vec3::Zero();
  double volume_ = 0;
  double bounding_radius_ = 0;
  double inner_radius_ = 0;
};

}  // namespace stiction
