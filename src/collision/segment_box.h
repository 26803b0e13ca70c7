#pragma once

#include <stiction/geometry/shape.h>

#include <algorithm>

namespace stiction {

/// Tests one segment against many axis-aligned boxes by the axes that may separate them (the boxes'
/// axes and their cross products with the segment: Ericson, "Real-Time Collision Detection", 2005,
/// section 5.3.3). There is no division, so no direction is special. Touching counts as meeting.
class SegmentThroughBoxes {
 public:
  SegmentThroughBoxes(const Vec3& start, const Vec3& displacement)
      : middle_(start + 0.5 * displacement), half_(0.5 * displacement), extent_(half_.cwiseAbs()) {}

  bool meets(const Aabb& box) const {
    const Vec3 center = middle_ - 0.5 * (box.lower + box.upper);
    const Vec3 size = 0.5 * (box.upper - box.lower);
    if ((center.cwiseAbs().array() > (size + extent_).array() + slack(box)).any()) return false;
    const Vec3 across = half_.cross(center).cwiseAbs();
    const Vec3 reach(size.y() * extent_.z() + size.z() * extent_.y(),
                     size.x() * extent_.z() + size.z() * extent_.x(),
                     size.x() * extent_.y() + size.y() * extent_.x());
    const double rounding = slack(box) * extent_.maxCoeff();
    return (across.array() <= reach.array() + rounding).all();
  }

 private:
  /// Round-off of the coordinates involved, m.
  double slack(const Aabb& box) const {
    return 1e-14 * (middle_.cwiseAbs().maxCoeff() + extent_.maxCoeff() +
                    std::max(box.lower.cwiseAbs().maxCoeff(), box.upper.cwiseAbs().maxCoeff()));
  }

  Vec3 middle_;
  Vec3 half_;
  Vec3 extent_;
};

}  // namespace stiction
