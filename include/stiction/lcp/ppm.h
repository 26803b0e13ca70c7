#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>

#include <functional>
#include <memory>

namespace stiction {

/// Options of `PpmSolver`.
struct PpmOptions {
  /// The least-index rule takes over after this many pivots without a new least number of
  /// violations. >= 1.
  int patience = 10;
  /// Limit on the pivots; 0: 50 n + 500. >= 0.
  int pivot_limit = 0;
  /// Called before each pivot, if not null; false ends the solve like the limit.
  const std::function<bool()>* may_go_on = nullptr;
  /// Largest `lcp_residual`, for the problem as given, that counts as solved. > 0.
  double tolerance = 1e-8;
};

/// Drumwright's modified principal pivoting method, extended to bounds. A row is basic, with M_BB
/// regular, or stands at a bound. With N the rows at a bound, it solves
///
///     M_BB z_B = -(q_B + M_BN z_N),   w = M z + q,
///
/// and exchanges at once (Algorithm 1, lines 15-40) the row of N with the largest w_i of the wrong
/// sign, which becomes basic, and the basic row whose z_i exceeds a bound by most, which goes to
/// that bound; until there is neither. Free rows are basic from the beginning. z is not within its
/// bounds on the way, and no quantity decreases from pivot to pivot. With contacts, only a few of
/// the many rows ever become basic, which the method exploits.
///
/// It departs from Algorithm 1 in two respects. If M_BB would become singular with a row r, z_r
/// moves in the direction that w_r demands and the basic z by -M_BB^-1 M_Br, while w does not
/// change, until one of them meets a bound; that row leaves and r takes its place. And because
/// Algorithm 1 can cycle, after `patience` pivots without a new least number of violations one row
/// at a time is exchanged, the violated one of least index (Murty's rule), until there is a new
/// least number. A second run uses that rule throughout, if the first one finds no accepted answer.
///
/// - `FactoredBoxLcp`: M = J inverse_mass J^T is never formed. With C C^T = inverse_mass (by blocks
///   with diagonal pivoting; immovable directions have no column) the rows of F = J C are kept
///   sparse
///   and the basic ones among them as an orthogonal factorisation, which is updated (`RowSpace`).
///   Since basic rows are independent, there are never more of them than inverse_mass has rank.
/// - Dense M, symmetric up to rounding errors: the Cholesky factor of M_BB is updated. If M turns
///   out to be indefinite the run starts over as for other M.
/// - Other dense M: beyond the paper, M_BB is factored afresh after each pivot.
///
/// Guarantees, in exact arithmetic: for P matrices, symmetric or not, it ends at the solution,
/// unless the limit on pivots ends it. This is because the least-index rule ends: while the last
/// row keeps its state, it runs on the problem of the others, also a P matrix, and ends by
/// induction; w_n at their solution rises strictly with z_n, so that the last row changes its state
/// at most twice. It may take 2^n pivots (Murty, Fathi). For singular symmetric semidefinite M no
/// proof is known that it ends; if it ends, then at a solution, or at `LcpStop::ray` with a d that
/// has M d = 0 and q . d < 0 and meets no bound: then there is no solution. For other M only the
/// status is guaranteed to be right.
///
/// In floating-point arithmetic: rows are scaled by powers of two to a diagonal of about 1;
/// violations count above 1e-13 of the largest |q_i| or |z_i|; a row depends on the basic ones if
/// the curvature along its motion with them is below 1e-12 of the squared length (with factors: if
/// less than 1e-7 of its length lies outside their span); answers are refined with residuals of the
/// problem as given.
///
/// Cost per pivot: O(n^2); O(n^2 + |B|^3) if M is not symmetric semidefinite; O(m |B| + stored
/// entries of F) with factors, m being the rank of inverse_mass. Typically about as many pivots as
/// rows change state. Memory: 3 n^2 doubles, m^2 with factors. A dense solve of the same size as
/// the previous one allocates nothing unless it needs a second run; one with factors does.
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
