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

/// What a thread solves islands with; it has no influence on a result.
struct IslandTools {
  std::unique_ptr<ContactModel> model;
  ContactProblem problem;
  ContactSolution forces;
  std::vector<ContactGuess> guesses;
  JointPosing joint_posing;      ///< of the present problem
  std::vector<Vec6> expected;    ///< velocities, for it
  std::vector<Vec6> velocities;  ///< one a body of the world
  std::vector<JointSpin> spins, next_spins;
  std::vector<Vec3> end_spins;
  IslandSolution first_half;  ///< of a step of ideal joints
  std::vector<JointRowPlace> joint_places;
  CurvatureTools curvature;
  RoundOffTools round_off;
  ManifoldList manifolds;
  IslandPhase middle;
  ImpactSequenceTools sequence;
  SecondOrderTools second_order;
  IslandCourse course;  ///< of a step that is followed with second order as a whole
};

/// The problem of the step's forces, behind an impact at its start if one is asked for, with the
/// rows of the start, and unless the integrator is of first order once more with the rows half-way,
/// where these differ (see `put_half_way`) and the first solve was not left unsolved; with joints
/// see `solve_jointed`. Adds to the statistics; impulses and velocities are those of the last
/// solve.
void solve_forces(const StepView& view, const Island& island, bool with_impact, bool keep_problem,
                  IslandTools& tools, IslandSolution& solution);

/// Solves an island for one step: impacts, each at its time (see `solve_through_impacts`), or with
/// the integrator of first order all at the start; and the forces. With `keep_problem` the last
/// problem of the forces comes back too. Where no way led to an answer on the cone, an island
/// without joints is led through the step in halves, quarters or eighths, and one whose joints were
/// held as at its start down to sixteenths, unless the integrator is of first order: jams that have
/// no answer within reach for 10 ms mostly have one for 5 (of 20, 12 for 5 ms, 19 for 1.25), and
/// where that fails, too, it is solved as with that integrator. A phase that is not solved goes on
/// with the best answer that was met
/// (`unsolved` tells why), which is the whole step's.
void solve_island(const StepView& view, const Island& island, bool keep_problem, IslandTools& tools,
                  IslandSolution& solution);

}  // namespace stiction
