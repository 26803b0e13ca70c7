#pragma once

#include <stiction/math/tangent_basis.h>
#include <stiction/math/vector.h>

#include <algorithm>
#include <cmath>

namespace stiction {

/// Whether no direction within 120 degrees of n, a local maximum of the separation s = -d < 0 of
/// two overlapping solids, separates them by more than -d + `tie`. Shallow overlap is decided by
/// this; false may be a maximum as well.
///
/// s(n) = n . z(n), z(n) the difference of the points foremost along n, is the least of n . z over
/// all differences z: extended to vectors of any length it is concave. So, c the angle between n
/// and another direction m,
///   s(m) <= -d cos c, since s does not climb from n towards m, and
///   s >= -2 max(d, -s(m)) all along the arc from n to m, for c <= 120 degrees.
/// Where a ring of angle c about n has less than that, no m beyond it is as good as n; within it m
/// is better by d c^2 / 2 at most, which c = sqrt(tie / d) keeps below the tie. The ring is bounded
/// from above between its corners by z in their middle, as in `SphereSearch`.
///
/// `Pair` has `Vec3 difference(n) const`, which is z(n). 24 of these at most.
template <typename Pair>
bool is_only_peak_nearby(const Pair& pair, const Vec3& n, double depth, double tie) {
  constexpr int kCorners = 12;
  constexpr double kWidestRing = 0.2;  // rad
  constexpr double kNextDoor = 1e-4;   // rad: where a maximum is told from a slope
  const double angle = std::min(kWidestRing, std::sqrt(tie / depth));
  const double least = -2 * (depth + tie);
  const TangentBasis basis = make_tangent_basis(n);
  const auto around = [&](double corner, double opening) -> Vec3 {
    const double turn = corner * (2 * M_PI / kCorners);
    return std::cos(opening) * n +
           std::sin(opening) * (std::cos(turn) * basis.t1 + std::sin(turn) * basis.t2);
  };
  Vec3 corner = around(0, angle);
  for (int i = 0; i < kCorners; ++i) {
    const Vec3 next = around(i + 1, angle);
    const Vec3 z = pair.difference(around(i + 0.5, angle));
    if (!(std::max(corner.dot(z), next.dot(z)) < least)) return false;
    corner = next;
  }
  // A slope that leads to more than the tie within the ring.
  const double climb = kNextDoor / angle * tie;
  for (int i = 0; i < kCorners; ++i) {
    const Vec3 m = around(i, kNextDoor);
    if (!(m.dot(pair.difference(m)) <= climb - depth)) return false;
  }
  return true;
}

}  // namespace stiction
