#pragma once

#include <stiction/math/vector.h>

#include <array>
#include <cassert>

namespace stiction {

/// A corner of a polygon over a rectangular face.
struct FaceCorner {
  double u;  ///< coordinates in the plane of the face, from its centre, m
  double v;
  double height;  ///< above the face along the viewing direction, m
  double x;       ///< coordinates within the feature that was clipped, m
  double y;
};

/// A convex polygon. Its up to 4 corners become up to 8 when it is cut by the 4 sides of a face.
struct FacePolygon {
  std::array<FaceCorner, 12> corners;  ///< the first `count` are set
  int count = 0;

  FacePolygon() = default;
  /// Copies only the corners that are set: usually a third of the array.
  FacePolygon(const FacePolygon& other) { *this = other; }
  FacePolygon& operator=(const FacePolygon& other) {
    count = other.count;
    for (int i = 0; i < count; ++i) corners[i] = other.corners[i];
    return *this;
  }

  void push_back(const FaceCorner& corner) {
    assert(count < static_cast<int>(corners.size()));
    corners[count++] = corner;
  }
};

/// Clips a convex polygon (or a segment: two corners) to |u| <= half_u, |v| <= half_v
/// (Sutherland-Hodgman). Corners outside by less than `tolerance` count as inside, so corners that
/// lie on a side to round-off are kept unchanged; of corners that coincide to `tolerance` the first
/// is kept.
FacePolygon clip_to_face(const FacePolygon& polygon, double half_u, double half_v,
                         double tolerance);

}  // namespace stiction
