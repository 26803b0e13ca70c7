#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/newton_system.h>
#include <stiction/lcp/stopping_criteria.h>

#include <memory>

namespace stiction {

/// Options of `SmoothingNewtonSolver`.
struct SmoothingNewtonOptions {
  StoppingCriteria stop = {};
  /// alpha of Erleben's eq. 83, in (0, 1): share of the promised decrease that a step must achieve.
  double sufficient_decrease = 1e-4;
  /// beta of eq. 83, in (sufficient_decrease, 1): ratio of successive trial step lengths.
  double step_reduction = 0.5;
  /// The line search ends below this step length. > 0.
  double least_step = 1e-12;
  /// Scales the rows to a common size first, which changes psi and the path.
  bool has_scaling = true;
  /// How often mu may be reset when the step fails, each time to a tenth of its previous start:
  /// rounding errors can make psi stall if mu is small and the matrix semidefinite. >= 0.
  int restart_limit = 5;
};

/// The one-step smoothing Newton method for the LCP and the box-constrained problem.
///
/// The conditions of a `BoxLcp` are the equations Phi(z) = z - mid(l, z - w, u) = 0, w = M z + q.
/// mid is smoothed (Chen, Harker, Kanzow and Smale): max(0, t), of which it is made, becomes
/// (t + sqrt(t^2 + 4 mu^2)) / 2. The smoothing parameter mu is a variable like z:
///
///     G(mu, z) = [ mu ; Phi_mu(z) + nu mu z ] = 0,     psi = |G|^2,
///     G' d = -G + mu_0 gamma min(1, psi) e_1,          one linear system and one line search
///     psi(. + tau d) <= (1 - 2 alpha (1 - gamma mu_0) tau) psi          (Armijo) per iteration.
///
/// With c = d mid_mu / dx in (0, 1) the z part of G' is diag(1 - c + nu mu) + diag(c) M: regular
/// for every P0-matrix, in particular the semidefinite ones, as long as mu > 0, and mu stays above
/// mu_0 gamma min(1, psi). The slope of psi along d is at most -2 (1 - gamma mu_0) psi, so each
/// step can be made; near a solution at which G' stays regular mu falls like psi, and z converges
/// quadratically. Fixed rows (l = u) and free ones are included: c = 0 and c = 1.
///
/// Guarantees, in exact arithmetic: for P-matrices (which include positive definite ones, symmetric
/// or not) convergence to the solution from any start. For P0-matrices every step can be made and
/// psi falls; if the set of solutions is bounded it goes to zero. In floating-point arithmetic psi
/// may stall if mu is near the rounding error and M is singular; mu is then reset
/// (`restart_limit`). For other M only the status is guaranteed to be right.
///
/// Ends with the criteria of `StoppingCriteria` (the merit function is psi of the scaled problem),
/// `non_descent` if the system has no useful solution, `local_minimum` if no step >= `least_step`
/// lowers psi, or `diverged`. Limit: 200 iterations unless stated. Iterates may leave the bounds;
/// for judging and as the answer they are moved into them.
///
/// Cost: O(n^3) per iteration; 10 to 20 iterations typically, nearly independent of n. Memory:
/// about 5 n^2 doubles. A solve of the same size as the previous one allocates nothing except what
/// Eigen's matrix products need beyond a hundred or so rows.
///
/// Warm start: z is used, states are ignored. mu still starts at 1, so a good start saves only a
/// few iterations.
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time.
///
/// Sources: Zhang and Gao, Superlinear/quadratic one-step smoothing Newton method for P0-NCP, 2003;
/// Li and Fukushima, Smoothing Newton and quasi-Newton methods for mixed complementarity problems,
/// Computational Optimization and Applications 17 (2000), for bounds; Lacoursiere 2003, section 5.
/// Departures: the Tikhonov term has the weight nu = 1e-3 instead of 1; the problem is scaled by
/// powers of two; mu may be reset.
class SmoothingNewtonSolver {
 public:
  SmoothingNewtonSolver();
  ~SmoothingNewtonSolver();
  SmoothingNewtonSolver(SmoothingNewtonSolver&&) noexcept;
  SmoothingNewtonSolver& operator=(SmoothingNewtonSolver&&) noexcept;

  /// Solves the problem. The reference stays valid, and its content unchanged, until the next call,
  /// to which its z and states may be given as the start.
  ///
  /// Throws std::invalid_argument when `validate(problem)` does, when an option is out of range or
  /// when the start has the wrong size or holds a number that is not finite. Numerical failure is a
  /// status, never an exception.
  const LcpSolution& solve(const Lcp& problem, const SmoothingNewtonOptions& options = {},
                           const LcpStart& start = {});
  const LcpSolution& solve(const BoxLcp& problem, const SmoothingNewtonOptions& options = {},
                           const LcpStart& start = {});

  /// The remedies that the last solve needed.
  const NewtonReport& report() const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

[[gnu::used]] inline constexpr auto kSmoothingNewtonLayouts =
    abi::layouts_of<SmoothingNewtonOptions>();

}  // namespace stiction
