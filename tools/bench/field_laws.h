#pragma once

#include <stiction/collision/manifold.h>
#include <stiction/math/vector.h>

#include <limits>

#include "direction_search.h"
#include "pair_draws.h"

namespace stiction::bench {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The laws of ShapeLaw that read differently on a height field, which is not convex: no direction
/// separates it from a solid, but its triangles can be looked at one by one. B is the field.
/// Lengths in m.
class FieldLaws {
 public:
  FieldLaws(const PosedPair& pair, DirectionSearch& search) : pair_(pair), search_(search) {}

  /// Of a gap > -tolerance: by how much two points of the surfaces are further apart, or a triangle
  /// is nearer. Of less: 0 if the solid cuts a triangle or its center of mass is inside, else
  /// infinite.
  double calc_gap_error(const ShapeManifold& found, double gap, double tolerance);
  /// How far the contact point is from points of the solid and of the field, half a gap away. 0 if
  /// the solid's center of mass is inside: it is led out by a plane that need not be a face.
  double calc_point_error(const ManifoldPoint& point, const Vec3& normal) const;
  /// How deep triangles are in A when it has been moved by a displacement like `wanted` that
  /// respects all contacts that are found for it.
  double calc_velocity_error(const Vec3& wanted, double tolerance);

 private:
  bool is_center_inside() const;
  /// Of the two surfaces at the contact points.
  double calc_least_distance(const ShapeManifold& found) const;
  /// The least separation from a triangle, not looked for beyond `enough`.
  double calc_least_separation(const Vec3& displacement, double enough, double tolerance);
  Vec3 respectful_displacement(const Vec3& wanted) const;

  const PosedPair& pair_;
  DirectionSearch& search_;
};

}  // namespace stiction::bench
