#pragma once

#include <stiction/model/contact_analysis.h>
#include <stiction/model/contact_model.h>
#include <stiction/world/unsolved_island.h>

#include <memory>
#include <vector>

#include "island_course.h"
#include "joint_row_place.h"

namespace stiction {

/// The effort that may be spent on an island in a step, in units of the effort of one solve; after
/// that the rest of the step is solved at once and nothing is tried again. Measured on 400 steps of
/// 216 balls: with 1, 16 are left off the cone, with 2 as with 4, 5. Heaps of 160 and 320 give up
/// at 1.0 to 1.6: of 1600 steps of those of 160, one is left off the cone with 2, none with 3.
/// Without a bound, a linkage of four bars that came down folded flat took 230, for 4 s.
inline constexpr double kMostEfforts = 3;

/// The result of a step for an island: one entry per contact or body of it, in its order.
struct IslandSolution {
  /// The island's contacts where their impulses act, followed by others that it met on its way;
  /// empty: as the step found them.
  std::vector<FoundContact> contacts;
  /// If there are `contacts`: relative velocities there after the step, contact frame.
  std::vector<Vec3> speeds;
  /// Where the bodies are at the end; empty: where v+, or free motion, takes them.
  std::vector<IslandEnd> ends;
  std::vector<Vec3> impulses;         ///< of the step's forces; contact frame, N s, on a
  std::vector<Vec3> next_guess;       ///< remembered instead of `impulses`
  std::vector<Vec3> impact_impulses;  ///< of an impact before the forces; empty if there was none
  std::vector<JointRowPlace> joint_places;  ///< the rows of the island's joints
  std::vector<double> row_impulses;         ///< by the step's forces, N s or N m s
  std::vector<double> impact_row_impulses;  ///< likewise by the impact; empty if there was none
  /// If the island was led through impacts: what its joints gave over the whole step, one per
  /// joint, and the work put in through them, J. Otherwise empty: see the rows.
  std::vector<JointMotion> joint_motions;
  double joint_work = 0;
  double driven_work = 0;  ///< by kinematic bodies through contacts, if there are `ends`, J
  std::vector<ContactState> states;
  /// If there are `contacts`, one per contact: whether its last impulse was an impact from which
  /// the bodies part.
  std::vector<char> has_parted;
  std::vector<ContactMemory> memories;    ///< of the model; empty: nothing to remember
  std::vector<ContactAnalysis> analyses;  ///< of the forces; empty if not asked for, or too many
  std::vector<Vec6> velocities;           ///< at the end of the step
  /// With joints: the velocities at the end of the step; `velocities` are then those along the way.
  /// Otherwise empty.
  std::vector<Vec6> final_velocities;
  ContactResidual residual;  ///< worst over the phases
  bool is_repeated = false;  ///< it is that of the step before
  /// All that is remembered of the contacts is what was remembered before.
  bool keeps_memory = false;
  /// Joints were held as they are at the start of a leg, because posing them again led nowhere or
  /// would have added energy.
  bool is_held_at_start = false;
  /// How the island was solved: for the whole step, in pieces of it, or with first order where
  /// neither succeeded.
  enum class Way { whole, in_pieces, at_once } way = Way::whole;
  int off_cone = 0;    ///< phases with a cone residual above 1e-8; 0 if the model has no cone
  RungCounts rungs{};  ///< phases by the method that solved them
  ContactStatistics statistics;  ///< summed over the phases
  /// if requested, or that of the phase that was not solved
  std::unique_ptr<PosedProblem> problem;
  std::unique_ptr<UnsolvedIsland> unsolved;  ///< why that phase was not solved

  /// True if every phase was solved, and on the cone if the model has one.
  bool is_on_cone() const { return !unsolved && off_cone == 0; }

  /// True if all of `kMostEfforts` is spent, given the effort of one solve.
  bool has_spent_all(double effort) const {
    return statistics.factorisations >= kMostEfforts * effort;
  }

  /// Resets everything; keeps the allocated memory.
  void clear();
  /// Likewise, but keeps the statistics of what was spent.
  void begin_again();
  /// Resets accuracy and unsolved parts, before another answer replaces this one.
  void discard_answer();

  /// Swaps the impulses of contacts and rows, with all that belongs to them, and the velocities
  /// with those of the other solution.
  void take_answer(IslandSolution& other);

  /// The impulse over the whole step, contact frame, N s, on body a.
  Vec3 total_impulse(std::size_t contact) const {
    return impact_impulses.empty() ? impulses[contact]
                                   : Vec3(impulses[contact] + impact_impulses[contact]);
  }
};

}  // namespace stiction
