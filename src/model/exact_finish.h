#pragma once

#include <stiction/model/effort.h>

#include <vector>

#include "best_answer.h"
#include "newton_round.h"

namespace stiction {

/// The exact finish: full steps of Newton's method on the natural map (`NewtonRound`), from
/// impulses that are near an answer: those of the step before, or an interior point. One to five
/// rounds take a residual of 1e-4..1e-6 to 1e-12 where the states of the contacts are right; it has
/// no globalisation, and gives up soon where they are not.
class ExactFinish {
 public:
  /// From `r`. Offers what it meets to `best`; true once that has a residual of `accepted`.
  bool run(IslandSystem& system, const Rows& r, double accepted, Effort& effort, BestAnswer& best);

  /// After a run: see `NewtonRound::respond`.
  bool respond(const std::vector<Vec6>& momenta, Rows& dr) { return newton_.respond(momenta, dr); }

 private:
  NewtonRound newton_;
};

}  // namespace stiction
