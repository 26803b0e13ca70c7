// Two frustums: a side touches the other's side, rims and apex, a rim the other's rims and apex.
// The conditions for these are one or two equations in one or two angles; Newton's method solves
// them from seeds: for separated solids, where they are nearest; for overlapping ones, wherever a
// search of the sphere cannot rule out a better axis.

#include <cmath>

#include "convex_axis_search.h"
#include "convex_foremost.h"
#include "convex_rims.h"
#include "convex_single_peak.h"
#include "convex_sphere_search.h"

namespace stiction {
namespace {

constexpr double kNearRidge = 0.15;  // in the sine to the axis: as far as a dent extends
constexpr double kDent = 0.15;       // rad: this near to a rim's axis its reach changes fast

class FrustumPairAxes {
 public:
  explicit FrustumPairAxes(AxisSet& axes)
      : axes_(axes), is_apart_(axes.upper() > axes.round_off()) {}

  void add_all();

  // For the search of the sphere:
  Vec3 difference(const Vec3& n) const {
    return axes_.solid(0).support(-n).point - axes_.solid(1).support(n).point;
  }
  double wanted() const { return axes_.wanted(); }
  void look_around(const Vec3& n);

 private:
  void add_sides();
  void add_side_and_disc(int owner, int disc);
  void add_side_and_apex(int owner, int disc);
  void add_rims(int disc_0, int disc_1);
  void add_rim_and_apex(int owner, int disc, int apex);
  void add_dents(int owner, int disc);
  void add_between(int disc_0, int disc_1);
  void add_refined(const RimPair& rims, const Vec3& seed);
  Vec3 add_refined(const SideAndRim& curve, int owner, const Vec3& seed);
  void climb(const Vec3& seed);
  void climb_side(int owner, int disc, const Vec3& seed);
  bool is_settled();
  void add_apart();
  void add_overlapping();
  template <typename Use>
  void for_each_side(const Use& use) const;
  template <typename Use>
  void for_each_rims(const Use& use) const;

  int foremost_disc(int i, const Vec3& n) const {
    return axes_.solid(i).support(AxisSet::outward(i) * n).vertex;
  }
  bool is_point(int i, int disc) const { return axes_.solid(i).disc_radius(disc) == 0; }
  Vec3 outward_axis(int i, int disc) const { return (disc == 0 ? -1 : 1) * axes_.solid(i).axis(); }
  Vec3 best_normal() const;
  // Upper bound on the separation of the cores along any direction.
  double ceiling() const { return axes_.upper() + axes_.round_off(); }

  AxisSet& axes_;
  bool is_apart_;
};

// n . axis is minus the sine for the first side and the sine for the second one.
void FrustumPairAxes::add_sides() {
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

void FrustumPairAxes::add_side_and_apex(int owner, int disc) {
  const Vec3 m = axes_.solid(owner).side_normal(axes_.solid(1 - owner).disc_center(disc));
  axes_.add(AxisSet::outward(owner) * m, kPreferEdge);
}

Vec3 FrustumPairAxes::add_refined(const SideAndRim& curve, int owner, const Vec3& seed) {
  const double outward = AxisSet::outward(owner);
  const SideAndRim::Maximum top = curve.refined(curve.place_of(outward * seed), ceiling());
  const Vec3 n = outward * top.direction;
  if (top.value <= ceiling()) axes_.add_bounded(n, kPreferEdge, top.value);
  return n;
}

// Seeds: the best axis so far; the place where the cores touch.
void FrustumPairAxes::add_side_and_disc(int owner, int disc) {
  const SideAndRim curve(axes_.solid(owner), axes_.solid(1 - owner), disc);
  add_refined(curve, owner, best_normal());
  add_refined(curve, owner,
              AxisSet::outward(owner) * (axes_.witness(owner) - axes_.solid(owner).origin()));
  add_dents(owner, disc);
}

// Near the axis of a rim its reach has a dent that may be sharp.
void FrustumPairAxes::add_dents(int owner, int disc) {
  const Vec3& axis = axes_.solid(1 - owner).axis();
  const double cosine = axes_.solid(owner).axis().dot(axis);
  for (const double side : {-1.0, 1.0}) {
    if (std::abs(side * cosine - axes_.solid(owner).side_sine()) > kDent) continue;
    const SideAndRim curve(axes_.solid(owner), axes_.solid(1 - owner), disc);
    add_refined(curve, owner, AxisSet::outward(owner) * side * axis);
  }
}

void FrustumPairAxes::add_rim_and_apex(int owner, int disc, int apex) {
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

void FrustumPairAxes::add_refined(const RimPair& rims, const Vec3& seed) {
  const Vec3 n = rims.refined(seed, ceiling());
  const double value = rims.value(n);
  if (value <= ceiling()) axes_.add_bounded(n, kPreferNearest, value);
}

// Seeds: the best axis so far; the place where the rims touch, in both directions across them.
void FrustumPairAxes::add_rims(int disc_0, int disc_1) {
  const RimPair rims(axes_.solid(0), disc_0, axes_.solid(1), disc_1);
  add_refined(rims, best_normal());
  const Vec3 across = rims.tangent(0, axes_.witness(0)).cross(rims.tangent(1, axes_.witness(1)));
  if (across.norm() > 1e-3) {
    add_refined(rims, across.normalized());
    add_refined(rims, -across.normalized());
  }
  add_between(disc_0, disc_1);
}

// For discs that face each other: adds the directions between their axes, however close these are.
void FrustumPairAxes::add_between(int disc_0, int disc_1) {
  const Vec3 between = outward_axis(1, disc_1) - outward_axis(0, disc_0);
  if (between.norm() <= 1.9) return;
  add_refined(RimPair(axes_.solid(0), disc_0, axes_.solid(1), disc_1), between.normalized());
}

// Climbs over the foremost rims; where others take over, continues along a side or over those.
void FrustumPairAxes::climb(const Vec3& seed) {
  Vec3 n = seed;
  for (unsigned tried = 0;;) {
    const std::array<int, 2> here{foremost_disc(0, n), foremost_disc(1, n)};
    const unsigned pair = 1U << (2 * here[0] + here[1]);
    if (tried & pair) return;
    tried |= pair;
    const RimPair rims(axes_.solid(0), here[0], axes_.solid(1), here[1]);
    n = rims.refined(n, ceiling());
    const double value = rims.value(n);
    if (value < axes_.wanted()) return;
    if (value <= ceiling()) axes_.add(n, kPreferNearest);
    const std::array<int, 2> there{foremost_disc(0, n), foremost_disc(1, n)};
    for (const int owner : {0, 1}) {
      if (here[owner] == there[owner]) continue;
      climb_side(owner, here[1 - owner], n);
      if (here[1 - owner] != there[1 - owner]) climb_side(owner, there[1 - owner], n);
    }
  }
}

// Likewise along a side.
void FrustumPairAxes::climb_side(int owner, int disc, const Vec3& seed) {
  if (is_point(1 - owner, disc)) return;
  const ConvexSolid& frustum = axes_.solid(owner);
  const ConvexSolid& other = axes_.solid(1 - owner);
  const Vec3 top = add_refined(SideAndRim(frustum, other, disc), owner, seed);
  const int there = foremost_disc(1 - owner, top);
  if (there == disc || is_point(1 - owner, there)) return;
  add_refined(SideAndRim(frustum, other, there), owner, top);
}

// Where a frustum's two rims change places, along its side, the separation has a ridge, which a
// climb over a rim may cross on its way elsewhere; so nearby ridges are climbed from here.
void FrustumPairAxes::look_around(const Vec3& n) {
  climb(n);
  for (const int owner : {0, 1}) {
    const double sine = AxisSet::outward(owner) * n.dot(axes_.solid(owner).axis());
    if (std::abs(sine - axes_.solid(owner).side_sine()) > kNearRidge) continue;
    for (const int disc : {0, 1}) climb_side(owner, disc, n);
  }
}

Vec3 FrustumPairAxes::best_normal() const {
  int best = 0;
  for (int i = 1; i < axes_.count(); ++i) {
    if (axes_.candidate(i).separation > axes_.candidate(best).separation) best = i;
  }
  return axes_.normal(best);
}

// Calls use(owner, disc of the other) for the parts of each solid that the other's side may touch.
template <typename Use>
void FrustumPairAxes::for_each_side(const Use& use) const {
  for (const int owner : {0, 1}) {
    for (const int disc : {0, 1}) use(owner, disc);
  }
}

template <typename Use>
void FrustumPairAxes::for_each_rims(const Use& use) const {
  for (const int disc_0 : {0, 1}) {
    for (const int disc_1 : {0, 1}) use(disc_0, disc_1);
  }
}

// The points foremost along the best direction show whether another direction can be better.
bool FrustumPairAxes::is_settled() {
  axes_.set_witness(nearest_foremost(axes_.solid(0), axes_.solid(1), best_normal(),
                                     {axes_.witness(0), axes_.witness(1)}));
  return axes_.is_settled();
}

void FrustumPairAxes::add_apart() {
  for_each_side([&](int owner, int disc) {
    if (!is_point(1 - owner, disc)) add_side_and_disc(owner, disc);
  });
  for_each_rims([&](int disc_0, int disc_1) {
    if (!is_point(0, disc_0) && !is_point(1, disc_1)) {
      add_rims(disc_0, disc_1);
    } else {
      is_point(1, disc_1) ? add_rim_and_apex(0, disc_0, disc_1)
                          : add_rim_and_apex(1, disc_1, disc_0);
    }
  });
}

void FrustumPairAxes::add_overlapping() {
  const Vec3 n = best_normal();
  if (SinglePeak(*this, n, -axes_.greatest(), axes_.tie()).is_only_one_nearby()) {
    SphereSearch(*this).run_within(-n);
    return;
  }
  for_each_side([&](int owner, int disc) {
    if (!is_point(1 - owner, disc)) add_dents(owner, disc);
  });
  for_each_rims([&](int disc_0, int disc_1) {
    if (!is_point(0, disc_0) && !is_point(1, disc_1)) add_between(disc_0, disc_1);
  });
  SphereSearch(*this).run();
}

void FrustumPairAxes::add_all() {
  add_sides();
  for_each_side([&](int owner, int disc) {
    if (is_point(1 - owner, disc)) add_side_and_apex(owner, disc);
  });
  if (is_settled()) return;
  climb(best_normal());
  if (is_settled()) return;
  is_apart_ ? add_apart() : add_overlapping();
}

}  // namespace

void add_frustum_axes(AxisSet& axes) { FrustumPairAxes(axes).add_all(); }

}  // namespace stiction
