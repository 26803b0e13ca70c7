#pragma once

#include "convex_solid.h"

namespace stiction {

/// Points of two cores near each other, and a direction that proves a lower bound of the distance.
struct CoreDistance {
  Vec3 on_first;  ///< a point of each core, in O
  Vec3 on_second;
  double upper = 0;  ///< |on_first - on_second|, m
  double lower = 0;  ///< separation of the cores along `normal`, m; negative: overlap
  Vec3 normal;       ///< unit, from second to first
};

/// The distance of two cores, `first` moved by `shift`: lower <= distance <= upper.
///
/// The algorithm of Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between
/// complex objects in three-dimensional space", 1988. Ends when upper - lower <= `tolerance` (m, >=
/// 0), lower > `enough`, or nothing improves; after at most 100 iterations. For polytopes it takes
/// a few, and both bounds are equal to round-off; for curved cores the error falls by a factor in
/// each. However it ends, the points are points of the cores (the first one moved), and the bounds
/// are bounds. For overlapping cores the points coincide to round-off.
CoreDistance calc_core_distance(const ConvexSolid& first, const Vec3& shift,
                                const ConvexSolid& second, const Vec3& start, double tolerance,
                                double enough);

}  // namespace stiction
