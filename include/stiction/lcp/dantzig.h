#pragma once

#include <stiction/lcp/lcp.h>

#include <memory>

namespace stiction {

/// Options of `DantzigSolver`.
struct DantzigOptions {
  /// Sweeps of projected successive over-relaxation that predict the processed rows to begin with
  /// on a cold start, where M is symmetric with a positive diagonal; 0 begins with none. >= 0.
  int sweeps = 24;
  /// Cap on the pivots; 0 stands for 50 n + 500. >= 0.
  int pivot_limit = 0;
  /// Solved means that `lcp_residual` of the problem as given is at most this. > 0.
  double tolerance = 1e-8;
};

/// The principal pivoting method of Cottle and Dantzig; Baraff's incremental pivoting.
class DantzigSolver {
 public:
  DantzigSolver();
  ~DantzigSolver();
  DantzigSolver(DantzigSolver&&) noexcept;
  DantzigSolver& operator=(DantzigSolver&&) noexcept;

  /// Solves the problem. The reference stays valid, and its content unchanged, until the next call,
  /// to which its z and states may be given as the start.
  ///
  /// Throws std::invalid_argument when `validate(problem)` does, when an option is out of range or
  /// when the start has the wrong size or holds a number that is not finite. Numerical failure is a
  /// status, never an exception.
  const LcpSolution& solve(const Lcp& problem, const DantzigOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const BoxLcp& problem, const DantzigOptions& options = {},
                           const LcpStart& start = {});

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace stiction
