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
  /// With `OnUnsolved::best`: no solver brought some island below a residual of 1e-6, and the best
  /// answer found was used. Momentum balance holds, impulses lie in their cones and do no positive
  /// work in the contacts' relative velocities; bodies may overlap.
  approximate,
  unsolved,    ///< no solver brought some contact problem below a residual of 1e-6
  cancelled,   ///< `WorldOptions::should_stop` requested it
  not_finite,  ///< a position or velocity left the range of finite numbers
};

std::string_view to_string(StepStatus status);

/// The outcome of a step and its accuracy. Unless the status is `solved` or `approximate`, the
/// world is as it was before the step.
struct StepReport {
  StepStatus status = StepStatus::solved;
  std::size_t islands = 0;
  std::size_t contacts = 0;  ///< touching contacts (`Contact::is_touching`)
  std::size_t sticking = 0;  ///< of the touching contacts
  std::size_t sliding = 0;
  std::size_t open = 0;     ///< touching without an impulse
  double friction_use = 0;  ///< largest `Contact::friction_use` of sticking contacts
  /// Contacts whose impulse is not unique; empty if not all of them were analysed.
  std::optional<std::size_t> not_unique;
  double residual = 0;  ///< largest over the islands, dimensionless (ContactResidual::max)
  /// Largest `calc_cone_residual` over the problems of the step, except for the removal of overlap;
  /// empty unless the model is Coulomb's with facets that turn.
  std::optional<double> cone_residual;
  /// Largest angle between friction and the direction against the slip, rad.
  double cone_angle = 0;
  double cone_force = 0;  ///< largest relative shortfall of friction against mu theta
  /// Deepest overlap after the step, m, >= 0: bodies that were placed in overlap and have not been
  /// pushed out yet, or that have no room to leave.
  double penetration = 0;
  double joint_error = 0;              ///< largest `JointState::error` after the step
  std::optional<JointId> worst_joint;  ///< the joint with that error; empty if there is no error
  double turn = 0;                     ///< largest h |w| of a body after the step, rad
  std::optional<BodyId> turning_most;  ///< that body

  double effort = 0;       ///< largest cost of one solve (`WorldOptions::effort`)
  int pivots = 0;          ///< over all islands
  int factorisations = 0;  ///< of island-sized matrices
  RungCounts rungs{};      ///< problems by the method that solved them; an impact makes several
  int warm_started = 0;    ///< islands solved starting from the states of the step before
  int fallbacks = 0;       ///< islands on which the user's solver failed and another one succeeded
  /// Islands at rest for which nothing had changed, to the last bit, since the step before, and
  /// whose answer was therefore not computed anew; all else in the report counts what that took. A
  /// copy of a world has no such answers in its first step.
  std::size_t repeated = 0;
  int in_pieces = 0;  ///< islands solved in halves, quarters, eighths or sixteenths of the step
  int at_once = 0;    ///< islands solved as by `Integrator::first_order`, as no pieces were solved
  int unsolved = 0;   ///< islands that no solver solved, even if the step went on
  int off_cone = 0;   ///< problems whose answer has a cone residual above 1e-8
  int passes = 0;     ///< problems posed again, with other bounds or laws
  /// For passes that should converge (box friction, staggering): the largest relative change of
  /// normal impulses in the last pass; 0 if they converged.
  double pass_change = 0;
  /// Work done on the bodies, J: by forces and torques along the bodies' paths, by motors, by
  /// kinematic bodies along their paths, and by moving bodies that were placed overlapping or off
  /// their joints, that overlapped when they began to collide, or that an approximate step left
  /// overlapping. Excludes the energy created when overlap made by a step itself is removed, in
  /// that step or, if there was no room, later.
  double work = 0;
  int resolved = 0;  ///< times the step was solved again with contacts that the first solve missed

  double collide_seconds = 0;  ///< wall time of broad and narrow phase
  double solve_seconds = 0;    ///< wall time of posing and solving the contact problems
  double total_seconds = 0;

  /// The islands that were left unsolved, and why.
  std::vector<UnsolvedIsland> unsolved_islands;
  /// With `WorldOptions::keep_problems`: one problem and its answer per island: the last one if
  /// impacts make several; in a step of second order the one at its start. Otherwise those of the
  /// unsolved islands; under `OnUnsolved::best` the contact problems alone.
  std::vector<PosedProblem> problems;
};

}  // namespace stiction
