#pragma once

#include <stiction/lcp/fischer_newton.h>

#include <random>

namespace stiction {

/// A function f(z, w) that is zero exactly if z and w meet the conditions of one row of a `BoxLcp`,
/// and an element of its generalised Jacobian. With w = M z + q, the whole system's Jacobian has
/// the row dz e_i^T + dw M_i.
struct NewtonRow {
  double value;
  double dz;
  double dw;
};

/// The minimum map; with bounds it is the function
///
///     H(z, w) = z - mid(l, z - w, u) = max(z - u, min(z - l, w)),
///
/// which is min(z, w) for l = 0, u = infinity (Erleben, eq. 61) and w for a free row. Its value is
/// one of z - l, w and z - u; if two of them are equal the bound counts (eqs 74-77).
NewtonRow calc_min_map(double z, double w, double lower, double upper);

/// phi(a, b) = sqrt(a^2 + b^2) - a - b (eq. 92), zero exactly if min(a, b) = 0. Accurate to a few
/// units in the last place even if the three terms cancel, and without overflow of the squares.
double calc_fischer_burmeister(double a, double b);

/// The Fischer-Burmeister function of one row; with bounds in the nested form of Billups,
///
///     F(z, w) = phi(z - l, phi(u - z, -w)),
///
/// whose sign follows from z - mid(l, z - w, u) = min(z - l, -min(u - z, -w)) with -phi in place of
/// min: F = -(-phi)(z - l, -(-phi)(u - z, -w)). One-sided rows use phi(z - l, w) or -phi(u - z,
/// -w), to which it tends as the other bound goes to infinity; free rows use -w, fixed ones l - z.
///
/// With (p, q) = d phi(a, b) (eqs 97), (p1, q1) of the outer phi and (p2, q2) of the inner one
///
///     dF = (p1 - q1 p2) dz - q1 q2 dw,     both factors <= 0 and not both 0,
///
/// so that the generalised Jacobian is regular for P-matrices. If both arguments of a phi are zero,
/// the strategy chooses (p, q) (section 5.5).
class FischerFunction {
 public:
  /// `strategy` and `perturbation` as in `FischerNewtonOptions`.
  void reset(JacobianStrategy strategy, double perturbation, std::uint64_t seed);

  static double calc_value(double z, double w, double lower, double upper);
  NewtonRow calc_row(double z, double w, double lower, double upper);

 private:
  struct Gradient {
    double p, q;
  };
  Gradient calc_gradient(double a, double b);
  Gradient choose_gradient();

  JacobianStrategy strategy_ = JacobianStrategy::perturbation;
  double perturbation_ = 0;
  std::mt19937_64 random_;
};

/// The smoothed mid function of one row, its value and its derivatives.
struct SmoothRow {
  double value;
  double dz;
  double dw;
  double dmu;
};

/// Chen, Harker, Kanzow and Smale's smoothing of z - mid(l, z - w, u). With x = z - w and
///
///     s(t)  = (t + sqrt(t^2 + 4 mu^2)) / 2     in place of max(0, t),    s(t) = t + s(-t),
///     s'(t) = (1 + t / sqrt(t^2 + 4 mu^2)) / 2,          s_mu(t) = 2 mu / sqrt(t^2 + 4 mu^2),
///
/// the median is smoothed to l + s(x - l) - s(x - u), so that the value is
///
///     w - s(l - x) + s(x - u) = z - l - s(x - l) + s(x - u) = z - u + s(u - x) - s(l - x),
///
/// evaluated in the form without cancellation, and its derivatives are, with c = s'(x - l) -
/// s'(x - u) in [0, 1],
///
///     1 - c by z,     c by w,     s_mu(x - u) - s_mu(x - l) by mu.
///
/// For mu = 0 it is the minimum map.
SmoothRow calc_smooth_mid(double z, double w, double lower, double upper, double mu);

}  // namespace stiction
