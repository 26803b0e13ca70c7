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
/// each solved by a semismooth Newton method. Long walks of the impulses are shortened
/// (`ImpulseDrift`). It goes about it in two ways.
///
/// `run` takes any island. Its line search is on |F|, and goes just beyond the next change of a
/// state where |F| falls only up to there. The law is not associated, so there is no convex
/// function behind it and no proof of convergence; started from an interior path's best answer it
/// solves two of three jams that the path alone leaves (from zero, half). kappa grows while the
/// inner problems are easy, which makes the convergence fast, and falls where they are hard.
///
/// `run_convex` is for islands whose rows all have bounds of their own: contacts without friction
/// or with a linear law, joints, motors. Such an island is a convex program,
///
///     min over v  (v - M^-1 f) M (v - M^-1 f) / 2   with   H^T v + w >= 0 ...,
///
/// r its multipliers, and each proximal step r -> r+ = clamp(r - rho u), M v = f + H r+, minimises
/// a convex function whose gradient is piecewise linear in v: Newton's method with an exact line
/// search gets to its minimum after finitely many steps, from anywhere. kappa is large, so that few
/// of them are made, and each is solved to a share of its |F|: towards the end rows of no weight
/// change their states again and again. Where conditions contradict each other the best answer
/// stands.
///
/// Of 289 removals of overlap among 50 tumbling boxes the interior path and multipliers with a line
/// search on |F| took 35 factorisations each, 100 at most; `run_convex`, with steps solved to the
/// end and a growth of 10, 12.6. Since then, 74 of such: 15.5 so, 16.6 as it is, 43.5 with a
/// contraction of 0.1; to 1e-7 14.6 and 13.4. 69 among 200 bricks that a ball hit: 212 so and 194
/// as it is, to 1e-7 135 and 110.
///
/// Source: study of large islands, 2.4 (D, which has no leaps); Bertsekas, Constrained Optimization
/// and Lagrange Multiplier Methods, 5.4; Simo and Laursen 1992 for friction; Qi and Sun, "A
/// nonsmooth version of Newton's method", 1993.
class AugmentedLagrangian {
 public:
  struct Options {
    double accepted = 1e-10;    ///< residual at which it ends, and its finish
    double sufficient = 1e-10;  ///< of `run`: residual from which on the rest is the finish's
    double tolerated = 1e-10;   ///< the same on long walks
    /// Units of effort, about, after which no further step begins.
    double most = std::numeric_limits<double>::infinity();
  };

  /// From `r`, and the exact finish from its last point. True if `best` is accepted.
  bool run(IslandSystem& system, const Rows& r, const Options& options, Effort& effort,
           BestAnswer& best);
  /// Whether the last run ended because impulses grew without end: conditions contradict each
  /// other.
  bool is_contradiction() const { return is_contradiction_; }

  /// The same of an island that `is_convex`.
  bool run_convex(IslandSystem& system, const Rows& r, const Options& options, Effort& effort,
                  BestAnswer& best);

 private:
  // What the two share.
  void start(IslandSystem& system, const Rows& r, double kappa);
  double evaluate(IslandSystem& system, const std::vector<Vec6>& v, const Rows& u);
  bool find_step(IslandSystem& system, bool is_symmetric, Effort& effort);

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
  Inner solve_inner(IslandSystem& system, double contraction, Effort& effort);
  Edge find_edge(const IslandSystem& system) const;

  enum class Minimum { none, with_new_states, with_the_same_states };
  Minimum minimise(IslandSystem& system, double until, Effort& effort);
  double search_line(const IslandSystem& system, bool& changes_state);

  double kappa_ = 0;
  double scale_ = 0;     ///< of |F|
  Rows centre_;          ///< r of the last outer step
  Rows r_;               ///< psi of the last point that was evaluated
  std::vector<Vec6> v_;  ///< where F = 0 is looked for,
  Rows u_;               ///< and what is relative there
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
  Rows y_;                                        ///< impulses that lead to v: M v = f + H y
  std::vector<std::pair<double, double>> bends_;  ///< along a step: where, and by what the slope
};

}  // namespace stiction
