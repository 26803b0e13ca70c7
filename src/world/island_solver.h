#pragma once

#include <stiction/contact/velocity_round_off.h>
#include <stiction/model/contact_analysis.h>
#include <stiction/model/contact_model.h>
#include <stiction/world/unsolved_island.h>

#include <limits>
#include <memory>
#include <vector>

#include "impact.h"
#include "impact_sequence.h"
#include "island_phase.h"
#include "island_problem.h"
#include "joint_rows.h"
#include "joint_spins.h"
#include "second_order.h"

namespace stiction {

/// What a step does to an island: one entry per contact or body of it, in its order.
struct IslandSolution {
  /// The island's contacts where their impulses act, and behind them others that it met on its way;
  /// empty: as the step found them.
  std::vector<FoundContact> contacts;
  /// With those: relative velocities there after the step, contact frame.
  std::vector<Vec3> speeds;
  /// Where the bodies are at the end; empty: where v+, or the free motion, takes them.
  std::vector<IslandEnd> ends;
  std::vector<Vec3> impulses;               ///< of the step's forces; contact frame, N s, on a
  std::vector<Vec3> next_guess;             ///< to be remembered instead of them
  std::vector<Vec3> impact_impulses;        ///< of an impact before them; empty if there was none
  std::vector<JointRowPlace> joint_places;  ///< the rows of the island's joints
  std::vector<double> row_impulses;         ///< theirs, of the forces, N s or N m s
  std::vector<double> impact_row_impulses;  ///< likewise of the impact; empty if there was none
  /// Of an island that was led through impacts, what its joints gave over the whole step, one a
  /// joint, and what was put in through them, J; else empty, and the rows tell.
  std::vector<JointMotion> joint_motions;
  double joint_work = 0;
  double driven_work = 0;  ///< of kinematic bodies through contacts, where there are `ends`, J
  std::vector<ContactState> states;
  std::vector<ContactMemory> memories;    ///< of the model; empty: nothing to remember
  std::vector<ContactAnalysis> analyses;  ///< of the forces; empty if not asked for, or too many
  std::vector<Vec6> velocities;           ///< at the end of the step
  /// With joints: the velocities that the bodies have at the end, where `velocities` are those
  /// along the way; else empty.
  std::vector<Vec6> final_velocities;
  ContactResidual residual;  ///< the worst of the phases
  int off_cone = 0;    ///< phases with a cone residual above 1e-8; 0 where the model has no cone
  RungCounts rungs{};  ///< phases by the way to their answer
  ContactStatistics statistics;           ///< summed over the phases
  std::unique_ptr<PosedProblem> problem;  ///< if it was asked for, or the phase that was not solved
  std::unique_ptr<UnsolvedIsland> unsolved;  ///< why that was not solved

  /// Whether every phase was solved, and on the cone where the model has one.
  bool is_on_cone() const { return !unsolved && off_cone == 0; }

  /// As if new, but for the memory.
  void clear();
  /// Forgets how exact the answer is and what was left unsolved: another answer takes its place.
  void discard_answer();

  /// Takes over the impulses of contacts and rows, with what belongs to them and the velocities;
  /// the other one gets those of this.
  void take_answer(IslandSolution& other);

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
  JointPosing joint_posing;    ///< of the present problem
  std::vector<Vec6> expected;  ///< velocities, for it
  std::vector<JointSpin> spins, next_spins;
  std::vector<Vec3> end_spins;
  IslandSolution first_half;  ///< of a step of ideal joints
  std::vector<JointRowPlace> joint_places;
  CurvatureTools curvature;
  std::vector<VelocityRoundOff> round_off, shared_round_off;
  ManifoldList manifolds;
  IslandPhase middle;
  ImpactSequenceTools sequence;
  SecondOrderTools second_order;
  IslandCourse course;  ///< of a step that is followed with second order as a whole
};

/// Solves a problem of an island and books it in the solution; false if it was left unsolved, or
/// not to this residual.
bool solve_phase(const ContactProblem& problem, std::span<const ContactGuess> guesses,
                 ContactModel& model, ContactSolution& phase, IslandSolution& island,
                 double most_residual = std::numeric_limits<double>::infinity());

/// Solves a problem of an island and books it; where it is left unsolved, the best answer that was
/// met is the answer (`IslandSolution::unsolved` tells why).
ContactSolve make_contact_solve(const StepView& view, const Island& island, IslandTools& tools,
                                IslandSolution& solution);

/// An impact at the start of the step, if one is asked for, then the forces, with the rows of the
/// view; with joints as `IslandTools::joint_posing` and `spins` say. Whether the forces were
/// solved.
bool solve_rows(const StepView& view, const Island& island, bool with_impact, bool keep_problem,
                IslandTools& tools, IslandSolution& solution);

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
/// without joints is led through the step in halves, quarters or eighths, unless the integrator is
/// of first order: jams that have no answer within reach for 10 ms mostly have one for 5 (of 20, 12
/// for 5 ms, 19 for 1.25). A phase that is not solved goes on with the best answer that was met
/// (`unsolved` tells why), which is the whole step's.
void solve_island(const StepView& view, const Island& island, bool keep_problem, IslandTools& tools,
                  IslandSolution& solution);

}  // namespace stiction
