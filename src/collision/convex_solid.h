#pragma once

#include <stiction/collision/manifold.h>
#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/shape.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/math/rigid_transform.h>

#include <array>
#include <span>

#include "disc_rim.h"

namespace stiction {

/// A triangle as a convex solid: flat, with two faces that look opposite ways. Its features are the
/// vertices 0-2, the edges 0-2 (edge k from corner k to corner k + 1) and the faces 0
/// (counter-clockwise) and 1 (the back).
struct Triangle {
  std::array<Vec3, 3> corners;  ///< in the frame O of the pair; not on one line
  /// For each edge: true if the surface numbers it from corner k + 1 to corner k. Its two triangles
  /// traverse it in opposite directions; points along it get the same numbers from both.
  std::array<bool, 3> is_edge_reversed{};

  Vec3 normal() const {
    return (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
  }
};

/// A convex solid at its pose in the frame O of a pair: all points within `rounding` of a core.
///
/// The core is a polytope (a point for a sphere, a segment for a capsule, a triangle, a box, a
/// hull; box and hull have a rounding if the shape is `Rounded`), or a frustum: the solid between
/// two discs across one axis, the upper of which is a point for a cone and as large as the lower
/// one for a cylinder; or it is given by its support function alone. Every normal and support
/// belongs to the core; the rounding reduces the separation along any direction by the same amount.
///
/// Refers to a hull's polyhedron or a support shape, which must outlive it. Cheap to make: a
/// rotation matrix, no heap.
class ConvexSolid {
 public:
  using Edge = ConvexPolyhedron::Edge;

  /// For a shape that is `is_solid`.
  ConvexSolid(const Shape& shape, const RigidTransform& X_OS);
  explicit ConvexSolid(const Triangle& triangle);

  bool is_polytope() const { return !is_frustum() && !is_support(); }
  bool is_frustum() const { return kind_ == Kind::frustum; }
  bool is_support() const { return kind_ == Kind::support; }
  bool is_flat() const { return kind_ == Kind::triangle; }
  double rounding() const { return rounding_; }          ///< m
  const Vec3& origin() const { return origin_; }         ///< of the shape's own frame, in O
  const Vec3& center() const { return center_; }         ///< a point inside the core, in O
  double outer_radius() const { return outer_radius_; }  ///< of a ball about `origin`, m
  /// Radius of the inscribed ball, m; for a triangle, which has none, its extent.
  double inner_radius() const { return inner_radius_; }

  /// A point of the core foremost along a direction.
  struct Support {
    Vec3 point;      ///< in O
    int vertex = 0;  ///< of a polytope; for a frustum the disc, 0 or 1
  };
  /// The point foremost along n (any length), in O.
  Support support(const Vec3& n) const;
  /// The greatest n . x of the core, x in O.
  double reach(const Vec3& n) const;

  // For a polytope: its features by number, all vectors in O.
  int num_vertices() const;
  int num_edges() const { return static_cast<int>(edges().size()); }
  int num_faces() const;
  Vec3 vertex(int i) const { return origin_ + R_ * local_vertex(i); }
  std::span<const Edge> edges() const;
  Vec3 edge_direction(const Edge& edge) const {
    return (R_ * (local_vertex(edge.end) - local_vertex(edge.start))).normalized();
  }
  /// True if the edge runs from this one of its vertices to the other.
  bool starts_at(int edge, int vertex) const {
    const bool is_reversed = kind_ == Kind::triangle && is_edge_reversed_[edge];
    return (edges()[edge].start == vertex) != is_reversed;
  }
  Vec3 face_normal(int face) const { return R_ * local_face_normal(face); }
  double face_area(int face) const;  ///< m^2
  /// Depth of a point beneath the plane of a face, m.
  double depth_under_face(const Vec3& x, int face) const;
  std::span<const int> corners(int face) const;
  std::span<const int> edges_of_face(int face) const;
  std::span<const int> edges_of_vertex(int vertex) const;
  FeatureId vertex_id(int vertex) const;
  FeatureId edge_id(int edge) const;
  FeatureId face_id(int face) const;

  // For a frustum: the discs 0 (lower) and 1 (upper).
  const Vec3& axis() const { return axis_; }  ///< unit, upwards, in O
  /// The part of a vector across the axis; perpendicular to it to round-off however short it is.
  Vec3 across_axis(const Vec3& v) const {
    return R_.col(0).dot(v) * R_.col(0) + R_.col(1).dot(v) * R_.col(1);
  }
  double disc_radius(int disc) const { return disc_radii_[disc]; }
  Vec3 disc_center(int disc) const { return origin_ + (disc == 0 ? -1 : 1) * half_length_ * axis_; }
  double half_length() const { return half_length_; }
  /// The side's normals n satisfy n . axis = sine; 0 for a cylinder.
  double side_sine() const { return side_sine_; }
  double side_cosine() const { return side_cosine_; }
  /// The normal of the ruling nearest to a point; of any ruling for a point on the axis.
  Vec3 side_normal(const Vec3& x) const;
  DiscRim rim(int disc) const;  ///< of a disc with a radius

 private:
  enum class Kind { point, segment, triangle, box, hull, frustum, support };

  void set_point(double radius);
  void set_segment(double length, double radius);
  void set_core(const Box& box);
  void set_core(const Hull& hull);
  void set_core(const Cylinder& cylinder);
  void set_support(const SupportShape& solid);
  void set_frustum(double lower_radius, double upper_radius, double length);

  const Vec3& local_vertex(int i) const {
    return hull_ ? hull_->vertices()[i] : local_vertices_[i];
  }
  Vec3 local_face_normal(int face) const;
  int local_support(const Vec3& n) const;

  Kind kind_ = Kind::point;
  Mat3 R_ = Mat3::Identity();
  Vec3 origin_ = Vec3::Zero();
  Vec3 center_ = Vec3::Zero();
  double rounding_ = 0;
  double inner_radius_ = 0;
  double outer_radius_ = 0;

  const ConvexPolyhedron* hull_ = nullptr;
  const SupportShape* support_ = nullptr;
  std::array<Vec3, 8> local_vertices_;  // of small polytopes
  Vec3 face_normal_ = Vec3::UnitZ();    // of a triangle
  double face_area_ = 0;
  std::array<bool, 3> is_edge_reversed_{};

  Vec3 axis_ = Vec3::UnitZ();
  std::array<double, 2> disc_radii_{};
  double half_length_ = 0;
  double side_sine_ = 0;
  double side_cosine_ = 1;
};

}  // namespace stiction
