#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/newton_system.h>
#include <stiction/lcp/sparse_lcp.h>
#include <stiction/lcp/stopping_criteria.h>

#include <memory>
#include <optional>

namespace stiction {

/// Options of `MinMapNewtonSolver`.
struct MinMapNewtonOptions {
  StoppingCriteria stop = {};
  /// alpha of Erleben's eq. 83, in (0, 1): share of the promised decrease that a step must achieve.
  double sufficient_decrease = 1e-4;
  /// beta of eq. 83, in (sufficient_decrease, 1): ratio of successive trial step lengths.
  double step_reduction = 0.5;
  /// The line search ends below this step length. > 0.
  double least_step = 1e-12;
  /// Empty: `dense` for dense problems, `sparse` for sparse ones, `gmres` for factored ones.
  /// Factored problems do not support `dense` and `sparse`.
  std::optional<NewtonSystem> system = std::nullopt;
  /// A step is compared with the largest merit of this many last points (Grippo, Lampariello and
  /// Lucidi 1986); 1 is the monotone search of eq. 83. >= 1.
  int memory = 10;
  /// Moves trial points into the bounds before the merit is evaluated, as in Erleben's projected
  /// line search. Otherwise the iterates may leave the bounds; the answer does not.
  bool has_projection = false;
  /// Tries a step along -grad theta if the Newton direction fails.
  bool has_gradient_fallback = true;
  /// Scales the rows to a common size first, which changes theta and the path.
  bool has_scaling = true;
};

/// The minimum-map Newton method for the LCP and the box-constrained problem, which solves
///
///     H(z) = min(z, M z + q) = 0,   with bounds  H_i = z_i - mid(l_i, z_i - w_i, u_i)   (eq. 60)
///
/// by a generalised Newton method. A row is active if its H_i is w_i, and bound if it is z_i - l_i
/// or z_i - u_i, ties included (eq. 77). The Newton equation (eq. 79) gives d_F = -H_F for the
/// bound rows at once and leaves a system of the active rows (eq. 80),
///
///     M_AA d_A = M_AF H_F - H_A,     z <- z + tau d,
///
/// with tau from a back-tracking search on theta = 1/2 |H|^2 (eqs 64, 83). With `gmres` the system
/// is solved to |r| <= gamma |H| (eq. 71), gamma = min(0.01, |H| / 10).
///
/// Matrices: if all M_AA are regular (P-matrices, in particular positive definite ones) each system
/// has a solution, and near the answer one full step ends at it, exactly. Convergence from any
/// start is not proven, as theta has kinks that can stall the search; in tests it converged on each
/// of 500 random boxes with symmetric positive definite M of order 100 and condition 1e4. It solves
/// most semidefinite problems, but only about half of the contact problems in Stewart and Trinkle's
/// form, whose zero diagonal makes M_AA singular: use `FischerNewtonSolver` for those.
///
/// Remedies, counted by `report`: the rank-revealing LU solves a singular dense system, exactly if
/// a solution exists; the QR factorisation solves a singular sparse one; if d still is no direction
/// of sufficient descent, or the search fails, the step is along the generalised gradient -J^T H
/// (`has_gradient_fallback`).
///
/// Ends with the criteria of `StoppingCriteria` (theta of the scaled problem), `non_descent` if the
/// direction does not descend and there is no fallback, `local_minimum` if no step >= `least_step`
/// lowers theta, or `diverged`. Limit: 200 iterations unless stated.
///
/// Cost per iteration: O(n^2) and the factorisation of the active rows, O(|A|^3) if dense;
/// typically 5 to 20 iterations, nearly independent of n. Memory: about 8 n^2 doubles for dense
/// systems, 100 n for `gmres`. With dense systems a solve of the same size as the previous one
/// allocates nothing except what Eigen's matrix products need beyond a hundred or so rows; the
/// others allocate in each iteration.
///
/// Warm start: z is used, and a solution needs no iteration; states are ignored.
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time.
///
/// Source: Erleben 2013, section 5.4. Departures: bounds; the rows are scaled by powers of two
/// (`has_scaling`); the search is not projected (`has_projection`), because the projected one
/// stalls on a third of the problems above, since projection can turn a direction of descent into
/// one of ascent; it is non-monotone (`memory`); the remedies. The method as printed is memory = 1,
/// has_projection = true, has_gradient_fallback = false, has_scaling = false. Errors there: line 10
/// of the method on page 22 updates x without the projection under which line 9 accepted the step;
/// in theorem 5.2 the radius of the ball is at most, not at least, |H|.
class MinMapNewtonSolver {
 public:
  MinMapNewtonSolver();
  ~MinMapNewtonSolver();
  MinMapNewtonSolver(MinMapNewtonSolver&&) noexcept;
  MinMapNewtonSolver& operator=(MinMapNewtonSolver&&) noexcept;

  /// Solves the problem. The reference stays valid, and its content unchanged, until the next call,
  /// to which its z and states may be given as the start.
  ///
  /// Throws std::invalid_argument when `validate(problem)` does, when an option is out of range or
  /// when the start has the wrong size or holds a number that is not finite. Numerical failure is a
  /// status, never an exception.
  const LcpSolution& solve(const Lcp& problem, const MinMapNewtonOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const BoxLcp& problem, const MinMapNewtonOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const SparseLcp& problem, const MinMapNewtonOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const SparseBoxLcp& problem, const MinMapNewtonOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const FactoredBoxLcp& problem, const MinMapNewtonOptions& options = {},
                           const LcpStart& start = {});

  /// The remedies that the last solve needed.
  const NewtonReport& report() const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

[[gnu::used]] inline constexpr auto kMinMapNewtonLayouts = abi::layouts_of<MinMapNewtonOptions>();

}  // namespace stiction
