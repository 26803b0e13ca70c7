#pragma once

#include <stiction/collision/narrow_phase.h>
#include <stiction/collision/queries.h>

#include "infinity.h"
#include "triangle_surface.h"

namespace stiction {

/// The point of a surface nearest to a given point; in the surface's frame.
struct NearestOnSurface {
  double distance = kInfinity;  ///< not negative, m
  Vec3 point = Vec3::Zero();
  int triangle = 0;  ///< if several are equally near, the one with the lowest number
};

/// The nearest point, from either side, if it is no further away than `max_distance`; else the
/// distance returned is greater than that.
NearestOnSurface find_nearest(const TriangleSurface& surface, const Vec3& point,
                              double max_distance);

/// `closest_point` for a mesh or a height field whose vertices are within `radius` of the origin;
/// all in its frame.
std::optional<ClosestPoint> closest_point_on(const TriangleSurface& surface, double radius,
                                             const Vec3& point, double max_distance);

/// The distance from a contact, whose point is half way between the surfaces, relative to `origin`.
ShapeDistance make_shape_distance(const ManifoldPoint& point, const Vec3& normal,
                                  const Vec3& origin);

/// The distance of a solid from the nearest triangle of a surface, on either side, if it is at most
/// `max_distance`, m. Poses are in the world; the normal points to the solid. Negative if the solid
/// meets a triangle; that is not its depth in the body that the surface bounds.
std::optional<ShapeDistance> distance_to_triangles(const Shape& solid, const RigidTransform& X_W1,
                                                   const TriangleSurface& surface,
                                                   const RigidTransform& X_W2, double max_distance);

}  // namespace stiction
