#pragma once

#include <span>

#include "joint_rows.h"

namespace stiction {

/// Adds offsets to contacts between bodies that turn alike, such as a hand and what it holds: with
/// them, contacts stick and touch where the step ends, as joints hold there:
///
///     u + kappa/h = 0,   kappa = E (c_b - c_a),   E = exp(h w) - 1 - (h w) x,
///
/// with w of the body that turns more slowly: bodies that stick turn as one, and all contacts of
/// two bodies get the same kappa, whether they touch or are about to. With each body's own w the
/// corners of a face got offsets up to 2e-5 m/s apart, no motion could stick at all of them, and
/// `no-slip` let go; with the mean of both, a wheel that a motor starts was lifted off the ground.
///
/// Joints that hold at the end of a step contradict contacts that stick at its start: fingers slid
/// by h w^2 r/2 along what they held, against all of its friction. The offsets are used only if the
/// conditions of joints are curved, too (`JointPosing::is_curved`), and the integrator is not of
/// first order. `share`: 1 adds them, -1 removes them.
void add_contact_curvature(const StepView& view, const Island& island, const JointPosing& posing,
                           double share, ContactProblem& problem);

/// True if a contact has such an offset.
bool holds_where_step_ends(const StepView& view, const FoundContact& contact);

/// The largest difference between kappa along the path of these velocities and the posed one, m.
double calc_contact_curvature_change(const StepView& view, const Island& island,
                                     const JointPosing& posed, std::span<const Vec6> velocities);

}  // namespace stiction
