#pragma once

#include <stiction/lcp/lcp.h>

#include <functional>
#include <memory>

namespace stiction {

/// Options of `DantzigSolver`.
struct DantzigOptions {
  /// Sweeps of projected successive over-relaxation that predict which rows start processed on a
  /// cold start, if M is symmetric with a positive diagonal; 0 starts with none. >= 0.
  int sweeps = 24;
  /// Limit on the pivots; 0: 50 n + 500. >= 0.
  int pivot_limit = 0;
  /// Called before each pivot, if not null; false ends the solve like the limit.
  const std::function<bool()>* may_go_on = nullptr;
  /// Largest `lcp_residual`, for the problem as given, that counts as solved. > 0.
  double tolerance = 1e-8;
};

/// The principal pivoting method of Cottle and Dantzig in Baraff's incremental form, for the plain
/// and the box-constrained problem.
///
/// Rows are processed one at a time, the one that violates its condition most first; processed rows
/// keep satisfying theirs. The driving row r has z_r with w_r of the wrong sign. While z_r moves
/// against w_r by dz_r, with B the basic and N the other processed rows,
///
///     dz_B = -M_BB^-1 M_Br dz_r,   dw_i = (M_ir - M_iB M_BB^-1 M_Br) dz_r for i = r and i in N,
///
/// until the first of these events: w_r is zero, and r becomes basic; z_r meets its bound, and
/// stays there; a basic z_i meets a bound, and i leaves the basis; w_i of a row at a bound
/// vanishes, and i enters. After the latter two the drive continues. The exchange of a blocking row
/// i is a pivot on T_ii of the principal pivot transform T of M; if T_ii is zero, as can happen if
/// M is not symmetric, it is a pivot on rows i and r together, after which w_r drives until it is
/// zero (Cottle, Pang and Stone, section 4.3). If nothing blocks, z runs along a ray. If satisfied
/// rows that are not yet processed lie on it, they block from then on; if the violation of one
/// grows, that one is driven first.
///
/// Guarantees: for P matrices and for symmetric positive semidefinite M, in exact arithmetic and
/// without ties, each drive ends, since no basis comes back during one, and each adds a processed
/// row, so at most n drives find the solution; for symmetric positive semidefinite M a ray proves
/// that there is none. Ties are broken by the fastest row and, once a basis comes back in steps of
/// length zero, by least index; a second return ends as `LcpStop::cycle`. For other positive
/// semidefinite M the exchanges of two rows always exist, but neither the end nor the proof by a
/// ray is guaranteed.
///
/// On a cold start with a symmetric M with a positive diagonal, `sweeps` of projected successive
/// over-relaxation predict which rows start processed. Without prediction (sweeps = 0) the method
/// starts at the point nearest to zero with no processed rows, and takes about 1.3 n pivots on
/// random problems and three times as long at n = 100. In floating-point arithmetic: rows are
/// scaled by powers of two to a diagonal of about 1; violations count above the rounding error of
/// w; among rows that block within rounding error of each other the fastest is exchanged (Harris);
/// the point is recomputed from the data at the end, with a fresh tableau if the present one has
/// drifted; answers with an error above 1e-12 are recomputed and refined with residuals in long
/// double.
///
/// Cost: n^2 multiplications per pivot, 2 n^2 for two rows; a sweep costs n for each row that
/// moves. Memory: 4 n^2 doubles. A solve of the same size as the previous one allocates nothing as
/// long as no more than a hundred or so rows have to be recomputed.
///
/// Warm start: rows that start basic (each costs a pivot that is not counted) are the processed
/// ones; those outside their bounds first leave the basis.
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time. If not solved, z is the best point found.
///
/// Sources: Cottle and Dantzig, Complementary pivot theory of mathematical programming, Linear
/// Algebra and its Applications 1 (1968); Baraff, Fast contact force computation for nonpenetrating
/// rigid bodies, SIGGRAPH 1994; Erleben 2013, section 5.1.1; Cottle, Pang and Stone, sections 4.2
/// and 4.3. Departures: bounds; eq. 43c of Erleben reads x_j = -y_j / Delta y_j for Delta y_j > 0,
/// with Delta y_j = A_jj - A_jA A_AA^-1 A_Aj; the prediction.
class DantzigSolver {
 public:
  DantzigSolver();
  ~DantzigSolver();
  DantzigSolver(DantzigSolver&&) noexcept;
  DantzigSolver& operator=(DantzigSolver&&) noexcept;

  /// Solves the problem. The reference stays valid, and its content unchanged, until the next call,
  /// to which its z and states may be given as the start.
  ///
  /// Throws std::invalid_argument when `validate(problem)` does, when an option is out of range or
  /// when the start has the wrong size or holds a number that is not finite. Numerical failure is a
  /// status, never an exception.
  const LcpSolution& solve(const Lcp& problem, const DantzigOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const BoxLcp& problem, const DantzigOptions& options = {},
                           const LcpStart& start = {});

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

[[gnu::used]] inline constexpr auto kDantzigLayouts = abi::layouts_of<DantzigOptions>();

}  // namespace stiction
