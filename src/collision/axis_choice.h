#pragma once

#include <span>

namespace stiction {

/// A direction n, from the second shape to the first, along which two shapes may be kept apart.
struct AxisCandidate {
  double separation = 0;  ///< distance of their supporting planes along n, m; negative: overlap
  double predicted = 0;   ///< `separation` at the end of the step: separation + n . displacement
  double preference = 0;  ///< among equals the greatest wins, then the first: the area of the face
};

/// The lengths that decide what is equal, touching, and grazing; m.
struct AxisTolerances {
  double tie = 0;      ///< separations that differ by less are equal
  double touch = 0;    ///< overlap up to here still counts as touching
  double grazing = 0;  ///< a hit that so small a change of the motion avoids is a graze
};

/// Tolerances for two shapes of these sizes (radii of the inscribed and of the bounding ball, m).
/// A tie is round-off in the larger shape and 1e-8 of the smaller one, so a gap is exact to that.
AxisTolerances axis_tolerances(double smaller_inner_radius, double smaller_outer_radius,
                               double larger_outer_radius);

/// The index of the axis along which the contact is posed.
///
/// Any axis with separation >= 0 now is safe: as long as n . u >= -separation holds for the true
/// displacement u, the shapes stay apart. They differ in what else they forbid. The rule:
///   1. The axis of greatest separation (the exact distance, or the least depth) unless it touches
///      or separates now and the predicted motion violates it. So without motion the gap is exact.
///   2. Else, if an axis touches now (|separation| <= touch) and the motion violates it by no more
///      than a graze, the one of these with the greatest predicted separation: a box that slides on
///      two flush boxes rests on the one ahead before it could hit its side.
///   3. Else, of all axes that touch or separate now, the one with the greatest predicted
///      separation: it asks for the least change of the motion.
/// Deeper overlap is past choosing by the motion: the axis of least depth ends it soonest.
/// Ties go to the larger face, so that the choice does not flicker with round-off.
int choose_axis(std::span<const AxisCandidate> axes, const AxisTolerances& tolerances);

}  // namespace stiction
