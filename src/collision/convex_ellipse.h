#pragma once

#include <stiction/math/vector.h>

#include <array>

namespace stiction {

/// Directions n (unit) that locally maximise n . q - |(n_x, k n_y)|, the distance of a point q from
/// the tangent of an ellipse with the semi-axes 1 along x and k along y (0 <= k <= 1).
///
/// The first is the direction from the ellipse's nearest point for a point outside, the shortest
/// way out for a point inside; the second, if there is one, is on the other side of the major axis.
/// q of any length; never NaN.
struct EllipseNormals {
  std::array<Vec2, 2> normals;
  int count = 0;
};

/// After Eberly, "Distance from a point to an ellipse", Geometric Tools: with the foot point (q_x /
/// (t + 1), k^2 q_y / (t + k^2)), t is the greatest root of a convex function; Newton's method from
/// the left finds it to round-off in at most 60 iterations.
EllipseNormals calc_ellipse_normals(double k, const Vec2& q);

}  // namespace stiction
