#pragma once

#include <stiction/lcp/lcp.h>

#include <memory>

namespace stiction {

/// Options of `BlockPivotSolver`.
struct BlockPivotOptions {
  /// Block pivots without fewer infeasible rows than ever before, after which single pivots by
  /// Murty's rule follow until there are (p of Judice and Pires). >= 1.
  int patience = 10;
  /// Cap on the block pivots and single pivots together; 0 stands for 100 n + 1000. >= 0.
  int pivot_limit = 0;
  /// Solved means that `lcp_residual` of the problem as given is at most this. > 0.
  double tolerance = 1e-8;
};

/// Kostreva's block principal pivoting with the safeguard of Judice and Pires.
class BlockPivotSolver {
 public:
  BlockPivotSolver();
  ~BlockPivotSolver();
  BlockPivotSolver(BlockPivotSolver&&) noexcept;
  BlockPivotSolver& operator=(BlockPivotSolver&&) noexcept;

  /// Solves the problem. The reference stays valid, and its content unchanged, until the next call,
  /// to which its z and states may be given as the start.
  ///
  /// Throws std::invalid_argument when `validate(problem)` does, when an option is out of range or
  /// when the start has the wrong size or holds a number that is not finite. Numerical failure is a
  /// status, never an exception.
  const LcpSolution& solve(const Lcp& problem, const BlockPivotOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const BoxLcp& problem, const BlockPivotOptions& options = {},
                           const LcpStart& start = {});

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace stiction
