#pragma once

#include <stiction/model/contact_model.h>

#include <memory>
#include <vector>

#include "contact_posing.h"
#include "impact_sequence.h"
#include "island_phase.h"
#include "island_solution.h"
#include "joint_curvature.h"
#include "joint_rows.h"
#include "joint_spins.h"
#include "round_off_rest.h"
#include "second_order.h"

namespace stiction {

/// The tools that a thread solves islands with; they do not influence results.
struct IslandTools {
  std::unique_ptr<ContactModel> model;
  ContactProblem problem;
  ContactSolution forces;
  std::vector<ContactGuess> guesses;
  JointPosing joint_posing;      ///< of the present problem
  std::vector<Vec6> expected;    ///< expected velocities, for `joint_posing`
  std::vector<Vec6> velocities;  ///< one per body of the world
  std::vector<JointSpin> spins, next_spins;
  std::vector<Vec3> end_spins;
  IslandSolution first_half;  ///< of a step with ideal joints
  std::vector<JointRowPlace> joint_places;
  CurvatureTools curvature;
  RoundOffTools round_off;
  ManifoldList manifolds;
  IslandPhase middle;
  ImpactSequenceTools sequence;
  SecondOrderTools second_order;
  IslandCourse course;  ///< of a step that is followed as a whole with second order
};

/// Solves the problem of the step's forces with the rows of the start, after an impact at the start
/// if `with_impact`. Solves it once more with the rows half-way if these differ (see
/// `put_half_way`), unless the integrator is of first order or the first solve left it unsolved.
/// With joints see `solve_jointed`. Adds to the statistics; impulses and velocities are those of
/// the last solve.
void solve_forces(const StepView& view, const Island& island, bool with_impact, bool keep_problem,
                  IslandTools& tools, IslandSolution& solution);

/// Solves an island for one step: impacts, each at its time (see `solve_through_impacts`) or, with
/// the integrator of first order, all at the start; and the forces. `keep_problem` also returns the
/// last problem of the forces.
///
/// If no method led to an answer on the cone, an island without joints is led through the step in
/// halves, quarters or eighths, and one whose joints were held as at its start in down to
/// sixteenths, unless the integrator is of first order: jams that have no answer within reach for
/// 10 ms mostly have one for shorter times (of 20, 12 for 5 ms and 19 for 1.25 ms). If that fails,
/// too, the island is solved as with that integrator. After a phase that was not solved the best
/// answer found for the whole step is used (`unsolved` has the reason).
void solve_island(const StepView& view, const Island& island, bool keep_problem, IslandTools& tools,
                  IslandSolution& solution);

}  // namespace stiction
