#include "convex_solid.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace stiction {

ConvexSolid::ConvexSolid(const Shape& shape, const RigidTransform& X_OS)
    : R_(X_OS.rotation.toRotationMatrix()), origin_(X_OS.translation), center_(origin_) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    set_point(sphere->radius);
  } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    set_segment(capsule->length, capsule->radius);
  } else if (const auto* cone = std::get_if<Cone>(&shape)) {
    set_frustum(cone->radius, 0, cone->length);
  } else if (const auto* convex = std::get_if<Convex>(&shape)) {
    set_support(*convex->solid);
  } else if (const auto* rounded = std::get_if<Rounded>(&shape)) {
    std::visit([&](const auto& core) { set_core(core); }, rounded->core);
    rounding_ = rounded->radius;
    inner_radius_ += rounding_;
    outer_radius_ += rounding_;
  } else if (const auto* box = std::get_if<Box>(&shape)) {
    set_core(*box);
  } else if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    set_core(*cylinder);
  } else {
    assert(std::holds_alternative<Hull>(shape) && "only convex solids are convex solids");
    set_core(std::get<Hull>(shape));
  }
}

ConvexSolid::ConvexSolid(const Triangle& triangle)
    : kind_(Kind::triangle),
      origin_(triangle.corners[0]),
      is_edge_reversed_(triangle.is_edge_reversed) {
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

void ConvexSolid::set_core(const Box& box) {
  kind_ = Kind::box;
  const Vec3 half = 0.5 * box.size;
  for (int i = 0; i < 8; ++i) {
    local_vertices_[i] = half.cwiseProduct(Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  }
  inner_radius_ = half.minCoeff();
  outer_radius_ = half.norm();
}

void ConvexSolid::set_core(const Hull& hull) {
  kind_ = Kind::hull;
  hull_ = hull.polyhedron.get();
  center_ = origin_ + R_ * hull_->center();
  inner_radius_ = hull_->inner_radius();
  outer_radius_ = hull_->bounding_radius();
}

void ConvexSolid::set_core(const Cylinder& cylinder) {
  set_frustum(cylinder.radius, cylinder.radius, cylinder.length);
}

void ConvexSolid::set_support(const SupportShape& solid) {
  kind_ = Kind::support;
  support_ = &solid;
  center_ = origin_ + R_ * solid.center();
  inner_radius_ = solid.inner_radius();
  outer_radius_ = solid.bounding_radius();
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
  // The ball in a cone touches the base and the side; the ball in a cylinder the side or the discs.
  inner_radius_ = upper_radius > 0 ? std::min(lower_radius, half_length_)
                                   : lower_radius * length / (side + lower_radius);
  if (upper_radius == 0) center_ = origin_ - 0.5 * half_length_ * axis_;
}

int ConvexSolid::local_support(const Vec3& n) const {
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
      return hull_->support(n);
    case Kind::frustum:
    case Kind::support:
      break;
  }
  return 0;
}

ConvexSolid::Support ConvexSolid::support(const Vec3& n) const {
  if (is_polytope()) {
    const int i = local_support(R_.transpose() * n);
    return {vertex(i), i};
  }
  if (support_) return {origin_ + R_ * support_->support((R_.transpose() * n).normalized()), 0};
  const double along = axis_.dot(n);
  const Vec3 across = across_axis(n);
  const double length = across.norm();
  const double rise = 2 * half_length_ * along + (disc_radii_[1] - disc_radii_[0]) * length;
  const int disc = rise > 0 ? 1 : 0;
  if (length < 1e-300) return {disc_center(disc), disc};
  return {disc_center(disc) + disc_radii_[disc] / length * across, disc};
}

double ConvexSolid::reach(const Vec3& n) const {
  const double origin = n.dot(origin_);
  if (is_polytope()) {
    const Vec3 local = R_.transpose() * n;
    return origin + local.dot(local_vertex(local_support(local)));
  }
  if (support_) return n.dot(support(n).point);
  const double along = axis_.dot(n);
  const double length = (n - along * axis_).norm();
  return origin + std::max(disc_radii_[1] * length + half_length_ * along,
                           disc_radii_[0] * length - half_length_ * along);
}

Vec3 ConvexSolid::side_normal(const Vec3& x) const {
  const Vec3 across = across_axis(x - origin_);
  const double distance = across.norm();
  const Vec3 outward = distance > 1e-15 * outer_radius_ ? Vec3(across / distance) : Vec3(R_.col(0));
  return (side_cosine_ * outward + side_sine_ * axis_).normalized();
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
