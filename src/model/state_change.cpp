#include "state_change.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "island_system.h"

namespace stiction {
namespace {

/// Of the disc's radius squared: from which distance on z is not at its edge.
constexpr double kAtEdge = 1e-12;

constexpr double kNoChange = std::numeric_limits<double>::infinity();

/// |z_T + a d_T|^2 - (radius + a growth)^2 = p a^2 + 2 q a + c.
struct DiscCrossing {
  double p, q, c;

  DiscCrossing(const Vec3& z, const Vec3& d, double radius, double growth)
      : p(d.tail<2>().squaredNorm() - growth * growth),
        q(z.tail<2>().dot(d.tail<2>()) - radius * growth),
        c(z.tail<2>().squaredNorm() - radius * radius) {}

  /// The least a > 0 at which it is 0, from c /= 0.
  double first_root() const {
    const double side = c < 0 ? 1 : -1;
    const double discriminant = q * q - p * c;
    if (discriminant < 0) return kNoChange;
    const double denominator = side * q + std::sqrt(discriminant);
    return denominator > 0 ? -side * c / denominator : kNoChange;
  }
};

/// When a value that changes by `rate` has risen to `bound`: 0 if it is there and rises.
double steps_up_to(double bound, double value, double rate) {
  return rate > 0 ? std::max(0.0, (bound - value) / rate) : kNoChange;
}

StateChange find_bounded_change(const RowGroup& group, int state, const Vec3& z, const Vec3& d,
                                double tolerance) {
  StateChange change = {kNoChange, state};
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
  double steps = kNoChange;
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
  // Where the contact is not open.
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
  // Opens or closes; friction that leans on what was applied before stays as it is.
  const double side = is_closed ? -1 : 1;
  StateChange change = {steps_up_to(tolerance, side * z.x(), side * d.x()), is_closed ? 0 : 3};
  if (group.prior > 0) {
    change.state += piece;
  } else if (!is_closed && change.step < kNoChange) {
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
  const double step = !is_beyond ? crossing.first_root() : leaves ? 0.0 : kNoChange;
  if (step < change.step) change = {step, state - piece + (sticks ? 2 : 1)};
  return change;
}

}  // namespace stiction
