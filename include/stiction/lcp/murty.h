#pragma once

#include <stiction/lcp/lcp.h>

#include <memory>

namespace stiction {

/// Options of `MurtySolver`.
struct MurtyOptions {
  /// Cap on the pivots; 0 stands for 100 n + 1000. >= 0.
  int pivot_limit = 0;
  /// Solved means that `lcp_residual` of the problem as given is at most this. > 0.
  double tolerance = 1e-8;
};

/// Murty's least-index principal pivoting (Bard-type) method.
class MurtySolver {
 public:
  MurtySolver();
  ~MurtySolver();
  MurtySolver(MurtySolver&&) noexcept;
  MurtySolver& operator=(MurtySolver&&) noexcept;

  /// Solves the problem. The reference stays valid, and its content unchanged, until the next call,
  /// to which its z and states may be given as the start.
  ///
  /// Throws std::invalid_argument when `validate(problem)` does, when an option is out of range or
  /// when the start has the wrong size or holds a number that is not finite. Numerical failure is a
  /// status, never an exception.
  const LcpSolution& solve(const Lcp& problem, const MurtyOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const BoxLcp& problem, const MurtyOptions& options = {},
                           const LcpStart& start = {});

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace stiction
