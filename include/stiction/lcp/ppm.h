#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>

#include <memory>

namespace stiction {

/// Options of `PpmSolver`.
struct PpmOptions {
  /// Pivots without fewer violations than ever before, after which the least-index rule takes over.
  /// >= 1.
  int patience = 10;
  /// Cap on the pivots; 0 stands for 50 n + 500. >= 0.
  int pivot_limit = 0;
  /// Solved means that `lcp_residual` of the problem as given is at most this. > 0.
  double tolerance = 1e-8;
};

/// Drumwright's modified principal pivoting (Algorithm 1).
class PpmSolver {
 public:
  PpmSolver();
  ~PpmSolver();
  PpmSolver(PpmSolver&&) noexcept;
  PpmSolver& operator=(PpmSolver&&) noexcept;

  /// Solves the problem. The reference stays valid, and its content unchanged, until the next call,
  /// to which its z and states may be given as the start.
  ///
  /// Throws std::invalid_argument when `validate(problem)` does, when an option is out of range or
  /// when the start has the wrong size or holds a number that is not finite. Numerical failure is a
  /// status, never an exception.
  const LcpSolution& solve(const Lcp& problem, const PpmOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const BoxLcp& problem, const PpmOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const FactoredBoxLcp& problem, const PpmOptions& options = {},
                           const LcpStart& start = {});

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace stiction
