#include "convex_rims.h"

#include <stiction/math/tangent_basis.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiction {
namespace {

constexpr double kTinyReach = 1e-12;

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
}

double SideAndRim::angle_of(const Vec3& v) const { return std::atan2(y_.dot(v), x_.dot(v)); }

Vec3 SideAndRim::direction(double angle) const {
  return (cosine_ * (std::cos(angle) * x_ + std::sin(angle) * y_) + sine_ * axis_).normalized();
}

double SideAndRim::value(double angle) const {
  const Vec3 m = direction(angle);
  const double along = other_axis_.dot(m);
  return m.dot(offset_) - reach_ - radius_ * std::sqrt(std::max(0.0, 1 - along * along));
}

// With w = m . other axis, the rim reaches p = sqrt(1 - w^2); p' = -w w' / p, and so on.
SideAndRim::Derivatives SideAndRim::at(double angle) const {
  const Vec3 m = direction(angle);
  const Vec3 m1 = cosine_ * (-std::sin(angle) * x_ + std::cos(angle) * y_);
  const Vec3 m2 = -cosine_ * (std::cos(angle) * x_ + std::sin(angle) * y_);
  const double w = other_axis_.dot(m);
  const double w1 = other_axis_.dot(m1);
  const double w2 = other_axis_.dot(m2);
  const double p = std::max(kTinyReach, (m - w * other_axis_).norm());
  const double p1 = -w * w1 / p;
  const double p2 = -(w1 * w1 + w * w2 + p1 * p1) / p;
  return {m.dot(offset_) - reach_ - radius_ * p, m1.dot(offset_) - radius_ * p1,
          m2.dot(offset_) - radius_ * p2};
}

double SideAndRim::refined(double angle, double ceiling) const {
  constexpr int kMaxSteps = 20;
  Derivatives here = at(angle);
  for (int i = 0; i < kMaxSteps && here.value <= ceiling; ++i) {
    const double uphill = here.slope >= 0 ? 0.2 : -0.2;
    double turn = here.bend < 0 ? std::clamp(-here.slope / here.bend, -0.2, 0.2) : uphill;
    Derivatives there = at(angle + turn);
    for (int halving = 0; there.value < here.value && halving < 30; ++halving) {
      turn *= 0.5;
      there = at(angle + turn);
    }
    if (!(there.value >= here.value)) break;
    angle += turn;
    here = there;
    if (std::abs(turn) < 1e-15) break;
  }
  return angle;
}

RimPair::RimPair(const ConvexSolid& first, int disc_0, const ConvexSolid& second, int disc_1)
    : offset_(first.disc_center(disc_0) - second.disc_center(disc_1)),
      centers_{first.disc_center(disc_0), second.disc_center(disc_1)},
      axes_{first.axis(), second.axis()},
      radii_{first.disc_radius(disc_0), second.disc_radius(disc_1)} {}

double RimPair::value(const Vec3& n) const {
  double value = n.dot(offset_);
  for (const int i : {0, 1}) value -= radii_[i] * (n - axes_[i].dot(n) * axes_[i]).norm();
  return value;
}

Vec3 RimPair::tangent(int i, const Vec3& x) const {
  return axes_[i].cross(x - centers_[i]).normalized();
}

// The rim i adds -(r / p) t t^T to the second derivatives, t its tangent, p = |n across the axis|;
// the sphere adds -f. A direction in which they do not bend downwards is followed uphill.
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
  const double spread = std::hypot(0.5 * (xx - yy), xy);
  const double shift = std::max(0.0, middle + spread + 1e-2 * (std::abs(middle) + spread));
  const double hx = xx - shift;
  const double hy = yy - shift;
  const double det = hx * hy - xy * xy;
  const double dx = (-hy * gx + xy * gy) / det;
  const double dy = (xy * gx - hx * gy) / det;
  const double length = std::hypot(dx, dy);
  if (!std::isfinite(length)) return Vec3::Zero();
  // Between the axes of discs that face each other, all happens at the scale of the angle they
  // make.
  const double limit = std::min(0.5, 2 * farthest);
  const double scale = std::min(1.0, limit / std::max(length, 1e-300));
  return scale * (dx * basis.t1 + dy * basis.t2);
}

// A step that does not climb is halved. At a kink, where the steps end up short without end, the
// number of trials is the limit.
Vec3 RimPair::refined(const Vec3& seed, double ceiling) const {
  constexpr int kMaxTrials = 80;
  Vec3 n = seed;
  double here = value(n);
  Vec3 turn = newton_turn(n);
  for (int trial = 0; trial < kMaxTrials && here <= ceiling; ++trial) {
    if (turn.squaredNorm() < 1e-30) break;
    const Vec3 next = (n + turn).normalized();
    const double there = value(next);
    if (there >= here) {
      n = next;
      here = there;
      turn = newton_turn(n);
    } else {
      turn *= 0.5;
    }
  }
  return n;
}

// A spiral from pole to pole (Rakhmanov, Saff, Zhou, "Minimal discrete energy on the sphere", 1994,
// with the golden angle).
Vec3 sphere_seed(int i) {
  const double z = (2 * i + 1.0) / kNumSphereSeeds - 1;
  const double angle = i * std::numbers::pi * (3 - std::sqrt(5.0));
  const double across = std::sqrt(1 - z * z);
  return {across * std::cos(angle), across * std::sin(angle), z};
}

}  // namespace stiction
