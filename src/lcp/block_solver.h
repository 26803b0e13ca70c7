#pragma once

#include "box_as_lcp.h"

#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp.h>
#include <stiction/lcp/lemke.h>

#include <Eigen/Core>

namespace stiction {

/// Solves the small box-constrained problems of the blocks of one size, those that are symmetric by
/// Keller's method, the others by Lemke's.
class BlockSolver {
 public:
  /// Takes z to the solution, or where none was found to the best point met. z is where to start
  /// from, within the bounds. `problem` may hold any finite numbers.
  void solve(const BoxLcp& problem, bool is_symmetric, double tolerance, Eigen::VectorXd& z);

 private:
  KellerSolver keller_;
  LemkeSolver lemke_;
  BoxAsLcp as_lcp_;
};

}  // namespace stiction
