#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>
#include <stiction/lcp/splitting_merit.h>
#include <stiction/lcp/stopping_criteria.h>

#include <memory>

namespace stiction {

/// Options of `PsorSolver`.
struct PsorOptions {
  StoppingCriteria stop = {};
  /// lambda of Erleben's eq. 59, in (0, 2).
  double relaxation = 1.4;
  /// What `stop.absolute` and `stop.relative` refer to.
  SplittingMerit merit = SplittingMerit::natural_residual;
};

/// Projected successive over-relaxation.
class PsorSolver {
 public:
  PsorSolver();
  ~PsorSolver();
  PsorSolver(PsorSolver&&) noexcept;
  PsorSolver& operator=(PsorSolver&&) noexcept;

  /// Solves the problem. The reference stays valid, and its content unchanged, until the next call,
  /// to which its z and states may be given as the start.
  ///
  /// Throws std::invalid_argument when `validate(problem)` does, when an option is out of range or
  /// when the start has the wrong size or holds a number that is not finite. Numerical failure is a
  /// status, never an exception.
  const LcpSolution& solve(const Lcp& problem, const PsorOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const BoxLcp& problem, const PsorOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const SparseLcp& problem, const PsorOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const SparseBoxLcp& problem, const PsorOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const FactoredBoxLcp& problem, const PsorOptions& options = {},
                           const LcpStart& start = {});

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace stiction
