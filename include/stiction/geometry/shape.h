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

/// A surface of triangles. Not for bodies that move (those take its convex hull). A closed surface
/// bounds a solid; an open one is a sheet that has two sides.
struct Mesh {
  std::shared_ptr<const TriangleMesh> surface;  ///< not null
};

/// The ground under a grid of heights: solid below its triangles. Not for bodies that move.
struct HeightField {
  std::shared_ptr<const HeightGrid> grid;  ///< not null
};

/// The half space normal . x <= offset. Static bodies only.
struct Plane {
  Vec3 normal = Vec3::UnitZ();  ///< need not be normalised, but not zero; points out of the solid
  double offset = 0;            ///< m
};

/// A convex solid that is known by its support function alone: an ellipsoid (`make_ellipsoid`), or
/// one of your own. Copies share it.
struct Convex {
  std::shared_ptr<const SupportShape> solid;  ///< not null
};

/// All points within `radius` of a core, the way a capsule is of its segment: the size given is the
/// core's, and the solid is `radius` larger on every side. Its faces are as large as the core's.
struct Rounded {
  std::variant<Box, Cylinder, Hull> core;
  double radius = 0;  ///< m, > 0
};

/// A shape in its own frame S. What a shape is, and nothing else: no pose, no material, no owner.
using Shape = std::variant<Sphere, Box, Capsule, Plane, Cylinder, Cone, Hull, Mesh, HeightField,
                           Convex, Rounded>;

/// Whether a body that moves can have it: all but plane, mesh and height field.
bool is_solid(const Shape& shape);

/// "sphere", "box", ..., "heightfield": the name of the element in a scene file, of a rounded shape
/// that of its core; of a `Convex` its own name, as long as that lives.
std::string_view shape_name(const Shape& shape);

/// Checks the ranges above (lengths up to 1e70 m and from 1e-70 m on) and returns the shape with a
/// plane's normal of unit length. Throws std::invalid_argument with what was expected and given.
Shape checked_shape(const Shape& shape);

/// Radius of the smallest ball about the shape's origin that holds it, m; infinite for a plane.
double bounding_radius(const Shape& shape);

/// What is rounded, as a shape.
Shape core_of(const Rounded& rounded);

/// The hull that a shape is, or that it rounds; null for others. Lives as long as the shape.
const Hull* hull_of(const Shape& shape);

/// A point inside a solid, in its frame, m: of a hull its centre of mass, of a `Convex` that of its
/// inner ball, else the origin.
Vec3 inner_point(const Shape& shape);

/// An axis-aligned box in the world, m.
struct Aabb {
  Vec3 lower = Vec3::Zero();
  Vec3 upper = Vec3::Zero();
};

/// The bounds of a shape at the pose X_WS: tight, but for a turned mesh or height field (those of
/// its turned local bounds, so that the cost does not grow with the number of triangles). A plane
/// is unbounded: infinite in every direction that the half space reaches (all, unless the normal is
/// a world axis).
Aabb calc_aabb(const Shape& shape, const RigidTransform& X_WS);

}  // namespace stiction
