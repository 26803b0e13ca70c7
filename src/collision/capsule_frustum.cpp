// A capsule against a cylinder or a cone: a segment against a frustum, minus the radius.

#include <algorithm>
#include <cmath>

#include "axis_choice.h"
#include "infinity.h"
#include "manifold_points.h"
#include "posed_capsule.h"
#include "segment_frustum.h"
#include "shape_pairs.h"

namespace stiction {
namespace {

constexpr double kClear = 1e-6;  // distance of a segment from a frustum, of the latter's size,
                                 // below which the direction of the distance may be round-off

// The range of s for which c + s d is in the disc of the given radius about the origin; low > high
// if it is empty. Roots of |d|^2 s^2 + 2 (c . d) s + |c|^2 - radius^2, without cancellation.
struct Chord {
  double low = kInfinity;
  double high = -kInfinity;
};

Chord chord_of(const Vec2& c, const Vec2& d, double radius) {
  const double d2 = d.squaredNorm();
  const double along = c.dot(d);
  const double beyond = (c.norm() - radius) * (c.norm() + radius);
  const double area = c.x() * d.y() - c.y() * d.x();
  const double discriminant = radius * radius * d2 - area * area;
  if (discriminant < 0) return {};
  const double root = std::abs(along) + std::sqrt(discriminant);
  if (root == 0 && d2 > 0) return {0, 0};
  if (root == 0) return beyond <= 0 ? Chord{-kInfinity, kInfinity} : Chord{};
  if (along < 0) return {beyond / root, root / d2};
  return {-root / d2, -beyond / root};
}

// All in the frame of the frustum; normals point from the frustum to the capsule.
class CapsuleOverFrustum {
 public:
  CapsuleOverFrustum(const Frustum& frustum, const PosedCapsule& capsule)
      : frustum_(frustum),
        capsule_(capsule),
        pair_(capsule_.segment, frustum_),
        tolerances_(capsule.tolerances(std::min(capsule.radius, frustum.inner_radius()),
                                       frustum.bounding_radius())) {}

  // Points and normal in the frustum's frame; features are (segment, frustum).
  double calc(ShapeManifold& manifold);

 private:
  void find_axes();
  bool is_straight(int axis) const { return axis == axes_.count; }
  int num_axes() const { return axes_.count + (nearest_.distance > 0 ? 1 : 0); }
  const Vec3& normal(int axis) const {
    return is_straight(axis) ? nearest_.normal : axes_.axes[axis].normal;
  }
  AxisCandidate axis(int i) const;
  bool add_facing(const Vec3& normal, double separation, ShapeManifold& manifold) const;
  void add_nearest(int chosen, double separation, ShapeManifold& manifold) const;
  double add_over_cap(int cap, const Vec3& normal, const Vec3& shift,
                      ShapeManifold& manifold) const;
  void add_foremost(int cap, const Vec3& normal, double separation, ShapeManifold& manifold) const;
  void add_points(int chosen, double separation, ShapeManifold& manifold) const;
  void add_ball(const Vec3& center, const Vec3& on_frustum, const Vec3& normal, double gap,
                FeatureId feature, ShapeManifold& manifold) const {
    add_point(manifold, capsule_.margin, 0.5 * (center - capsule_.radius * normal + on_frustum),
              gap, feature);
  }

  const Frustum& frustum_;
  PosedCapsule capsule_;
  SegmentFrustum pair_;
  AxisTolerances tolerances_;
  FrustumAxes axes_;  // and last, for a segment outside, the direction between the nearest points
  SegmentFrustum::Nearest nearest_;
};

// Motions need the caps and the sides; overlaps need every axis that may be the way out.
void CapsuleOverFrustum::find_axes() {
  pair_.add_caps(axes_);
  const bool is_clear = nearest_.distance > kClear * frustum_.inner_radius();
  if (!is_clear || !capsule_.motion.is_zero()) pair_.add_laterals(axes_);
  if (is_clear) return;
  pair_.add_rims(axes_);
  if (nearest_.distance > 0) nearest_.distance = std::max(pair_.separation(nearest_.normal), 0.0);
}

AxisCandidate CapsuleOverFrustum::axis(int i) const {
  const double separation =
      (is_straight(i) ? nearest_.distance : axes_.axes[i].separation) - capsule_.radius;
  const bool is_cap = !is_straight(i) && axes_.axes[i].kind == FrustumAxis::Kind::cap;
  return {separation, capsule_.predict(normal(i), separation),
          is_cap ? frustum_.flat_area(axes_.axes[i].index) : -1};
}

// Adds the ends of the stretch along a ruling. Returns true if they are the whole contact.
bool CapsuleOverFrustum::add_facing(const Vec3& normal, double separation,
                                    ShapeManifold& manifold) const {
  const Segment ruling = frustum_.ruling(Frustum::radial(normal));
  const FacingPoints facing = facing_points(capsule_.segment, ruling, normal);
  for (int i = 0; i < facing.count; ++i) {
    const SegmentPoints& pair = facing.pairs[i];
    const FeatureId feature = pair.q_end == 0 ? kLateralFeature : frustum_.end_feature(pair.q_end);
    add_ball(pair.p, pair.q, normal, normal.dot(pair.p - pair.q) - capsule_.radius,
             pair_feature(segment_feature(pair.p_end), feature), manifold);
  }
  return facing.is_contact(normal, separation + capsule_.radius, tolerances_.tie);
}

void CapsuleOverFrustum::add_nearest(int chosen, double separation, ShapeManifold& manifold) const {
  const Vec3& n = normal(chosen);
  if (add_facing(n, separation, manifold)) return;
  const bool is_outside = nearest_.distance > 0;
  const FrustumPoints points = is_outside ? nearest_.points : pair_.attained(axes_.axes[chosen]);
  add_ball(points.on_segment, points.on_frustum, n, separation,
           pair_feature(segment_feature(points.segment_end), points.feature), manifold);
}

// Adds the part of the segment, moved by `shift`, that is over a cap as seen along the normal: a
// chord of its disc. Returns the least gap, infinite if no part is over it.
double CapsuleOverFrustum::add_over_cap(int cap, const Vec3& normal, const Vec3& shift,
                                        ShapeManifold& manifold) const {
  const Segment& segment = capsule_.segment;
  const double half = segment.half_length;
  const double up = cap == 0 ? -1 : 1;
  const double cosine = up * normal.z();
  const auto height = [&](double s) {  // along the normal
    return (up * (segment.at(s) + shift).z() - frustum_.half_length()) / cosine;
  };
  const Vec2 center = (segment.center + shift - height(0) * normal).head<2>();
  const Vec2 direction =
      (segment.direction - up * segment.direction.z() / cosine * normal).head<2>();
  const Chord chord = chord_of(center, direction, frustum_.radius(cap) + 0.1 * tolerances_.tie);
  if (!(chord.low <= half && chord.high >= -half)) return kInfinity;
  double least = kInfinity;
  for (const int end : {-1, 1}) {
    const double cut = end < 0 ? chord.low : chord.high;
    const bool is_cut = end * cut < half * (1 - 1e-9);
    const double s = is_cut ? cut : end * half;
    const double gap = height(s) - capsule_.radius;
    least = std::min(least, gap);
    const FeatureId feature = is_cut ? pair_feature(segment_feature(0), chord_feature(cap, end))
                                     : pair_feature(segment_feature(end), cap_feature(cap));
    const Vec3 middle = segment.at(s) - 0.5 * (height(s) + capsule_.radius) * normal;
    add_point(manifold, capsule_.margin, middle, gap, feature);
  }
  return least;
}

// Adds the end nearest to a cap's plane, whether or not it is over the cap.
void CapsuleOverFrustum::add_foremost(int cap, const Vec3& normal, double separation,
                                      ShapeManifold& manifold) const {
  const int end = normal.dot(capsule_.segment.direction) > 0 ? -1 : 1;
  const Vec3 low = capsule_.segment.at(end * capsule_.segment.half_length);
  add_ball(low, low - (separation + capsule_.radius) * normal, normal, separation,
           pair_feature(segment_feature(end), cap_feature(cap)), manifold);
}

void CapsuleOverFrustum::add_points(int chosen, double separation, ShapeManifold& manifold) const {
  const Vec3& n = normal(chosen);
  const int cap = n.z() < 0 ? 0 : 1;
  const bool has_cap = cap < frustum_.num_rims() && std::abs(n.z()) >= kFaceCosine;
  const bool is_cap = !is_straight(chosen) && axes_.axes[chosen].kind == FrustumAxis::Kind::cap;
  if (!is_cap) {
    add_nearest(chosen, separation, manifold);
    if (has_cap) add_over_cap(cap, n, Vec3::Zero(), manifold);
    return;
  }
  double least = add_over_cap(cap, n, Vec3::Zero(), manifold);
  if (least == kInfinity) {
    // The motion chose a cap that the capsule is not over yet: use the place where it will be.
    least = add_over_cap(cap, n, capsule_.motion_across(n), manifold);
  }
  if (least <= separation + tolerances_.tie) return;
  // The foremost feature is beyond the rim: add the nearest points if they differ by less than
  // shows in the distance, else the end that the motion will bring over the cap.
  const bool is_at_distance = nearest_.distance - capsule_.radius <= separation + tolerances_.tie;
  if (least < kInfinity && !is_at_distance) return add_foremost(cap, n, separation, manifold);
  add_nearest(chosen, separation, manifold);
}

double CapsuleOverFrustum::calc(ShapeManifold& manifold) {
  nearest_ = pair_.nearest();
  if (nearest_.distance - capsule_.radius > capsule_.margin) return kInfinity;
  find_axes();
  const int chosen = choose_axis(
      num_axes(), [&](int i) { return axis(i); }, tolerances_);
  manifold.normal = normal(chosen);
  const double separation = axis(chosen).separation;
  add_points(chosen, separation, manifold);
  return separation;
}

double capsule_frustum(const Capsule& first, const RigidTransform& X_O1, const Frustum& frustum,
                       const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                       ShapeManifold& manifold) {
  const auto calc = [&](const PosedCapsule& capsule) {
    return CapsuleOverFrustum(frustum, capsule).calc(manifold);
  };
  return calc_in_frame_of_second(first, X_O1, X_O2, query, manifold, calc);
}

}  // namespace

double capsule_cylinder(const Capsule& first, const RigidTransform& X_O1, const Cylinder& second,
                        const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                        ShapeManifold& manifold) {
  return capsule_frustum(first, X_O1, Frustum(second), X_O2, query, manifold);
}

double capsule_cone(const Capsule& first, const RigidTransform& X_O1, const Cone& second,
                    const RigidTransform& X_O2, const NarrowPhaseQuery& query,
                    ShapeManifold& manifold) {
  return capsule_frustum(first, X_O1, Frustum(second), X_O2, query, manifold);
}

}  // namespace stiction
