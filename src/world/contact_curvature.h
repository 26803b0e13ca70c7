#pragma once

#include <span>

#include "joint_rows.h"

namespace stiction {

/// Of contacts between bodies that turn alike, as where a hand holds what it turns with, the
/// offsets by which they stick and touch where the step ends, as joints hold there:
///
///     u + kappa/h = 0,   kappa = E (c_b - c_a),   E = exp(h w) - 1 - (h w) x,
///
/// with w of the one that turns more slowly: what sticks turns as one, and all contacts of two
/// bodies get the same kappa, whether they touch or are about to. With each body's own w the
/// corners of a face got offsets with which no motion sticks at all of them, up to 2e-5 m/s apart,
/// and `no-slip` let go; with the mean of both a wheel that a motor starts was lifted off the
/// ground.
///
/// Joints that hold at the end beside contacts that stick at the start contradict each other:
/// fingers went by h w^2 r/2 along what they held, against all of its friction. Only where the
/// conditions of joints are curved, too (`JointPosing::is_curved`), and the integrator is not of
/// first order. `share`: 1 adds it, -1 takes it out again.
void add_contact_curvature(const StepView& view, const Island& island, const JointPosing& posing,
                           double share, ContactProblem& problem);

/// Whether a contact has such an offset.
bool holds_where_step_ends(const StepView& view, const FoundContact& contact);

/// The most that kappa along the way of these velocities differs from the one that was posed, m.
double calc_contact_curvature_change(const StepView& view, const Island& island,
                                     const JointPosing& posed, std::span<const Vec6> velocities);

}  // namespace stiction
