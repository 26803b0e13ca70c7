#pragma once

#include <stiction/math/rigid_transform.h>
#include <stiction/math/vector.h>

#include <string_view>
#include <variant>

namespace stiction {

/// A ball about the origin.
struct Sphere {
  double radius = 0;  ///< m, > 0
};

/// A cuboid about the origin with faces perpendicular to its axes.
struct Box {
  Vec3 size = Vec3::Zero();  ///< full lengths along x, y, z, m, each > 0
};

/// All points within `radius` of the segment of `length` about the origin along z.
struct Capsule {
  double radius = 0;  ///< m, > 0
  double length = 0;  ///< between the two centres, m, > 0
};

/// The half space normal . x <= offset. Static bodies only.
struct Plane {
  Vec3 normal = Vec3::UnitZ();  ///< need not be normalised, but not zero; points out of the solid
  double offset = 0;            ///< m
};

/// A shape in its own frame S. What a shape is, and nothing else: no pose, no material, no owner.
using Shape = std::variant<Sphere, Box, Capsule, Plane>;

/// "sphere", "box", "capsule" or "plane": the name of the element in a scene file.
std::string_view shape_name(const Shape& shape);

/// Checks the ranges above (all numbers finite) and returns the shape with a plane's normal of unit
/// length. Throws std::invalid_argument that says what was expected and given.
Shape checked_shape(const Shape& shape);

/// Radius of the smallest ball about the shape's origin that holds it, m; infinite for a plane.
double bounding_radius(const Shape& shape);

/// An axis-aligned box in the world, m.
struct Aabb {
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();
};

/// The bounds of a shape at the pose X_WS. A plane is unbounded: infinite in every direction that
/// the half space reaches (all, unless the normal is a world axis).
Aabb calc_aabb(const Shape& shape, const RigidTransform& X_WS);

}  // namespace stiction
