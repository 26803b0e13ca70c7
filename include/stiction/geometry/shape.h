#pragma once

#include <stiction/math/rigid_transform.h>
#include <stiction/math/vector.h>

#include <memory>
#include <string_view>
#include <variant>

namespace stiction {

class ConvexPolyhedron;
class HeightGrid;
class SupportShape;
class TriangleMesh;

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

/// A solid cylinder about the origin along z.
struct Cylinder {
  double radius = 0;  ///< m, > 0
  double length = 0;  ///< m, > 0
};

/// A solid cone along z, the origin at half its height: the apex at (0, 0, length/2), the base a
/// disc at z = -length/2.
struct Cone {
  double radius = 0;  ///< of the base, m, > 0
  double length = 0;  ///< from base to apex, m, > 0
};

/// The convex hull of points. Copies share the polyhedron.
struct Hull {
  std::shared_ptr<const ConvexPolyhedron> polyhedron;  ///< not null
};

/// A surface of triangles. Not for moving bodies (which use its convex hull). A closed surface
/// bounds a solid; an open one is a two-sided sheet.
struct Mesh {
  std::shared_ptr<const TriangleMesh> surface;  ///< not null
};

/// The ground under a grid of heights: solid below its triangles. Not for moving bodies.
struct HeightField {
  std::shared_ptr<const HeightGrid> grid;  ///< not null
};

/// The half space normal . x <= offset. Static bodies only.
struct Plane {
  Vec3 normal = Vec3::UnitZ();  ///< need not be normalised, but not zero; points out of the solid
  double offset = 0;            ///< m
};

/// A convex solid given by its support function alone: an ellipsoid (`make_ellipsoid`), or one of
/// your own. Copies share it.
struct Convex {
  std::shared_ptr<const SupportShape> solid;  ///< not null
};

/// All points within `radius` of a core: as a capsule is a rounded segment. Sizes are those of the
/// core, and the solid is `radius` larger on every side. Its flat faces are as large as the core's.
struct Rounded {
  std::variant<Box, Cylinder, Hull> core;
  double radius = 0;  ///< m, > 0
};

/// A shape in its own frame S: pure geometry, without pose, material or owner.
using Shape = std::variant<Sphere, Box, Capsule, Plane, Cylinder, Cone, Hull, Mesh, HeightField,
                           Convex, Rounded>;

/// True for shapes that a moving body can have: all but plane, mesh and height field.
bool is_solid(const Shape& shape);

/// The name of the shape's element in a scene file: "sphere", "box", ..., "heightfield". A rounded
/// shape has the name of its core, a `Convex` its own name, valid as long as the solid lives.
std::string_view shape_name(const Shape& shape);

/// Checks the ranges above (lengths from 1e-70 to 1e70 m) and returns the shape, a plane with a
/// normal of unit length. Throws std::invalid_argument with what was expected and given.
Shape checked_shape(const Shape& shape);

/// Radius of the smallest ball about the origin that holds the shape, m; infinite for a plane.
double bounding_radius(const Shape& shape);

/// The core of a rounded shape, as a shape of its own.
Shape core_of(const Rounded& rounded);

/// The hull of a hull or a rounded hull; null for other shapes. Lives as long as the shape.
const Hull* hull_of(const Shape& shape);

/// A point inside a solid, in its frame, m: the centre of mass of a hull, the centre of a
/// `Convex`'s inner ball, else the origin.
Vec3 inner_point(const Shape& shape);

/// An axis-aligned box in the world, m.
struct Aabb {
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();
};

/// The bounds of a shape at the pose X_WS. They are tight except for a rotated mesh or height
/// field, where they bound its rotated local bounds, so that the cost does not grow with the number
/// of triangles. A plane is unbounded: infinite in every direction that the half space reaches
/// (all, unless the normal is a world axis).
Aabb calc_aabb(const Shape& shape, const RigidTransform& X_WS);

}  // namespace stiction
