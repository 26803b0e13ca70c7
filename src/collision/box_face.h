#pragma once

#include <stiction/math/vector.h>

#include "face_clipping.h"
#include "shape_features.h"

namespace stiction {

/// Squared sine of the angle to an edge of a box below which the two yield no axis.
inline constexpr double kBoxParallelSine2 = 1e-24;

/// A face of the box |x| <= half in the box's frame: the one where sign * x[axis] = half[axis].
/// Its plane has the coordinates u = x[axis + 1] and v = x[axis + 2], indices modulo 3.
struct BoxFace {
  Vec3 half;
  int axis = 0;
  int sign = 1;

  int u_axis() const { return axis == 2 ? 0 : axis + 1; }
  int v_axis() const { return axis == 0 ? 2 : axis - 1; }
  double half_u() const { return half[u_axis()]; }
  double half_v() const { return half[v_axis()]; }

  /// The face's outer normal in the box's frame.
  Vec3 normal() const { return sign * Vec3::Unit(axis); }

  /// The point x over the face as seen along n, with its coordinates in its own feature: x is
  /// `height` along n above (u, v). In the box's frame; n is unit and leaves the face at an angle
  /// of less than 90 degrees to its normal.
  FaceCorner over(const Vec3& x, const Vec3& n, double in_x, double in_y) const {
    const double height = (sign * x[axis] - half[axis]) / (sign * n[axis]);
    return {x[u_axis()] - height * n[u_axis()], x[v_axis()] - height * n[v_axis()], height, in_x,
            in_y};
  }

  /// The point (u, v) of the face's plane; in the box's frame.
  Vec3 at(double u, double v) const {
    Vec3 x;
    x[axis] = sign * half[axis];
    x[u_axis()] = u;
    x[v_axis()] = v;
    return x;
  }

  /// The vertex, edge or face of the box to which (u, v) belongs.
  FeatureId feature(double u, double v, double tolerance) const {
    int side[3];
    side[axis] = sign;
    side[u_axis()] = side_of(u, half_u(), tolerance);
    side[v_axis()] = side_of(v, half_v(), tolerance);
    return box_feature(side[0], side[1], side[2]);
  }
};

/// The axis along which n is longest (z before y before x among equals).
inline int dominant_axis(const Vec3& n) {
  const Vec3 size = n.cwiseAbs();
  if (size.z() >= size.y() && size.z() >= size.x()) return 2;
  return size.y() >= size.x() ? 1 : 0;
}

/// The nearest point of the box |x| <= half to a point outside.
struct NearestOfBox {
  NearestOfBox(const Vec3& half, const Vec3& x)
      : point(x.cwiseMax(-half).cwiseMin(half)),
        feature(box_feature(side(half, x, 0), side(half, x, 1), side(half, x, 2))) {}

  Vec3 point;
  FeatureId feature;

 private:
  static int side(const Vec3& half, const Vec3& x, int i) { return side_of(x[i], half[i], 0); }
};

/// Area of a face perpendicular to `axis`, m^2.
inline double face_area(const Vec3& half, int axis) {
  return 4 * half[(axis + 1) % 3] * half[(axis + 2) % 3];
}

}  // namespace stiction
