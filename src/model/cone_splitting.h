#pragma once

#include <Eigen/Core>

#include <memory>
#include <utility>
#include <vector>

#include "bounded_friction.h"
#include "cone_problem.h"
#include "solver_work.h"

namespace stiction {

/// Anderson's acceleration of a fixed-point iteration x = G(x): the next x is the combination of
/// the last few G(x) for which the same combination of the residuals G(x) - x has the least sum of
/// squares.
///
/// Source: Walker and Ni, Anderson acceleration for fixed-point iterations, SIAM Journal on
/// Numerical Analysis 49 (2011).
class AndersonAcceleration {
 public:
  /// Forgets all earlier points.
  void reset() { num_kept_ = 0; }

  /// The next point after x, given g = G(x). O(n memory^2).
  Eigen::VectorXd accelerate(const Eigen::VectorXd& x, const Eigen::VectorXd& g);

 private:
  static constexpr int kMemory = 6;

  int num_kept_ = 0;  ///< points since the reset; the columns of differences form a ring buffer
  Eigen::MatrixXd residual_changes_;
  Eigen::MatrixXd g_changes_;
  Eigen::VectorXd last_residual_;
  Eigen::VectorXd last_g_;
};

/// Solves Coulomb's problem on its true cone by passes with fixed bounds of friction: mu_c times
/// the normal impulses of the previous pass. A fixed point solves the problem. Whether the passes
/// converge to one "is not obvious" (Erleben 2013, section 8): they do if friction is coupled
/// weakly enough with the normal impulses. After a few plain passes, Anderson's method accelerates
/// them on the normal impulses (`AndersonAcceleration`).
class ConeSplitting {
 public:
  explicit ConeSplitting(std::unique_ptr<BoundedFriction> friction)
      : friction_(std::move(friction)) {}

  /// Starts from r, in units of the problem; its normal impulses are the first estimate. Friction
  /// may also use the `prior` normal impulses, one per contact. The problem must outlive the
  /// passes.
  void start(const ConeProblem& problem, const Eigen::VectorXd& prior, const Eigen::VectorXd& r);
  /// Replaces the estimate from which the first pass takes its bounds.
  void estimate(const Eigen::VectorXd& theta) { estimate_ = theta; }

  /// Makes passes until one `is_enough()`, at most `most_passes`; fewer if they stagnate or one
  /// fails. Plain passes are not accelerated.
  template <typename IsEnough>
  void run(int most_passes, bool is_plain, SolverWork& work, IsEnough&& is_enough) {
    while (num_passes_ < most_passes && pass(work)) {
      if (is_enough() || has_stagnated()) return;
      if (is_plain) {
        estimate_ = found_;
      } else {
        choose_next();
      }
    }
  }

  /// True if many passes brought no progress.
  bool has_stagnated() const;

  /// The impulses of the last pass. The normal condition holds for them, friction up to `change()`.
  const Eigen::VectorXd& impulses() const { return r_; }
  /// max |theta found - theta estimated| / max theta of the last pass.
  double change() const { return change_; }
  int num_passes() const { return num_passes_; }
  const BoundedFriction& friction() const { return *friction_; }

 private:
  /// Makes a pass. False if numbers went out of range, or no work is left.
  bool pass(SolverWork& work);
  /// Chooses the normal impulses that bound friction in the next pass.
  void choose_next();

  std::unique_ptr<BoundedFriction> friction_;
  const ConeProblem* problem_ = nullptr;
  std::vector<Eigen::Index> normals_;  ///< rows
  Eigen::VectorXd prior_;
  Eigen::VectorXd estimate_;  ///< theta from which the bounds of friction come
  Eigen::VectorXd found_;     ///< theta that results
  Eigen::VectorXd r_;
  AndersonAcceleration acceleration_;
  int num_passes_ = 0;
  double change_ = 0;
  double best_change_ = 0;
  int passes_since_best_ = 0;
};

}  // namespace stiction
