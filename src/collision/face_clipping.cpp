#include "face_clipping.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// The corner at the fraction f of the way from a to b.
FaceCorner between(const FaceCorner& a, const FaceCorner& b, double f) {
  const auto mix = [f](double from, double to) { return from + f * (to - from); };
  return {mix(a.u, b.u), mix(a.v, b.v), mix(a.height, b.height), mix(a.x, b.x), mix(a.y, b.y)};
}

// Keeps the part with sign * coordinate <= half.
void clip_to_side(FacePolygon& polygon, double FaceCorner::*coordinate, double sign, double half,
                  double tolerance) {
  const auto beyond = [&](int i) { return sign * polygon.corners[i].*coordinate - half; };
  bool is_inside = true;
  for (int i = 0; i < polygon.count; ++i) is_inside = is_inside && beyond(i) <= tolerance;
  if (is_inside) return;

  FacePolygon kept;
  for (int i = 0; i < polygon.count; ++i) {
    const int next = i + 1 < polygon.count ? i + 1 : 0;
    const FaceCorner& a = polygon.corners[i];
    const FaceCorner& b = polygon.corners[next];
    const double a_beyond = beyond(i);
    const double b_beyond = beyond(next);
    if (a_beyond <= tolerance) kept.push_back(a);
    if ((a_beyond <= tolerance) == (b_beyond <= tolerance)) continue;
    kept.push_back(between(a, b, std::clamp(a_beyond / (a_beyond - b_beyond), 0.0, 1.0)));
  }
  polygon = kept;
}

bool coincide(const FaceCorner& a, const FaceCorner& b, double tolerance) {
  return std::abs(a.u - b.u) <= tolerance && std::abs(a.v - b.v) <= tolerance &&
         std::abs(a.height - b.height) <= tolerance;
}

}  // namespace

FacePolygon clip_to_face(const FacePolygon& polygon, double half_u, double half_v,
                         double tolerance) {
  FacePolygon clipped = polygon;
  for (const double sign : {-1.0, 1.0}) {
    clip_to_side(clipped, &FaceCorner::u, sign, half_u, tolerance);
    clip_to_side(clipped, &FaceCorner::v, sign, half_v, tolerance);
  }
  FacePolygon distinct;
  for (int i = 0; i < clipped.count; ++i) {
    const FaceCorner& corner = clipped.corners[i];
    const auto end = distinct.corners.begin() + distinct.count;
    const bool is_new = std::none_of(distinct.corners.begin(), end, [&](const FaceCorner& other) {
      return coincide(corner, other, tolerance);
    });
    if (is_new) distinct.push_back(corner);
  }
  return distinct;
}

}  // namespace stiction
