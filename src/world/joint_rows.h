#pragma once

#include <stiction/contact/contact_problem.h>

#include <span>
#include <vector>

#include "contact_posing.h"
#include "joint_row_place.h"

namespace stiction {

/// How the rows of an island's joints are posed.
struct JointPosing {
  /// The velocities that the step is expected to end with, of the island's bodies; empty: those it
  /// starts with.
  std::span<const Vec6> expected = {};
  /// Whether conditions are to hold where the step ends, not only as it starts.
  bool is_curved = true;
  /// Whether every limit is posed, not only those that may be met at the expected velocities.
  bool with_all_limits = false;
  /// For an impact, which takes no time: only limits that are met already are posed.
  bool with_met_limits_only = false;
  /// Of the step's impulses, what the rows are expected to give.
  double share = 1;
};

/// Adds the rows of the island's joints to the problem of its contacts, behind those it has:
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
/// with u the child's velocity against the parent's, in limits, friction, damping and motors with
/// kappa/h as well. kappa is what a condition's error or a position changes by along the way of the
/// expected velocities beyond its linear part, so that with v+ as expected the conditions hold
/// where the step ends, and what is locked stays where it is: the discrete equations of SHAKE
/// (Ryckaert, Ciccotti and Berendsen 1977), which neither lose nor gain energy in the long run.
/// Errors that are there at the start are left to `remove_depth`.
///
/// Raises the judge's V to the largest speed that a joint's row has at the start, that a motor asks
/// for and its effort can give, or that torques, known pushes and kappa/h change it by. O(joints).
void add_joint_rows(const StepView& view, const Island& island, const JointPosing& posing,
                    ContactProblem& problem, std::vector<JointRowPlace>& places);

/// Whether the way of these velocities, of the island's bodies, leads beyond a limit.
bool is_limit_missed(const StepView& view, const Island& island, std::span<const Vec6> velocities);

}  // namespace stiction
