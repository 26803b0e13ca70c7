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
  /// Rows of a block, e.g. those of one contact, are solved together (Lacoursiere, eq. 9). Read
  /// only during `solve`.
  std::span<const int> block = {};
  /// The merit function of `stop.absolute` and `stop.relative`.
  SplittingMerit merit = SplittingMerit::natural_residual;
};

/// Projected Gauss-Seidel for the LCP and the box-constrained problem, by single rows or by blocks.
///
/// By rows it is projected SOR with relaxation 1,
///
///     z_i <- mid(l_i, z_i - w_i / M_ii, u_i),
///
/// and everything in `PsorSolver` holds: matrices, rows without elements or without a positive
/// diagonal element, the ways it ends, cost and memory.
///
/// With blocks, z_b becomes the solution of the box-constrained problem of its rows while all
/// others stand still (Lacoursiere, eq. 9):
///
///     M_bb z_b + q'_b,   q'_b = q_b + sum over c != b of M_bc z_c,   l_b <= z_b <= u_b,
///
/// found by Keller's method if M_bb is symmetric (to 1e-12 of its diagonal), else by Lemke's on an
/// equivalent LCP, which also handles an M_bb with zeros on the diagonal, as that of a contact with
/// friction. One block of all rows gives that method's answer after one sweep. A block for which no
/// solution is found takes the best point found.
///
/// Guarantees, in exact arithmetic: for symmetric positive semidefinite M no block raises the
/// objective 1/2 z . M z + q . z. If moreover all M_bb are positive definite and the problem is
/// solvable, the iterates converge to a solution, eventually linearly (Luo and Tseng 1992: the
/// splitting B = D + L of block parts has B - C = D + L - L^T positive definite). With semidefinite
/// M_bb, as for redundant contacts, convergence is usual but not proven. For unsymmetric M it
/// converges by rows for H-matrices with positive diagonal; with blocks only the status is
/// guaranteed to be right.
///
/// A block of k rows costs, besides the w of its rows, a small solve: O(k^3) and a few
/// microseconds. The blocks M_bb are copied. Also with blocks, a solve of the same size, blocks and
/// kinds of rows as the previous one allocates nothing, except for factored problems.
///
/// Sources: Erleben 2013, sections 5.2 and 5.3, eq. 56; Lacoursiere 2003, section 5, eq. 9; those
/// of `PsorSolver`.
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

[[gnu::used]] inline constexpr auto kPgsLayouts = abi::layouts_of<PgsOptions>();

}  // namespace stiction
