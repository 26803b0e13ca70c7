#include "segment_distance.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kSmallAngle = 0.1;  // rad
constexpr double kAside = 0.01;      // share of the longer segment's half length

SegmentPoints points_at(const Segment& P, double s, const Segment& Q, double t) {
  return {P.at(s), Q.at(t), P.end_at(s), Q.end_at(t)};
}

// Adds an end of P and its foot on Q, if that is a point of Q and opposite along n.
void add_if_facing(const Segment& P, double s, const Segment& Q, bool is_exchanged, const Vec3& n,
                   FacingPoints& facing) {
  const Vec3 end = P.at(s);
  const double t = Q.direction.dot(end - Q.center);
  if (std::abs(t) > (1 + 1e-9) * Q.half_length) return;
  const Vec3 difference = end - Q.at(t);
  const Vec3 aside = difference - n.dot(difference) * n;
  const double most =
      std::min(kSmallAngle * difference.norm(), kAside * std::max(P.half_length, Q.half_length));
  if (aside.norm() > most) return;
  facing.pairs[facing.count++] = is_exchanged ? points_at(Q, t, P, s) : points_at(P, s, Q, t);
}

}  // namespace

double Segment::nearest(const Vec3& x) const {
  return std::clamp(direction.dot(x - center), -half_length, half_length);
}

int Segment::end_at(double s) const {
  if (std::abs(s) < (1 - 1e-9) * half_length) return 0;
  return s < 0 ? -1 : 1;
}

SegmentPoints nearest_points(const Segment& P, const Segment& Q) {
  const Vec3 r = P.center - Q.center;
  const Vec3 common = P.direction.cross(Q.direction);
  const double sine2 = common.squaredNorm();
  if (sine2 > 1e-16) {
    // The feet of the common perpendicular: r + s a - t b is perpendicular to a and b.
    const double s = Q.direction.cross(r).dot(common) / sine2;
    const double t = P.direction.cross(r).dot(common) / sine2;
    if (std::abs(s) <= P.half_length && std::abs(t) <= Q.half_length) return points_at(P, s, Q, t);
  }
  double best_s = 0;
  double best_t = 0;
  double least = -1;
  const auto consider = [&](double s, double t) {
    const double distance2 = (r + s * P.direction - t * Q.direction).squaredNorm();
    if (least >= 0 && distance2 >= least) return;
    least = distance2;
    best_s = s;
    best_t = t;
  };
  for (const double s : {-P.half_length, P.half_length}) consider(s, Q.nearest(P.at(s)));
  for (const double t : {-Q.half_length, Q.half_length}) consider(P.nearest(Q.at(t)), t);
  return points_at(P, best_s, Q, best_t);
}

bool FacingPoints::is_contact(const Vec3& n, double distance, double tolerance) const {
  const auto is_nearest = [&](const SegmentPoints& pair) {
    return n.dot(pair.p - pair.q) <= distance + tolerance;
  };
  return count >= 2 && std::any_of(pairs.begin(), pairs.begin() + count, is_nearest);
}

FacingPoints facing_points(const Segment& P, const Segment& Q, const Vec3& n) {
  FacingPoints facing;
  const bool is_parallel =
      P.direction.cross(Q.direction).squaredNorm() <= kSmallAngle * kSmallAngle;
  if (!is_parallel || std::abs(P.direction.dot(n)) > kSmallAngle ||
      std::abs(Q.direction.dot(n)) > kSmallAngle) {
    return facing;
  }
  for (const double s : {-P.half_length, P.half_length}) add_if_facing(P, s, Q, false, n, facing);
  for (const double t : {-Q.half_length, Q.half_length}) add_if_facing(Q, t, P, true, n, facing);
  return facing;
}

}  // namespace stiction
