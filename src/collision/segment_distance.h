#pragma once

#include <stiction/math/vector.h>

#include <array>

namespace stiction {

/// The points center + s direction, |s| <= half_length.
struct Segment {
  Vec3 center;
  Vec3 direction;  ///< unit length
  double half_length = 0;

  Vec3 at(double s) const { return center + s * direction; }
  /// The parameter of the point nearest to x.
  double nearest(const Vec3& x) const;
  /// The end at which the parameter s is, to 1e-9 of the length: -1, +1, or 0 for neither.
  int end_at(double s) const;
};

/// A point of each of two segments.
struct SegmentPoints {
  Vec3 p;
  Vec3 q;
  int p_end = 0;  ///< see Segment::end_at
  int q_end = 0;
};

/// The two points nearest to each other. Exact to round-off also for (nearly) parallel segments:
/// either both are inside, where the common perpendicular gives them, or one is an end.
SegmentPoints nearest_points(const Segment& P, const Segment& Q);

/// Pairs of points at which two nearly parallel segments face each other.
struct FacingPoints {
  std::array<SegmentPoints, 4> pairs;
  int count = 0;

  /// True if they are the whole contact along n: at least two, one of them as near as `distance`.
  bool is_contact(const Vec3& n, double distance, double tolerance) const;
};

/// The ends of the stretch along which P and Q face each other: every end of one segment whose foot
/// on the other's line is a point of the other. Empty if the segments are not nearly parallel
/// (within 0.1 rad) or not nearly perpendicular to n. Leaves out a pair whose points are not
/// opposite along n (within 0.1 rad), where n would be a wrong normal, and one whose points are
/// further aside from each other than 0.01 of the longer segment's half length, where its lever arm
/// would be wrong.
FacingPoints facing_points(const Segment& P, const Segment& Q, const Vec3& n);

}  // namespace stiction
