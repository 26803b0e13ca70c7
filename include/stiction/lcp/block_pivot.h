#pragma once

#include <stiction/lcp/lcp.h>

#include <functional>
#include <memory>

namespace stiction {

/// Options of `BlockPivotSolver`.
struct BlockPivotOptions {
  /// Block pivots without a new least number of infeasible rows, after which single pivots by
  /// Murty's rule follow until there is one (p of Judice and Pires). >= 1.
  int patience = 10;
  /// Sweeps of projected successive over-relaxation that predict the first states on a cold start,
  /// if M is symmetric with a positive diagonal; 0 starts at the bounds nearest to zero. >= 0.
  int sweeps = 24;
  /// Limit on block pivots and single pivots together; 0: 100 n + 1000. >= 0.
  int pivot_limit = 0;
  /// Called before each pivot, if not null; false ends the solve like the limit.
  const std::function<bool()>* may_go_on = nullptr;
  /// Largest `lcp_residual`, for the problem as given, that counts as solved. > 0.
  double tolerance = 1e-8;
};

/// Kostreva's block principal pivoting with the safeguard of Judice and Pires, for the plain and
/// the box-constrained problem.
///
/// Each row has a state: at its lower bound, at its upper bound, or basic (`between`). The states
/// determine a point by one linear system, with B the basic rows and N the others,
///
///     M_BB z_B = -(q_B + M_BN z_N),   w_B = 0,   w_N = M_NB z_B + M_NN z_N + q_N.
///
/// A row is infeasible if it is basic with z_i < l_i (it should go to l_i), basic with z_i > u_i
/// (it should go to u_i), or at a bound with w of the wrong sign (it should become basic). A block
/// pivot changes all infeasible rows at once. After `patience` block pivots in a row without a new
/// least number of infeasible rows, only the one of least index changes (Murty's rule, see
/// `MurtySolver`), until there is a new least number.
///
/// Guarantees: for P matrices, in exact arithmetic, the method ends at the solution, since single
/// pivots do and each return to block pivots follows a new least number of infeasible rows. For
/// symmetric positive semidefinite M there is no proof, but the method still proceeds: rows that
/// depend on the basis stay where they are, and if all infeasible ones do, one of them moves along
/// the null direction to the first bound, as in Keller's method. Without such a bound z runs along
/// a ray (`LcpStop::ray`), which proves that there is no solution. If M_BB is singular and not
/// symmetric, or single pivots return to earlier states, a run of `MurtySolver`'s method continues
/// from the best point found.
///
/// On a cold start with a symmetric M with a positive diagonal, `sweeps` of projected successive
/// over-relaxation predict the first states. In floating-point arithmetic: rows are scaled by
/// powers of two to a diagonal of about 1; violations count above the rounding error of w; answers
/// with an error above 1e-12 are recomputed and refined with residuals in long double.
///
/// Cost: a symmetric M_BB is factored by Cholesky's method, |B|^3 / 6 multiplications, or its
/// factor is updated at O(n^2) per row if few rows change; any other M_BB by elimination with
/// complete pivoting, |B|^3 / 3 multiplications and as many comparisons. In addition a step costs
/// n^2, and a sweep n for each row that moves. Random problems take about 3 to 20 block pivots,
/// whatever n is. Memory: 4 n^2 doubles. A solve of the same size as the previous one allocates
/// nothing as long as there are at most about a hundred basic rows; for more, Eigen's Cholesky
/// factorisation does.
///
/// Warm start: from the states, or without states from z; no prediction.
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time. If not solved, z is the best point found.
///
/// Sources: Kostreva, Block pivot methods for solving the complementarity problem, Linear Algebra
/// and its Applications 21 (1978); Judice and Pires, A block principal pivoting algorithm for
/// large-scale strictly monotone linear complementarity problems, Computers and Operations Research
/// 21 (1994); Lacoursiere 2003, section 5. Departures: the prediction, the null directions, and the
/// single pivots stop at a cycle.
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

[[gnu::used]] inline constexpr auto kBlockPivotLayouts = abi::layouts_of<BlockPivotOptions>();

}  // namespace stiction
