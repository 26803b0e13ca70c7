#pragma once

#include <stiction/model/feasible_speeds.h>

#include <span>
#include <vector>

#include "joint_rows.h"

namespace stiction {

/// Memory of `make_curvature_feasible`.
struct CurvatureTools {
  FeasibleSpeeds feasible;
  std::vector<double> speeds;
};

/// Leaves of kappa what bodies can do, where joints close loops or gears tie them, so that
/// conditions may follow from others: until the expected velocities lead to where all of them hold,
/// kappa contradicts itself (by 1e-7 m/s in a scissor lift that lands).
void make_curvature_feasible(const WorldValue& world, const Island& island, CurvatureTools& tools,
                             std::vector<JointRowPlace>& places, ContactProblem& problem);

/// Adds a share of kappa to the rows, -1 takes it out again.
void bend_joint_rows(std::span<const JointRowPlace> places, double share, ContactProblem& problem);

/// Takes kappa out of the rows for good: where loops leave their joints no motion but one, the
/// conditions of the start are met by rest, those of the end perhaps by nothing.
void straighten_joint_rows(std::vector<JointRowPlace>& places, ContactProblem& problem);

/// The most that curvature along the way of these velocities differs from the one that was posed,
/// m; angular ones times the joint's radius of gyration.
double calc_curvature_change(const StepView& view, const Island& island, const JointPosing& posed,
                             std::span<const Vec6> velocities);

}  // namespace stiction
