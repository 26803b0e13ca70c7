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

/// The method of multipliers for islands whose rows all have bounds of their own: contacts without
/// friction or with a linear law, joints, motors. Such an island is a convex program,
///
///     min over v  (v - M^-1 f) M (v - M^-1 f) / 2   with   H^T v + w >= 0 ...,
///
/// r its multipliers, and each proximal step r -> r+ = clamp(r - rho u), M v = f + H r+, minimises
/// a convex function whose gradient is piecewise linear in v: Newton's method with an exact line
/// search gets to its minimum after finitely many steps, from anywhere. rho = kappa stiffening /
/// compliance is large, so that few of them are made, and each is solved to `contraction` of its
/// |F|: towards the end rows of no weight change their states again and again. Along rows that all
/// but follow from each other impulses go a long way, which is shortened (`ImpulseDrift`).
///
/// Where conditions contradict each other the best answer stands.
///
/// Source: Bertsekas, Constrained Optimization and Lagrange Multiplier Methods, 5.4; Qi and Sun, "A
/// nonsmooth version of Newton's method", 1993. Of 289 removals of overlap among 50 tumbling boxes
/// the interior path and multipliers with a line search on |F| took 35 factorisations each, 100 at
/// most; this, with steps solved to the end and a growth of 10, 12.6. Since then, 74 of such: 15.5
/// so, 16.6 as it is, 43.5 with a contraction of 0.1; to 1e-7 14.6 and 13.4. 69 among 200 bricks
/// that a ball hit: 212 so and 194 as it is, to 1e-7 135 and 110.
class ConvexMultipliers {
 public:
  struct Options {
    double kappa = 1e3;         ///< at the start
    double growth = 2;          ///< of kappa after a step that changed states
    double contraction = 1e-4;  ///< of |F| in a step
    double accepted = 1e-10;    ///< residual at which it ends
    /// Units of effort after which no further step of Newton's method begins.
    double most = std::numeric_limits<double>::infinity();
  };

  /// From `r`. True if `best` is accepted.
  bool run(IslandSystem& system, const Rows& r, const Options& options, Effort& effort,
           BestAnswer& best);

 private:
  enum class Minimum { none, with_new_states, with_the_same_states };
  Minimum minimise(IslandSystem& system, double contraction, Effort& effort);
  double evaluate(IslandSystem& system);
  double search_line(const IslandSystem& system, bool& changes_state);

  double until_ = 0;  ///< units of effort
  double kappa_ = 0;
  double scale_ = 0;     ///< of |F|
  Rows centre_;          ///< r of the last step
  Rows r_;               ///< clamp(centre - rho u)
  Rows y_;               ///< impulses that lead to v: M v = f + H y
  std::vector<Vec6> v_;  ///< where the minimum is looked for,
  Rows u_;               ///< and what is relative there
  std::vector<Mat3> D_;
  std::vector<Vec6> b_, dv_;
  Rows du_, dr_, no_push_;
  std::vector<std::pair<double, double>> bends_;  ///< along a step: where, and by what the slope
  ExactFinish finish_;
  ImpulseDrift drift_;
};

}  // namespace stiction
