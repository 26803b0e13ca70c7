#pragma once

#include <stiction/collision/collider.h>
#include <stiction/geometry/shape.h>
#include <stiction/math/rigid_transform.h>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "random.h"

namespace stiction::bench {

/// The convex shapes, in the order of their pairs, the surface of a hull as a closed mesh, and
/// height fields.
enum class ShapeKind {
  sphere,
  box,
  capsule,
  cylinder,
  cone,
  hull,
  ellipsoid,
  superquadric,
  rounded_box,
  rounded_cylinder,
  rounded_hull,
  plane,
  mesh,
  field
};
inline constexpr std::array<ShapeKind, 14> kShapeKinds = {
    ShapeKind::sphere,       ShapeKind::box,
    ShapeKind::capsule,      ShapeKind::cylinder,
    ShapeKind::cone,         ShapeKind::hull,
    ShapeKind::ellipsoid,    ShapeKind::superquadric,
    ShapeKind::rounded_box,  ShapeKind::rounded_cylinder,
    ShapeKind::rounded_hull, ShapeKind::plane,
    ShapeKind::mesh,         ShapeKind::field};
std::string_view kind_name(ShapeKind kind);
std::optional<ShapeKind> find_kind(std::string_view name);

/// A shape at a pose, and of a hull the points that it was made of, of an ellipsoid its radii, of a
/// superquadric its radii and (exponent, 0, 0).
struct PosedShape {
  Shape shape;
  std::vector<Vec3> points;
  RigidTransform X_WS;
  /// Of a mesh: the surface of `shape`, the hull, in triangles; of a height field: `shape`.
  /// Contacts are those of this surface.
  std::optional<Collider> mesh = {};
};

/// Lengths from 0.1 to 1 m mostly; one in eight needle-thin or flat (one length 1e-3 of the
/// others), one in eight between 1e-3 and 1e3 m; roundings of 1e-3 to 1 of the core. Of a mesh the
/// hull; no field.
PosedShape draw_shape(Random& random, ShapeKind kind);

/// Of unit size, as a hull or a mesh a cube, without its surface; no field.
PosedShape unit_shape(Random& random, ShapeKind kind);

/// The surface of a hull, its faces as fans.
void give_mesh(PosedShape& posed);

}  // namespace stiction::bench
