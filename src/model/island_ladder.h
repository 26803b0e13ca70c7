#pragma once

#include <stiction/contact/rung.h>
#include <stiction/model/effort.h>

#include <span>

#include "augmented_lagrangian.h"
#include "best_answer.h"
#include "exact_finish.h"
#include "homotopy.h"
#include "island_system.h"

namespace stiction {

/// Solves an island of any size for Coulomb's law on its true cone, rung by rung:
///
///     remembered            the impulses that it is given, judged; none, if it is given none
///     finish                Newton's method from them
///     augmented Lagrangian  from them, where they are near and not unique, or were found just now
///     homotopy              the interior path, followed past its folds, from them if they are near
///     augmented Lagrangian  from the best so far; from none; from drawn impulses, as long as there
///                           is effort
///
/// Where impulses are not redundant, as in heaps of balls, the first walk is short, and so is one
/// behind the path, which is then begun anew up to six times at the inmost point that it came to.
///
/// Where no row has friction the island is a convex program, and its multipliers follow the finish
/// at once (`AugmentedLagrangian::run_convex`): for up to 60 units, and then the path, if all rows
/// only push; to their end if it has joints, whose conditions may contradict each other, where the
/// path is lost. Where conditions all but follow from each other and they get no further, the
/// others, whose proximal steps are smaller, go on from their best.
///
/// Every rung begins only if none before it was accepted, and all keep the best judged answer. The
/// models that call it have had the impulses of the step before judged themselves
/// (`CoulombSearch::accept_remembered`), and give it these or the best of what they found since.
///
/// Source: study of the undecided, 4 (Q1), and of large islands, 2.6.
class IslandLadder {
 public:
  struct Options {
    /// Residual that remembered impulses must have, and that the finish from them aims at.
    double steady = 1e-10;
    double accepted = 1e-10;  ///< residual that the other rungs aim at
    double solved = 1e-8;     ///< residual from which on no further rung begins
    bool is_near = false;     ///< remembered is the answer to the same problem with fewer contacts
    /// Of the effort that is left, for the walk from the path's best answer where impulses are not
    /// redundant.
    double walk_share = 1;
    std::span<const Rung> without = {};  ///< for tests: rungs that are left out
  };

  struct Result {
    double residual = 0;
    Rung rung = Rung::remembered;  ///< that delivered the best answer, if only with no impulses
    double effort = 0;             ///< units: factorisations
  };

  /// `remembered`: impulses to begin with, one for each group; null where there are none. The
  /// answer is `best()`, whatever its residual.
  Result solve(IslandSystem& system, const Rows* remembered, const Options& options,
               Effort& effort);

  /// No rung but the multipliers, from no impulses and for a short while: where an answer rests and
  /// another one moves, they find the one that rests.
  Result seek_rest(IslandSystem& system, const Options& options, Effort& effort);

  const BestAnswer& best() const { return best_; }
  /// As it ended.
  ExactFinish& finish() { return finish_; }

 private:
  void climb(IslandSystem& system, const Rows* remembered, const Options& options, Effort& effort);
  void follow_and_multiply(IslandSystem& system, const Rows* remembered, const Options& options,
                           Effort& effort);
  void begin_elsewhere(IslandSystem& system, const Options& options, Effort& effort);
  bool has_ended(const Options& options, const Effort& effort) const;
  void multiply(IslandSystem& system, const Rows& from, double most, const Options& options,
                Effort& effort);
  void follow_path(IslandSystem& system, const Homotopy::Options& path, const Options& options,
                   Effort& effort);
  template <typename Attempt>
  void run(Rung rung, const Options& options, Attempt&& attempt);

  BestAnswer best_;
  Rung best_rung_ = Rung::remembered;
  ExactFinish finish_;
  Homotopy homotopy_;
  AugmentedLagrangian lagrangian_;
  int contradictions_ = 0;  ///< found by walks
  Rows start_;
};

}  // namespace stiction
