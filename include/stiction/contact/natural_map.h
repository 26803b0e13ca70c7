#pragma once

#include <stiction/math/vector.h>

#include <algorithm>
#include <cmath>

namespace stiction {

// The natural maps r - P(r - d) of the laws, with P the projection onto the admissible impulses and
// d = m u: zero if r and u obey the law (Alart and Curnier 1991). All numbers are finite. Written
// so that d is not lost beside a large r: for an impulse of 1e17 times d, r - (r - d) would be 0
// whatever d is.

/// For an interval l <= r <= h that contains r.
inline double natural_map_of_interval(double r, double d, double lower, double upper) {
  return std::min(std::max(d, r - upper), r - lower);
}

/// For r >= 0.
inline double natural_map_of_half_line(double r, double d) { return std::min(r, d); }

/// The norm of the map for a disc |f| <= radius.
inline double natural_map_of_disc(const Vec2& f, const Vec2& d, double radius) {
  // Well inside: decided without a square root.
  const double squared_size = (f - d).squaredNorm();
  if (squared_size < (1 - 1e-10) * radius * radius) return d.norm();
  // |f - d| - radius as a sum of two parts that may be small.
  const double size = std::sqrt(squared_size);
  const double f_size = f.norm();
  const double sum = size + f_size;
  const double outside =
      (sum > 0 ? (d.squaredNorm() - 2 * f.dot(d)) / sum : 0.0) + (f_size - radius);
  return outside <= 0 ? d.norm() : (outside * f + radius * d).norm() / size;
}

}  // namespace stiction
