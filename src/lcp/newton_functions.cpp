#include "newton_functions.h"

#include "infinity.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stiction {
namespace {

/// s, s' and s_mu of t.
struct SmoothPart {
  double value, slope, dmu;
};

SmoothPart calc_smooth_part(double t, double mu) {
  const double root = std::hypot(t, 2 * mu);
  if (root == 0.0) return {0.0, 0.5, 1.0};
  const double ratio = 2 * mu / root;
  if (t >= 0.0) return {0.5 * t + 0.5 * root, 0.5 + 0.5 * (t / root), ratio};
  // (root + t) / 2 = 2 mu^2 / (root - t), without cancellation.
  const double rest = mu / (0.5 * root - 0.5 * t);
  return {mu * rest, 0.5 * ratio * rest, ratio};
}

/// a / sqrt(a^2 + b^2) - 1, r being the root > 0, without cancellation.
double calc_slope(double a, double b, double r) {
  return a > 0.0 ? -(b / r) * (b / (r + a)) : a / r - 1.0;
}

}  // namespace

NewtonRow calc_min_map(double z, double w, double lower, double upper) {
  const double x = z - w;
  if (x <= lower) return {z - lower, 1.0, 0.0};
  if (x >= upper) return {z - upper, 1.0, 0.0};
  return {w, 0.0, 1.0};
}

double calc_fischer_burmeister(double a, double b) {
  const double r = std::hypot(a, b);
  const double sum = a + b;
  if (!(sum > 0.0)) return r - sum;
  // (r - sum)(r + sum) = -2 a b; the smaller factor is multiplied last.
  const double larger = std::max(a, b);
  return -2.0 * std::min(a, b) * (larger / (r + sum));
}

void FischerFunction::reset(JacobianStrategy strategy, double perturbation, std::uint64_t seed) {
  strategy_ = strategy;
  perturbation_ = perturbation;
  random_.seed(seed);
}

double FischerFunction::calc_value(double z, double w, double lower, double upper) {
  if (lower == upper) return lower - z;
  if (lower == -kInfinity && upper == kInfinity) return -w;
  if (upper == kInfinity) return calc_fischer_burmeister(z - lower, w);
  const double inner = calc_fischer_burmeister(upper - z, -w);
  return lower == -kInfinity ? -inner : calc_fischer_burmeister(z - lower, inner);
}

NewtonRow FischerFunction::calc_row(double z, double w, double lower, double upper) {
  const double value = calc_value(z, w, lower, upper);
  if (lower == upper) return {value, -1.0, 0.0};
  if (lower == -kInfinity && upper == kInfinity) return {value, 0.0, -1.0};
  if (upper == kInfinity) {
    const Gradient plain = calc_gradient(z - lower, w);
    return {value, plain.p, plain.q};
  }
  const Gradient inner = calc_gradient(upper - z, -w);
  if (lower == -kInfinity) return {value, inner.p, inner.q};
  const Gradient outer = calc_gradient(z - lower, calc_fischer_burmeister(upper - z, -w));
  return {value, outer.p - outer.q * inner.p, -outer.q * inner.q};
}

FischerFunction::Gradient FischerFunction::calc_gradient(double a, double b) {
  if (a == 0.0 && b == 0.0) return choose_gradient();
  const double r = std::hypot(a, b);
  return {calc_slope(a, b, r), calc_slope(b, a, r)};
}

/// An element of eqs 98 if both arguments are zero.
FischerFunction::Gradient FischerFunction::choose_gradient() {
  switch (strategy_) {
    case JacobianStrategy::random: {
      std::uniform_real_distribution<double> uniform(0.0, 1.0);
      const double radius = std::sqrt(uniform(random_));
      const double angle = 2.0 * std::numbers::pi * uniform(random_);
      return {radius * std::cos(angle) - 1.0, radius * std::sin(angle) - 1.0};
    }
    case JacobianStrategy::perturbation: {
      return calc_gradient(perturbation_, 0.0);
    }
    case JacobianStrategy::zero:
    case JacobianStrategy::approximation:  // whose products do not use it
      break;
  }
  return {-1.0, -1.0};
}

SmoothRow calc_smooth_mid(double z, double w, double lower, double upper, double mu) {
  const double x = z - w;
  const SmoothPart below = calc_smooth_part(lower - x, mu);  // 0 where the bound is infinite
  const SmoothPart above = calc_smooth_part(x - upper, mu);
  const double dz = below.slope + above.slope;  // 1 - c, as s'(-t) = 1 - s'(t)
  const double dmu = above.dmu - below.dmu;
  if (x < lower) {
    const SmoothPart inside = calc_smooth_part(x - lower, mu);
    return {z - lower - inside.value + above.value, dz, inside.slope - above.slope, dmu};
  }
  if (x > upper) {
    const SmoothPart inside = calc_smooth_part(upper - x, mu);
    return {z - upper + inside.value - below.value, dz, inside.slope - below.slope, dmu};
  }
  return {w - below.value + above.value, dz, 1.0 - dz, dmu};
}

}  // namespace stiction
