#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/newton_system.h>
#include <stiction/lcp/stopping_criteria.h>

#include <memory>

namespace stiction {

/// Options of `SmoothingNewtonSolver`.
struct SmoothingNewtonOptions {
  StoppingCriteria stop = {};
  /// alpha of Erleben's eq. 83, in (0, 1): how much of the promised decrease a step must bring.
  double sufficient_decrease = 1e-4;
  /// beta of eq. 83, in (sufficient_decrease, 1): from one step length tried to the next.
  double step_reduction = 0.5;
  /// The line search ends below this step length. > 0.
  double least_step = 1e-12;
  /// Whether the rows are scaled to a common size first. It changes psi and the path.
  bool has_scaling = true;
  /// How often mu may be set anew, each time to a tenth of what it was set to before, where the
  /// step fails: rounding errors can make psi stall when mu is small and the matrix semidefinite.
  /// >= 0.
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
/// Guarantees, in exact arithmetic: for P-matrices (positive definite ones, symmetric or not, are
/// such) convergence to the solution from any start. For P0-matrices every step can be made and psi
/// falls; where the solutions are bounded it goes to zero. In floating-point arithmetic psi may
/// stall where mu is near the rounding error and M is singular; then mu begins anew
/// (`restart_limit`). For other M nothing is promised but the truth of the status.
///
/// Ends with the criteria of `StoppingCriteria` (the merit function is psi of the scaled problem),
/// `non_descent` where the system has no useful solution, `local_minimum` where no step >=
/// `least_step` lowers psi, `diverged`. Cap: 200 iterations unless stated. Iterates may leave the
/// bounds; what is judged and returned is moved into them.
///
/// Cost: O(n^3) per iteration; 10 to 20 iterations typically, nearly independent of n. Memory:
/// about 5 n^2 doubles. A solve of the same size as the one before takes nothing from the heap but
/// what Eigen's matrix products need beyond some hundred rows.
///
/// Warm start: z is used, states are not read. mu begins at 1 all the same, so that a good start
/// saves only a few iterations.
///
/// Equal inputs give equal bits, on a fresh solver and on a used one. A solver serves one thread at
/// a time.
///
/// Sources: Zhang and Gao, Superlinear/quadratic one-step smoothing Newton method for P0-NCP, 2003;
/// Li and Fukushima, Smoothing Newton and quasi-Newton methods for mixed complementarity problems,
/// Computational Optimization and Applications 17 (2000), for bounds; Lacoursiere 2003, section 5.
/// Departures: the Tikhonov term has the weight nu = 1e-3 instead of 1; the problem is scaled by
/// powers of two; mu may begin anew.
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

  /// Of the last solve.
  const NewtonReport& report() const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

[[gnu::used]] inline constexpr auto kSmoothingNewtonLayouts =
    abi::layouts_of<SmoothingNewtonOptions>();

}  // namespace stiction
