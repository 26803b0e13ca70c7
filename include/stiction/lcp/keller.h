#pragma once

#include <stiction/lcp/lcp.h>

#include <functional>
#include <memory>

namespace stiction {

/// Options of `KellerSolver`.
struct KellerOptions {
  /// Limit on the pivots of all runs together; 0: 50 n + 500. >= 0.
  int pivot_limit = 0;
  /// Called before each pivot, if not null; false ends the solve like the limit.
  const std::function<bool()>* may_go_on = nullptr;
  /// Largest `lcp_residual`, for the problem as given, that counts as solved. > 0.
  double tolerance = 1e-8;
};

/// Keller's principal pivoting method, extended to bounds, for the box-constrained problem with a
/// symmetric positive semidefinite M, which is the optimality condition of
///
///     minimise  1/2 z . M z + q . z   over   l <= z <= u.
///
/// The bounds may be infinite, so free and one-sided rows are included, and may coincide. z stays
/// within its bounds throughout. A row is either basic, with w_B = 0 and M_BB regular, or stands
/// still. The row r that violates its condition most drives: z_r moves against w_r, and with it
///
///     dz_B = -M_BB^-1 M_Br dz_r,     dw_r = (M_rr - M_rB M_BB^-1 M_Br) dz_r,
///
/// until w_r is zero and r becomes basic, or z_r meets its bound, or a basic row meets a bound;
/// that row then leaves the basis and the drive continues. If the curvature dw_r / dz_r is zero the
/// drive goes to the next bound; without one, z runs along a ray.
///
/// Guarantees, for symmetric positive semidefinite M: in exact arithmetic the objective falls at
/// each drive, since the basis only shrinks during one and a step of positive length is its last;
/// no two drives end with the same basis and states, so the method ends, however degenerate the
/// problem is. It ends at a solution, or on a ray, which proves that there is none. For other M
/// only the status is guaranteed to be right.
///
/// In floating-point arithmetic: rows are scaled by powers of two to a diagonal of about 1;
/// violations count above the rounding error of w; curvatures below 1e-12 of the squared length of
/// the direction count as zero; among basic rows that would block within rounding error of each
/// other the fastest leaves; the answer is refined with residuals, in long double, of the problem
/// as given. If it is not accepted, further runs are tried: from the bounds nearest to zero with
/// the least-index rule for the driving row, then in long double.
///
/// Cost: O(n^2) per pivot, since the Cholesky factor of M_BB is updated when rows enter and leave;
/// typically n to 2 n pivots from a cold start, and from a warm start as many as rows change state.
/// Memory: 2 n^2 doubles and, once used, as many long doubles. A solve of the same size as the
/// previous one allocates nothing unless it needs further runs.
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time.
///
/// Sources: Keller, The general quadratic optimization problem, Mathematical Programming 5 (1973);
/// Lacoursiere 2003, sections 2 and 5; Cottle, Pang and Stone, section 4.2 (symmetric principal
/// pivoting); Gill, Golub, Murray and Saunders, Methods for modifying matrix factorizations,
/// Mathematics of Computation 28 (1974).
class KellerSolver {
 public:
  KellerSolver();
  ~KellerSolver();
  KellerSolver(KellerSolver&&) noexcept;
  KellerSolver& operator=(KellerSolver&&) noexcept;

  /// Solves the problem. The reference stays valid, and its content unchanged, until the next call,
  /// to which its z and states may be given as the start.
  ///
  /// Throws std::invalid_argument when `validate(problem)` does, when an option is out of range or
  /// when the start has the wrong size or holds a number that is not finite. Numerical failure is a
  /// status, never an exception.
  const LcpSolution& solve(const Lcp& problem, const KellerOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const BoxLcp& problem, const KellerOptions& options = {},
                           const LcpStart& start = {});

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

[[gnu::used]] inline constexpr auto kKellerLayouts = abi::layouts_of<KellerOptions>();

}  // namespace stiction
