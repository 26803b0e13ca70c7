#pragma once

#include <stiction/model/effort.h>

#include <vector>

#include "best_answer.h"
#include "exact_finish.h"
#include "homotopy.h"
#include "island_system.h"

namespace stiction {

/// The proximal path: a sequence of proximal steps r+ = the answer to the problem with
///
///     u + del compliance (r - r_k)   in place of   u,
///
/// each found by following its interior path to the end. Folds vanish from the path if del is large
/// enough, so no subproblem fails for long; 10 to 60 steps of 10 to 20 factorisations bring a jam
/// to 1e-5..1e-6, from where the exact finish or the tail of the augmented Lagrangian goes on. The
/// last resort: ten times the price of a path.
///
/// Source: study of large islands, 2.5 (P and PA).
class ProximalPath {
 public:
  bool run(IslandSystem& system, double accepted, Effort& effort, BestAnswer& best);

 private:
  Homotopy homotopy_;
  ExactFinish finish_;
  Rows centre_, start_;
};

}  // namespace stiction
