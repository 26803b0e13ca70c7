#pragma once

#include <stiction/contact/contact_problem.h>

#include <span>
#include <vector>

#include "contact_posing.h"
#include "joint_row_place.h"

namespace stiction {

/// How the rows of an island's joints are posed.
struct JointPosing {
  /// The island's expected velocities at the end of the step; empty: those at its start.
  std::span<const Vec6> expected = {};
  /// Whether conditions are to hold where the step ends, not only at its start.
  bool is_curved = true;
  /// Whether to pose every limit, not only those that may be reached at the expected velocities.
  bool with_all_limits = false;
  /// For an impact, which takes no time: pose only limits that have already been reached.
  bool with_met_limits_only = false;
  /// Share of the step's impulses that the rows are to give: 1/2 in each half of a step.
  double share = 1;
  /// In the second half: rows of the first one and their impulses. Even ones act again as they did.
  std::span<const JointRowPlace> first_places = {};
  std::span<const double> first_impulses = {};
};

/// Adds the rows of the island's joints to the problem of its contacts, after existing ones:
///
///     conditions       u + kappa/h = 0
///     gear             u - ratio * (u of the leader) + kappa/h = 0
///     limits           0 <= u + gap/h  _|_  r >= 0, u towards the inside
///     friction         -h f <= r <= h f, against u
///     damping c        r = -h c u+
///     velocity motor   u = target within +-h max_effort
///     position motor   r = h (kp (target - q+) - kd u+) within +-h max_effort, q+ = q + h u+
///     effort motor     r = h target: in the free velocity
///
/// In a half of a step h is h/2 in impulses and bounds. There a damper or spring that is weak
/// enough for the step to resolve gives h/2 (kp (target - (q0 + q1)/2) - (kd or c) u) in both
/// halves, which is the midpoint rule; stiff ones act as above, at the end of each half.
///
/// u is the child's velocity relative to the parent's, in limits, friction, damping and motors
/// including kappa/h. kappa is how much a condition's error, or a position, changes along the path
/// of the expected velocities beyond its linear part. If v+ is as expected, the conditions thus
/// hold where the step ends, and locked joints stay where they are: the discrete equations of SHAKE
/// (Ryckaert, Ciccotti and Berendsen 1977), which neither lose nor gain energy in the long run.
/// Errors that exist at the start are left to `remove_depth`.
///
/// Raises the judge's V to the largest speed that a joint's row has at the start, that a motor asks
/// for and its effort can give, or that torques, known pushes and kappa/h change it by. O(joints).
void add_joint_rows(const StepView& view, const Island& island, const JointPosing& posing,
                    ContactProblem& problem, std::vector<JointRowPlace>& places);

/// True if the path of these velocities, of the island's bodies, leads beyond a limit.
bool is_limit_missed(const StepView& view, const Island& island, std::span<const Vec6> velocities);

}  // namespace stiction
