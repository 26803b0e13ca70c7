#pragma once

#include <stiction/contact/contact_problem.h>

#include <cstddef>
#include <span>

#include "contact_posing.h"
#include "joint_record.h"

namespace stiction {

/// The contacts of an island in displacements: "velocities" are in m, the gap is the offset, there
/// is no friction, and nothing moves by itself. For a `view` of one second in which nothing moves.
ContactProblem make_displacement_problem(const StepView& view, const Island& island);

/// The bounds that a joint's position is to keep at the end of the step.
struct JointBounds {
  double lower, upper;
};

/// Positions that were beyond a bound as the step started are moved back step by step, by
/// `push_out`, m or rad.
JointBounds calc_bounds(const JointRecord& joint, double push_out);

/// Adds the rows of the errors of joint `index` at the `positions` that all joints have. Bounds
/// count that may be met by displacements of up to `depth`, m.
void add_displacement_rows(const WorldValue& world, const Island& island, std::size_t index,
                           std::span<const double> positions, const JointBounds& bounds,
                           double depth, ContactProblem& problem);

}  // namespace stiction
