#pragma once

#include <stiction/model/effort.h>

#include <limits>
#include <vector>

#include "best_answer.h"
#include "exact_finish.h"
#include "impulse_drift.h"
#include "island_system.h"

namespace stiction {

/// The method of multipliers on the true Coulomb law: proximal steps
///
///     r+ = psi(u(v)),   psi = r moved by -rho u and projected, the normal first, then on its disc,
///     F(v) = M v - f - H psi(H^T v + w) = 0,    rho = kappa stiffening / compliance,
///
/// each solved by a semismooth Newton method with a line search on |F|, which goes just beyond the
/// next change of a state where |F| falls only up to there. The law is not associated,
/// so there is no convex function behind it and no proof of convergence; started from an interior
/// path's best answer it solves two of three jams that the path alone leaves (from zero, half).
/// kappa grows while the inner problems are easy, which makes the convergence fast, and falls where
/// they are hard. Long walks of the impulses are shortened (`ImpulseDrift`).
///
/// Source: study of large islands, 2.4 (D, which has no leaps); Bertsekas,
/// Constrained Optimization and Lagrange Multiplier Methods; Simo and Laursen 1992 for friction.
class AugmentedLagrangian {
 public:
  struct Options {
    double kappa = 10;          ///< at the start
    double growth = 2;          ///< of kappa after an easy inner problem
    double contraction = 0.3;   ///< of |F| that ends an inner problem
    double accepted = 1e-10;    ///< residual at which the finish is done
    double sufficient = 1e-10;  ///< residual from which on the rest is the finish's
    double tolerated = 1e-10;   ///< the same on long walks
    double most = std::numeric_limits<double>::infinity();  ///< units of effort, about
  };
  /// From `r`, and the exact finish from its last point. True if `best` is accepted.
  bool run(IslandSystem& system, const Rows& r, const Options& options, Effort& effort,
           BestAnswer& best);
  /// Whether the last run ended because impulses grew without end: conditions contradict each
  /// other.
  bool is_contradiction() const { return is_contradiction_; }

 private:
  struct Inner {
    bool converged;
    int newton_steps;
    int edges;  ///< steps that ended at a change of a state; not among the former
  };
  /// The next change of a state along the Newton step.
  struct Edge {
    double step;  ///< in units of the Newton step
    int group;
  };
  double measure_step(const IslandSystem& system) const;
  Inner solve_inner(IslandSystem& system, const Options& options, Effort& effort);
  double evaluate(IslandSystem& system, const std::vector<Vec6>& v, const Rows& u);
  void differentiate(const IslandSystem& system);
  Edge find_edge(const IslandSystem& system) const;

  bool is_contradiction_ = false;
  double kappa_ = 0;
  double scale_ = 0;  ///< of |F|: |f|
  Rows centre_;       ///< r of the last outer step
  Rows r_;            ///< psi of the last point that was evaluated
  Rows u_, trial_u_, du_, dr_, no_push_;
  std::vector<Vec6> v_, trial_v_, start_v_, b_, dv_;
  std::vector<Mat3> D_;
  Rows start_u_;
  ImpulseDrift drift_;
  ExactFinish finish_;
};

}  // namespace stiction
