#pragma once

#include <stiction/collision/narrow_phase.h>
#include <stiction/math/rotation.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "infinity.h"

namespace stiction {

/// Least cosine (0.1 rad) of a normal with a face's normal for which it shares the face's contacts.
inline constexpr double kFaceCosine = 0.995;

/// A direction n, from the second shape to the first, along which two shapes may be separated.
struct AxisCandidate {
  double separation = 0;  ///< distance of their supporting planes along n, m; negative: overlap
  double predicted = 0;   ///< `separation` at the end of the step (see PairMotion)
  double preference = 0;  ///< among equals the greatest wins, then the first: the area of the face
};

/// Predicted motion of the first of two shapes relative to the second: a rotation about a point,
/// then a shift.
class PairMotion {
 public:
  PairMotion() = default;
  /// In the query's frame.
  explicit PairMotion(const NarrowPhaseQuery& query)
      : displacement_(query.relative_displacement),
        center_(query.motion_center),
        turn_(query.relative_rotation.norm()) {
    if (turns()) R_ = exp_rotation(query.relative_rotation).toRotationMatrix();
  }
  /// The same motion in a frame with the axes `axes` (columns) and the same origin.
  PairMotion seen_in(const Mat3& axes) const {
    PairMotion seen;
    seen.displacement_ = axes.transpose() * displacement_;
    seen.center_ = axes.transpose() * center_;
    seen.turn_ = turn_;
    if (turns()) seen.R_ = axes.transpose() * R_ * axes;
    return seen;
  }

  const Vec3& displacement() const { return displacement_; }
  bool turns() const { return turn_ > 0; }
  /// Upper bound on how far it moves a point of a shape with this radius, m.
  double reach(double radius) const { return displacement_.norm() + 2 * radius * turn_; }
  bool is_zero() const { return displacement_.isZero(0) && !turns(); }

  /// The separation along n (unit, from the second to the first) at the end of the motion, up to
  /// the point of the first shape that is foremost then. `reach(m)` is the greatest m . x of the
  /// first shape. A round side that rolls stays where it is.
  template <typename Reach>
  double predict(const Vec3& n, double separation, const Reach& reach) const {
    const double displaced = separation + n.dot(displacement_);
    return turns() ? displaced + calc_turned_way(n, reach) : displaced;
  }

 private:
  /// Not inlined: motions seldom turn, and inlined in the loops over the axes it makes a pair of
  /// boxes cost a third more time.
  template <typename Reach>
  [[gnu::noinline]] double calc_turned_way(const Vec3& n, const Reach& reach) const {
    const Vec3 before = R_.transpose() * n;
    return (n - before).dot(center_) + reach(-n) - reach(-before);
  }

  Vec3 displacement_ = Vec3::Zero();
  Vec3 center_ = Vec3::Zero();
  Mat3 R_ = Mat3::Identity();
  double turn_ = 0;  // rad
};

/// Tolerances for equal, touching and grazing, m.
struct AxisTolerances {
  double tie = 0;      ///< separations that differ by less are equal
  double touch = 0;    ///< overlap up to here still counts as touching
  double grazing = 0;  ///< a hit that this small a change of the motion avoids is a graze
};

/// Tolerances for two shapes, from the radii of the smaller of their inscribed balls and of their
/// bounding balls, m. A tie is round-off in the larger shape plus 1e-8 of the smaller one, so a gap
/// is exact to that.
AxisTolerances axis_tolerances(double inner_radius, double outer_radius, double other_outer_radius);

/// Among the eligible ones of `count` axes whose `value` is within `tie` of the greatest, the first
/// one with the highest preference; -1 if none is eligible.
template <typename AxisAt, typename Eligible>
int greatest_axis(int count, const AxisAt& axis_at, double AxisCandidate::*value, double tie,
                  const Eligible& is_eligible) {
  double most = -kInfinity;
  for (int i = 0; i < count; ++i) {
    const AxisCandidate axis = axis_at(i);
    if (is_eligible(axis)) most = std::max(most, axis.*value);
  }
  int best = -1;
  double preference = 0;
  for (int i = 0; i < count; ++i) {
    const AxisCandidate axis = axis_at(i);
    if (!is_eligible(axis) || !(axis.*value >= most - tie)) continue;
    if (best >= 0 && axis.preference <= preference) continue;
    best = i;
    preference = axis.preference;
  }
  return best;
}

/// The index of the axis along which the contact is posed.
///
/// Any axis with separation >= 0 now is safe: as long as n . u >= -separation holds for the true
/// displacement u, the shapes stay apart. The axes differ in what else they forbid. The rule:
///   1. The axis of greatest separation (the exact distance, or the least depth), unless it touches
///      or separates now and the predicted motion, closing it, reaches or violates it. So without
///      motion the gap is exact.
///   2. Else, if an axis touches now (|separation| <= touch) and the motion violates it by no more
///      than a graze, the one of these with the greatest predicted separation: a box that slides on
///      two flush boxes rests on the one ahead before it could hit its side. Axes that overlap by
///      no more than resting shapes may (touch / 1000) come first: a box that slides off another is
///      not held by its side, nor by the axis across two nearly parallel edges, however slowly they
///      close.
///   3. Else, of all axes that touch or separate now, the one with the greatest predicted
///      separation: it requires the least change of the motion.
/// Deeper overlap is not decided by the motion: the axis of least depth ends it soonest.
/// Ties go to the larger face, so that the choice does not flicker with round-off.
///
/// `axis_at(i)` makes the i-th of `count` axes; it is called several times for each axis.
template <typename AxisAt>
int choose_axis(int count, const AxisAt& axis_at, const AxisTolerances& tolerances) {
  const double tie = tolerances.tie;
  const auto any = [](const AxisCandidate&) { return true; };
  const auto is_open = [&](const AxisCandidate& axis) {
    return axis.separation >= -tolerances.touch;
  };
  const int now = greatest_axis(count, axis_at, &AxisCandidate::separation, tie, any);
  const AxisCandidate nearest = axis_at(now);
  const bool is_approached = nearest.predicted < nearest.separation || nearest.predicted < 0;
  if (!is_open(nearest) || !is_approached || nearest.predicted > tie) return now;
  for (const double least : {-std::max(tie, 1e-3 * tolerances.touch), -tolerances.touch}) {
    const auto is_grazed = [&](const AxisCandidate& axis) {
      return axis.separation >= least && axis.separation <= tolerances.touch &&
             axis.predicted >= -tolerances.grazing;
    };
    const int grazed = greatest_axis(count, axis_at, &AxisCandidate::predicted, tie, is_grazed);
    if (grazed >= 0) return grazed;
  }
  return greatest_axis(count, axis_at, &AxisCandidate::predicted, tie, is_open);
}

/// Poses the contact along an axis, `chosen` or the next best one, and returns that axis.
///
/// The feature that decides a separation may lie beside the other shape, away from the motion: seen
/// along a slightly tilted normal, the far end of the ground is higher than a body that stands on
/// its middle. `add_points(i, is_last)` adds the points along axis i and returns whether the shapes
/// meet along it. If they do not, `drop(i)` makes the axis' separation -infinity, and the next one
/// is chosen. `is_last` means that this axis separates the shapes by `greatest`, and no other axis
/// of a face does: along it they always meet.
template <typename AxisAt, typename AddPoints, typename Drop>
int pose_axis(int chosen, int count, const AxisAt& axis_at, double greatest,
              const AxisTolerances& tolerances, const AddPoints& add_points, const Drop& drop) {
  const auto separates_most = [&](int i) {
    return axis_at(i).separation >= greatest - tolerances.tie;
  };
  const auto is_last = [&] {
    if (!separates_most(chosen)) return false;
    for (int i = 0; i < count; ++i) {
      if (i != chosen && axis_at(i).preference > 0 && separates_most(i)) return false;
    }
    return true;
  };
  while (!add_points(chosen, is_last())) {
    drop(chosen);
    chosen = choose_axis(count, axis_at, tolerances);
  }
  return chosen;
}

/// The same for axes in an array.
int choose_axis(std::span<const AxisCandidate> axes, const AxisTolerances& tolerances);

}  // namespace stiction
