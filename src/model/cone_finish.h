#pragma once

#include <stiction/contact/contact_problem.h>

#include <vector>

#include "best_answer.h"
#include "coulomb_search.h"
#include "exact_finish.h"
#include "island_problem.h"
#include "newton_path.h"
#include "sparse_island_system.h"

namespace stiction {

/// Newton's method on the cone from what a search has found, in the space of the velocities of the
/// island's bodies: in full steps (`ExactFinish`), then along its path (`NewtonPath`).
class ConeFinish {
 public:
  /// Forgets the last island.
  void reset() { has_island_ = false; }

  /// True if the judge accepts the answer. Takes a few factorisations of the island, dozens along a
  /// path.
  bool run(CoulombSearch& search);
  /// Has a pyramid's answer judged and, unless that is on the cone to round-off, continues from
  /// there. True if the judge accepts either.
  bool run_from_pyramid(CoulombSearch& search);

  /// The island; it is posed once.
  SparseIslandSystem& pose(const ContactProblem& problem);

  /// Part of an answer only stops motion from the beginning of the step, which the next step need
  /// not stop again. If that motion is round-off, the next step starts from the impulses without
  /// that part; otherwise it would have to undo it, and the step after it would have to redo it.
  /// `finish` must have found the best answer.
  void forget_motion(ExactFinish& finish, CoulombSearch& search);

 private:
  IslandProblem island_;
  SparseIslandSystem system_;
  bool has_island_ = false;
  ExactFinish finish_;
  NewtonPath path_;
  BestAnswer best_;
  Rows start_, changes_;
  std::vector<Vec6> start_velocities_, momenta_;
};

}  // namespace stiction
