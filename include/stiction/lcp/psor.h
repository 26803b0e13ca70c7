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
  /// lambda of Erleben's eq. 59, in (0, 2). 1 is Gauss-Seidel.
  double relaxation = 1.4;
  /// The merit function of `stop.absolute` and `stop.relative`.
  SplittingMerit merit = SplittingMerit::natural_residual;
};

/// Projected successive over-relaxation (projected SOR) for the LCP and the box-constrained
/// problem. A sweep visits the rows in their order and moves each by
///
///     z_i <- mid(l_i, z_i - lambda w_i / M_ii, u_i),   w_i = M_i z + q_i,
///
/// with the z_j that the sweep has already moved; free rows are not clamped. This is the splitting
/// M = B + C with B = D / lambda + L (D the diagonal, L the strictly lower part of M).
///
/// Guarantees, in exact arithmetic:
/// - M symmetric with a positive diagonal, lambda in (0, 2): no step raises the objective
///   f(z) = 1/2 z . M z + q . z (eqs 57-58), and every limit point is a stationary point of f,
///   since B - C = (2 / lambda - 1) D + L - L^T is positive definite (Mangasarian 1977).
/// - M positive semidefinite besides, and the problem solvable: the iterates converge to a
///   solution, eventually linearly (Luo and Tseng 1992); to the only one if M is definite.
/// - M an H-matrix with positive diagonal, symmetric or not, e.g. a strictly diagonally dominant
/// one:
///   convergence from any start if lambda < 2 / (1 + rho(|D^-1 (M - D)|)), so for all
///   lambda <= 1 (Ahn 1981).
/// The number of sweeps grows roughly in proportion to the condition of M: random boxes of 100 rows
/// (Lacoursiere 2003, section 7) with lambda = 1 take about 10, 500 and 40000 sweeps to a residual
/// of 1e-8 at condition 1e2, 1e4 and 1e6. For other M only the status is guaranteed to be right.
///
/// Rows with l_i = u_i stand still. A row of M without elements has w_i = q_i: z_i goes to the
/// bound that the sign of q_i requires; without such a bound the problem has no solution
/// (`LcpStop::ray`). The method cannot handle any other row without a positive diagonal element
/// (`LcpStop::not_applicable`).
///
/// Ends by the first criterion of `StoppingCriteria` that is met, after 100000 sweeps unless the
/// caller sets a limit; when a point returns bit by bit (`cycle`; or `stagnation` if it stays); or
/// when numbers leave the range of double (`diverged`). z is the best of the judged points. Judging
/// the residual costs as much as a sweep. It is judged when the changes of a sweep suggest that it
/// is small enough, at intervals that grow to 1/32 of the sweeps made, after the last sweep, and
/// after every sweep if a criterion on the merit function or `on_iteration` requires it. An answer
/// is found at most 4 sweeps late, or that share of the sweeps; usually not late.
///
/// Cost of a sweep: n^2 multiplications for a dense M, the stored entries of a sparse one. For
/// factored problems the velocity v = inverse_mass J^T z is kept up to date, so that a row costs
/// the entries of its row of J and of inverse_mass J^T, whose rows are computed once per solve; v
/// is recomputed whenever the residual is judged. Memory: a few vectors, and the entries of
/// inverse_mass J^T. A solve of the same size as the previous one allocates nothing, except for
/// factored problems, where those rows and each judgement of the residual do.
///
/// Warm start: from `LcpStart::z`; the better it is, the fewer sweeps. States are ignored, and the
/// answer has none.
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time.
///
/// Sources: Erleben 2013, sections 5.2 and 5.3, eq. 59, extended to bounds; Mangasarian, Solution
/// of symmetric linear complementarity problems by iterative methods, JOTA 22 (1977); Luo and
/// Tseng, Error bound and convergence analysis of matrix splitting algorithms for the affine
/// variational inequality problem, SIAM J. Optimization 2 (1992); Ahn, Solution of nonsymmetric
/// linear complementarity problems by iterative methods, JOTA 33 (1981); Cottle, Pang and Stone,
/// chapter 5.
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

[[gnu::used]] inline constexpr auto kPsorLayouts = abi::layouts_of<PsorOptions>();

}  // namespace stiction
