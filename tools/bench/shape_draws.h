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

/// The convex shapes, in the order of their pairs; the surface of a hull as a closed mesh; height
/// fields.
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

/// A shape at a pose. `points` are the points that a hull was made of, an ellipsoid's radii, or a
/// superquadric's radii and (exponent, 0, 0).
struct PosedShape {
  Shape shape;
  std::vector<Vec3> points;
  RigidTransform X_WS;
  /// For a mesh: the surface of `shape`, the hull, in triangles; for a height field: `shape`.
  /// Contacts are those of this surface.
  std::optional<Collider> mesh = {};
};

/// Lengths are mostly from 0.1 to 1 m; one in eight shapes is needle-thin or flat (one length 1e-3
/// of the others), one in eight between 1e-3 and 1e3 m; roundings are 1e-3 to 1 of the core. For a
/// mesh this draws the hull; not for height fields.
PosedShape draw_shape(Random& random, ShapeKind kind);

/// A shape of unit size (a cube for hull and mesh), without its surface; not for height fields.
PosedShape unit_shape(Random& random, ShapeKind kind);

/// Sets the surface of a hull, with its faces as fans of triangles.
void give_mesh(PosedShape& posed);

}  // namespace stiction::bench
