#pragma once

#include <stiction/collision/narrow_phase.h>
#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/shape.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "../../tools/bench/hull_projection.h"
#include "constants.h"
#include "random_numbers.h"

/// Shapes from their definitions, to judge contacts independently of the code under test.
namespace stiction::oracle {

struct Posed {
  Shape shape;
  RigidTransform X_WS;
};

inline bool overlap(const Aabb& a, const Aabb& b) {
  return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

/// The greatest n . x over the shape.
inline double support(const Posed& posed, const Vec3& n) {
  const Vec3 n_S = posed.X_WS.rotation.toRotationMatrix().transpose() * n;
  const double origin = n.dot(posed.X_WS.translation);
  if (const auto* sphere = std::get_if<Sphere>(&posed.shape)) return origin + sphere->radius;
  if (const auto* box = std::get_if<Box>(&posed.shape)) {
    return origin + 0.5 * n_S.cwiseAbs().dot(box->size);
  }
  if (const auto* capsule = std::get_if<Capsule>(&posed.shape)) {
    return origin + 0.5 * capsule->length * std::abs(n_S.z()) + capsule->radius;
  }
  if (const auto* cylinder = std::get_if<Cylinder>(&posed.shape)) {
    return origin + cylinder->radius * n_S.head<2>().norm() +
           0.5 * cylinder->length * std::abs(n_S.z());
  }
  if (const auto* cone = std::get_if<Cone>(&posed.shape)) {
    const double half = 0.5 * cone->length * n_S.z();
    return origin + std::max(half, cone->radius * n_S.head<2>().norm() - half);
  }
  if (const auto* hull = std::get_if<Hull>(&posed.shape)) {
    double most = -kInf;
    for (const Vec3& vertex : hull->polyhedron->vertices()) most = std::max(most, n_S.dot(vertex));
    return origin + most;
  }
  const Plane& plane = std::get<Plane>(posed.shape);
  const bool is_normal = (n_S - plane.normal).norm() < 1e-9;
  return is_normal ? origin + plane.offset : kInf;
}

using bench::project_on_hull;
using bench::project_on_segment;

/// The point of a cone (axis z) nearest to x, found in the half plane of x on base or side.
inline Vec3 project_on_cone(const Cone& cone, const Vec3& x) {
  const double half = 0.5 * cone.length;
  const double r = x.head<2>().norm();
  const Vec3 outwards = r > 0 ? Vec3(x.x() / r, x.y() / r, 0) : Vec3(Vec3::UnitX());
  if (x.z() >= -half && r * cone.length <= cone.radius * (half - x.z())) return x;
  const Vec3 rim = cone.radius * outwards - half * Vec3::UnitZ();
  const Vec3 on_base = project_on_segment(Vec3(0, 0, -half), rim, x);
  const Vec3 on_side = project_on_segment(Vec3(0, 0, half), rim, x);
  return (on_base - x).norm() < (on_side - x).norm() ? on_base : on_side;
}

/// The point of the shape nearest to x.
inline Vec3 project(const Posed& posed, const Vec3& x_W) {
  const Mat3 R = posed.X_WS.rotation.toRotationMatrix();
  const Vec3& origin = posed.X_WS.translation;
  const Vec3 x = R.transpose() * (x_W - origin);
  const auto onto_ball = [&](const Vec3& center, double radius) -> Vec3 {
    const Vec3 offset = x - center;
    return center + offset * std::min(1.0, radius / offset.norm());
  };
  if (const auto* sphere = std::get_if<Sphere>(&posed.shape)) {
    return origin + R * onto_ball(Vec3::Zero(), sphere->radius);
  }
  if (const auto* box = std::get_if<Box>(&posed.shape)) {
    const Vec3 half = 0.5 * box->size;
    return origin + R * x.cwiseMax(-half).cwiseMin(half);
  }
  if (const auto* capsule = std::get_if<Capsule>(&posed.shape)) {
    const double half = 0.5 * capsule->length;
    return origin + R * onto_ball(Vec3(0, 0, std::clamp(x.z(), -half, half)), capsule->radius);
  }
  if (const auto* cylinder = std::get_if<Cylinder>(&posed.shape)) {
    const double half = 0.5 * cylinder->length;
    const double inwards = std::min(1.0, cylinder->radius / x.head<2>().norm());
    return origin + R * Vec3(x.x() * inwards, x.y() * inwards, std::clamp(x.z(), -half, half));
  }
  if (const auto* cone = std::get_if<Cone>(&posed.shape)) {
    return origin + R * project_on_cone(*cone, x);
  }
  if (const auto* hull = std::get_if<Hull>(&posed.shape)) {
    return origin + R * project_on_hull(*hull->polyhedron, x);
  }
  const Plane& plane = std::get<Plane>(posed.shape);
  return x_W - R * plane.normal * std::max(0.0, plane.normal.dot(x) - plane.offset);
}

/// The separation along n: distance between the supporting planes of A (above) and B (below).
inline double separation(const Posed& A, const Posed& B, const Vec3& n) {
  return -support(A, -n) - support(B, n);
}

inline ShapeManifold contact(const Posed& A, const Posed& B, double margin,
                             const Vec3& relative_displacement = Vec3::Zero()) {
  ShapeManifold manifold;
  calc_manifold(A.shape, A.X_WS, B.shape, B.X_WS, {margin, relative_displacement}, manifold);
  return manifold;
}

inline double least_gap(const ShapeManifold& manifold) {
  double least = kInf;
  for (const ManifoldPoint& point : manifold.points) least = std::min(least, point.gap);
  return least;
}

inline double least_gap(const ManifoldList& manifolds) {
  double least = kInf;
  for (const ShapeManifold& manifold : manifolds) least = std::min(least, least_gap(manifold));
  return least;
}

inline Posed at(const Shape& shape, const Vec3& translation,
                const Quat& rotation = Quat::Identity()) {
  return {shape, {rotation, translation}};
}

inline Posed moved(const RigidTransform& X, const Posed& posed) {
  return {posed.shape, X * posed.X_WS};
}

enum class Kind { sphere, box, capsule, plane, cylinder, cone, hull };

struct KindPair {
  Kind a;
  Kind b;
};

struct PosedPair {
  Posed A;
  Posed B;
};

inline Hull hull_of_box(const Vec3& size) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back(0.5 *
                      size.cwiseProduct(Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  }
  return {std::make_shared<const ConvexPolyhedron>(corners)};
}

/// A prism along z over a regular polygon.
inline Hull prism(int num_sides, double radius, double length) {
  std::vector<Vec3> corners;
  for (int i = 0; i < num_sides; ++i) {
    const double angle = 2 * kPi * i / num_sides;
    for (const double z : {-0.5 * length, 0.5 * length}) {
      corners.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
  }
  return {std::make_shared<const ConvexPolyhedron>(corners)};
}

/// The hull of 6 to 14 points in an ellipsoid.
inline Hull random_hull(Random& random, double low, double high) {
  const double x = random.log_uniform(low, high);
  const double y = random.log_uniform(low, high);
  const Vec3 half(x, y, random.log_uniform(low, high));
  std::vector<Vec3> points(6 + random.index(9));
  for (Vec3& point : points) point = half.cwiseProduct(random.direction());
  return {std::make_shared<const ConvexPolyhedron>(points)};
}

inline Shape random_shape(Random& random, Kind kind, double low, double high) {
  const auto length = [&] { return random.log_uniform(low, high); };
  switch (kind) {
    case Kind::sphere:
      return Sphere{length()};
    case Kind::box: {
      const double x = length();
      const double y = length();
      return Box{Vec3(x, y, length())};
    }
    case Kind::capsule: {
      const double radius = length();
      return Capsule{radius, length()};
    }
    case Kind::cylinder: {
      const double radius = length();
      return Cylinder{radius, length()};
    }
    case Kind::cone: {
      const double radius = length();
      return Cone{radius, length()};
    }
    case Kind::hull:
      return random_hull(random, low, high);
    case Kind::plane:
      break;
  }
  return Plane{random.direction(), random.uniform(-1, 1)};
}

/// The size that scales errors, m: the larger bounding radius, ignoring planes.
inline double size_of(const Posed& A, const Posed& B) {
  const double a = bounding_radius(A.shape);
  const double b = bounding_radius(B.shape);
  if (!std::isfinite(a)) return b;
  return std::isfinite(b) ? std::max(a, b) : a;
}

inline std::string describe(const Posed& posed) {
  const auto number = [](double x) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17g ", x);
    return std::string(text);
  };
  std::string text = std::string(shape_name(posed.shape)) + " ";
  if (const auto* sphere = std::get_if<Sphere>(&posed.shape)) text += number(sphere->radius);
  if (const auto* box = std::get_if<Box>(&posed.shape)) {
    for (const double length : box->size) text += number(length);
  }
  if (const auto* capsule = std::get_if<Capsule>(&posed.shape)) {
    text += number(capsule->radius) + number(capsule->length);
  }
  if (const auto* cylinder = std::get_if<Cylinder>(&posed.shape)) {
    text += number(cylinder->radius) + number(cylinder->length);
  }
  if (const auto* cone = std::get_if<Cone>(&posed.shape)) {
    text += number(cone->radius) + number(cone->length);
  }
  if (const auto* hull = std::get_if<Hull>(&posed.shape)) {
    for (const Vec3& vertex : hull->polyhedron->vertices()) {
      text += "(" + number(vertex.x()) + number(vertex.y()) + number(vertex.z()) + ") ";
    }
  }
  text += "at ";
  for (const double x : posed.X_WS.translation) text += number(x);
  text += "turned (x y z w) ";
  for (const double x : posed.X_WS.rotation.coeffs()) text += number(x);
  return text;
}

inline std::string describe(const Posed& A, const Posed& B) {
  return describe(A) + "\n" + describe(B);
}

}  // namespace stiction::oracle
