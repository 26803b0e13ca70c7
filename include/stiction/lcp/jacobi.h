#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>
#include <stiction/lcp/splitting_merit.h>
#include <stiction/lcp/stopping_criteria.h>

#include <memory>

namespace stiction {

/// Options of `JacobiSolver`.
struct JacobiOptions {
  StoppingCriteria stop = {};
  /// Relaxation of each sweep, in (0, 2); 0 stands for the one that is safe: 1 where M is strictly
  /// diagonally dominant, else 1 / (largest row sum of |D^-1/2 M D^-1/2|).
  double relaxation = 0;
  /// What `stop.absolute` and `stop.relative` refer to.
  SplittingMerit merit = SplittingMerit::natural_residual;
};

/// Projected Jacobi.
class JacobiSolver {
 public:
  JacobiSolver();
  ~JacobiSolver();
  JacobiSolver(JacobiSolver&&) noexcept;
  JacobiSolver& operator=(JacobiSolver&&) noexcept;

  /// Solves the problem. The reference stays valid, and its content unchanged, until the next call,
  /// to which its z and states may be given as the start.
  ///
  /// Throws std::invalid_argument when `validate(problem)` does, when an option is out of range or
  /// when the start has the wrong size or holds a number that is not finite. Numerical failure is a
  /// status, never an exception.
  const LcpSolution& solve(const Lcp& problem, const JacobiOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const BoxLcp& problem, const JacobiOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const SparseLcp& problem, const JacobiOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const SparseBoxLcp& problem, const JacobiOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const FactoredBoxLcp& problem, const JacobiOptions& options = {},
                           const LcpStart& start = {});

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace stiction
