#include "convex_solid.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace stiction {
namespace {

using Edge = ConvexSolid::Edge;

constexpr std::array<Edge, 1> kSegmentEdges{{{0, 1, -1, -1}}};
constexpr std::array<Edge, 3> kTriangleEdges{{{0, 1, 0, 1}, {1, 2, 0, 1}, {2, 0, 0, 1}}};
constexpr int kTriangleCorners[2][3] = {{0, 1, 2}, {0, 2, 1}};
constexpr int kTriangleFaceEdges[2][3] = {{0, 1, 2}, {2, 1, 0}};
constexpr int kTriangleVertexEdges[3][2] = {{0, 2}, {0, 1}, {1, 2}};
constexpr int kSegmentVertexEdges[1] = {0};

// The features of a box. Bit k of a vertex says whether it is on the upper side of axis k; face
// 2 k + s is the lower (s = 0) or upper (s = 1) one across axis k; edge 4 k + j is along axis k,
// and bits 0 and 1 of j are the sides on the axes k + 1 and k + 2 (modulo 3).
struct BoxFeatures {
  std::array<Edge, 12> edges{};
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
constexpr BoxFeatures kBox = make_box_features();

// -1, 0 or +1 by axis: between the sides that two vertices of a box share, and 0 where they differ.
FeatureId box_feature_between(int vertex, int other) {
  const auto side = [&](int k) {
    const int a = vertex >> k & 1;
    return a == (other >> k & 1) ? 2 * a - 1 : 0;
  };
  return box_feature(side(0), side(1), side(2));
}

}  // namespace

ConvexSolid::ConvexSolid(const Shape& shape, const RigidTransform& X_OS)
    : R_(X_OS.rotation.toRotationMatrix()), origin_(X_OS.translation), center_(origin_) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    set_point(sphere->radius);
  } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    set_segment(capsule->length, capsule->radius);
  } else if (const auto* box = std::get_if<Box>(&shape)) {
    set_box(box->size);
  } else if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    set_frustum(cylinder->radius, cylinder->radius, cylinder->length);
  } else if (const auto* cone = std::get_if<Cone>(&shape)) {
    set_frustum(cone->radius, 0, cone->length);
  } else {
    assert(std::holds_alternative<Hull>(shape) && "only convex solids are convex solids");
    set_hull(*std::get<Hull>(shape).polyhedron);
  }
}

ConvexSolid::ConvexSolid(const Triangle& triangle)
    : kind_(Kind::triangle), origin_(triangle.corners[0]) {
  for (int i = 0; i < 3; ++i) local_vertices_[i] = triangle.corners[i] - origin_;
  const Vec3 cross = local_vertices_[1].cross(local_vertices_[2]);
  face_normal_ = cross.normalized();
  face_area_ = 0.5 * cross.norm();
  center_ = origin_ + (local_vertices_[1] + local_vertices_[2]) / 3;
  outer_radius_ = std::max(local_vertices_[1].norm(), local_vertices_[2].norm());
  inner_radius_ = outer_radius_;
}

void ConvexSolid::set_point(double radius) {
  kind_ = Kind::point;
  local_vertices_[0] = Vec3::Zero();
  rounding_ = inner_radius_ = outer_radius_ = radius;
}

void ConvexSolid::set_segment(double length, double radius) {
  kind_ = Kind::segment;
  local_vertices_[0] = Vec3(0, 0, -0.5 * length);
  local_vertices_[1] = Vec3(0, 0, 0.5 * length);
  rounding_ = inner_radius_ = radius;
  outer_radius_ = 0.5 * length + radius;
}

void ConvexSolid::set_box(const Vec3& size) {
  kind_ = Kind::box;
  const Vec3 half = 0.5 * size;
  for (int i = 0; i < 8; ++i) {
    local_vertices_[i] = half.cwiseProduct(Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  }
  inner_radius_ = half.minCoeff();
  outer_radius_ = half.norm();
}

void ConvexSolid::set_hull(const ConvexPolyhedron& polyhedron) {
  kind_ = Kind::hull;
  hull_ = &polyhedron;
  center_ = origin_ + R_ * polyhedron.center();
  inner_radius_ = polyhedron.inner_radius();
  outer_radius_ = polyhedron.bounding_radius();
}

void ConvexSolid::set_frustum(double lower_radius, double upper_radius, double length) {
  kind_ = Kind::frustum;
  axis_ = R_.col(2);
  disc_radii_ = {lower_radius, upper_radius};
  half_length_ = 0.5 * length;
  const double taper = lower_radius - upper_radius;
  const double side = std::hypot(taper, length);
  side_sine_ = taper / side;
  side_cosine_ = length / side;
  outer_radius_ = std::hypot(lower_radius, half_length_);
  // The ball in a cone touches the base and the side; that of a cylinder the side or the discs.
  inner_radius_ = upper_radius > 0 ? std::min(lower_radius, half_length_)
                                   : lower_radius * length / (side + lower_radius);
  if (upper_radius == 0) center_ = origin_ - 0.5 * half_length_ * axis_;
}

int ConvexSolid::local_support(const Vec3& n, int hint) const {
  switch (kind_) {
    case Kind::point:
      return 0;
    case Kind::segment:
      return n.z() > 0 ? 1 : 0;
    case Kind::triangle: {
      const double along_1 = n.dot(local_vertices_[1]);
      const double along_2 = n.dot(local_vertices_[2]);
      if (along_1 <= 0 && along_2 <= 0) return 0;
      return along_1 >= along_2 ? 1 : 2;
    }
    case Kind::box:
      return (n.x() > 0 ? 1 : 0) | (n.y() > 0 ? 2 : 0) | (n.z() > 0 ? 4 : 0);
    case Kind::hull:
      return hull_->support(n, hint);
    case Kind::frustum:
      break;
  }
  return 0;
}

ConvexSolid::Support ConvexSolid::support(const Vec3& n, int hint) const {
  if (is_polytope()) {
    const int i = local_support(R_.transpose() * n, hint);
    return {vertex(i), i};
  }
  const double along = axis_.dot(n);
  const Vec3 across = across_axis(n);
  const double length = across.norm();
  const double rise = 2 * half_length_ * along + (disc_radii_[1] - disc_radii_[0]) * length;
  const int disc = rise > 0 ? 1 : 0;
  if (length < 1e-300) return {disc_center(disc), disc};
  return {disc_center(disc) + disc_radii_[disc] / length * across, disc};
}

double ConvexSolid::reach(const Vec3& n, int hint) const {
  const double origin = n.dot(origin_);
  if (is_polytope()) {
    const Vec3 local = R_.transpose() * n;
    return origin + local.dot(local_vertex(local_support(local, hint)));
  }
  const double along = axis_.dot(n);
  const double length = (n - along * axis_).norm();
  return origin + std::max(disc_radii_[1] * length + half_length_ * along,
                           disc_radii_[0] * length - half_length_ * along);
}

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

std::span<const Edge> ConvexSolid::edges() const {
  switch (kind_) {
    case Kind::segment:
      return kSegmentEdges;
    case Kind::triangle:
      return kTriangleEdges;
    case Kind::box:
      return kBox.edges;
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
  if (kind_ == Kind::box) return kBox.corners[face];
  return kTriangleCorners[face];
}

std::span<const int> ConvexSolid::edges_of_face(int face) const {
  if (kind_ == Kind::hull) return hull_->edges_of_face(face);
  if (kind_ == Kind::box) return kBox.face_edges[face];
  return kTriangleFaceEdges[face];
}

std::span<const int> ConvexSolid::edges_of_vertex(int vertex) const {
  switch (kind_) {
    case Kind::segment:
      return kSegmentVertexEdges;
    case Kind::triangle:
      return kTriangleVertexEdges[vertex];
    case Kind::box:
      return kBox.vertex_edges[vertex];
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
  return box_feature_between(kBox.edges[edge].start, kBox.edges[edge].end);
}

FeatureId ConvexSolid::face_id(int face) const {
  if (kind_ != Kind::box) return face_feature(face);
  return box_feature_between(kBox.corners[face][0], kBox.corners[face][2]);
}

DiscRim ConvexSolid::rim(int disc) const {
  return {.center = disc_center(disc),
          .axis = axis_,
          .x = R_.col(0),
          .y = R_.col(1),
          .radius = disc_radii_[disc],
          .cap = disc};
}

}  // namespace stiction
