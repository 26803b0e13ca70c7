#include "group_law.h"

#include <algorithm>
#include <cmath>

#include "infinity.h"
#include "island_system.h"

namespace stiction {
namespace {

/// z counts as at the disc's edge within this distance, relative to its radius squared.
constexpr double kAtEdge = 1e-12;

/// |z_T + a d_T|^2 - (radius + a growth)^2 = p a^2 + 2 q a + c.
struct DiscCrossing {
  double p, q, c;

  DiscCrossing(const Vec3& z, const Vec3& d, double radius, double growth)
      : p(d.tail<2>().squaredNorm() - growth * growth),
        q(z.tail<2>().dot(d.tail<2>()) - radius * growth),
        c(z.tail<2>().squaredNorm() - radius * radius) {}

  /// The least a > 0 at which it is 0, given c /= 0.
  double first_root() const {
    const double side = c < 0 ? 1 : -1;
    const double discriminant = q * q - p * c;
    if (discriminant < 0) return kInfinity;
    const double denominator = side * q + std::sqrt(discriminant);
    return denominator > 0 ? -side * c / denominator : kInfinity;
  }
};

/// The time until a value that changes by `rate` reaches `bound`: 0 if it is there and rises.
double steps_up_to(double bound, double value, double rate) {
  return rate > 0 ? std::max(0.0, (bound - value) / rate) : kInfinity;
}

StateChange find_bounded_change(const RowGroup& group, int state, const Vec3& z, const Vec3& d,
                                double tolerance) {
  StateChange change = {kInfinity, state};
  for (int i = 0; i < group.num_rows; ++i) {
    const int piece = state / kRowPiece[i] % 3;
    const auto include = [&](double step, int next) {
      if (step < change.step) change = {step, state + kRowPiece[i] * (next - piece)};
    };
    if (piece == 0) {
      include(steps_up_to(group.lower[i] + tolerance, z[i], d[i]), 2);
    } else if (piece == 1) {
      include(steps_up_to(tolerance - group.upper[i], -z[i], -d[i]), 2);
    } else {
      include(steps_up_to(tolerance - group.lower[i], -z[i], -d[i]), 0);
      include(steps_up_to(group.upper[i] + tolerance, z[i], d[i]), 1);
    }
  }
  return change;
}

LinearModel linearise_bounded(const RowGroup& group, int state, const Vec3& r, const Vec3& u,
                              double R) {
  const Vec3 yielding = group.yielding_velocity(r, u);
  LinearModel model;
  for (int i = 0; i < group.num_rows; ++i) {
    const int piece = state / kRowPiece[i] % 3;
    if (piece < 2) {
      model.g[i] = (piece == 0 ? group.lower[i] : group.upper[i]) - r[i];
    } else {
      // dr = -R (u + du + s (r + dr))
      model.D(i, i) = R / (1 + R * group.softness[i]);
      model.g[i] = -model.D(i, i) * yielding[i];
    }
  }
  return model;
}

LinearModel linearise_contact(const RowGroup& group, int state, const Vec3& r, const Vec3& u,
                              const Vec3& z, double R) {
  const double d = 1 / group.compliance;
  const double mu = group.friction;
  const bool is_open = state < 3;
  const int piece = state % 3;
  LinearModel model;
  if (is_open) {
    model.g.x() = -r.x();
  } else {
    model.D(0, 0) = R;
    model.g.x() = -R * u.x();
  }
  if (piece == 0) {
    model.g.tail<2>() = -r.tail<2>();
  } else if (piece == 1) {
    model.D(1, 1) = model.D(2, 2) = R;
    model.g.tail<2>() = -R * u.tail<2>();
  } else {
    // Along tau, r_T follows mu (r_n + prior). Across it, along p, the direction of r_T turns with
    // z_T; with z_T = r_T - d u_T this is a viscous resistance D_p.
    model.is_symmetric = false;
    const double size = z.tail<2>().norm();
    const Vec2 tau = size > 0 ? Vec2(z.tail<2>() / size) : Vec2::UnitX();
    const Vec2 p(-tau.y(), tau.x());
    // A path may be slightly beyond its piece.
    const double radius = disc_radius(group, z.x());
    const double share = radius < size ? radius / size : 1.0;
    const double D_p = share < 1 ? std::min(share * d / (1 - share), R) : R;
    const double normal = is_open ? 0.0 : r.x() - R * u.x();  // r_n after the step, without dv
    const double along = mu * (normal + group.prior) - tau.dot(r.tail<2>());
    const double across = -p.dot(r.tail<2>()) * (share > 0 ? D_p / (share * d) : 1.0);
    model.g.tail<2>() = along * tau + across * p;
    if (!is_open) model.D.block<2, 1>(1, 0) = mu * R * tau;
    model.D.block<2, 2>(1, 1) = D_p * p * p.transpose();
  }
  return model;
}

}  // namespace

int find_group_state(const RowGroup& group, const Vec3& z) {
  if (group.law == RowLaw::contact) {
    const double radius = disc_radius(group, z.x());
    const int piece = radius <= 0 ? 0 : tangential_size(z) <= radius ? 1 : 2;
    return (z.x() <= 0 ? 0 : 3) + piece;
  }
  int state = 0;
  for (int i = 0; i < group.num_rows; ++i) {
    const int piece = z[i] <= group.lower[i] ? 0 : z[i] >= group.upper[i] ? 1 : 2;
    state += kRowPiece[i] * piece;
  }
  return state;
}

double calc_steps_to_change(const RowGroup& group, const Vec3& z, const Vec3& d) {
  double steps = kInfinity;
  const auto include = [&](double a) {
    if (a > 0) steps = std::min(steps, a);
  };
  if (group.law == RowLaw::bounded) {
    for (int i = 0; i < group.num_rows; ++i) {
      if (d[i] == 0) continue;
      include((group.lower[i] - z[i]) / d[i]);
      include((group.upper[i] - z[i]) / d[i]);
    }
    return steps;
  }
  if (d.x() != 0) include(-z.x() / d.x());
  // Only where the contact is not open.
  const double radius = group.friction * (z.x() + group.prior);
  const DiscCrossing crossing(z, d, radius, group.friction * d.x());
  if (std::abs(crossing.c) > kAtEdge * radius * radius) {
    const double a = crossing.first_root();
    if (z.x() + a * d.x() > 0) include(a);
  }
  return steps;
}

StateChange find_state_change(const RowGroup& group, int state, const Vec3& z, const Vec3& d,
                              double tolerance) {
  if (group.law == RowLaw::bounded) return find_bounded_change(group, state, z, d, tolerance);
  const bool is_closed = state >= 3;
  const int piece = state % 3;
  // Opens or closes; friction from the prior impulse stays as it is.
  const double side = is_closed ? -1 : 1;
  StateChange change = {steps_up_to(tolerance, side * z.x(), side * d.x()), is_closed ? 0 : 3};
  if (group.prior > 0) {
    change.state += piece;
  } else if (!is_closed && change.step < kInfinity) {
    const Vec2 friction = z.tail<2>() + change.step * d.tail<2>();
    change.state += friction.norm() > tolerance ? 2 : 1;
  }
  if (piece == 0) return change;
  // Slips or sticks.
  const bool sticks = piece == 1;
  const double radius =
      disc_radius(group, is_closed ? z.x() : 0.0) + (sticks ? tolerance : -tolerance);
  const DiscCrossing crossing(z, d, radius, is_closed ? group.friction * d.x() : 0.0);
  const bool is_beyond = sticks ? crossing.c >= 0 : crossing.c <= 0;
  const bool leaves = sticks ? crossing.q > 0 : crossing.q < 0;
  const double step = !is_beyond ? crossing.first_root() : leaves ? 0.0 : kInfinity;
  if (step < change.step) change = {step, state - piece + (sticks ? 2 : 1)};
  return change;
}

Vec3 calc_natural_point(const RowGroup& group, const Vec3& r, const Vec3& u) {
  if (group.law == RowLaw::contact) return r - u / group.compliance;
  const Vec3 yielding = group.yielding_velocity(r, u);
  return r.array() - yielding.array() / (group.compliance + group.softness.array());
}

LinearModel linearise_group(const RowGroup& group, int state, const Vec3& r, const Vec3& u,
                            const Vec3& z, double R) {
  return group.law == RowLaw::contact ? linearise_contact(group, state, r, u, z, R)
                                      : linearise_bounded(group, state, r, u, R);
}

}  // namespace stiction
