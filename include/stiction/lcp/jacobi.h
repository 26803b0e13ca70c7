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
  /// Relaxation omega of each sweep, in (0, 2); 0 selects a safe one: 1 if M is strictly diagonally
  /// dominant, else 1 / (largest row sum of |D^-1/2 M D^-1/2|). For factored problems |J| |J
  /// inverse_mass|^T replaces |M|, which makes it smaller.
  double relaxation = 0;
  /// The merit function of `stop.absolute` and `stop.relative`.
  SplittingMerit merit = SplittingMerit::natural_residual;
};

/// Projected Jacobi for the LCP and the box-constrained problem. A sweep moves all rows at once,
///
///     z <- mid(l, z - omega D^-1 (M z + q), u),
///
/// where D is the diagonal of M: the result does not depend on the order of the rows.
///
/// Guarantees of the safe relaxation, in exact arithmetic:
/// - M with a positive diagonal and strictly diagonally dominant, symmetric or not: omega = 1, and
///   the largest error falls at each sweep by the factor max_i (sum over j != i of |M_ij|) / M_ii
///   at least.
/// - M symmetric with a positive diagonal: a sweep is a step of the projected gradient in the
///   metric of D, which lowers f(z) = 1/2 z . M z + q . z by at least
///
///       (1 / omega - lambda_max(D^-1 M) / 2) |z' - z|_D^2,
///
///   so that omega < 2 / lambda_max suffices. By Gershgorin's bound lambda_max(D^-1 M), which is
///   that of D^-1/2 M D^-1/2, is at most its largest row sum of absolute values, and omega is 1
///   over that. If M is positive semidefinite besides, and the problem solvable, the iterates
///   converge to a solution, in the end linearly (Luo and Tseng 1992).
/// A relaxation given by the caller is only guaranteed below 2 / lambda_max. For other M only the
/// status is guaranteed to be right.
///
/// As for `PsorSolver`: the rows that the method cannot move, the ways it ends, the cost of a
/// sweep, memory, warm start, and the default limit of 100000 sweeps. It takes more sweeps than
/// Gauss-Seidel: usually twice as many if relaxation 1 is safe, else up to about 40 times as many
/// (random boxes of 100 rows and condition 1e4: about 20000 instead of 500).
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time.
///
/// Sources: Erleben 2013, section 5.2, eqs 50-52, extended to bounds and relaxed; Luo and Tseng,
/// Error bound and convergence analysis of matrix splitting algorithms for the affine variational
/// inequality problem, SIAM J. Optimization 2 (1992).
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

[[gnu::used]] inline constexpr auto kJacobiLayouts = abi::layouts_of<JacobiOptions>();

}  // namespace stiction
