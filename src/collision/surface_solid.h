#pragma once

#include <stiction/collision/narrow_phase.h>

#include "convex_pair.h"
#include "convex_solid.h"

namespace stiction {

/// The motion of a solid through a surface is examined in pieces of at least this many radii of the
/// solid, so that only triangles near the path are considered and, in a cast, only those before the
/// first hit.
inline constexpr double kPieceLength = 4;

/// A solid near a surface, in the frame O with world axes and the solid's origin, where coordinates
/// are small wherever the pair is. Manifolds are overwritten; their features are those of (solid,
/// other) as in shape_pairs.h, their normals point to the solid.
class SurfaceSolid {
 public:
  SurfaceSolid(const Shape& shape, const Quat& R_O1);

  /// Computes the contact with one triangle. Returns the separation of the supporting planes, m,
  /// infinite beyond the margin.
  double touch(const Triangle& triangle, const NarrowPhaseQuery& query,
               ShapeManifold& manifold) const;
  /// Computes the points over one triangle along a given normal. A ball has none: its only point is
  /// the one against the triangle's plane.
  void touch_along(const Triangle& triangle, const Vec3& normal, double margin,
                   ShapeManifold& manifold) const;
  /// Computes the contact with the half space normal . x <= offset.
  void touch_plane(const Vec3& normal, double offset, double margin, ShapeManifold& manifold) const;

  /// True if the triangle is certainly further away than the margin all along the way; cheap.
  bool is_beyond(const Triangle& triangle, double margin, const Vec3& way = Vec3::Zero()) const;

  /// Bounds of the solid in another frame, given the pose of O there.
  Aabb bounds_in(const RigidTransform& X_SO) const { return calc_aabb(shape_, X_SO * X_O1_); }

  bool is_ball() const { return std::holds_alternative<Sphere>(shape_); }
  const Vec3& center() const { return solid_.center(); }         ///< inside the solid, m
  double inner_radius() const { return solid_.inner_radius(); }  ///< of the inscribed ball, m
  double outer_radius() const { return solid_.outer_radius(); }  ///< about the origin, m
  /// Distance of the solid from the plane normal . x = offset, m; negative if it reaches below.
  double height_over(const Vec3& normal, double offset) const {
    return -solid_.reach(-normal) - solid_.rounding() - offset;
  }

 private:
  bool has_side() const;
  void straighten(ShapeManifold& manifold) const;

  const Shape& shape_;
  RigidTransform X_O1_;
  Mat3 R_1O_;
  Aabb bounds_;  ///< in the solid's frame
  ConvexSolid solid_;
};

}  // namespace stiction
