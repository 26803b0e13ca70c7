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
///     remembered            the given impulses, judged; zero if none are given
///     finish                Newton's method from them
///     augmented Lagrangian  from them, if they are near and not unique, or were just found
///     homotopy              the interior path, followed past its folds, from them if they are near
///     augmented Lagrangian  from the best so far; from zero; from random impulses while effort is
///                           left
///
/// If impulses are not redundant, as in heaps of balls, the first run of the multipliers is short,
/// and so is the one after the path. The path is then restarted up to six times from the innermost
/// point that it reached.
///
/// If no row has friction the island is a convex program, and its own method of multipliers
/// (`AugmentedLagrangian::run_convex`) follows the finish at once. If all rows only push, it gets
/// up to 60 units, and then the path follows. If there are joints it runs to its end, because their
/// conditions may contradict each other, and the path cannot handle that. If conditions are almost
/// redundant and it makes no more progress, `AugmentedLagrangian::run`, whose proximal steps are
/// smaller, goes on from its best answer.
///
/// Every rung begins only if none before it was accepted, and all keep the best judged answer. The
/// models that call the ladder have already judged the impulses of the previous step
/// (`CoulombSearch::accept_remembered`), and pass these or the best that they found since.
///
/// Source: study of the undecided, 4 (Q1), and of large islands, 2.6.
class IslandLadder {
 public:
  struct Options {
    /// Residual that remembered impulses must have, and target of the finish from them.
    double steady = 1e-10;
    double accepted = 1e-10;  ///< target of the other rungs
    double solved = 1e-8;     ///< once the residual is this low, no further rung begins
    bool is_near = false;     ///< the remembered impulses solve the same problem with fewer
                              ///< contacts
    /// Share of the remaining effort for the multipliers from the path's best answer, if impulses
    /// are not redundant.
    double walk_share = 1;
    std::span<const Rung> without = {};  ///< for tests: rungs to leave out
  };

  struct Result {
    double residual = 0;
    Rung rung = Rung::remembered;  ///< that delivered the best answer, even if that is no impulses
    double effort = 0;             ///< units: factorisations
  };

  /// `remembered`: impulses to begin with, one per group; null if there are none. The answer is
  /// `best()`, whatever its residual.
  Result solve(IslandSystem& system, const Rows* remembered, const Options& options,
               Effort& effort);

  /// Runs only the multipliers, briefly and from zero impulses: if one answer rests and another
  /// moves, they find the one that rests.
  Result seek_rest(IslandSystem& system, const Options& options, Effort& effort);

  const BestAnswer& best() const { return best_; }
  /// In the state in which it ended.
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
  int contradictions_ = 0;  ///< that runs of the multipliers met
  Rows start_;
};

}  // namespace stiction
