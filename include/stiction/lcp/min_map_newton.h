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
  /// alpha of Erleben's eq. 83, in (0, 1): how much of the promised decrease a step must bring.
  double sufficient_decrease = 1e-4;
  /// beta of eq. 83, in (sufficient_decrease, 1): from one step length tried to the next.
  double step_reduction = 0.5;
  /// The line search ends below this step length. > 0.
  double least_step = 1e-12;
  /// For dense problems `dense`, for sparse ones `sparse` and for those in factors `gmres` where
  /// empty. `dense` and `sparse` cannot be had for a problem in factors.
  std::optional<NewtonSystem> system = std::nullopt;
  /// The step is accepted against the largest merit of so many last points (Grippo, Lampariello and
  /// Lucidi 1986); 1 is the monotone search of eq. 83. >= 1.
  int memory = 10;
  /// Whether trial points are moved into the bounds before the merit is evaluated, as in Erleben's
  /// projected line search. Without, the iterates may leave the bounds; the answer does not.
  bool has_projection = false;
  /// Whether a step along -grad theta is tried where the Newton direction fails.
  bool has_gradient_fallback = true;
  /// Whether the rows are scaled to a common size first. It changes theta and the path.
  bool has_scaling = true;
};

/// The minimum-map Newton method for the LCP and the box-constrained problem, which solves
///
///     H(z) = min(z, M z + q) = 0,   with bounds  H_i = z_i - mid(l_i, z_i - w_i, u_i)   (eq. 60)
///
/// by a generalised Newton method. A row is active where its H_i is w_i, and bound where it is
/// z_i - l_i or z_i - u_i, ties included (eq. 77). The Newton equation (eq. 79) gives d_F = -H_F
/// for the bound rows at once and leaves a system of the active ones alone (eq. 80),
///
///     M_AA d_A = M_AF H_F - H_A,     z <- z + tau d,
///
/// with tau from a back-tracking search on theta = 1/2 |H|^2 (eqs 64, 83). With `gmres` the system
/// is solved to |r| <= gamma |H| (eq. 71), gamma = min(0.01, |H| / 10).
///
/// Matrices: where all M_AA are regular (P-matrices, in particular positive definite ones) each
/// system has a solution, and near the answer one full step ends at it, exactly. Convergence from
/// any start is not proven, as theta has kinks that can stall the search; it was found on each of
/// 500 random boxes with symmetric positive definite M of order 100 and condition 1e4. Of
/// semidefinite problems most are solved; of contact problems in Stewart and Trinkle's form, whose
/// zero diagonal makes M_AA singular, about half: take `FischerNewtonSolver` for those.
///
/// Cures, counted by `report`: of a singular dense system the rank-revealing LU gives a solution,
/// which is exact if there is one; of a sparse one the QR factorisation; where d still is no
/// direction of sufficient descent, or the search fails, the step is along the generalised gradient
/// -J^T H (`has_gradient_fallback`).
///
/// Ends with the criteria of `StoppingCriteria` (theta of the scaled problem), `non_descent` where
/// the direction does not descend and there is no fallback, `local_minimum` where no step >=
/// `least_step` lowers theta, `diverged`. Cap: 200 iterations unless stated.
///
/// Cost per iteration: O(n^2) and the factorisation of the active rows, O(|A|^3) if dense;
/// typically 5 to 20 iterations, nearly independent of n. Memory: about 8 n^2 doubles for dense
/// systems, 100 n for `gmres`. For dense systems a solve of the same size as the one before takes
/// nothing from the heap but what Eigen's matrix products need beyond some hundred rows; the others
/// allocate in each iteration.
///
/// Warm start: z is used, and at a solution nothing is iterated; states are not read.
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time.
///
/// Source: Erleben 2013, section 5.4. Departures: bounds; the rows are scaled by powers of two
/// (`has_scaling`); the search is not projected (`has_projection`): the projected one stalls on a
/// third of the problems above, since projection can turn a direction of descent into one of
/// ascent; it is non-monotone (`memory`); the cures. The method as printed is memory = 1,
/// has_projection = true, has_gradient_fallback = false, has_scaling = false. Slips there: line 10
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

  /// Of the last solve.
  const NewtonReport& report() const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

[[gnu::used]] inline constexpr auto kMinMapNewtonLayouts = abi::layouts_of<MinMapNewtonOptions>();

}  // namespace stiction
