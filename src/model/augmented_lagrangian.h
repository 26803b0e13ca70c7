#pragma once

#include <stiction/model/effort.h>

#include <vector>

#include "best_answer.h"
#include "exact_finish.h"
#include "island_system.h"

namespace stiction {

/// The method of multipliers on the true Coulomb law: proximal steps
///
///     r+ = psi(u(v)),   psi = r moved by -rho u and projected, the normal first, then on its disc,
///     F(v) = M v - f - H psi(H^T v + w) = 0,                 rho = kappa / compliance,
///
/// each solved by a semismooth Newton method with a line search on |F|. The law is not associated,
/// so there is no convex function behind it and no proof of convergence; started from an interior
/// path's best answer it solves two of three jams that the path alone leaves (from zero, half).
/// kappa grows while the inner problems are easy, which makes the convergence fast, and falls where
/// they are hard.
///
/// Source: study of large islands, 2.4 (D; PA is `careful()` with other values); Bertsekas,
/// Constrained Optimization and Lagrange Multiplier Methods; Simo and Laursen 1992 for friction.
class AugmentedLagrangian {
 public:
  struct Options {
    double kappa = 10;         ///< at the start
    double growth = 2;         ///< of kappa after an easy inner problem
    double contraction = 0.3;  ///< of |F| that ends an inner problem
    double allotment = 200;    ///< factorisations
    double accepted = 1e-10;
  };
  /// Softer, with inner problems that are solved further: slower, and surer. Of 55 problems of
  /// walls that a ball hits, balls, mixed bodies and a tower in which the path stalls, the other
  /// options solve 51, and 54 with these behind them, for a fifth less work; other starts
  /// from 0.3 to 3 with a growth of 1.2 solve 53 or 54, one that grows by 1.5 solves 53.
  static Options careful() {
    return {.kappa = 3, .growth = 1.3, .contraction = 0.1, .allotment = 300};
  }

  /// From `r`, and the exact finish from its last point. True if `best` is accepted.
  bool run(IslandSystem& system, const Rows& r, const Options& options, Effort& effort,
           BestAnswer& best);

 private:
  struct Inner {
    bool converged;
    int factorisations;
  };
  Inner solve_inner(IslandSystem& system, const Options& options, double& allotment,
                    Effort& effort);
  double evaluate(IslandSystem& system, const std::vector<Vec6>& v, const Rows& u);
  void differentiate(const IslandSystem& system);

  double kappa_ = 0;
  double scale_ = 0;  ///< of |F|: |f|
  Rows centre_;       ///< r of the last outer step
  Rows r_;            ///< psi of the last point that was evaluated
  Rows u_, trial_u_, du_, dr_, no_push_;
  std::vector<Vec6> v_, trial_v_, start_v_, b_, dv_;
  std::vector<Mat3> D_;
  Rows start_u_;
  ExactFinish finish_;
};

}  // namespace stiction
