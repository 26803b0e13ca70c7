#include <stiction/geometry/shape.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string in_words(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string in_words(const Vec3& v) {
  return in_words(v.x()) + " " + in_words(v.y()) + " " + in_words(v.z());
}

[[noreturn]] void reject(const std::string& expected, const std::string& given) {
  throw std::invalid_argument("expected " + expected + ", got " + given);
}

bool is_positive(double value) { return std::isfinite(value) && value > 0; }

struct Checker {
  Shape operator()(const Sphere& sphere) const {
    if (!is_positive(sphere.radius)) reject("a sphere radius > 0", in_words(sphere.radius));
    return sphere;
  }

  Shape operator()(const Box& box) const {
    for (const double length : box.size) {
      if (!is_positive(length)) reject("a box size with three lengths > 0", in_words(box.size));
    }
    return box;
  }

  Shape operator()(const Capsule& capsule) const {
    if (!is_positive(capsule.radius)) reject("a capsule radius > 0", in_words(capsule.radius));
    if (!is_positive(capsule.length)) reject("a capsule length > 0", in_words(capsule.length));
    return capsule;
  }

  Shape operator()(const Plane& plane) const {
    if (!plane.normal.allFinite() || plane.normal.isZero(0)) {
      reject("a plane normal that is finite and not zero", in_words(plane.normal));
    }
    // Half spaces are the same if normal and offset shrink alike.
    const double length = plane.normal.stableNorm();
    const Plane unit{plane.normal.stableNormalized(), plane.offset / length};
    if (!std::isfinite(unit.offset)) {
      reject("a finite plane offset",
             in_words(plane.offset) + " with normal " + in_words(plane.normal));
    }
    return unit;
  }
};

struct Bounder {
  const RigidTransform& X_WS;

  Aabb about_center(const Vec3& half) const {
    return {X_WS.translation - half, X_WS.translation + half};
  }

  Aabb operator()(const Sphere& sphere) const {
    return about_center(Vec3::Constant(sphere.radius));
  }

  Aabb operator()(const Box& box) const {
    return about_center(0.5 * (X_WS.rotation.toRotationMatrix().cwiseAbs() * box.size));
  }

  Aabb operator()(const Capsule& capsule) const {
    const Vec3 axis_W = X_WS.rotation * Vec3::UnitZ();
    return about_center(0.5 * capsule.length * axis_W.cwiseAbs() + Vec3::Constant(capsule.radius));
  }

  Aabb operator()(const Plane& plane) const {
    Aabb bounds{Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)};
    const Vec3 n_W = X_WS.rotation * plane.normal;
    const double offset_W = plane.offset + n_W.dot(X_WS.translation);
    for (int i = 0; i < 3; ++i) {
      if (n_W[(i + 1) % 3] != 0 || n_W[(i + 2) % 3] != 0) continue;
      (n_W[i] > 0 ? bounds.upper : bounds.lower)[i] = offset_W / n_W[i];
    }
    return bounds;
  }
};

}  // namespace

std::string_view shape_name(const Shape& shape) {
  struct Name {
    std::string_view operator()(const Sphere&) const { return "sphere"; }
    std::string_view operator()(const Box&) const { return "box"; }
    std::string_view operator()(const Capsule&) const { return "capsule"; }
    std::string_view operator()(const Plane&) const { return "plane"; }
  };
  return std::visit(Name{}, shape);
}

Shape checked_shape(const Shape& shape) { return std::visit(Checker{}, shape); }

double bounding_radius(const Shape& shape) {
  struct Radius {
    double operator()(const Sphere& sphere) const { return sphere.radius; }
    double operator()(const Box& box) const { return 0.5 * box.size.norm(); }
    double operator()(const Capsule& capsule) const {
      return 0.5 * capsule.length + capsule.radius;
    }
    double operator()(const Plane&) const { return kInfinity; }
  };
  return std::visit(Radius{}, shape);
}

Aabb calc_aabb(const Shape& shape, const RigidTransform& X_WS) {
  return std::visit(Bounder{X_WS}, shape);
}

}  // namespace stiction
