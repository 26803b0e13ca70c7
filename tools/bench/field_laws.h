#pragma once

#include <stiction/collision/manifold.h>
#include <stiction/math/vector.h>

#include <limits>

#include "direction_search.h"
#include "pair_draws.h"

namespace stiction::bench {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The laws of ShapeLaw that differ for a height field, which is not convex: no direction separates
/// it from a solid, but its triangles can be examined one by one. B is the field. Lengths in m.
class FieldLaws {
 public:
  FieldLaws(const PosedPair& pair, DirectionSearch& search) : pair_(pair), search_(search) {}

  /// For a gap > -tolerance: by how much the distance between points of the surfaces exceeds the
  /// gap, or a triangle is nearer. For a smaller one: 0 if the solid cuts a triangle or its centre
  /// of mass is inside, else infinite.
  double calc_gap_error(const ShapeManifold& found, double gap, double tolerance);
  /// How far the contact point is from points of the solid and of the field half a gap away. 0 if
  /// the solid's centre of mass is inside: the way out is then along a plane that need not be a
  /// face.
  double calc_point_error(const ManifoldPoint& point, const Vec3& normal) const;
  /// How deep triangles are in A after a displacement similar to `wanted` that respects all
  /// contacts found for it.
  double calc_velocity_error(const Vec3& wanted, double tolerance);

 private:
  bool is_center_inside() const;
  /// The least distance of the two surfaces at the contact points.
  double calc_least_distance(const ShapeManifold& found) const;
  /// The least separation from a triangle; the search ignores those beyond `enough`.
  double calc_least_separation(const Vec3& displacement, double enough, double tolerance);
  Vec3 respectful_displacement(const Vec3& wanted) const;

  const PosedPair& pair_;
  DirectionSearch& search_;
};

}  // namespace stiction::bench
