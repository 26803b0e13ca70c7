#pragma once

#include <stiction/model/effort.h>

#include <limits>
#include <utility>
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
/// Long runs in one direction are shortened (`ImpulseDrift`). There are two variants.
///
/// `run` takes any island. Its line search is on |F|; if |F| falls only up to the next change of a
/// state, the step goes just beyond that change. The law is not associated, so there is no convex
/// function behind it and no proof of convergence. Started from an interior path's best answer it
/// solves two of three jams that the path alone does not (from zero, half). kappa grows while the
/// inner problems are easy, which makes convergence fast, and falls when they are hard.
///
/// `run_convex` is for islands whose rows all have fixed bounds: contacts without friction or with
/// a linear law, joints, motors. Such an island is a convex program,
///
///     min over v  (v - M^-1 f) M (v - M^-1 f) / 2   with   H^T v + w >= 0 ...,
///
/// whose multipliers are r. Each proximal step r -> r+ = clamp(r - rho u), M v = f + H r+,
/// minimises a convex function whose gradient is piecewise linear in v, so Newton's method with an
/// exact line search reaches the minimum in finitely many steps from anywhere. kappa is large, to
/// need few proximal steps, and each is solved only until |F| has fallen by a given factor, because
/// rows of no weight keep changing their states towards the end. If conditions contradict each
/// other the best answer is kept.
///
/// Measured on 289 removals of overlap among 50 tumbling boxes: the interior path followed by
/// multipliers with a line search on |F| took 35 factorisations each, 100 at most; `run_convex`,
/// with each step solved fully and a growth of 10, took 12.6. Measured later on 74 such problems:
/// 15.5 with those settings, 16.6 with the present ones, 43.5 with a contraction of 0.1; to a
/// residual of 1e-7, 14.6 and 13.4. On 69 such problems among 200 bricks that a ball hit: 212 and
/// 194, to 1e-7 135 and 110.
///
/// Source: study of large islands, 2.4 (D, which has no leaps); Bertsekas, Constrained Optimization
/// and Lagrange Multiplier Methods, 5.4; Simo and Laursen 1992 for friction; Qi and Sun, "A
/// nonsmooth version of Newton's method", 1993.
class AugmentedLagrangian {
 public:
  struct Options {
    double accepted = 1e-10;    ///< residual at which the run and its finish end
    double sufficient = 1e-10;  ///< for `run`: residual at which the rest is left to the finish
    double tolerated = 1e-10;   ///< the same for long runs
    /// Approximate units of effort after which no further step begins.
    double most = std::numeric_limits<double>::infinity();
  };

  /// Runs from `r`, then runs the exact finish from the last point. True if `best` is accepted.
  bool run(IslandSystem& system, const Rows& r, const Options& options, Effort& effort,
           BestAnswer& best);
  /// True if the last run ended because impulses grew without bound: conditions contradict each
  /// other.
  bool is_contradiction() const { return is_contradiction_; }

  /// The same for an island that `is_convex`.
  bool run_convex(IslandSystem& system, const Rows& r, const Options& options, Effort& effort,
                  BestAnswer& best);

 private:
  // Shared by both variants.
  void start(IslandSystem& system, const Rows& r, double kappa);
  double evaluate(IslandSystem& system, const std::vector<Vec6>& v, const Rows& u);
  bool find_step(IslandSystem& system, bool is_symmetric, Effort& effort);

  struct Inner {
    bool converged;
    int newton_steps;
    int edges;  ///< steps that ended at a change of a state; not counted in `newton_steps`
  };
  /// The next change of a state along the Newton step.
  struct Edge {
    double step;  ///< in units of the Newton step
    int group;
  };
  double measure_step(const IslandSystem& system) const;
  Inner solve_inner(IslandSystem& system, double contraction, Effort& effort);
  Edge find_edge(const IslandSystem& system) const;

  enum class Minimum { none, with_new_states, with_the_same_states };
  Minimum minimise(IslandSystem& system, double until, Effort& effort);
  double search_line(const IslandSystem& system, bool& changes_state);

  double kappa_ = 0;
  double scale_ = 0;     ///< of |F|
  Rows centre_;          ///< r of the last outer step
  Rows r_;               ///< psi of the last evaluated point
  std::vector<Vec6> v_;  ///< the current point; F = 0 is sought
  Rows u_;               ///< relative velocities there
  std::vector<Mat3> D_;  ///< -d psi / d u
  std::vector<Vec6> b_, dv_;
  Rows du_, dr_, no_push_;
  ImpulseDrift drift_;
  ExactFinish finish_;

  // Of `run`.
  bool is_contradiction_ = false;
  std::vector<Vec6> trial_v_, start_v_;
  Rows trial_u_, start_u_;

  // Of `run_convex`.
  Rows y_;                                        ///< impulses that belong to v: M v = f + H y
  std::vector<std::pair<double, double>> bends_;  ///< bends of the slope along a step: position,
                                                  ///< change of slope
};

}  // namespace stiction
