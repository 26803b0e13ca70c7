#pragma once

#include <stiction/collision/narrow_phase.h>

#include "axis_choice.h"
#include "segment_distance.h"

namespace stiction {

/// A capsule in the frame S of the other shape, and the query for the two.
struct PosedCapsule {
  Segment segment;
  double radius = 0;  ///< m
  double margin = 0;  ///< see NarrowPhaseQuery, m
  PairMotion motion;  ///< of the capsule relative to the other shape

  /// The part of the displacement across a normal.
  Vec3 motion_across(const Vec3& normal) const {
    return motion.displacement() - normal.dot(motion.displacement()) * normal;
  }
  /// The separation along a normal at the end of the step, given the separation now.
  double predict(const Vec3& normal, double separation) const {
    return motion.predict(normal, separation, [&](const Vec3& m) {
      return m.dot(segment.center) + std::abs(m.dot(segment.direction)) * segment.half_length;
    });
  }

  /// Tolerances with a shape of this bounding radius; overlaps are compared to `inner_radius`, m.
  AxisTolerances tolerances(double inner_radius, double bounding_radius) const {
    return axis_tolerances(inner_radius, segment.half_length + radius, bounding_radius);
  }
};

/// Poses the capsule in the frame of the second shape of a pair (see shape_pairs.h), lets
/// `calc(capsule)` make the manifold there, and transforms it back to O. Returns the result of
/// `calc`.
template <typename Calc>
double calc_in_frame_of_second(const Capsule& first, const RigidTransform& X_O1,
                               const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                               ShapeManifold& manifold, const Calc& calc) {
  const Mat3 R = X_O2.rotation.toRotationMatrix();
  const Segment segment{R.transpose() * X_O1.translation,
                        R.transpose() * (X_O1.rotation * Vec3::UnitZ()), 0.5 * first.length};
  const double separation =
      calc(PosedCapsule{segment, first.radius, query.margin, PairMotion(query).seen_in(R)});
  manifold.normal = R * manifold.normal;
  for (ManifoldPoint& point : manifold.points) point.point = R * point.point;
  return separation;
}

}  // namespace stiction
