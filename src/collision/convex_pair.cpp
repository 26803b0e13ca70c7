#include "convex_pair.h"

#include <cmath>

#include "convex_axes.h"
#include "convex_axis_search.h"
#include "convex_contact.h"
#include "infinity.h"
#include "reused.h"
#include "support_axes.h"

namespace stiction {
namespace {

class ConvexPair {
 public:
  ConvexPair(const ConvexSolid& first, const ConvexSolid& second, const NarrowPhaseQuery& query)
      : first_(first),
        second_(second),
        query_(query),
        rounding_(first.rounding() + second.rounding()),
        tolerances_(axis_tolerances(first, second)),
        motion_(query),
        axes_(first, second, motion_) {}

  double calc(ShapeManifold& manifold);

 private:
  bool is_curved() const { return !first_.is_polytope() || !second_.is_polytope(); }
  bool find_nearest();
  void add_flat_axes();
  void find_axes();
  void add_axes_for_motion();
  bool is_beside(int chosen, double reach) const;
  int choose() const;
  double add_facing(const Vec3& normal, const Vec3& shift, bool is_exact,
                    ShapeManifold& manifold) const;
  bool is_nearest(int chosen) const {
    return axes_.candidate(chosen).separation >= axes_.greatest() - rounding_ - tolerances_.tie;
  }
  bool add_all_facing(int chosen, ShapeManifold& manifold) const;
  bool add_points(int chosen, double reach, ShapeManifold& manifold) const;

  const ConvexSolid& first_;
  const ConvexSolid& second_;
  const NarrowPhaseQuery& query_;
  double rounding_;
  AxisTolerances tolerances_;
  PairMotion motion_;
  AxisSet axes_;
};

// Returns false if the solids are further apart than the margin.
bool ConvexPair::find_nearest() {
  const double enough = query_.margin + rounding_;
  const double tolerance = is_curved() ? tolerances_.tie : 0;
  const CoreDistance found = calc_core_distance(
      first_, Vec3::Zero(), second_, first_.center() - second_.center(), tolerance, enough);
  if (found.lower > enough) return false;
  axes_.set_witness(found);
  const bool is_exact = !is_curved() && found.lower > 0;
  axes_.add(found.normal, is_exact ? kPreferNearest : kPreferGuess);
  return true;
}

void ConvexPair::add_flat_axes() {
  for (const int i : {0, 1}) {
    if (axes_.solid(i).is_polytope()) add_face_axes(axes_, i);
    if (axes_.solid(i).is_frustum()) add_disc_axes(axes_, i);
  }
}

void ConvexPair::find_axes() {
  add_flat_axes();
  if (axes_.is_settled()) return;
  if (first_.is_support() || second_.is_support()) return add_support_axes(axes_);
  if (!is_curved()) return add_edge_axes(axes_);
  if (!first_.is_polytope() && !second_.is_polytope()) return add_frustum_axes(axes_);
  add_side_axes(axes_, first_.is_polytope() ? 1 : 0);
}

// Adds the axes that the motion may choose instead of the best one: all that touch or separate; for
// round shapes, those of faces and caps.
void ConvexPair::add_axes_for_motion() {
  axes_.ask_for_all(-tolerances_.touch);
  add_flat_axes();
  if (!is_curved()) add_edge_axes(axes_);
}

// True if the motion chose an axis across two edges that do not cross and lie further aside from
// each other than its reach: the solids meet elsewhere. Seen along such an axis, separated solids
// may seem to overlap, for polytopes even metres away from one of them.
bool ConvexPair::is_beside(int chosen, double reach) const {
  if (axes_.candidate(chosen).preference > kPreferEdge) return false;
  const double aside = calc_way_aside(first_, second_, axes_.normal(chosen));
  if (aside <= tolerances_.tie) return false;
  return axes_.candidate(chosen).separation < -tolerances_.tie || aside > reach;
}

int ConvexPair::choose() const {
  return choose_axis(
      axes_.count(), [&](int i) { return axes_.candidate(i); }, tolerances_);
}

double ConvexPair::add_facing(const Vec3& normal, const Vec3& shift, bool is_exact,
                              ShapeManifold& manifold) const {
  return add_facing_points(first_, second_, normal, shift, is_exact, query_.margin,
                           0.1 * tolerances_.tie, manifold);
}

// If the motion chose a normal along which the solids are not over each other yet, also adds points
// at the place where they will be. Stops as soon as facing features are as near as the solids are.
bool ConvexPair::add_all_facing(int chosen, ShapeManifold& manifold) const {
  const Vec3& normal = axes_.normal(chosen);
  const double enough = axes_.candidate(chosen).separation + tolerances_.tie;
  const Vec3& motion = query_.relative_displacement;
  const Vec3 across = motion - normal.dot(motion) * normal;
  for (const bool is_exact : {false, true}) {
    const double least = add_facing(normal, Vec3::Zero(), is_exact, manifold);
    if (least <= enough) return true;
    if (is_nearest(chosen)) continue;
    if (add_facing(normal, across, is_exact, manifold) <= enough) return true;
  }
  return false;
}

// The facing features may not include the nearest: it can lie beyond the rim of a face, or on a
// feature hidden by others. Then the feature that decides the separation is added, so that
// respecting the gaps keeps the solids apart: the nearest points or, if the motion chose the
// normal, the points that it will bring over the other solid. Returns false if those are out of its
// reach.
bool ConvexPair::add_points(int chosen, double reach, ShapeManifold& manifold) const {
  if (add_all_facing(chosen, manifold)) return true;
  const Vec3& normal = axes_.normal(chosen);
  const double separation = axes_.candidate(chosen).separation;
  if (!is_nearest(chosen)) {
    if (separation < -tolerances_.tie && reach < kInfinity && !is_curved()) return false;
    const double far = reach + 2 * std::min(first_.outer_radius(), second_.outer_radius());
    return add_foremost_points(first_, second_, normal, separation, far, query_.margin,
                               tolerances_.tie, manifold);
  }
  add_nearest_points(first_, axes_.witness(0), second_, axes_.witness(1), normal, separation,
                     query_.margin, manifold);
  return true;
}

double ConvexPair::calc(ShapeManifold& manifold) {
  if (!find_nearest()) return kInfinity;
  find_axes();
  // If a support function returns NaN, there may be no axis at all.
  if (axes_.count() == 0) return kInfinity;
  if (axes_.greatest() - rounding_ > query_.margin) return kInfinity;
  axes_.drop_beaten_guesses();
  int chosen = choose();
  const AxisCandidate& now = axes_.candidate(chosen);
  const bool is_moving = !motion_.is_zero();
  if (is_moving && now.separation >= -tolerances_.touch && now.predicted <= tolerances_.tie) {
    add_axes_for_motion();
    chosen = choose();
  }
  const double radius = std::min(first_.outer_radius(), second_.outer_radius());
  const double reach = std::max(tolerances_.tie, motion_.reach(radius));
  const auto add = [&](int i, bool is_last) {
    if (is_last || !is_moving) return add_points(i, kInfinity, manifold);
    return !is_beside(i, reach) && add_points(i, reach, manifold);
  };
  const auto drop = [&](int i) {
    manifold.points.clear();
    axes_.drop(i);
  };
  chosen = pose_axis(
      chosen, axes_.count(), [&](int i) { return axes_.candidate(i); },
      axes_.greatest() - rounding_, tolerances_, add, drop);
  manifold.normal = axes_.normal(chosen);
  if (motion_.turns()) {
    add_points_over_face(first_, second_, manifold.normal, query_.margin, 0.1 * tolerances_.tie,
                         manifold);
  }
  return axes_.candidate(chosen).separation;
}

}  // namespace

double convex_pair(const ConvexSolid& first, const ConvexSolid& second,
                   const NarrowPhaseQuery& query, ShapeManifold& manifold) {
  const double reach = first.outer_radius() + second.outer_radius() + query.margin;
  if ((first.origin() - second.origin()).norm() > reach) return kInfinity;
  return ConvexPair(first, second, query).calc(manifold);
}

double contact_along(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal,
                     double margin, ShapeManifold& manifold) {
  manifold.normal = normal;
  const double tolerance = 0.1 * axis_tolerances(first, second).tie;
  add_facing_points(first, second, normal, Vec3::Zero(), false, margin, tolerance, manifold);
  return -first.reach(-normal) - second.reach(normal) - first.rounding() - second.rounding();
}

ConvexDistance calc_convex_distance(const ConvexSolid& first, const ConvexSolid& second) {
  Reused<ShapeManifold> manifold;
  manifold.points.clear();
  convex_pair(first, second, {.margin = kInfinity}, manifold);
  ConvexDistance result;
  result.distance = kInfinity;
  for (const ManifoldPoint& point : manifold.points) {
    if (point.gap >= result.distance) continue;
    result.distance = point.gap;
    result.normal = manifold.normal;
    result.on_first = point.point + 0.5 * point.gap * manifold.normal;
    result.on_second = point.point - 0.5 * point.gap * manifold.normal;
  }
  return result;
}

}  // namespace stiction
