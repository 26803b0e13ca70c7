#pragma once

#include <stiction/geometry/shape.h>

#include <array>

#include "disc_rim.h"
#include "segment_distance.h"

namespace stiction {

/// A cylinder or a cone in its own frame: a solid of revolution about z.
///
/// In the half plane of radius rho >= 0 and z, the solid is a convex polygon whose sides are the
/// lower cap, the lateral surface and, for a cylinder, the upper cap; its corners are the rims and,
/// for a cone, the apex.
class Frustum {
 public:
  explicit Frustum(const Cylinder& cylinder);
  explicit Frustum(const Cone& cone);

  static constexpr int kLateral = 1;
  int num_sides() const { return num_sides_; }
  int num_rims() const { return num_sides_ - 1; }
  static constexpr bool is_cap(int side) { return side != kLateral; }
  static constexpr int cap_of(int side) { return side / 2; }

  static FeatureId side_feature(int side) {
    return is_cap(side) ? cap_feature(cap_of(side)) : kLateralFeature;
  }

  double radius(int cap) const { return cap == 0 ? lower_radius_ : upper_radius_; }
  double half_length() const { return half_length_; }
  double inner_radius() const { return inner_radius_; }        ///< of the largest ball inside, m
  double bounding_radius() const { return bounding_radius_; }  ///< about the origin, m
  /// Area of a cap, pi r^2, else 0: contacts with the flat side are preferred.
  double flat_area(int side) const;

  /// The direction from the axis to x; that of the body's x axis for a point on the axis.
  static Vec3 radial(const Vec3& x);

  /// The outer normal of a side where the radial direction is u.
  Vec3 normal(int side, const Vec3& u) const;
  /// Distance of x outside the plane of a side (the tangent plane nearest to x), m.
  double height(int side, const Vec3& x) const;
  /// The ruling of the lateral surface, from the lower to the upper end, in the radial direction u.
  Segment ruling(const Vec3& u) const;
  FeatureId end_feature(int end) const;  ///< of the ruling's lower (-1) and upper (+1) end

  /// Greatest n . x of the solid.
  double support(const Vec3& n) const;
  /// A point that attains it: on a rim or the apex.
  Vec3 foremost(const Vec3& n) const;

  /// The signed distance of x, and the unit normal n with which x - distance n is on the surface.
  /// Inside, the distance to the nearest side. Exact to round-off.
  struct Nearest {
    double distance = 0;
    Vec3 normal;
    FeatureId feature = kLateralFeature;
  };
  Nearest nearest(const Vec3& x) const;

 private:
  struct Side {
    Vec2 start;
    Vec2 along;   // unit, from the lower end of the profile to the upper
    Vec2 normal;  // unit, outwards
    double length = 0;
  };

  Frustum(double lower_radius, double upper_radius, double length, double inner_radius);
  Vec2 end_corner(int side) const {
    return sides_[side].start + sides_[side].length * sides_[side].along;
  }

  double lower_radius_;
  double upper_radius_;
  double half_length_;
  double inner_radius_;
  double bounding_radius_;
  int num_sides_;
  std::array<Side, 3> sides_;
};

}  // namespace stiction
