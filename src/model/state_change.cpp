#include "state_change.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace stiction {
namespace {

/// Of the disc's radius squared: from which distance on z is not at its edge.
constexpr double kAtEdge = 1e-12;

}  // namespace

double calc_steps_to_change(const RowGroup& group, const Vec3& z, const Vec3& d) {
  double steps = std::numeric_limits<double>::infinity();
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
  // |z_T + a d_T| = radius + a growth:  p a^2 + 2 q a + c = 0, where the contact is not open.
  const double radius = group.friction * (z.x() + group.prior);
  const double growth = group.friction * d.x();
  const double p = d.tail<2>().squaredNorm() - growth * growth;
  const double q = z.tail<2>().dot(d.tail<2>()) - radius * growth;
  const double c = z.tail<2>().squaredNorm() - radius * radius;
  const double discriminant = q * q - p * c;
  if (std::abs(c) <= kAtEdge * radius * radius || discriminant < 0) return steps;
  const double larger = -(q + std::copysign(std::sqrt(discriminant), q));
  for (const double a : {p != 0 ? larger / p : 0.0, larger != 0 ? c / larger : 0.0}) {
    if (z.x() + a * d.x() > 0) include(a);
  }
  return steps;
}

}  // namespace stiction
