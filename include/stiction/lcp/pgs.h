#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>
#include <stiction/lcp/splitting_merit.h>
#include <stiction/lcp/stopping_criteria.h>

#include <memory>
#include <span>

namespace stiction {

/// Options of `PgsSolver`.
struct PgsOptions {
  StoppingCriteria stop = {};
  /// Block of each row: n numbers, ascending from 0 without gaps, or empty for blocks of one row.
  /// Rows of a block are solved for together (Lacoursiere, eq. 9), e.g. those of one contact.
  std::span<const int> block = {};
  /// What `stop.absolute` and `stop.relative` refer to.
  SplittingMerit merit = SplittingMerit::natural_residual;
};

/// Projected (block) Gauss-Seidel.
class PgsSolver {
 public:
  PgsSolver();
  ~PgsSolver();
  PgsSolver(PgsSolver&&) noexcept;
  PgsSolver& operator=(PgsSolver&&) noexcept;

  /// Solves the problem. The reference stays valid, and its content unchanged, until the next call,
  /// to which its z and states may be given as the start.
  ///
  /// Throws std::invalid_argument when `validate(problem)` does, when an option is out of range or
  /// when the start has the wrong size or holds a number that is not finite. Numerical failure is a
  /// status, never an exception.
  const LcpSolution& solve(const Lcp& problem, const PgsOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const BoxLcp& problem, const PgsOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const SparseLcp& problem, const PgsOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const SparseBoxLcp& problem, const PgsOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const FactoredBoxLcp& problem, const PgsOptions& options = {},
                           const LcpStart& start = {});

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace stiction
