#pragma once

#include "convex_solid.h"

namespace stiction {

/// Points of two cores that are near each other, and a direction that proves how near they can be.
struct CoreDistance {
  Vec3 on_first;  ///< a point of each core, in O
  Vec3 on_second;
  double upper = 0;  ///< |on_first - on_second|, m
  double lower = 0;  ///< what `normal` separates the cores by, m; negative: overlap
  Vec3 normal;       ///< unit, from second to first
};

/// The distance of two cores, `first` moved by `shift`: lower <= distance <= upper.
///
/// The algorithm of Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between
/// complex objects in three-dimensional space", 1988, until upper - lower <= `tolerance` (m, >= 0),
/// lower > `enough`, or nothing improves; at most 100 rounds. For polytopes it ends after a few
/// with both bounds equal to round-off; curved cores gain a factor in each round. The points (of
/// the moved core) are points of the cores, and the bounds are bounds, however it ends. For
/// overlapping cores the points coincide to round-off.
CoreDistance calc_core_distance(const ConvexSolid& first, const Vec3& shift,
                                const ConvexSolid& second, const Vec3& start, double tolerance,
                                double enough);

}  // namespace stiction
