#pragma once

#include <stiction/math/vector.h>

#include <array>

namespace stiction {

/// Directions n (unit) along which the distance n . q - |(n_x, k n_y)| of a point q from the
/// tangent of an ellipse with the semi-axes 1 along x and k along y (0 <= k <= 1) is locally
/// greatest.
///
/// Of a point outside, the first is the direction from the ellipse's nearest point, of one inside
/// the shortest way out; the second, if there is one, is on the other side of the major axis.
/// q of any length; never NaN.
struct EllipseNormals {
  std::array<Vec2, 2> normals;
  int count = 0;
};

/// After Eberly, "Distance from a point to an ellipse", Geometric Tools: with the foot point
/// (q_x / (t + 1), k^2 q_y / (t + k^2)), t is the greatest root of a convex function; Newton from
/// the left finds it to round-off. At most 60 rounds.
EllipseNormals calc_ellipse_normals(double k, const Vec2& q);

}  // namespace stiction
