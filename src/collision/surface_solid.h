#pragma once

#include <stiction/collision/narrow_phase.h>

#include "convex_pair.h"
#include "convex_solid.h"

namespace stiction {

/// The way of a solid through a surface is looked at in pieces, so that only triangles near the
/// path are, and of a cast only those before the first hit: so many radii of the solid at least.
inline constexpr double kPieceLength = 4;

/// A solid that is about to touch a surface, in the frame O with world axes and the solid's origin:
/// there coordinates are small, wherever the pair is. Manifolds are overwritten; their features are
/// those of (solid, other) as in shape_pairs.h, their normals point to the solid.
class SurfaceSolid {
 public:
  SurfaceSolid(const Shape& shape, const Quat& R_O1);

  /// The contact with one triangle. Returns how far the supporting planes are apart, m, infinite
  /// beyond the margin.
  double touch(const Triangle& triangle, const NarrowPhaseQuery& query,
               ShapeManifold& manifold) const;
  /// The points over one triangle along a given normal. A ball has none: its only point is the one
  /// against the triangle's plane.
  void touch_along(const Triangle& triangle, const Vec3& normal, double margin,
                   ShapeManifold& manifold) const;
  /// The contact with the half space normal . x <= offset.
  void touch_plane(const Vec3& normal, double offset, double margin, ShapeManifold& manifold) const;

  /// Whether the triangle is further than the margin for certain, all along the way; cheap.
  bool is_beyond(const Triangle& triangle, double margin, const Vec3& way = Vec3::Zero()) const;

  /// Its bounds in another frame, given the pose of O there.
  Aabb bounds_in(const RigidTransform& X_SO) const { return calc_aabb(shape_, X_SO * X_O1_); }

  bool is_ball() const { return std::holds_alternative<Sphere>(shape_); }
  const Vec3& center() const { return solid_.center(); }         ///< inside the solid, m
  double inner_radius() const { return solid_.inner_radius(); }  ///< of the inscribed ball, m
  double outer_radius() const { return solid_.outer_radius(); }  ///< about the origin, m
  /// How far the solid is from the plane normal . x = offset, m; negative where it reaches below.
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
