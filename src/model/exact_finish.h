#pragma once

#include <stiction/model/effort.h>

#include <vector>

#include "best_answer.h"
#include "newton_round.h"

namespace stiction {

/// The exact finish: full steps of Newton's method on the natural map (`NewtonRound`), from
/// impulses near an answer, such as those of the previous step or of an interior point. If the
/// states of the contacts are right, one to five rounds reduce a residual of 1e-4..1e-6 to 1e-12.
/// There is no globalisation; it gives up soon if the states are wrong.
class ExactFinish {
 public:
  /// Runs from `r`. Offers every iterate to `best`; true once that has a residual of at most
  /// `accepted`.
  bool run(IslandSystem& system, const Rows& r, double accepted, Effort& effort, BestAnswer& best);

  /// After a run: see `NewtonRound::respond`.
  bool respond(const std::vector<Vec6>& momenta, Rows& dr) { return newton_.respond(momenta, dr); }

 private:
  NewtonRound newton_;
};

}  // namespace stiction
