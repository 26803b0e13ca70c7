#include "convex_rims.h"

#include <stiction/math/tangent_basis.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kTinyReach = 1e-12;
constexpr double kMaxTurn = 0.5;    // rad
constexpr double kLastTurn = 1e-8;  // rad; after a Newton step this short no other is needed
constexpr double kRimRoundOff = 4e-16;

}  // namespace

SideAndRim::SideAndRim(const ConvexSolid& side, const ConvexSolid& other, int disc)
    : axis_(side.axis()),
      sine_(side.side_sine()),
      cosine_(side.side_cosine()),
      offset_(other.disc_center(disc) - side.origin()),
      other_axis_(other.axis()),
      radius_(other.disc_radius(disc)) {
  const TangentBasis basis = make_tangent_basis(axis_);
  x_ = basis.t1;
  y_ = basis.t2;
  reach_ = cosine_ * side.disc_radius(0) - sine_ * side.half_length();
  round_off_ = kRimRoundOff * (offset_.norm() + radius_ + reach_);
}

Vec2 SideAndRim::place_of(const Vec3& v) const {
  const Vec2 u(x_.dot(v), y_.dot(v));
  const double length = u.norm();
  return length > 0 ? Vec2(u / length) : Vec2(1, 0);
}

Vec3 SideAndRim::direction(const Vec2& u) const {
  return (cosine_ * (u.x() * x_ + u.y() * y_) + sine_ * axis_).normalized();
}

// With w = m . other axis, the rim reaches p = sqrt(1 - w^2); p' = -w w' / p, and so on.
SideAndRim::Derivatives SideAndRim::at(const Vec2& u) const {
  const Vec3 across = cosine_ * (u.x() * x_ + u.y() * y_);
  const Vec3 m = across + sine_ * axis_;
  const Vec3 m1 = cosine_ * (u.x() * y_ - u.y() * x_);
  const double w = other_axis_.dot(m);
  const double w1 = other_axis_.dot(m1);
  const double w2 = -other_axis_.dot(across);
  const double p = std::max(kTinyReach, (m - w * other_axis_).norm());
  const double p1 = -w * w1 / p;
  const double p2 = -(w1 * w1 + w * w2 + p1 * p1) / p;
  return {m.dot(offset_) - reach_ - radius_ * p, m1.dot(offset_) - radius_ * p1,
          -across.dot(offset_) - radius_ * p2};
}

SideAndRim::Maximum SideAndRim::refined(const Vec2& seed, double ceiling) const {
  constexpr int kMaxSteps = 20;
  // Turned by the angle whose tangent is t.
  const auto turned = [](const Vec2& u, double t) -> Vec2 {
    return Vec2(u.x() - t * u.y(), u.y() + t * u.x()) / std::sqrt(1 + t * t);
  };
  Vec2 u = seed;
  Derivatives here = at(u);
  for (int i = 0; i < kMaxSteps && here.value <= ceiling; ++i) {
    const bool is_bent = here.bend < -round_off_;
    if (!is_bent && std::abs(here.slope) <= round_off_) break;  // level all around
    const double uphill = here.slope >= 0 ? kMaxTurn : -kMaxTurn;
    double turn = is_bent ? std::clamp(-here.slope / here.bend, -kMaxTurn, kMaxTurn) : uphill;
    if (is_bent && std::abs(turn) < kLastTurn) {
      u = turned(u, turn);
      break;
    }
    Vec2 next = turned(u, turn);
    Derivatives there = at(next);
    for (int halving = 0; there.value < here.value - round_off_ && halving < 30; ++halving) {
      turn *= 0.5;
      next = turned(u, turn);
      there = at(next);
    }
    if (!(there.value >= here.value - round_off_)) break;
    u = next;
    here = there;
  }
  return {direction(u), here.value};
}

RimPair::RimPair(const ConvexSolid& first, int disc_0, const ConvexSolid& second, int disc_1)
    : offset_(first.disc_center(disc_0) - second.disc_center(disc_1)),
      centers_{first.disc_center(disc_0), second.disc_center(disc_1)},
      axes_{first.axis(), second.axis()},
      radii_{first.disc_radius(disc_0), second.disc_radius(disc_1)},
      round_off_(kRimRoundOff * (offset_.norm() + radii_[0] + radii_[1])) {}

double RimPair::value(const Vec3& n) const {
  double value = n.dot(offset_);
  for (const int i : {0, 1}) value -= radii_[i] * (n - axes_[i].dot(n) * axes_[i]).norm();
  return value;
}

Vec3 RimPair::tangent(int i, const Vec3& x) const {
  return axes_[i].cross(x - centers_[i]).normalized();
}

// The rim i adds -(r / p) t t^T to the second derivatives, with t its tangent and p = |n across the
// axis|; the sphere adds -f. Directions in which they do not curve downwards are followed uphill.
Vec3 RimPair::newton_turn(const Vec3& n) const {
  const TangentBasis basis = make_tangent_basis(n);
  Vec3 gradient = offset_;
  double xx = 0, xy = 0, yy = 0;
  double farthest = 0;
  for (const int i : {0, 1}) {
    const Vec3 across = n - axes_[i].dot(n) * axes_[i];
    const double p = std::max(kTinyReach, across.norm());
    gradient -= radii_[i] / p * across;
    farthest += p;
    const Vec3 t = axes_[i].cross(across) / p;
    const double tx = basis.t1.dot(t);
    const double ty = basis.t2.dot(t);
    xx -= radii_[i] / p * tx * tx;
    xy -= radii_[i] / p * tx * ty;
    yy -= radii_[i] / p * ty * ty;
  }
  const double f = n.dot(gradient);
  const double gx = basis.t1.dot(gradient);
  const double gy = basis.t2.dot(gradient);
  xx -= f;
  yy -= f;
  // Shifted until the greatest eigenvalue is clearly negative.
  const double middle = 0.5 * (xx + yy);
  const double spread = std::sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
  const double shift = std::max(0.0, middle + spread + 1e-2 * (std::abs(middle) + spread));
  const double hx = xx - shift;
  const double hy = yy - shift;
  const double det = hx * hy - xy * xy;
  const double dx = (-hy * gx + xy * gy) / det;
  const double dy = (xy * gx - hx * gy) / det;
  const double length = std::sqrt(dx * dx + dy * dy);
  if (!std::isfinite(length)) return Vec3::Zero();
  // Between the axes of discs that face each other, the scale is the angle of these axes.
  const double limit = std::min(kMaxTurn, 2 * farthest);
  const double scale = std::min(1.0, limit / std::max(length, 1e-300));
  return scale * (dx * basis.t1 + dy * basis.t2);
}

// At n = +-axis i, the rim's reach adds a cone, -r |turn|, to an otherwise smooth function: its tip
// is a peak unless the smooth part rises faster. Then the step is along that rise, by Newton's
// method.
RimPair::Uphill RimPair::uphill_from_axis(int i, const Vec3& top) const {
  const int other = 1 - i;
  const Vec3 across = top - axes_[other].dot(top) * axes_[other];
  const double p = across.norm();
  if (!(p > kTinyReach)) return {top, true};  // two such cones
  const Vec3 gradient = offset_ - radii_[other] / p * across;
  const Vec3 rest = gradient - top.dot(gradient) * top;
  const double slope = rest.norm() - radii_[i];
  if (!(slope > round_off_)) return {top, true};
  const Vec3 uphill = rest.normalized();
  const double here = value(top);
  const double sideways = axes_[other].cross(across).dot(uphill) / p;
  const double bend = -here - radii_[other] / p * sideways * sideways;
  double turn = bend < 0 ? std::min(kMaxTurn, -slope / bend) : kMaxTurn;
  for (; turn > kLastTurn; turn *= 0.5) {
    const Vec3 next = (top + turn * uphill).normalized();
    if (value(next) > here) return {next, false};
  }
  return {top, true};
}

// Uphill from the axis of a cap that a step has passed, if the value there is as high as `here`.
std::optional<RimPair::Uphill> RimPair::uphill_from_passed(const Vec3& n, double turn,
                                                           double here) const {
  for (const int i : {0, 1}) {
    const Vec3 top = axes_[i].dot(n) < 0 ? Vec3(-axes_[i]) : axes_[i];
    if ((top - n).norm() <= turn && value(top) >= here) return uphill_from_axis(i, top);
  }
  return {};
}

// A step that does not climb is halved; it may have passed the tip of a cap's cone, near which
// Newton's method finds no way up.
Vec3 RimPair::refined(const Vec3& seed, double ceiling) const {
  constexpr int kMaxTrials = 80;
  Vec3 n = seed;
  double here = value(n);
  Vec3 turn = newton_turn(n);
  for (int trial = 0; trial < kMaxTrials && here <= ceiling; ++trial) {
    const double length = turn.norm();
    Vec3 next = (n + turn).normalized();
    if (length < kLastTurn) return next;
    double there = value(next);
    if (there < here - round_off_) {
      const std::optional<Uphill> uphill = uphill_from_passed(n, 2 * length, here);
      turn *= 0.5;
      if (!uphill) continue;
      if (uphill->is_peak) return uphill->n;
      next = uphill->n;
      there = value(next);
    }
    n = next;
    here = there;
    turn = newton_turn(n);
  }
  return n;
}

}  // namespace stiction
