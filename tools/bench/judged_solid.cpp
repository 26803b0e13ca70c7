#include "judged_solid.h"

#include <stiction/geometry/convex_polyhedron.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hull_projection.h"

namespace stiction::bench {
namespace {

/// The point of the ball about `center` nearest to x.
Vec3 nearest_of_ball(const Vec3& center, double radius, const Vec3& x) {
  const Vec3 offset = x - center;
  const double distance = offset.norm();
  return distance <= radius ? x : Vec3(center + offset * (radius / distance));
}

/// A point of a body of revolution about z, by its distance from the axis and its height.
struct Meridian {
  double r = 0;
  double z = 0;
};

double squared_distance(const Meridian& a, const Meridian& b) {
  return (a.r - b.r) * (a.r - b.r) + (a.z - b.z) * (a.z - b.z);
}

/// The point nearest to x of the right triangle from the axis at -half to the rim and the apex.
Meridian nearest_of_cone(double radius, double half, const Meridian& x) {
  const bool is_inside = x.z >= -half && x.r * 2 * half <= radius * (half - x.z);
  if (is_inside) return x;
  const Meridian on_base{std::min(x.r, radius), -half};
  const double slant_squared = radius * radius + 4 * half * half;
  const double t =
      std::clamp(((radius - x.r) * radius + (x.z + half) * 2 * half) / slant_squared, 0.0, 1.0);
  const Meridian on_side{radius * (1 - t), -half + 2 * half * t};
  return squared_distance(on_base, x) <= squared_distance(on_side, x) ? on_base : on_side;
}

/// The nearest point is x_i a_i^2 / (t + a_i^2), with the t >= 0 at which it is on the surface,
/// that is, where a convex, decreasing function is 1; Newton's method finds it from the left.
Vec3 nearest_of_ellipsoid(const Vec3& radii, const Vec3& x) {
  const Vec3 squares = radii.cwiseAbs2();
  const auto foot = [&](double t) -> Vec3 {
    return x.cwiseProduct(squares).cwiseQuotient((squares.array() + t).matrix());
  };
  const auto beyond = [&](double t) { return foot(t).cwiseQuotient(radii).squaredNorm() - 1; };
  if (beyond(0) <= 0) return x;
  double t = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3 on = foot(t).cwiseQuotient(radii);
    const double slope = -2 * on.cwiseAbs2().cwiseQuotient((squares.array() + t).matrix()).sum();
    const double next = t - (on.squaredNorm() - 1) / slope;
    if (!(next > t)) break;
    t = next;
  }
  return foot(t);
}

/// The z >= 0 with a z + c z^(p - 1) = x. In z, or for p < 2 in w = z^(p - 1), the left side is
/// convex and increasing, so that Newton's method decreases to it from z = x / a.
double solve_coordinate(double a, double c, double p, double x) {
  constexpr int kMostSteps = 200;
  if (x == 0) return 0;
  const bool is_in_z = p >= 2;
  const double e = is_in_z ? p - 1 : 1 / (p - 1);
  const auto [linear, power] = is_in_z ? std::pair(a, c) : std::pair(c, a);
  double y = is_in_z ? x / a : std::pow(x / a, p - 1);
  for (int i = 0; i < kMostSteps; ++i) {
    const double top = power * std::pow(y, e - 1);
    const double next = y - (linear * y + top * y - x) / (linear + e * top);
    if (!(next < y && next > 0)) break;
    y = next;
  }
  return is_in_z ? y : std::pow(y, e);
}

/// The point y at which (x - y) is t times the gradient p / a_i (y_i / a_i)^(p - 1) of the level:
/// by bisection for the t >= 0 at which y is on the surface; for each t, coordinate by coordinate.
Vec3 nearest_of_superquadric(const Vec3& radii, double p, const Vec3& x) {
  constexpr int kHalvings = 80;
  const auto share_at = [&](double t) {
    Vec3 z;
    for (int i = 0; i < 3; ++i) {
      z[i] = solve_coordinate(radii[i], t * p / radii[i], p, std::abs(x[i]));
    }
    return z;
  };
  const auto is_beyond = [&](double t) { return share_at(t).array().pow(p).sum() > 1; };
  if (!is_beyond(0)) return x;
  double high = radii.minCoeff() * radii.minCoeff();
  double low = 0;
  while (is_beyond(high)) low = std::exchange(high, 4 * high);
  for (int i = 0; i < kHalvings && low < high; ++i) {
    const double middle = low > 0 ? std::sqrt(low) * std::sqrt(high) : 1e-8 * high;
    (is_beyond(middle) ? low : high) = middle;
    if (low == 0 && high < 1e-300) break;
  }
  return radii.cwiseProduct(share_at(high)).cwiseProduct(x.cwiseSign());
}

/// The point at that place in the meridian half plane of x.
Vec3 turned_to(const Vec3& x, const Meridian& to) {
  const double r = x.head<2>().norm();
  const double scale = r > 0 ? to.r / r : 0.0;
  return {x.x() * scale, x.y() * scale, to.z};
}

}  // namespace

JudgedSolid::JudgedSolid(const Shape& given, std::span<const Vec3> points,
                         const RigidTransform& X_OS)
    : R_OS_(X_OS.rotation.toRotationMatrix()), p_OS_(X_OS.translation) {
  const auto* rounded = std::get_if<Rounded>(&given);
  shape_ = rounded ? core_of(*rounded) : given;
  const Shape& shape = shape_;
  if (rounded) radius_ = rounded->radius;
  if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    points_ = {p_OS_};
    radius_ = sphere->radius;
  } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    const Vec3 half_axis = R_OS_.col(2) * (0.5 * capsule->length);
    points_ = {p_OS_ - half_axis, p_OS_ + half_axis};
    radius_ = capsule->radius;
  } else if (const auto* box = std::get_if<Box>(&shape)) {
    core_ = Core::box;
    half_ = 0.5 * box->size;
  } else if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    core_ = Core::cylinder;
    half_ = {cylinder->radius, cylinder->radius, 0.5 * cylinder->length};
  } else if (const auto* cone = std::get_if<Cone>(&shape)) {
    core_ = Core::cone;
    half_ = {cone->radius, cone->radius, 0.5 * cone->length};
  } else if (std::holds_alternative<Convex>(shape)) {
    core_ = points.size() == 1 ? Core::ellipsoid : Core::superquadric;
    half_ = points.front();
    if (core_ == Core::superquadric) exponent_ = points[1].x();
  } else {
    for (const Vec3& point : points) points_.push_back(R_OS_ * point + p_OS_);
  }
}

JudgedSolid::JudgedSolid(std::span<const Vec3> points) : points_(points.begin(), points.end()) {}

Vec3 JudgedSolid::core_support(const Vec3& n) const {
  if (core_ == Core::points) {
    return *std::ranges::max_element(points_, {}, [&](const Vec3& x) { return n.dot(x); });
  }
  const Vec3 n_S = R_OS_.transpose() * n;
  if (core_ == Core::ellipsoid) {
    const Vec3 stretched = half_.cwiseProduct(n_S);
    return R_OS_ * (half_.cwiseProduct(stretched) / stretched.norm()) + p_OS_;
  }
  // The point where the gradient of the level is along n.
  if (core_ == Core::superquadric) {
    const Vec3 m = half_.cwiseProduct(n_S).cwiseAbs();
    const Vec3 slope = (m / m.maxCoeff()).array().pow(1 / (exponent_ - 1));
    const double level = std::pow(slope.array().pow(exponent_).sum(), 1 / exponent_);
    return R_OS_ * half_.cwiseProduct(slope / level).cwiseProduct(n_S.cwiseSign()) + p_OS_;
  }
  Vec3 x_S(std::copysign(half_.x(), n_S.x()), std::copysign(half_.y(), n_S.y()),
           std::copysign(half_.z(), n_S.z()));
  if (core_ != Core::box) {
    const double across = n_S.head<2>().norm();
    const double to_rim = across > 0 ? half_.x() / across : 0.0;
    x_S.head<2>() = n_S.head<2>() * to_rim;
    // The apex is 2 half.z() above the rim and half.x() nearer to the axis.
    if (core_ == Core::cone) {
      const bool is_apex = 2 * half_.z() * n_S.z() > half_.x() * across;
      x_S = is_apex ? Vec3(0, 0, half_.z()) : Vec3(x_S.x(), x_S.y(), -half_.z());
    }
  }
  return R_OS_ * x_S + p_OS_;
}

Vec3 JudgedSolid::nearest_point(const Vec3& x) const {
  const Vec3 x_S = R_OS_.transpose() * (x - p_OS_);
  return R_OS_ * nearest_of_ball(nearest_core_point_S(x_S), radius_, x_S) + p_OS_;
}

Vec3 JudgedSolid::nearest_core_point_S(const Vec3& x) const {
  if (std::holds_alternative<Sphere>(shape_)) return Vec3::Zero();
  if (const auto* capsule = std::get_if<Capsule>(&shape_)) {
    const double half = 0.5 * capsule->length;
    return {0, 0, std::clamp(x.z(), -half, half)};
  }
  const Meridian meridian{x.head<2>().norm(), x.z()};
  switch (core_) {
    case Core::box:
      return x.cwiseMax(-half_).cwiseMin(half_);
    case Core::cylinder:
      return turned_to(
          x, {std::min(meridian.r, half_.x()), std::clamp(meridian.z, -half_.z(), half_.z())});
    case Core::cone:
      return turned_to(x, nearest_of_cone(half_.x(), half_.z(), meridian));
    case Core::ellipsoid:
      return nearest_of_ellipsoid(half_, x);
    case Core::superquadric:
      return nearest_of_superquadric(half_, exponent_, x);
    case Core::points:
      break;
  }
  return project_on_hull(*std::get<Hull>(shape_).polyhedron, x);
}

double separation(const JudgedSolid& A, const JudgedSolid& B, const Vec3& n) {
  return n.dot(A.core_support(-n) - B.core_support(n)) - A.radius() - B.radius();
}

}  // namespace stiction::bench
