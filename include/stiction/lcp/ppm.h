#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>

#include <functional>
#include <memory>

namespace stiction {

/// Options of `PpmSolver`.
struct PpmOptions {
  /// Pivots without fewer violations than ever before, after which the least-index rule takes over.
  /// >= 1.
  int patience = 10;
  /// Cap on the pivots; 0 stands for 50 n + 500. >= 0.
  int pivot_limit = 0;
  /// Asked before each pivot, if not null; where it returns false, that is the cap.
  const std::function<bool()>* may_go_on = nullptr;
  /// Solved means that `lcp_residual` of the problem as given is at most this. > 0.
  double tolerance = 1e-8;
};

/// Drumwright's modified principal pivoting method, extended to bounds. The rows are basic, with
/// M_BB regular, or stand at a bound. With the latter, N, it solves
///
///     M_BB z_B = -(q_B + M_BN z_N),   w = M z + q,
///
/// and exchanges at once (Algorithm 1, lines 15-40) the row of N whose w_i has the wrong sign by
/// most, which becomes basic, and the basic row whose z_i is beyond a bound by most, which goes to
/// that bound; until there is neither. Free rows are basic from the beginning. z is not within its
/// bounds on the way, and nothing falls from pivot to pivot. On contacts only few of the many rows
/// ever become basic, which is what the method makes use of.
///
/// It departs from Algorithm 1 in two respects. Where M_BB would become singular with a row r, z_r
/// moves the way its w_r pushes, the basic z by -M_BB^-1 M_Br, no w at all, until one of them meets
/// a bound; that row goes and r takes its place. And as Algorithm 1 can cycle, from `patience`
/// pivots without fewer violations than ever before, until there are fewer, one row at a time is
/// exchanged, the violated one of least index (Murty's rule). A second run, where the first one
/// comes to no accepted answer, uses that rule throughout.
///
/// - `FactoredBoxLcp`: M = J inverse_mass J^T is never formed. With C C^T = inverse_mass (by blocks
///   with diagonal pivoting; what cannot move has no column) the rows of F = J C are kept sparse
///   and the basic ones among them as an orthogonal factorisation, which is updated (`RowSpace`).
///   Since basic rows are independent, there are never more of them than inverse_mass has rank.
/// - Dense M, symmetric up to rounding errors: the Cholesky factor of M_BB is updated. Where M is
///   found to be indefinite the run begins anew as for other M.
/// - Other dense M: beyond the paper, M_BB is factored afresh after each pivot.
///
/// Guarantees, in exact arithmetic: for P matrices, symmetric or not, it ends at the solution,
/// unless the cap on pivots ends it. For the least-index rule ends: while the last row keeps its
/// state, it runs on the problem of the others, also a P matrix, and ends by induction; w_n at
/// their solution rises strictly with z_n, so that the last row changes its state at most twice. It
/// may take 2^n pivots (Murty, Fathi). For singular symmetric semidefinite M no proof is known that
/// it ends; where it ends, that is at a solution, or at `LcpStop::ray` with a d for which M d = 0
/// and q . d < 0 and which no bound ends: then there is no solution. For other M nothing is
/// promised but the truth of the status.
///
/// In floating-point arithmetic: rows are scaled by powers of two to a diagonal of about 1;
/// violations count above 1e-13 of the largest |q_i| or |z_i|; a row depends on the basic
/// ones if the curvature along its motion with them is below 1e-12 of the squared length (in
/// factors: if less than 1e-7 of its length is outside of their span); answers are refined by
/// residuals of the problem as given.
///
/// Cost per pivot: O(n^2), for M that is not symmetric semidefinite O(n^2 + |B|^3), in factors
/// O(m |B| + stored entries of F), m being the rank of inverse_mass. Typically about as many pivots
/// as rows change state. Memory: 3 n^2 doubles, in factors m^2. A dense solve of the same size as
/// the one before, which goes through no second run, takes nothing from the heap; one in factors
/// does.
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time.
///
/// Sources: Drumwright, Rapidly computable viscous friction and no-slip rigid contact models,
/// Algorithm 1; Cottle, Pang and Stone, section 4.2; Murty, Note on a Bard-type scheme for solving
/// the complementarity problem, Opsearch 11 (1974). The bounds, the replacement of dependent rows
/// and the induction with bounds are worked out here.
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

[[gnu::used]] inline constexpr auto kPpmLayouts = abi::layouts_of<PpmOptions>();

}  // namespace stiction
