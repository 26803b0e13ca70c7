#include <stiction/geometry/shape.h>

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/geometry/triangle_mesh.h>
#include <stiction/math/rejected_number.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace stiction {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Limits of a shape's lengths, m: fourth powers of them and of their inverses stay finite.
constexpr double kLeastLength = 1e-70;
constexpr double kLargestLength = 1e70;

[[noreturn]] void reject(const std::string& expected, const std::string& given) {
  throw std::invalid_argument("expected " + expected + ", got " + given);
}

bool is_positive(double value) { return std::isfinite(value) && value > 0; }

bool is_length(double value) { return value >= kLeastLength && value <= kLargestLength; }

[[noreturn]] void reject_length(const std::string& what, const std::string& given) {
  reject(
      what + " from " + format_number(kLeastLength) + " to " + format_number(kLargestLength) + " m",
      given);
}

void require_length(const char* what, double value) {
  if (!is_length(value)) reject_length(what, format_number(value));
}

struct Checker {
  Shape operator()(const Sphere& sphere) const {
    require_length("a sphere radius", sphere.radius);
    return sphere;
  }

  Shape operator()(const Box& box) const {
    for (const double length : box.size) {
      if (!is_length(length))
        reject_length("a box size with three lengths", format_vector(box.size));
    }
    return box;
  }

  Shape operator()(const Capsule& capsule) const {
    require_length("a capsule radius", capsule.radius);
    require_length("a capsule length", capsule.length);
    return capsule;
  }

  Shape operator()(const Cylinder& cylinder) const {
    require_length("a cylinder radius", cylinder.radius);
    require_length("a cylinder length", cylinder.length);
    return cylinder;
  }

  Shape operator()(const Cone& cone) const {
    require_length("a cone radius", cone.radius);
    require_length("a cone length", cone.length);
    return cone;
  }

  Shape operator()(const Hull& hull) const {
    if (!hull.polyhedron) reject("a hull with a polyhedron", "none");
    require_length("a hull with a bounding radius", hull.polyhedron->bounding_radius());
    return hull;
  }

  Shape operator()(const Mesh& mesh) const {
    if (!mesh.surface) reject("a mesh with a surface", "none");
    require_length("a mesh with a bounding radius", mesh.surface->bounding_radius());
    return mesh;
  }

  Shape operator()(const HeightField& field) const {
    if (!field.grid) reject("a height field with a grid", "none");
    require_length("a height field with a bounding radius", bounding_radius(field));
    return field;
  }

  // Checks the numbers that the shape reports, and its support function in a few directions.
  Shape operator()(const Convex& convex) const {
    if (!convex.solid) reject("a convex shape with a support shape", "none");
    const SupportShape& solid = *convex.solid;
    require_length("an inner radius", solid.inner_radius());
    require_length("a bounding radius", solid.bounding_radius());
    if (!is_positive(solid.volume())) reject("a volume > 0", format_number(solid.volume()));
    const bool is_within =
        solid.center().allFinite() &&
        solid.center().norm() + solid.inner_radius() <= (1 + 1e-9) * solid.bounding_radius();
    if (!is_within) {
      reject(
          "an inner ball within the bounding radius of " + format_number(solid.bounding_radius()),
          "one of " + format_number(solid.inner_radius()) + " about " +
              format_vector(solid.center()));
    }
    const double most = solid.bounding_radius(), least = solid.inner_radius();
    for (int i = 0; i < 27; ++i) {
      const Vec3 way(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
      if (way.isZero(0)) continue;
      const Vec3 n = way.normalized();
      const Vec3 x = solid.support(n);
      const double beyond = n.dot(x - solid.center()) - least;
      if (x.allFinite() && x.norm() <= (1 + 1e-9) * most && beyond >= -1e-9 * most) continue;
      reject("a support along " + format_vector(n) + " between the inner ball of " +
                 format_number(least) + " and the bounding radius of " + format_number(most),
             format_vector(x));
    }
    return convex;
  }

  Shape operator()(const Rounded& rounded) const {
    std::visit(*this, rounded.core);
    require_length("a rounding", rounded.radius);
    return rounded;
  }

  Shape operator()(const Plane& plane) const {
    const double length = plane.normal.stableNorm();
    if (!std::isfinite(length) || length == 0) {
      reject("a plane normal that is finite and not zero", format_vector(plane.normal));
    }
    // A half space stays the same if normal and offset are scaled alike.
    const Plane unit{plane.normal.stableNormalized(), plane.offset / length};
    if (!std::isfinite(unit.offset)) {
      reject("a finite plane offset",
             format_number(plane.offset) + " with normal " + format_vector(plane.normal));
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

  Aabb operator()(const Cylinder& cylinder) const {
    const Vec3 axis_W = X_WS.rotation * Vec3::UnitZ();
    return about_center(0.5 * cylinder.length * axis_W.cwiseAbs() +
                        disc_reach(cylinder.radius, axis_W));
  }

  // The union of the bounds of the base and of the apex.
  Aabb operator()(const Cone& cone) const {
    const Vec3 half_axis_W = 0.5 * cone.length * (X_WS.rotation * Vec3::UnitZ());
    const Vec3 apex = X_WS.translation + half_axis_W;
    const Vec3 base = X_WS.translation - half_axis_W;
    const Vec3 reach = disc_reach(cone.radius, half_axis_W.normalized());
    return {apex.cwiseMin(base - reach), apex.cwiseMax(base + reach)};
  }

  // The furthest vertices along the world's axes.
  Aabb operator()(const Hull& hull) const {
    const Mat3 R_WS = X_WS.rotation.toRotationMatrix();
    const ConvexPolyhedron& polyhedron = *hull.polyhedron;
    Aabb bounds;
    for (int i = 0; i < 3; ++i) {
      const Vec3 axis_S = R_WS.row(i).transpose();
      const Vec3& upper = polyhedron.vertices()[polyhedron.support(axis_S)];
      const Vec3& lower = polyhedron.vertices()[polyhedron.support(-axis_S)];
      bounds.upper[i] = axis_S.dot(upper) + X_WS.translation[i];
      bounds.lower[i] = axis_S.dot(lower) + X_WS.translation[i];
    }
    return bounds;
  }

  Aabb operator()(const Convex& convex) const {
    const Mat3 R_WS = X_WS.rotation.toRotationMatrix();
    Aabb bounds{X_WS.translation, X_WS.translation};
    for (int i = 0; i < 3; ++i) {
      const Vec3 axis_S = R_WS.row(i).transpose().normalized();
      bounds.upper[i] += axis_S.dot(convex.solid->support(axis_S));
      bounds.lower[i] += axis_S.dot(convex.solid->support(-axis_S));
    }
    return bounds;
  }

  Aabb operator()(const Rounded& rounded) const {
    const Aabb core = std::visit(*this, rounded.core);
    return {core.lower.array() - rounded.radius, core.upper.array() + rounded.radius};
  }

  // Bounds of the rotated local bounds: a large mesh is not traversed in every step.
  Aabb operator()(const Mesh& mesh) const {
    return about_box(mesh.surface->lower(), mesh.surface->upper());
  }

  Aabb operator()(const HeightField& field) const {
    const Vec3& size = field.grid->size();
    return about_box(Vec3(-0.5 * size.x(), -0.5 * size.y(), 0),
                     Vec3(0.5 * size.x(), 0.5 * size.y(), size.z()));
  }

  // Bounds of the cuboid from `lower` to `upper` in the shape's frame; bit for bit if unrotated.
  Aabb about_box(const Vec3& lower, const Vec3& upper) const {
    const Mat3 R_WS = X_WS.rotation.toRotationMatrix();
    Aabb bounds{X_WS.translation, X_WS.translation};
    for (int j = 0; j < 3; ++j) {
      const Vec3 at_lower = lower[j] * R_WS.col(j);
      const Vec3 at_upper = upper[j] * R_WS.col(j);
      bounds.lower += at_lower.cwiseMin(at_upper);
      bounds.upper += at_lower.cwiseMax(at_upper);
    }
    return bounds;
  }

  // Reach of a disc across the axis along x, y and z.
  static Vec3 disc_reach(double radius, const Vec3& axis) {
    return radius * (Vec3::Ones() - axis.cwiseAbs2()).cwiseMax(0.0).cwiseSqrt();
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

bool is_solid(const Shape& shape) {
  return !std::holds_alternative<Plane>(shape) && !std::holds_alternative<Mesh>(shape) &&
         !std::holds_alternative<HeightField>(shape);
}

std::string_view shape_name(const Shape& shape) {
  struct Name {
    std::string_view operator()(const Sphere&) const { return "sphere"; }
    std::string_view operator()(const Box&) const { return "box"; }
    std::string_view operator()(const Capsule&) const { return "capsule"; }
    std::string_view operator()(const Plane&) const { return "plane"; }
    std::string_view operator()(const Cylinder&) const { return "cylinder"; }
    std::string_view operator()(const Cone&) const { return "cone"; }
    std::string_view operator()(const Hull&) const { return "hull"; }
    std::string_view operator()(const Mesh&) const { return "mesh"; }
    std::string_view operator()(const HeightField&) const { return "heightfield"; }
    std::string_view operator()(const Convex& convex) const { return convex.solid->name(); }
    std::string_view operator()(const Rounded& rounded) const {
      return std::visit(*this, rounded.core);
    }
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
    double operator()(const Cylinder& c) const { return std::hypot(c.radius, 0.5 * c.length); }
    double operator()(const Cone& c) const { return std::hypot(c.radius, 0.5 * c.length); }
    double operator()(const Hull& hull) const { return hull.polyhedron->bounding_radius(); }
    double operator()(const Mesh& mesh) const { return mesh.surface->bounding_radius(); }
    double operator()(const Convex& convex) const { return convex.solid->bounding_radius(); }
    double operator()(const Rounded& rounded) const {
      return std::visit(*this, rounded.core) + rounded.radius;
    }
    double operator()(const HeightField& field) const {
      const Vec3& size = field.grid->size();
      return Vec3(0.5 * size.x(), 0.5 * size.y(), size.z()).norm();
    }
  };
  return std::visit(Radius{}, shape);
}

Shape core_of(const Rounded& rounded) {
  return std::visit([](const auto& core) { return Shape(core); }, rounded.core);
}

const Hull* hull_of(const Shape& shape) {
  const auto* rounded = std::get_if<Rounded>(&shape);
  return rounded ? std::get_if<Hull>(&rounded->core) : std::get_if<Hull>(&shape);
}

Vec3 inner_point(const Shape& shape) {
  if (const Hull* hull = hull_of(shape)) return hull->polyhedron->center();
  const auto* convex = std::get_if<Convex>(&shape);
  return convex ? convex->solid->center() : Vec3(Vec3::Zero());
}

Aabb calc_aabb(const Shape& shape, const RigidTransform& X_WS) {
  return std::visit(Bounder{X_WS}, shape);
}

}  // namespace stiction
