#include "frustum.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "infinity.h"

namespace stiction {
namespace {

// The largest ball inside a cone touches base and sides: the inscribed circle of its section.
double inner_radius_of(const Cone& cone) {
  return cone.radius * cone.length / (cone.radius + std::hypot(cone.radius, cone.length));
}

}  // namespace

Frustum::Frustum(const Cylinder& cylinder)
    : Frustum(cylinder.radius, cylinder.radius, cylinder.length,
              std::min(cylinder.radius, 0.5 * cylinder.length)) {}

Frustum::Frustum(const Cone& cone) : Frustum(cone.radius, 0, cone.length, inner_radius_of(cone)) {}

Frustum::Frustum(double lower_radius, double upper_radius, double length, double inner_radius)
    : lower_radius_(lower_radius),
      upper_radius_(upper_radius),
      half_length_(0.5 * length),
      inner_radius_(inner_radius),
      bounding_radius_(std::hypot(lower_radius, half_length_)),
      num_sides_(upper_radius > 0 ? 3 : 2) {
  const double narrowing = lower_radius - upper_radius;
  const double slant = std::hypot(length, narrowing);
  const Vec2 up(-narrowing / slant, length / slant);
  sides_[0] = {Vec2(0, -half_length_), Vec2(1, 0), Vec2(0, -1), lower_radius};
  sides_[1] = {Vec2(lower_radius, -half_length_), up, Vec2(up.y(), -up.x()), slant};
  sides_[2] = {Vec2(upper_radius, half_length_), Vec2(-1, 0), Vec2(0, 1), upper_radius};
}

double Frustum::flat_area(int side) const {
  return is_cap(side) ? std::numbers::pi * radius(cap_of(side)) * radius(cap_of(side)) : 0;
}

Vec3 Frustum::radial(const Vec3& x) {
  const double rho = std::hypot(x.x(), x.y());
  if (!(rho > std::numeric_limits<double>::min())) return Vec3::UnitX();
  return {x.x() / rho, x.y() / rho, 0};
}

Vec3 Frustum::normal(int side, const Vec3& u) const {
  const Vec2& n = sides_[side].normal;
  return {n.x() * u.x(), n.x() * u.y(), n.y()};
}

double Frustum::height(int side, const Vec3& x) const {
  return sides_[side].normal.dot(Vec2(std::hypot(x.x(), x.y()), x.z()) - sides_[side].start);
}

Segment Frustum::ruling(const Vec3& u) const {
  const Side& side = sides_[kLateral];
  const Vec2 center = side.start + 0.5 * side.length * side.along;
  return {center.x() * u + center.y() * Vec3::UnitZ(),
          side.along.x() * u + side.along.y() * Vec3::UnitZ(), 0.5 * side.length};
}

FeatureId Frustum::end_feature(int end) const {
  if (end < 0) return rim_feature(0);
  return num_sides_ == 3 ? rim_feature(1) : kApexFeature;
}

double Frustum::support(const Vec3& n) const {
  const double across = std::hypot(n.x(), n.y());
  return std::max(lower_radius_ * across - half_length_ * n.z(),
                  upper_radius_ * across + half_length_ * n.z());
}

Vec3 Frustum::foremost(const Vec3& n) const {
  const Vec3 u = radial(n);
  const double across = std::hypot(n.x(), n.y());
  const bool is_upper = (lower_radius_ - upper_radius_) * across < 2 * half_length_ * n.z();
  return radius(is_upper) * u + (is_upper ? half_length_ : -half_length_) * Vec3::UnitZ();
}

Frustum::Nearest Frustum::nearest(const Vec3& x) const {
  const Vec2 p(std::hypot(x.x(), x.y()), x.z());
  int greatest = 0;
  double height = -kInfinity;
  for (int i = 0; i < num_sides_; ++i) {
    const Vec2 from_start = p - sides_[i].start;
    const double above = sides_[i].normal.dot(from_start);
    if (above <= height) continue;
    height = above;
    greatest = i;
  }
  // For a point inside, the nearest side; for one outside, the only side that may contain its foot.
  const Side& side = sides_[greatest];
  const double along = side.along.dot(p - side.start);
  Vec2 n = side.normal;
  FeatureId feature = side_feature(greatest);
  if (height > 0 && (along < 0 || along > side.length)) {
    const int corner = along < 0 ? greatest - 1 : greatest;  // the side that ends there
    const Vec2 from_corner = p - end_corner(corner);
    const double distance = from_corner.norm();
    if (distance > height) {
      height = distance;
      n = from_corner / distance;
      feature = corner == 0 ? rim_feature(0) : end_feature(1);
    }
  }
  const Vec3 u = radial(x);
  return {height, Vec3(n.x() * u.x(), n.x() * u.y(), n.y()), feature};
}

}  // namespace stiction
