#pragma once

#include <stiction/contact/contact_problem.h>

#include <cstddef>
#include <span>

#include "contact_posing.h"
#include "joint_record.h"

namespace stiction {

/// Returns the contact problem of an island in displacements: "velocities" are in m, the offset is
/// the gap, there is no friction, and nothing moves by itself. `view` must be of one second in
/// which nothing moves.
ContactProblem make_displacement_problem(const StepView& view, const Island& island);

/// The bounds that a joint's position must keep at the end of the step.
struct JointBounds {
  double lower, upper;
};

/// Returns these bounds. Positions that were beyond a bound at the start of the step are moved back
/// by `push_out` per step, m or rad.
JointBounds calc_bounds(const JointRecord& joint, double push_out);

/// Adds rows for the errors of joint `index`, given the `positions` of all joints. Includes bounds
/// that displacements of up to `depth`, m, may reach.
void add_displacement_rows(const WorldValue& world, const Island& island, std::size_t index,
                           std::span<const double> positions, const JointBounds& bounds,
                           double depth, ContactProblem& problem);

}  // namespace stiction
