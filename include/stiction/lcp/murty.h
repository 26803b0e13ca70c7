#pragma once

#include <stiction/lcp/lcp.h>

#include <functional>
#include <memory>

namespace stiction {

/// Options of `MurtySolver`.
struct MurtyOptions {
  /// Limit on the pivots; 0: 500 n + 1000. >= 0.
  int pivot_limit = 0;
  /// Called before each pivot, if not null; false ends the solve like the limit.
  const std::function<bool()>* may_go_on = nullptr;
  /// Largest `lcp_residual`, for the problem as given, that counts as solved. > 0.
  double tolerance = 1e-8;
};

/// Murty's least-index principal pivoting (Bard-type) method, for the plain and the box-constrained
/// problem.
///
/// Each row is at its lower bound, at its upper bound, or basic; this determines a point with
/// w_B = 0 and the other rows at their bounds. A row is infeasible if it is basic with z_i < l_i
/// (it should go to l_i), basic with z_i > u_i (to u_i), or at l_i with w_i < 0 or at u_i with
/// w_i > 0 (it should become basic). Only the infeasible row of least index changes: with the
/// principal pivot transform T of M, where v = T u, v_i is z_i for basic and w_i for other rows,
/// and u is the rest,
///
///     v += T_r (v_r' - v_r) / T_rr,   v_r' the value that it is to take,
///
/// followed by a pivot on T_rr. If T_rr is zero, row r changes together with the first row j that
/// can bring v_r towards v_r' (T_rj != 0, and u_j is free to move in that direction), by a pivot on
/// both, as in the criss-cross method; without such a row z_r goes to its other bound.
///
/// Guarantees: for P matrices, in exact arithmetic, the solution is found after finitely many
/// pivots, as no basis returns: rows 1 to k - 1 come to rest between two changes of row k, w_k then
/// grows with z_k, and so row k changes at most twice. For the plain problem with a sufficient M,
/// which includes any positive semidefinite M, the criss-cross method's proof holds: it ends at a
/// solution, or at an infeasible row that nothing can change (`LcpStop::ray`), which proves that
/// there is none. With bounds and such an M there is no proof, and a basis that returns ends the
/// solve as `LcpStop::cycle`. The number of pivots is at worst 2^n - 1, and on random problems
/// grows faster than n: about 9 n at n = 100.
///
/// In floating-point arithmetic: rows are scaled by powers of two to a diagonal of about 1;
/// violations count above the rounding error of w; diagonal elements below 1e-12 of the numbers
/// around them count as zero; the point is recomputed from the data every 50 pivots and at the end,
/// with a fresh tableau if the present one has drifted; answers with an error above 1e-12 are
/// recomputed and refined with residuals in long double.
///
/// Cost: n^2 multiplications per pivot, 2 n^2 for two rows. Memory: 4 n^2 doubles. A solve of the
/// same size as the previous one allocates nothing as long as at most a hundred or so rows have to
/// be recomputed.
///
/// Cold start: at the point nearest to zero; rows that are then between their bounds become basic
/// as soon as their w is not zero. Warm start: from the states, or without states from z; each row
/// that starts basic costs a pivot that is not counted.
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time. If not solved, z is the best point found.
///
/// Sources: Murty, Note on a Bard-type scheme for solving the complementarity problem, Opsearch 11
/// (1974); Murty, Linear Complementarity, chapter 4; Lacoursiere 2003, section 5 (bounds); den
/// Hertog, Roos and Terlaky, The linear complementarity problem, sufficient matrices, and the
/// criss-cross method, Linear Algebra and its Applications 187 (1993). Departure: bounds in the
/// criss-cross exchange.
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

[[gnu::used]] inline constexpr auto kMurtyLayouts = abi::layouts_of<MurtyOptions>();

}  // namespace stiction
