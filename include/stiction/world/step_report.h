#pragma once

#include <stiction/contact/rung.h>
#include <stiction/model/contact_model.h>
#include <stiction/world/unsolved_island.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace stiction {

enum class StepStatus {
  solved,
  /// With `OnUnsolved::best`, a step with an island that no solver brought below a residual of
  /// 1e-6: its best answer was taken. Its momentum balance holds, its impulses lie in their cones
  /// and do no positive work in the contacts' relative velocities; bodies may overlap.
  approximate,
  unsolved,    ///< a contact problem that no solver brought below a residual of 1e-6
  cancelled,   ///< `WorldOptions::should_stop` asked for it
  not_finite,  ///< a position or velocity left the range of numbers
};

std::string_view to_string(StepStatus status);

/// What a step did and how exact it was. Unless the status is `solved` or `approximate`, the world
/// is as it was before the step.
struct StepReport {
  StepStatus status = StepStatus::solved;
  std::size_t islands = 0;
  std::size_t contacts = 0;  ///< those that touch (`Contact::is_touching`)
  std::size_t sticking = 0;  ///< of those
  std::size_t sliding = 0;
  std::size_t open = 0;     ///< touching without an impulse
  double friction_use = 0;  ///< largest `Contact::friction_use` of the sticking ones
  /// Those whose impulse is not unique; empty if not all of them were analysed.
  std::optional<std::size_t> not_unique;
  double residual = 0;  ///< largest over the islands, dimensionless (ContactResidual::max)
  /// Largest `calc_cone_residual` over the problems that the step posed, the removal of overlap
  /// aside; empty unless the model is Coulomb's with facets that turn.
  std::optional<double> cone_residual;
  double cone_angle = 0;  ///< largest angle of friction against minus the slip, rad
  double cone_force = 0;  ///< largest relative shortfall of friction against mu theta
  /// Deepest overlap after the step, m, >= 0: what was placed and has not left yet, or what finds
  /// no room to leave.
  double penetration = 0;
  double joint_error = 0;              ///< largest `JointState::error` after the step
  std::optional<JointId> worst_joint;  ///< that joint; empty without any error
  double turn = 0;                     ///< largest h |w| of a body after the step, rad
  std::optional<BodyId> turning_most;  ///< that body

  double effort = 0;       ///< the most that a solve cost (`WorldOptions::effort`)
  int pivots = 0;          ///< over all islands
  int factorisations = 0;  ///< of matrices of the size of an island
  RungCounts rungs{};      ///< problems by the way to their answer; an impact makes several
  int warm_started = 0;    ///< islands solved from the states of the step before
  int fallbacks = 0;       ///< islands on which the user's solver did not deliver, another did
  int in_pieces = 0;       ///< islands made in halves of the step, quarters, eighths or sixteenths
  int at_once = 0;         ///< islands made as by `Integrator::first_order`: no pieces were solved
  int unsolved = 0;        ///< islands that no solver delivered, also if the step went on
  int off_cone = 0;        ///< problems whose answer has a cone residual above 1e-8
  int passes = 0;          ///< problems posed again, with other bounds or laws
  /// Of passes that should agree in the end (box friction, staggering): largest relative change of
  /// normal impulses in the last one; 0 if they agreed.
  double pass_change = 0;
  /// Work that was put into the bodies, J: by forces and torques along the way of the bodies, by
  /// motors, by kinematic bodies along their own, and by moving bodies that were placed
  /// overlapping or off their joints, that overlapped as they began to collide, or that an
  /// approximate step left overlapping. Not what removal of overlap that a step made itself lifts,
  /// in that step or, where there was no room, later: that energy is created.
  double work = 0;
  int resolved = 0;  ///< times the step was solved again with contacts it would have missed

  double collide_seconds = 0;  ///< wall time of broad and narrow phase
  double solve_seconds = 0;    ///< wall time of posing and solving the contact problems
  double total_seconds = 0;

  /// Who is in the islands that were left unsolved, and why.
  std::vector<UnsolvedIsland> unsolved_islands;
  /// With `WorldOptions::keep_problems`: a problem and its answer of every island: the last one
  /// where impacts make several, in a step of second order that of its start. Without: those of the
  /// unsolved islands; under `OnUnsolved::best` the contact problems alone.
  std::vector<PosedProblem> problems;
};

}  // namespace stiction
