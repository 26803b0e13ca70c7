#pragma once

#include <array>

#include "frustum.h"
#include "segment_distance.h"

namespace stiction {

/// A direction that may separate a segment and a frustum.
struct FrustumAxis {
  enum class Kind { cap, side, rim };

  Vec3 normal;            ///< unit, from the frustum to the segment
  double separation = 0;  ///< of their supporting planes along it, m
  Kind kind = Kind::cap;
  int index = 0;  ///< of the side or the rim it comes from
};

struct FrustumAxes {
  std::array<FrustumAxis, 10> axes;
  int count = 0;
};

/// A point of a segment and one of a frustum.
struct FrustumPoints {
  Vec3 on_segment;
  Vec3 on_frustum;
  int segment_end = 0;  ///< see Segment::end_at
  FeatureId feature = 0;
};

/// The separation of a segment (in the frustum's frame) and a frustum.
class SegmentFrustum {
 public:
  SegmentFrustum(const Segment& segment, const Frustum& frustum)
      : segment_(segment), frustum_(frustum) {}

  /// Distance of the supporting planes along n, m: at most the signed distance.
  double separation(const Vec3& n) const;

  /// Adds the normals of the caps.
  void add_caps(FrustumAxes& axes) const;

  /// Adds normals of the lateral surface: those at the ends of the segment, and those across it.
  void add_laterals(FrustumAxes& axes) const;

  /// Adds normals across the segment at the rims.
  void add_rims(FrustumAxes& axes) const;

  /// The nearest points of the segment and the frustum, with the distance and the normal; the
  /// distance is not positive if they overlap. Exact to round-off: the distance along the segment
  /// is convex, and the zero of its derivative is found.
  struct Nearest {
    double distance = 0;
    Vec3 normal;
    FrustumPoints points;
  };
  Nearest nearest() const;

  /// The points in which overlapping shapes touch along the axis of least overlap.
  FrustumPoints attained(const FrustumAxis& axis) const;

 private:
  // A point of the segment, and the derivative there of the distance along the segment.
  struct Place {
    double s = 0;
    Frustum::Nearest nearest;
    double slope = 0;
  };

  Place place_at(double s) const;
  Place find_level_place(Place low, Place high) const;
  Vec3 lowest(const Vec3& n) const;
  void add(const Vec3& n, FrustumAxis::Kind kind, int index, FrustumAxes& axes) const;

  const Segment& segment_;
  const Frustum& frustum_;
};

}  // namespace stiction
