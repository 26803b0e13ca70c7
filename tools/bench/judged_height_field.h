#pragma once

#include <stiction/geometry/height_grid.h>
#include <stiction/math/rigid_transform.h>

#include <array>
#include <vector>

namespace stiction::bench {

struct FieldTriangle {
  std::array<Vec3, 3> corners;
  Vec3 normal = Vec3::UnitZ();  ///< unit, upwards
};

/// A height field from its definition alone, for judging contacts: solid below the triangles over
/// its grid, each cell cut along the diagonal from its least to its greatest x and y. All
/// quantities are in the frame O in which it is posed.
class JudgedHeightField {
 public:
  JudgedHeightField(const HeightGrid& grid, const RigidTransform& X_OF);

  const std::vector<FieldTriangle>& triangles() const { return triangles_; }
  /// Whether x is below or above the grid, and not just at its rim. The field is undefined
  /// elsewhere, since it has no walls below the rim.
  bool is_over_grid(const Vec3& x) const;
  /// Whether x is below a triangle.
  bool is_inside(const Vec3& x) const;
  /// The point of the solid nearest to x if x is above a triangle or beyond the rim; x itself if it
  /// is inside.
  Vec3 nearest_point(const Vec3& x) const;

 private:
  /// Height of the triangle's plane above x.
  double rise_to(const FieldTriangle& triangle, const Vec3& x) const;

  RigidTransform X_OF_;
  Vec3 half_size_;

  Vec3 up_;
  std::vector<FieldTriangle> triangles_;
};

}  // namespace stiction::bench
