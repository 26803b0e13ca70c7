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
  perturbation,   ///< z_i = epsilon in its place
  approximation,  ///< finite differences along GMRES' directions (eq. 102); takes `gmres`
};

/// Options of `FischerNewtonSolver`.
struct FischerNewtonOptions {
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
  /// Which element of the generalised Jacobian is taken where z_i = w_i = 0.
  JacobianStrategy strategy = JacobianStrategy::perturbation;
  /// epsilon of the strategy `perturbation`, h of `approximation`. > 0.
  double perturbation = 1e-6;
  /// Of the strategy `random`.
  std::uint64_t seed = 1;
  /// Sweeps of projected Gauss-Seidel before the first Newton step. >= 0.
  int pgs_sweeps = 0;
};

/// The Fischer-Newton method (Erleben 2013, section 5.5).
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

  /// Of the last solve.
  const NewtonReport& report() const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace stiction
