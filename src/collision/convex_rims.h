#pragma once

#include <optional>

#include "convex_solid.h"

namespace stiction {

/// Separation of a frustum's side from a rim of another frustum along the side's normals m, as a
/// function of the place about the axis: f = m . (c - o) - r |m across the other axis|, less the
/// side's own reach, which is the same for all m. A place is a unit vector u across the axis.
class SideAndRim {
 public:
  SideAndRim(const ConvexSolid& side, const ConvexSolid& other, int disc);

  /// The place where m is nearest to a direction.
  Vec2 place_of(const Vec3& v) const;
  Vec3 direction(const Vec2& u) const;  ///< m, unit

  struct Maximum {
    Vec3 direction;  ///< m, unit
    double value;    ///< separation of side and rim along m, m
  };
  /// The local maximum near u, by Newton's method; at most 20 steps, none downwards. Stops above
  /// `ceiling`, an upper bound of the distance: other features limit the separation there.
  Maximum refined(const Vec2& u, double ceiling) const;

 private:
  struct Derivatives {
    double value, slope, bend;  // by the angle about the axis
  };
  Derivatives at(const Vec2& u) const;

  Vec3 axis_, x_, y_;
  double sine_, cosine_;
  double reach_;  // of the side along any m, from its origin
  Vec3 offset_;   // c - o
  Vec3 other_axis_;
  double radius_;
  double round_off_;  // of the value, m
};

/// Separation of two rims (circles) along directions n, from the second to the first: f(n) = n .
/// (c0 - c1) - r0 |n across axis 0| - r1 |n across axis 1|.
class RimPair {
 public:
  RimPair(const ConvexSolid& first, int disc_0, const ConvexSolid& second, int disc_1);

  double value(const Vec3& n) const;
  /// The unit tangent of rim i at its point nearest to x; zero for x on the axis.
  Vec3 tangent(int i, const Vec3& x) const;
  /// The local maximum over unit vectors near the unit vector n, by Newton's method on the sphere
  /// (the gradient is the difference of the foremost points); at most 80 trials. Stops above
  /// `ceiling` (see SideAndRim).
  Vec3 refined(const Vec3& n, double ceiling) const;

 private:
  Vec3 newton_turn(const Vec3& n) const;  ///< across n, rad
  struct Uphill {
    Vec3 n;  ///< unit
    bool is_peak;
  };
  Uphill uphill_from_axis(int i, const Vec3& top) const;
  std::optional<Uphill> uphill_from_passed(const Vec3& n, double turn, double here) const;

  Vec3 offset_;
  std::array<Vec3, 2> centers_;
  std::array<Vec3, 2> axes_;
  std::array<double, 2> radii_;
  double round_off_;  // of the value, m
};

}  // namespace stiction
