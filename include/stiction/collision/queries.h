#pragma once

#include <stiction/collision/collider.h>
#include <stiction/math/rigid_transform.h>

#include <limits>
#include <optional>

namespace stiction {

/// Questions about shapes at given poses. All points and directions are in the world frame.
///
/// The inside of a shape: of a plane, its half space; of a closed mesh, the volume that its surface
/// encloses; of an open mesh, nothing (it is a sheet); of a height field, everything below its
/// triangles at any depth. A height field has neither walls nor a floor: a shape or ray that comes
/// from the side or from below meets triangles only.
///
/// Shapes must have passed `checked_shape`. Queries for shapes further apart than 1e140 m find
/// nothing, or for a ray a hit far away, never a NaN. Any number of threads may ask at once.

struct Ray {
  Vec3 origin = Vec3::Zero();                                     ///< m
  Vec3 direction = Vec3::UnitX();                                 ///< of any finite length but zero
  double max_distance = std::numeric_limits<double>::infinity();  ///< m, >= 0
};

struct RayHit {
  double distance = 0;          ///< from the ray's origin, m, in [0, max_distance]
  Vec3 point = Vec3::Zero();    ///< on the surface
  Vec3 normal = Vec3::UnitZ();  ///< unit, out of the solid; on a sheet, towards the ray's origin
  /// The number of the face of a hull or triangle of a mesh that was hit. In cell (i, j) of a
  /// height field with n columns: 2 (i + j (n - 1)) for the triangle below the diagonal, one more
  /// for the one above. 0 for other shapes.
  int face = 0;
};

/// The first point of a shape on a ray. A ray that starts inside hits at once: at distance 0, with
/// the normal against its direction. One that starts on the surface and leaves hits nothing there.
///
/// Closed forms, exact to round-off in the input; hulls cost O(faces), meshes O(log n + triangles
/// along the ray), height fields O(cells along the ray).
std::optional<RayHit> ray_cast(const Collider& collider, const RigidTransform& X_WS,
                               const Ray& ray);

struct ClosestPoint {
  double distance = 0;        ///< signed: negative inside, m
  Vec3 point = Vec3::Zero();  ///< on the surface
  /// Unit, out of the solid: towards the query point if that is outside. On a sheet, towards the
  /// query point's side.
  Vec3 normal = Vec3::UnitZ();
};

/// The point of the surface of a shape nearest to a point, if its distance is at most the given one
/// (any point inside is near enough). For a mesh or a height field the cost is O(log n + triangles
/// in the box about the point that reaches to the nearest one).
std::optional<ClosestPoint> closest_point(
    const Collider& collider, const RigidTransform& X_WS, const Vec3& point,
    double max_distance = std::numeric_limits<double>::infinity());

struct ShapeDistance {
  double distance = 0;          ///< signed, m; if they overlap, minus the least way apart
  Vec3 normal = Vec3::UnitZ();  ///< unit, from B to A: on_a = on_b + distance * normal
  Vec3 on_a = Vec3::Zero();     ///< on the surfaces
  Vec3 on_b = Vec3::Zero();
};

/// The signed distance of two shapes if it is at most the given one; empty for two shapes that have
/// no contacts with each other (planes, meshes and height fields). The depth in a mesh or a height
/// field is that of its deepest triangle; for a shape inside that meets no triangle, that of a
/// point inside the solid, which is then `on_a` (or `on_b`).
std::optional<ShapeDistance> calc_distance(
    const Collider& A, const RigidTransform& X_WA, const Collider& B, const RigidTransform& X_WB,
    double max_distance = std::numeric_limits<double>::infinity());

/// True if the shapes overlap by at least `depth`, m, >= 0; for 0: if they have a point in common.
/// Shapes that do not collide with each other (planes, meshes and height fields) never overlap.
bool overlaps(const Collider& A, const RigidTransform& X_WA, const Collider& B,
              const RigidTransform& X_WB, double depth = 0);

struct ShapeCastHit {
  double fraction = 0;          ///< of the displacement at the first touch, in [0, 1]
  Vec3 point = Vec3::Zero();    ///< where they touch then, half way between the surfaces
  Vec3 normal = Vec3::UnitZ();  ///< unit, from the target to the moving shape
};

/// Finds where a solid that moves straight, without turning, first touches a target of any shape.
///
/// It is a hit if the shapes come to overlap by more than `touching`, m; the fraction is that of
/// the first touch. Shapes that overlap so at the start hit at once, at fraction 0. Shapes that
/// merely touch, slide along each other or part do not hit: a box slides over the seam of two flush
/// boxes, or of two triangles. `touching` is raised to at least 1e-10 of the smaller bounding
/// radius and 1e-14 of all lengths in the input.
///
/// Conservative advancement on the signed distance (Mirtich, "Impulse-based dynamic simulation of
/// rigid body systems", 1996): the plane between the nearest points bounds how far the motion is
/// safe. No hit is missed. Throws std::invalid_argument if the moving shape is no solid
/// (`is_solid`).
std::optional<ShapeCastHit> cast_shape(const Collider& moving, const RigidTransform& X_WM,
                                       const Vec3& displacement, const Collider& target,
                                       const RigidTransform& X_WT, double touching = 0);

}  // namespace stiction
