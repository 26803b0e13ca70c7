#pragma once

#include "box_as_lcp.h"

#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp.h>
#include <stiction/lcp/lemke.h>

#include <Eigen/Core>

namespace stiction {

/// Solves the small box-constrained problems of the blocks of one size: symmetric ones by Keller's
/// method, the others by Lemke's.
class BlockSolver {
 public:
  /// Replaces z by the solution or, if none is found, by the best point found. z is the start and
  /// must be within the bounds. `problem` may hold any finite numbers.
  void solve(const BoxLcp& problem, bool is_symmetric, double tolerance, Eigen::VectorXd& z);

 private:
  KellerSolver keller_;
  LemkeSolver lemke_;
  BoxAsLcp as_lcp_;
};

}  // namespace stiction
