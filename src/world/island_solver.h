#pragma once

#include <stiction/contact/velocity_round_off.h>
#include <stiction/model/contact_analysis.h>
#include <stiction/model/contact_model.h>
#include <stiction/world/unsolved_island.h>

#include <memory>
#include <vector>

#include "island_problem.h"

namespace stiction {

/// What a step does to an island: one entry per contact or body of it, in its order.
struct IslandSolution {
  /// `solved` if the step can be made, be it with the best answer to what is `unsolved`.
  std::vector<Vec3> impulses;         ///< of the step's forces; contact frame, N s, on a
  std::vector<Vec3> next_guess;       ///< to be remembered instead of them
  std::vector<Vec3> impact_impulses;  ///< of an impact before them; empty if there was none
  std::vector<ContactState> states;
  std::vector<ContactMemory> memories;    ///< of the model; empty: nothing to remember
  std::vector<ContactAnalysis> analyses;  ///< of the forces; empty if not asked for, or too many
  std::vector<Vec6> velocities;           ///< at the end of the step
  ContactResidual residual;               ///< the worst of the phases
  int off_cone = 0;    ///< phases with a cone residual above 1e-8; 0 where the model has no cone
  RungCounts rungs{};  ///< phases by the way to their answer
  ContactStatistics statistics;           ///< summed over the phases
  std::unique_ptr<PosedProblem> problem;  ///< if it was asked for, or the phase that was not solved
  std::unique_ptr<UnsolvedIsland> unsolved;  ///< why that was not solved

  /// As if new, but for the memory.
  void clear();

  /// Over the whole step, contact frame, N s, on body a.
  Vec3 total_impulse(std::size_t contact) const {
    return impact_impulses.empty() ? impulses[contact]
                                   : Vec3(impulses[contact] + impact_impulses[contact]);
  }
};

/// What a thread solves islands with; it has no influence on a result.
struct IslandTools {
  std::unique_ptr<ContactModel> model;
  ContactProblem problem;
  ContactSolution forces;
  std::vector<ContactGuess> guesses;
  std::vector<VelocityRoundOff> round_off, shared_round_off;
};

/// Solves an island for one step: the impacts first (see `solve_impact`), then the forces. With
/// `keep_problem` the problem of the forces comes back too. A phase that is not solved
/// goes on with the best answer that was met (`unsolved` tells why).
void solve_island(const StepView& view, const Island& island, bool keep_problem, IslandTools& tools,
                  IslandSolution& solution);

}  // namespace stiction
