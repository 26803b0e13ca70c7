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

/// A height field from its definition alone, as a judge of contacts sees it: solid below the
/// triangles over its grid, each cell cut along the diagonal of its least and greatest x and y. All
/// in the frame O in which it is posed.
class JudgedHeightField {
 public:
  JudgedHeightField(const HeightGrid& grid, const RigidTransform& X_OF);

  const std::vector<FieldTriangle>& triangles() const { return triangles_; }
  /// Below or above the grid, not just at its rim. Elsewhere the field is not defined, as there are
  /// no walls below the rim.
  bool is_over_grid(const Vec3& x) const;
  /// Below a triangle.
  bool is_inside(const Vec3& x) const;
  /// The point of the solid nearest to x if it is above a triangle or beyond the rim; x itself if
  /// it is inside.
  Vec3 nearest_point(const Vec3& x) const;

 private:
  /// How far upwards from x the triangle's plane is.
  double rise_to(const FieldTriangle& triangle, const Vec3& x) const;

  RigidTransform X_OF_;
  Vec3 half_size_;

  Vec3 up_;
  std::vector<FieldTriangle> triangles_;
};

}  // namespace stiction::bench
