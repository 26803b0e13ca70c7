#pragma once

#include <stiction/lcp/lcp.h>

#include <functional>
#include <memory>

namespace stiction {

/// Options of `BlockPivotSolver`.
struct BlockPivotOptions {
  /// Block pivots without fewer infeasible rows than ever before, after which single pivots by
  /// Murty's rule follow until there are (p of Judice and Pires). >= 1.
  int patience = 10;
  /// Sweeps of projected successive over-relaxation that predict the states to begin with on a cold
  /// start, where M is symmetric with a positive diagonal; 0 begins at the bounds nearest to zero.
  /// >= 0.
  int sweeps = 24;
  /// Cap on the block pivots and single pivots together; 0 stands for 100 n + 1000. >= 0.
  int pivot_limit = 0;
  /// Asked before each pivot, if not null; where it returns false, that is the cap.
  const std::function<bool()>* may_go_on = nullptr;
  /// Solved means that `lcp_residual` of the problem as given is at most this. > 0.
  double tolerance = 1e-8;
};

/// Kostreva's block principal pivoting with the safeguard of Judice and Pires, for the plain and
/// the box-constrained problem.
///
/// Each row has a state: at its lower bound, at its upper bound, or basic (`between`). The states
/// fix a point by one linear system, with B the basic rows and N the others,
///
///     M_BB z_B = -(q_B + M_BN z_N),   w_B = 0,   w_N = M_NB z_B + M_NN z_N + q_N.
///
/// Rows are infeasible where basic with z_i < l_i, which are then to go to l_i, basic with
/// z_i > u_i, which go to u_i, or at a bound with w of the wrong sign, which become basic. A block
/// pivot changes all infeasible rows at once. After `patience` block pivots in a row that have not
/// brought their number below the least so far, only the one of least index changes (Murty's rule,
/// see `MurtySolver`), until it is below.
///
/// Guarantees: for P matrices, in exact arithmetic, the method ends at the solution, since single
/// pivots do and each return to block pivots follows a new least number of infeasible rows. For
/// symmetric positive semidefinite M nothing is proved, but nothing stops it either: rows that
/// depend on the basis stay where they are, and where all infeasible ones do, one of them moves
/// along the null direction to the first bound, as in Keller's method. Without such a bound z runs
/// along a ray (`LcpStop::ray`), which proves that there is no solution. Where M_BB is singular and
/// not symmetric, or earlier states come back while single pivots are made, a run of
/// `MurtySolver`'s method goes on from the best point met.
///
/// On a cold start and for a symmetric M with a positive diagonal, the first states are predicted
/// by `sweeps` of projected successive over-relaxation. In floating-point arithmetic: rows are
/// scaled by powers of two to a diagonal of about 1; violations count above the rounding error of
/// w; answers with an error above 1e-12 are solved for afresh and refined with residuals in long
/// double.
///
/// Cost: a symmetric M_BB is factored by Cholesky's method, |B|^3 / 6 multiplications, or its
/// factor updated at O(n^2) per row where few rows change; any other M_BB by elimination with
/// complete pivoting, |B|^3 / 3 and as many comparisons. A step costs n^2 besides, a sweep n for
/// each row that moves. Random problems take some 3 to 20 block pivots, whatever n is. Memory: 4
/// n^2 doubles. A solve of the same size as the one before takes nothing from the heap as long as
/// there are at most some hundred basic rows; for more, Eigen's Cholesky does.
///
/// Warm start: from the states, or where there are none from z; no prediction.
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time. When not solved, z is the best of the points met.
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
