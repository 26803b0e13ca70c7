#pragma once

#include <stiction/math/vector.h>

#include <algorithm>
#include <cmath>

namespace stiction {

// The natural maps r - P(r - d) of the laws, P the projection onto what impulses they allow and
// d = m u: zero where r and u obey them (Alart and Curnier 1991). Written so that d is not lost
// beside a large r, all numbers being finite: of an impulse of 1e17 times d, r - (r - d) is 0, be d
// what it may.

/// Of an interval l <= r <= h that r lies in.
inline double natural_map_of_interval(double r, double d, double lower, double upper) {
  return std::min(std::max(d, r - upper), r - lower);
}

/// Of r >= 0.
inline double natural_map_of_half_line(double r, double d) { return std::min(r, d); }

/// The size of that of a disc |f| <= radius.
inline double natural_map_of_disc(const Vec2& f, const Vec2& d, double radius) {
  // Well inside, which takes no root to see.
  const double squared_size = (f - d).squaredNorm();
  if (squared_size < (1 - 1e-10) * radius * radius) return d.norm();
  // |f - d| - radius, of two parts that may be small.
  const double size = std::sqrt(squared_size);
  const double f_size = f.norm();
  const double sum = size + f_size;
  const double outside =
      (sum > 0 ? (d.squaredNorm() - 2 * f.dot(d)) / sum : 0.0) + (f_size - radius);
  return outside <= 0 ? d.norm() : (outside * f + radius * d).norm() / size;
}

}  // namespace stiction
