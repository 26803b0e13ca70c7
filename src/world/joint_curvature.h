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

/// Reduces kappa to what bodies can do if joints close loops or gears tie them, so that conditions
/// may depend on each other: until the expected velocities lead to where all conditions hold, kappa
/// contradicts itself (by 1e-7 m/s in a scissor lift that lands).
void make_curvature_feasible(const WorldValue& world, const Island& island, CurvatureTools& tools,
                             std::vector<JointRowPlace>& places, ContactProblem& problem);

/// Adds this share of kappa to the rows; -1 removes it.
void bend_joint_rows(std::span<const JointRowPlace> places, double share, ContactProblem& problem);

/// Removes kappa from the rows for good: if loops leave their joints only one motion or none, rest
/// meets the conditions of the start, but perhaps nothing meets those of the end.
void straighten_joint_rows(std::vector<JointRowPlace>& places, ContactProblem& problem);

/// Returns the largest difference between the curvature along the path of these velocities and the
/// posed one, m; angular ones are multiplied by the joint's radius of gyration.
double calc_curvature_change(const StepView& view, const Island& island, const JointPosing& posed,
                             std::span<const Vec6> velocities);

}  // namespace stiction
