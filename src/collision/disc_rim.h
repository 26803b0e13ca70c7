#pragma once

#include <stiction/math/vector.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "axis_choice.h"
#include "shape_features.h"

namespace stiction {

/// Sine of 0.1 rad: a normal this close to those across a ruling shares its contacts.
inline constexpr double kRulingSine = 0.1;

/// The features of cylinders and cones.
inline constexpr FeatureId kApexFeature = vertex_feature(0);
inline constexpr FeatureId kLateralFeature = face_feature(2);
constexpr FeatureId cap_feature(int cap) { return face_feature(cap); }
constexpr FeatureId rim_feature(int cap) { return edge_feature(cap); }
/// The point where a segment over a cap crosses its rim: towards its end -1 or +1.
constexpr FeatureId chord_feature(int cap, int end) {
  return edge_feature(2 + 2 * cap + (end > 0 ? 1 : 0));
}

/// The rim of a flat cap, as contact points: eight that are fixed in the body, and the point
/// foremost along a direction, which moves along the rim.
struct DiscRim {
  static constexpr int kNumFixed = 8;
  static constexpr double kDistinct = 1e-9;  // of the radius

  Vec3 center;
  Vec3 axis;  ///< unit; perpendicular to the disc, along the body's z
  Vec3 x;     ///< unit; the body's x and y
  Vec3 y;
  double radius = 0;
  int cap = 0;  ///< 0 the lower (z < 0), 1 the upper

  Vec3 fixed(int k) const {
    constexpr double kHalf = std::numbers::sqrt2 / 2;
    constexpr double kCosine[] = {1, kHalf, 0, -kHalf, -1, -kHalf, 0, kHalf};
    return center + radius * (kCosine[k] * x + kCosine[(k + 6) % kNumFixed] * y);
  }
  FeatureId fixed_feature(int k) const { return vertex_feature(1 + (kNumFixed + 1) * cap + k); }

  /// The point furthest along a direction; any point if the direction is along the axis.
  Vec3 foremost(const Vec3& direction) const {
    const double dx = x.dot(direction);
    const double dy = y.dot(direction);
    if (dx == 0 && dy == 0) return center + radius * x;
    return center + radius / std::hypot(dx, dy) * (dx * x + dy * y);
  }
  FeatureId foremost_feature() const { return fixed_feature(kNumFixed); }

  /// True if the foremost point is further along the unit direction than the fixed ones, by more
  /// than round-off in a disc perpendicular to it.
  bool is_foremost_distinct(const Vec3& direction) const {
    const double dx = std::abs(x.dot(direction));
    const double dy = std::abs(y.dot(direction));
    const double fixed = std::max({dx, dy, std::numbers::sqrt2 / 2 * (dx + dy)});
    return std::hypot(dx, dy) > fixed + kDistinct;
  }

  /// Visits the points that may come down along a unit direction: visit(point, feature). A standing
  /// cap touches with its fixed points and, once it is distinct, with its foremost point. A cap
  /// that is tilted further stands on its foremost point: fixed points beside it would only hinder
  /// its rolling, since the linearised constraint treats them as a step in its way. The fixed
  /// points of the far half stay: it may fall onto them. A lying cap has none in reach.
  template <typename Visit>
  void visit_foremost(const Vec3& direction, bool is_lying, const Visit& visit) const {
    const bool is_standing = std::abs(axis.dot(direction)) >= kFaceCosine;
    for (int k = 0; k < kNumFixed && (is_standing || !is_lying); ++k) {
      const Vec3 point = fixed(k);
      if (is_standing || direction.dot(point - center) <= 0) visit(point, fixed_feature(k));
    }
    if (!is_standing || is_foremost_distinct(direction)) {
      visit(foremost(direction), foremost_feature());
    }
  }
};

}  // namespace stiction
