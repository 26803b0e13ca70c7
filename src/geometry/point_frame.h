#pragma once

#include <stiction/math/vector.h>

#include <span>
#include <vector>

namespace stiction {

/// Extents of a set of points: their bounding box, and the axes along which they are longest,
/// broadest and thinnest. Maps any points to points of about unit size, about as thick as wide.
class PointFrame {
 public:
  /// Throws std::invalid_argument if the points have no volume: if they coincide, or
  /// lie on a line or in a plane to 1e-9 of their extent, 1e4 roundings of their coordinates or
  /// 1e-100 m.
  explicit PointFrame(std::span<const Vec3> points);

  /// Largest side of the box, m.
  double extent() const { return extent_; }
  /// About the least distance between parallel planes that enclose the points; at most the extent.
  double thickness() const { return extent_ * lengths_.z(); }
  /// Rounding of the largest coordinate, m.
  double rounding() const { return rounding_; }

  /// The points relative to the middle of their box, in units of their extent.
  std::vector<Vec3> scaled(std::span<const Vec3> points) const;
  /// The coordinates of scaled points along the axes, in units of the lengths along them. An affine
  /// map preserves the convex hull.
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
