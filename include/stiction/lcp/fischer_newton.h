#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/newton_system.h>
#include <stiction/lcp/sparse_lcp.h>
#include <stiction/lcp/stopping_criteria.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace stiction {

/// Erleben's four strategies for an element of the generalised Jacobian (section 5.5).
enum class JacobianStrategy {
  random,         ///< a_i and b_i of eq. 98 drawn from the unit disc
  zero,           ///< a_i = b_i = 0
  perturbation,   ///< z_i is replaced by epsilon
  approximation,  ///< finite differences along GMRES' directions (eq. 102); needs `gmres`
};

/// Options of `FischerNewtonSolver`.
struct FischerNewtonOptions {
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
  /// The element of the generalised Jacobian to use where z_i = w_i = 0.
  JacobianStrategy strategy = JacobianStrategy::perturbation;
  /// epsilon of the strategy `perturbation`, h of `approximation`, for the scaled problem. > 0.
  /// Differences cannot resolve kinks nearer than h: if z_i = w_i = 0 at the answer,
  /// `approximation` ends at residuals of about h / 10.
  double perturbation = 1e-6;
  /// Seed of the strategy `random`.
  std::uint64_t seed = 1;
  /// Sweeps of projected Gauss-Seidel before the first Newton step. >= 0.
  int pgs_sweeps = 0;
};

/// The Fischer-Newton method for the LCP and the box-constrained problem, which solves
///
///     F_i(z) = phi(z_i, w_i) = sqrt(z_i^2 + w_i^2) - z_i - w_i = 0,   w = M z + q   (eqs 84, 92)
///
/// and with bounds Billups' nested form F_i = phi(z_i - l_i, phi(u_i - z_i, -w_i)), by a
/// generalised Newton method (eqs 85-86, 96-98):
///
///     J d = -F,   J = D_p + D_q M,   z <- z + tau d,
///
/// with tau from a back-tracking search on theta = 1/2 |F|^2 (eqs 83, 103), which is continuously
/// differentiable. Where z_i = w_i = 0 an element of the generalised Jacobian is chosen
/// (`strategy`). With `gmres` the system is solved to |r| <= gamma |F| (eq. 105), gamma =
/// min(0.01, |F| / 10); `approximation` replaces the products J p by differences of F (eq. 102).
///
/// Guarantees, in exact arithmetic: for P-matrices J is regular, and the method converges to the
/// solution from any start, quadratically. For P0-matrices, among them the semidefinite ones, each
/// stationary point of theta is a solution of an `Lcp`, so any accumulation point solves it. For
/// other M only the status is guaranteed to be right; in practice most contact problems in Stewart
/// and Trinkle's form are solved.
///
/// Remedies, counted by `report`: the rank-revealing LU solves a singular dense system, exactly if
/// a solution exists; the QR factorisation solves a singular sparse one; if d is no direction of
/// sufficient descent, grad theta . d <= -rho |d|^p (De Luca, Facchinei and Kanzow 1996), or the
/// search fails, the step is along -grad theta (`has_gradient_fallback`).
///
/// Ends with the criteria of `StoppingCriteria` (theta of the scaled problem), `non_descent` if the
/// direction does not descend and there is no fallback, `local_minimum` if the gradient vanishes or
/// no step >= `least_step` lowers theta, or `diverged`. Limit: 200 iterations unless stated.
///
/// Cost per iteration: O(n^2) and one factorisation, O(n^3) if dense, of the rows that are not yet
/// exactly at a bound; typically 10 to 20 iterations, nearly independent of n. Memory: about 8 n^2
/// doubles for dense systems, 100 n for `gmres`. With dense systems a solve of the same size as the
/// previous one allocates nothing except what Eigen's matrix products need beyond a hundred or so
/// rows; the others allocate in each iteration.
///
/// Warm start: z is used, and a solution needs no iteration; states are ignored.
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time.
///
/// Sources: Erleben 2013, section 5.5; Fischer 1992; Billups, Algorithms for complementarity
/// problems and generalized equations, 1995; De Luca, Facchinei and Kanzow, A semismooth equation
/// approach to the solution of nonlinear complementarity problems, Mathematical Programming 75
/// (1996). Departures from Erleben: bounds; the rows are scaled by powers of two (`has_scaling`);
/// the search is not projected (`has_projection`) and is non-monotone (`memory`), after Grippo,
/// Lampariello and Lucidi; the remedies.
class FischerNewtonSolver {
 public:
  FischerNewtonSolver();
  ~FischerNewtonSolver();
  FischerNewtonSolver(FischerNewtonSolver&&) noexcept;
  FischerNewtonSolver& operator=(FischerNewtonSolver&&) noexcept;

  /// Solves the problem. The reference stays valid, and its content unchanged, until the next call,
  /// to which its z and states may be given as the start.
  ///
  /// Throws std::invalid_argument when `validate(problem)` does, when an option is out of range or
  /// when the start has the wrong size or holds a number that is not finite. Numerical failure is a
  /// status, never an exception.
  const LcpSolution& solve(const Lcp& problem, const FischerNewtonOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const BoxLcp& problem, const FischerNewtonOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const SparseLcp& problem, const FischerNewtonOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const SparseBoxLcp& problem, const FischerNewtonOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const FactoredBoxLcp& problem, const FischerNewtonOptions& options = {},
                           const LcpStart& start = {});

  /// The remedies that the last solve needed.
  const NewtonReport& report() const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

[[gnu::used]] inline constexpr auto kFischerNewtonLayouts = abi::layouts_of<FischerNewtonOptions>();

}  // namespace stiction
