#pragma once

#include <stiction/model/contact_analysis.h>
#include <stiction/model/contact_model.h>
#include <stiction/world/unsolved_island.h>

#include <memory>
#include <vector>

#include "island_course.h"
#include "joint_row_place.h"

namespace stiction {

/// What may be spent on an island in a step, in units of the effort of one solve, before what is
/// left of it is solved at once and nothing is tried again. With 1, 16 of 400 steps of 216 balls
/// are left off the cone; with 2 as with 4, 5. Heaps of 160 and 320 give up at 1.0 to 1.6: with 2
/// one of 1600 steps of those of 160 is left, with 3 none. Without, a linkage of four bars that
/// came down folded flat took 230, for 4 s.
inline constexpr double kMostEfforts = 3;

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
  /// With `contacts`, one of each: whether its last impulse was an impact from which bodies part.
  std::vector<char> has_parted;
  std::vector<ContactMemory> memories;    ///< of the model; empty: nothing to remember
  std::vector<ContactAnalysis> analyses;  ///< of the forces; empty if not asked for, or too many
  std::vector<Vec6> velocities;           ///< at the end of the step
  /// With joints: the velocities that the bodies have at the end, where `velocities` are those
  /// along the way; else empty.
  std::vector<Vec6> final_velocities;
  ContactResidual residual;  ///< the worst of the phases
  /// Joints were held as they are at the start of a leg: posing them again led nowhere, or would
  /// have put in energy.
  bool is_held_at_start = false;
  /// How the island was solved: for the whole step, piece by piece of it, or of first order where
  /// neither led anywhere.
  enum class Way { whole, in_pieces, at_once } way = Way::whole;
  int off_cone = 0;    ///< phases with a cone residual above 1e-8; 0 where the model has no cone
  RungCounts rungs{};  ///< phases by the way to their answer
  ContactStatistics statistics;           ///< summed over the phases
  std::unique_ptr<PosedProblem> problem;  ///< if it was asked for, or the phase that was not solved
  std::unique_ptr<UnsolvedIsland> unsolved;  ///< why that was not solved

  /// Whether every phase was solved, and on the cone where the model has one.
  bool is_on_cone() const { return !unsolved && off_cone == 0; }

  /// Whether that is all of `kMostEfforts`, given the effort of a solve.
  bool has_spent_all(double effort) const {
    return statistics.factorisations >= kMostEfforts * effort;
  }

  /// As if new, but for the memory.
  void clear();
  /// Likewise, but what was spent stays booked.
  void begin_again();
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

}  // namespace stiction
