// Two frustums: a side touches the other's side, rims and apex, a rim the other's rims and apex.
// The conditions for these are one or two equations in an angle or two; Newton's method solves them
// from seeds that lie all around, or, where the nearest points are known, at these.

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "convex_axis_search.h"
#include "convex_overlap.h"
#include "convex_rims.h"

namespace stiction {
namespace {

constexpr int kNumAngles = 16;
constexpr int kNumRefined = 4;
constexpr double kDeep = 1e-4;  // of the smaller core: what is left to find is not where they touch

class FrustumAxes {
 public:
  explicit FrustumAxes(AxisSet& axes) : axes_(axes), is_apart_(axes.upper() > axes.round_off()) {}

  void add_all();

 private:
  void add_sides();
  void add_side_and_disc(int owner, int disc);
  void scan_side_and_disc(int owner, int disc);
  void add_side_and_apex(int owner, int disc);
  void add_rims(int disc_0, int disc_1);
  void add_rim_and_apex(int owner, int disc, int apex);
  void add_refined(const RimPair& rims, const Vec3& seed);
  void add_refined(const SideAndRim& curve, int owner, double seed);
  void add_from_seed(const Vec3& n);
  void scan_sphere();
  template <typename Use>
  void for_each_side(const Use& use) const;

  bool is_point(int i, int disc) const { return axes_.solid(i).disc_radius(disc) == 0; }
  Vec3 outward_axis(int i, int disc) const { return (disc == 0 ? -1 : 1) * axes_.solid(i).axis(); }
  Vec3 best_normal() const;
  // No direction separates the cores by more.
  double ceiling() const { return axes_.upper() + axes_.round_off(); }

  AxisSet& axes_;
  bool is_apart_;
};

// n . axis is minus the sine of the first side and the sine of the second one.
void FrustumAxes::add_sides() {
  const Vec3& a = axes_.solid(0).axis();
  const Vec3& b = axes_.solid(1).axis();
  const Vec3 across = a.cross(b);
  const double sine2 = across.squaredNorm();
  if (sine2 < 1e-14) return;
  const double cosine = a.dot(b);
  const double along_a = -axes_.solid(0).side_sine();
  const double along_b = axes_.solid(1).side_sine();
  const Vec3 plane = ((along_a - cosine * along_b) * a + (along_b - cosine * along_a) * b) / sine2;
  const double rest2 = 1 - plane.squaredNorm();
  if (!(rest2 >= 0)) return;
  const Vec3 aside = std::sqrt(rest2 / sine2) * across;
  axes_.add((plane + aside).normalized(), kPreferEdge);
  axes_.add((plane - aside).normalized(), kPreferEdge);
}

void FrustumAxes::add_side_and_apex(int owner, int disc) {
  const ConvexSolid& frustum = axes_.solid(owner);
  const Vec3 across =
      frustum.across_axis(axes_.solid(1 - owner).disc_center(disc) - frustum.origin());
  const double distance = across.norm();
  if (!(distance > axes_.round_off())) return;
  const Vec3 m = frustum.side_cosine() / distance * across + frustum.side_sine() * frustum.axis();
  axes_.add(AxisSet::outward(owner) * m.normalized(), kPreferEdge);
}

void FrustumAxes::add_refined(const SideAndRim& curve, int owner, double seed) {
  const double angle = curve.refined(seed, ceiling());
  const double value = curve.value(angle);
  if (value > ceiling()) return;
  axes_.add_bounded(AxisSet::outward(owner) * curve.direction(angle), kPreferEdge, value);
}

// Seeds: the best so far; where the cores touch; near the other's axis, where the rim's reach has a
// dent that may be sharp.
void FrustumAxes::add_side_and_disc(int owner, int disc) {
  const ConvexSolid& frustum = axes_.solid(owner);
  const SideAndRim curve(frustum, axes_.solid(1 - owner), disc);
  add_refined(curve, owner, curve.angle_of(AxisSet::outward(owner) * best_normal()));
  add_refined(curve, owner, curve.angle_of(axes_.witness(owner) - frustum.origin()));
  for (const double side : {-1.0, 1.0}) {
    add_refined(curve, owner, curve.angle_of(side * axes_.solid(1 - owner).axis()));
  }
}

// Seeds all around.
void FrustumAxes::scan_side_and_disc(int owner, int disc) {
  const SideAndRim curve(axes_.solid(owner), axes_.solid(1 - owner), disc);
  constexpr double kTurn = 2 * std::numbers::pi / kNumAngles;
  std::array<double, kNumAngles> along;
  for (int i = 0; i < kNumAngles; ++i) along[i] = curve.value(kTurn * i);
  for (int i = 0; i < kNumAngles; ++i) {
    const double before = along[(i + kNumAngles - 1) % kNumAngles];
    const double after = along[(i + 1) % kNumAngles];
    if (along[i] >= before && along[i] >= after) add_refined(curve, owner, kTurn * i);
  }
}

void FrustumAxes::add_rim_and_apex(int owner, int disc, int apex) {
  const ConvexSolid& frustum = axes_.solid(owner);
  const Vec3 offset = axes_.solid(1 - owner).disc_center(apex) - frustum.disc_center(disc);
  const Vec3 across = frustum.across_axis(offset);
  const double distance = across.norm();
  const double radius = frustum.disc_radius(disc);
  if (distance < radius) return;
  const Vec3 apart = radius > 0 ? Vec3(offset - radius / distance * across) : offset;
  const double length = apart.norm();
  if (length <= axes_.round_off()) return;
  axes_.add(AxisSet::outward(owner) / length * apart, kPreferNearest);
}

void FrustumAxes::add_refined(const RimPair& rims, const Vec3& seed) {
  const Vec3 n = rims.refined(seed, ceiling());
  const double value = rims.value(n);
  if (value <= ceiling()) axes_.add_bounded(n, kPreferNearest, value);
}

// Seeds: the best so far; where the rims touch, across both; of discs that face each other, between
// their axes.
void FrustumAxes::add_rims(int disc_0, int disc_1) {
  const RimPair rims(axes_.solid(0), disc_0, axes_.solid(1), disc_1);
  add_refined(rims, best_normal());
  const Vec3 across = rims.tangent(0, axes_.witness(0)).cross(rims.tangent(1, axes_.witness(1)));
  if (across.norm() > 1e-3) {
    add_refined(rims, across.normalized());
    add_refined(rims, -across.normalized());
  }
  const Vec3 between = outward_axis(1, disc_1) - outward_axis(0, disc_0);
  if (between.norm() > 1.9) add_refined(rims, between.normalized());
}

// In deep overlap, a direction is refined for the rims that are foremost along it.
void FrustumAxes::add_from_seed(const Vec3& n) {
  const int disc_0 = axes_.solid(0).support(-n).vertex;
  const int disc_1 = axes_.solid(1).support(n).vertex;
  if (is_point(0, disc_0) || is_point(1, disc_1)) return;
  add_refined(RimPair(axes_.solid(0), disc_0, axes_.solid(1), disc_1), n);
}

void FrustumAxes::scan_sphere() {
  if (const auto way = guess_way_out(axes_.solid(0), axes_.solid(1))) add_from_seed(*way);
  std::array<std::pair<double, int>, kNumSphereSeeds> seeds;
  for (int i = 0; i < kNumSphereSeeds; ++i) {
    const Vec3 n = sphere_seed(i);
    seeds[i] = {-axes_.solid(0).reach(-n) - axes_.solid(1).reach(n), i};
  }
  std::partial_sort(seeds.begin(), seeds.begin() + kNumRefined, seeds.end(), std::greater<>());
  for (int k = 0; k < kNumRefined; ++k) add_from_seed(sphere_seed(seeds[k].second));
}

Vec3 FrustumAxes::best_normal() const {
  int best = 0;
  for (int i = 1; i < axes_.count(); ++i) {
    if (axes_.candidate(i).separation > axes_.candidate(best).separation) best = i;
  }
  return axes_.normal(best);
}

// Calls use(owner, disc of the other) for what the side of one may touch of the other.
template <typename Use>
void FrustumAxes::for_each_side(const Use& use) const {
  for (const int owner : {0, 1}) {
    for (const int disc : {0, 1}) use(owner, disc);
  }
}

void FrustumAxes::add_all() {
  add_sides();
  if (axes_.is_settled()) return;
  for_each_side([&](int owner, int disc) {
    if (axes_.is_settled()) return;
    is_point(1 - owner, disc) ? add_side_and_apex(owner, disc) : add_side_and_disc(owner, disc);
  });
  if (axes_.is_settled()) return;
  for (const int disc_0 : {0, 1}) {
    for (const int disc_1 : {0, 1}) {
      if (!is_point(0, disc_0) && !is_point(1, disc_1)) {
        add_rims(disc_0, disc_1);
      } else if (is_apart_) {
        is_point(1, disc_1) ? add_rim_and_apex(0, disc_0, disc_1)
                            : add_rim_and_apex(1, disc_1, disc_0);
      }
    }
  }
  if (axes_.doubt() <=
      kDeep * std::min(axes_.solid(0).outer_radius(), axes_.solid(1).outer_radius())) {
    return;
  }
  for_each_side([&](int owner, int disc) {
    if (!is_point(1 - owner, disc)) scan_side_and_disc(owner, disc);
  });
  scan_sphere();
}

}  // namespace

void add_frustum_axes(AxisSet& axes) { FrustumAxes(axes).add_all(); }

}  // namespace stiction
