#pragma once

#include <stiction/math/vector.h>

#include <span>
#include <vector>

namespace stiction {

/// How points lie: their box, and axes along which they are long, broad and thick. Makes of any
/// points some that are about as large as 1, and about as thick as wide.
class PointFrame {
 public:
  /// Throws std::invalid_argument that says so if the points have no volume: they are one, or lie
  /// on a line or in a plane but for 1e-9 of their extent, 1e4 roundings of their coordinates or
  /// 1e-100 m.
  explicit PointFrame(std::span<const Vec3> points);

  /// Largest side of the box, m.
  double extent() const { return extent_; }
  /// About the least distance between parallel planes that hold the points; at most the extent.
  double thickness() const { return extent_ * lengths_.z(); }
  /// Of the largest coordinate, m.
  double rounding() const { return rounding_; }

  /// The points about the middle of their box in units of their extent.
  std::vector<Vec3> scaled(std::span<const Vec3> points) const;
  /// Of such points: their coordinates along the axes in units of the lengths along them. Convex
  /// hulls do not mind affine maps.
  std::vector<Vec3> rounded_out(std::span<const Vec3> scaled_points) const;

 private:
  void find_axes(std::span<const Vec3> scaled_points);

  Vec3 middle_ = Vec3::Zero();
  double extent_ = 0;
  double rounding_ = 0;
  Mat3 axes_ = Mat3::Identity();  ///< columns
  Vec3 lengths_ = Vec3::Ones();   ///< along the axes, in units of the extent
};

}  // namespace stiction
