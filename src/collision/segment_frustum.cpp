// The frustum swept along the segment is one convex body. Where its surface is smooth, its normal
// is that of a cap, or of the lateral surface (swept to one of the segment's ends, or flat between
// them: across the segment), or it is perpendicular to the segment on the surface that a rim
// sweeps. The point of the surface nearest to a point inside is on a smooth part, so the least
// translation is along one of these normals: the best ones of each kind are a finite number.

#include "segment_frustum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiction {
namespace {

constexpr int kMaxIterations = 100;
constexpr double kQuarterTurn = std::numbers::pi / 2;

// The nearest points of an ellipse with the half axes R and R kappa (<= R) to the point (x, y), in
// the quadrant x, y >= 0 or, for y < 0, on the far side y > 0. At the eccentric angle phi, half the
// derivative of the squared distance is R times `slope`.
struct Ellipse {
  double R;
  double kappa;
  double x;
  double y;

  double slope(double phi) const {
    const double c = std::cos(phi);
    const double s = std::sin(phi);
    return x * s - kappa * y * c - R * (1 - kappa * kappa) * s * c;
  }
  double curvature(double phi) const {
    return x * std::cos(phi) + kappa * y * std::sin(phi) -
           R * (1 - kappa * kappa) * std::cos(2 * phi);
  }
};

// The zero of the slope, which is not positive at low and not negative at high: Newton's method,
// with bisection where that is slow.
double find_zero(const Ellipse& ellipse, double low, double high) {
  double phi = 0.5 * (low + high);
  double last_step = high - low;
  for (int i = 0; i < kMaxIterations && high - low > 1e-16; ++i) {
    const double slope = ellipse.slope(phi);
    (slope < 0 ? low : high) = phi;
    double next = phi - slope / ellipse.curvature(phi);
    const bool is_fast = std::abs(next - phi) < 0.5 * last_step;
    if (!(next > low && next < high && is_fast)) next = 0.5 * (low + high);
    last_step = std::abs(next - phi);
    if (last_step < 1e-16) return next;
    phi = next;
  }
  return phi;
}

// The eccentric angle of the local minimum in the quadrant of the point.
double nearest_angle(const Ellipse& ellipse) { return find_zero(ellipse, 0, kQuarterTurn); }

// The local minimum on the far side, for y < 0. There slope / (sin cos) = x / cos + kappa |y| / sin
// - const is convex, so there are two zeros or none; the minimum is the second. Returns a negative
// angle if there is none.
double far_angle(const Ellipse& ellipse) {
  if (ellipse.x == 0) return kQuarterTurn;
  const double least = std::atan(std::cbrt(-ellipse.kappa * ellipse.y / ellipse.x));
  if (ellipse.slope(least) >= 0) return -1;
  return find_zero(ellipse, least, kQuarterTurn);
}

}  // namespace

double SegmentFrustum::separation(const Vec3& n) const {
  return n.dot(segment_.center) - std::abs(n.dot(segment_.direction)) * segment_.half_length -
         frustum_.support(n);
}

Vec3 SegmentFrustum::lowest(const Vec3& n) const {
  return segment_.at(n.dot(segment_.direction) > 0 ? -segment_.half_length : segment_.half_length);
}

void SegmentFrustum::add(const Vec3& n, FrustumAxis::Kind kind, int index,
                         FrustumAxes& axes) const {
  axes.axes[axes.count++] = {n, separation(n), kind, index};
}

void SegmentFrustum::add_caps(FrustumAxes& axes) const {
  for (int cap = 0; cap < frustum_.num_rims(); ++cap) {
    add((cap == 0 ? -1 : 1) * Vec3::UnitZ(), FrustumAxis::Kind::cap, 2 * cap, axes);
  }
}

void SegmentFrustum::add_laterals(FrustumAxes& axes) const {
  const auto add_at = [&](const Vec3& u) {
    add(frustum_.normal(Frustum::kLateral, u), FrustumAxis::Kind::side, Frustum::kLateral, axes);
  };
  for (const int end : {-1, 1}) add_at(Frustum::radial(segment_.at(end * segment_.half_length)));
  // Across the segment: n . d = 0 for n = cos u + sin z.
  const Vec3& d = segment_.direction;
  const Vec3 n = frustum_.normal(Frustum::kLateral, Vec3::UnitX());
  const double across = std::hypot(d.x(), d.y());
  const double along_d = -n.z() * d.z();
  if (std::abs(along_d) > n.x() * across) return;
  const Vec3 u = Frustum::radial(d);
  const Vec3 v(-u.y(), u.x(), 0);
  const double cosine = across > 0 ? along_d / (n.x() * across) : 0;
  const double sine = std::sqrt(std::max(0.0, (1 - cosine) * (1 + cosine)));
  add_at(cosine * u + sine * v);
  add_at(cosine * u - sine * v);
}

// Seen along the segment a rim is an ellipse; n is its normal nearest to the segment.
void SegmentFrustum::add_rims(FrustumAxes& axes) const {
  const Vec3& d = segment_.direction;
  const Vec3 u = Frustum::radial(d);
  const Vec3 major(-u.y(), u.x(), 0);
  const Vec3 minor = d.cross(major);
  const double kappa = std::min(1.0, std::abs(d.z()));
  for (int rim = 0; rim < frustum_.num_rims(); ++rim) {
    const double z = (rim == 0 ? -1 : 1) * frustum_.half_length();
    const Vec3 c = segment_.center - z * Vec3::UnitZ();
    const double x = c.dot(major);
    const double y = c.dot(minor);
    const auto add_at = [&](double phi, double y_sign) {
      const Vec3 n =
          (x < 0 ? -1 : 1) * kappa * std::cos(phi) * major + y_sign * std::sin(phi) * minor;
      const double length = n.norm();
      if (phi >= 0 && length > 1e-12) add(n / length, FrustumAxis::Kind::rim, rim, axes);
    };
    const double radius = frustum_.radius(rim);
    const double side = y < 0 ? -1 : 1;
    add_at(nearest_angle({radius, kappa, std::abs(x), std::abs(y)}), side);
    add_at(far_angle({radius, kappa, std::abs(x), -std::abs(y)}), -side);
  }
}

FrustumPoints SegmentFrustum::attained(const FrustumAxis& axis) const {
  const Vec3 low = lowest(axis.normal);
  const int low_end = axis.normal.dot(segment_.direction) > 0 ? -1 : 1;
  switch (axis.kind) {
    case FrustumAxis::Kind::cap:
      return {low, low - axis.separation * axis.normal, low_end, Frustum::side_feature(axis.index)};
    case FrustumAxis::Kind::side: {
      const Segment ruling = frustum_.ruling(Frustum::radial(axis.normal));
      const bool is_across = std::abs(axis.normal.dot(segment_.direction)) < 1e-9;
      SegmentPoints points{low, ruling.at(ruling.nearest(low)), low_end,
                           ruling.end_at(ruling.nearest(low))};
      if (is_across) points = nearest_points(segment_, ruling);
      const FeatureId feature =
          points.q_end == 0 ? kLateralFeature : frustum_.end_feature(points.q_end);
      return {points.p, points.q, points.p_end, feature};
    }
    case FrustumAxis::Kind::rim:
      break;
  }
  const Vec3 on_rim = frustum_.foremost(axis.normal);
  const double s = segment_.nearest(on_rim);
  return {segment_.at(s), on_rim, segment_.end_at(s), rim_feature(axis.index)};
}

SegmentFrustum::Place SegmentFrustum::place_at(double s) const {
  const Frustum::Nearest nearest = frustum_.nearest(segment_.at(s));
  return {s, nearest, nearest.normal.dot(segment_.direction)};
}

// Regula falsi with the weight of a retained end halved (Illinois), and bisection in between; also
// stops at a place inside the frustum.
SegmentFrustum::Place SegmentFrustum::find_level_place(Place low, Place high) const {
  Place place = place_at(0.5 * (low.s + high.s));
  int last_side = 0;
  for (int i = 0; i < kMaxIterations; ++i) {
    if (place.nearest.distance <= 0 || std::abs(place.slope) < 1e-15) break;
    const int side = place.slope < 0 ? -1 : 1;
    if (side == last_side) (side < 0 ? high : low).slope *= 0.5;
    last_side = side;
    (side < 0 ? low : high) = place;
    double next = low.s - low.slope * (high.s - low.s) / (high.slope - low.slope);
    if (i % 4 == 3 || !(next > low.s && next < high.s)) next = 0.5 * (low.s + high.s);
    if (!(next > low.s && next < high.s)) break;
    place = place_at(next);
  }
  return place;
}

// The derivative of the distance along the segment is n . d, and does not decrease.
SegmentFrustum::Nearest SegmentFrustum::nearest() const {
  const auto at = [&](const Place& place) {
    const auto& [distance, normal, feature] = place.nearest;
    const Vec3 x = segment_.at(place.s);
    return Nearest{distance, normal, {x, x - distance * normal, segment_.end_at(place.s), feature}};
  };
  const Place low = place_at(-segment_.half_length);
  if (low.nearest.distance <= 0 || low.slope >= 0) return at(low);
  const Place high = place_at(segment_.half_length);
  if (high.nearest.distance <= 0 || high.slope <= 0) return at(high);

  // Between the ends the normal is exactly across the segment; near a rim round-off can spoil that.
  Place place = find_level_place(low, high);
  Vec3& n = place.nearest.normal;
  n = (n - n.dot(segment_.direction) * segment_.direction).normalized();
  return at(place);
}

}  // namespace stiction
