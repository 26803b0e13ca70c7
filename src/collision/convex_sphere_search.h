#pragma once

#include <stiction/math/vector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace stiction {

/// Searches all directions n for those along which two overlapping solids may be separated by a
/// shorter way than known so far, by branch and bound (Land, Doig, "An automatic method of solving
/// discrete programming problems", 1960).
///
/// n separates them by s(n) = n . z(n), with z(n) the difference of the points foremost along n,
/// and no other such difference z gives less: s(n) <= n . z. The directions in a triangle are sums
/// of its corners with weights that add up to 1 or more, so if n . z < 0 at the corners, its
/// greatest value is at one of them. A triangle in which that is less than wanted is discarded, any
/// other is cut in four, down to triangles that reach about 0.016 rad from their middle. No heap.
///
/// `Pair` has `Vec3 difference(n) const`, which is z(n); `double wanted() const`, a separation < 0
/// that other directions must reach to be of use; and `void look_around(n)`, which may raise that:
/// called for the middle of each triangle that remains at about 0.13 rad, and of smaller ones if
/// the middle separates by more than is known.
template <typename Pair>
class SphereSearch {
 public:
  explicit SphereSearch(Pair& pair) : pair_(pair) {}

  /// Restricts the search to directions within 60 degrees of a unit vector.
  void run_within(const Vec3& axis) {
    axis_ = axis;
    run();
  }

  void run() {
    for (int octant = 0; octant < 8; ++octant) {
      const Triangle triangle{(octant & 1 ? 1 : -1) * Vec3::UnitX(),
                              (octant & 2 ? 1 : -1) * Vec3::UnitY(),
                              (octant & 4 ? 1 : -1) * Vec3::UnitZ()};
      visit(triangle, 0);
    }
  }

 private:
  using Triangle = std::array<Vec3, 3>;
  static constexpr int kSeedLevel = 3;
  static constexpr int kMaxLevel = 6;

  void visit(const Triangle& corners, int level) {
    const Vec3 middle = (corners[0] + corners[1] + corners[2]).normalized();
    if (is_outside(corners, middle)) return;
    const Vec3 z = pair_.difference(middle);
    const double bound = std::max({corners[0].dot(z), corners[1].dot(z), corners[2].dot(z)});
    if (bound < std::min(0.0, pair_.wanted())) return;
    if (level == kSeedLevel || (level > kSeedLevel && middle.dot(z) > pair_.wanted())) {
      pair_.look_around(middle);
      if (bound < pair_.wanted()) return;
    }
    if (level == kMaxLevel) return;
    const Vec3 a = (corners[1] + corners[2]).normalized();
    const Vec3 b = (corners[2] + corners[0]).normalized();
    const Vec3 c = (corners[0] + corners[1]).normalized();
    visit({a, b, c}, level + 1);
    visit({corners[0], c, b}, level + 1);
    visit({corners[1], a, c}, level + 1);
    visit({corners[2], b, a}, level + 1);
  }

  bool is_outside(const Triangle& corners, const Vec3& middle) const {
    if (!axis_) return false;
    double nearest = 1;  // cosine of how far the triangle extends from its middle
    for (const Vec3& corner : corners) nearest = std::min(nearest, middle.dot(corner));
    const double reach = 0.5 * nearest - std::sqrt(0.75 * std::max(0.0, 1 - nearest * nearest));
    return nearest > -0.5 && middle.dot(*axis_) < reach;  // cos(60 degrees + that extent)
  }

  Pair& pair_;
  std::optional<Vec3> axis_;
};

}  // namespace stiction
