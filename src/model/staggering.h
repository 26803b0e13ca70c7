#pragma once

#include <stiction/lcp/keller.h>

#include <Eigen/Core>

#include <vector>

#include "box_mixing.h"
#include "cone_problem.h"
#include "disc_friction.h"

namespace stiction {

/// Staggering of the normal and the friction problem of Coulomb's law on its true cone (Kaufman,
/// Sueda, James and Pai 2008; Erleben 2013, eqs 110-112). In turns,
///
///     friction  minimise 1/2 f . W_tt f + (q_t + W_tn theta) . f   over |f_c| <= mu_c theta_c,
///     normal    0 <= W_nn theta + (q_n + W_nt f)  _|_  theta >= 0,
///
/// each with the other's impulses held, the first by `DiscFriction`, the second by Keller's method,
/// both exact to round-off and from the answers of the pass before. A fixed point solves the
/// problem; whether the passes converge to one "is not obvious" (Erleben): they do where friction
/// couples weakly enough with the normal impulses. After a few plain passes they are accelerated by
/// Anderson's method on theta (`BoxMixing`).
///
/// Of the normal impulses of redundant contacts a pass takes those next to the ones before, by a
/// proximal term which vanishes as the passes converge (see `BoxPass`).
class Staggering {
 public:
  /// Starts from r, in units of the problem. Friction may also lean on `prior` normal impulses, one
  /// a contact. The problem must outlive the passes.
  void start(const ConeProblem& problem, const Eigen::VectorXd& prior, const Eigen::VectorXd& r);

  /// Makes a pass: the friction problem for the present estimate of the normal impulses, then the
  /// normal problem. False if numbers went out of range.
  bool pass();
  /// Chooses the estimate for the next pass.
  void choose_next();
  bool has_stagnated() const;

  /// Of the last pass: the normal condition holds for them, friction to the change.
  const Eigen::VectorXd& impulses() const { return r_; }
  /// max |theta found - theta estimated| / max theta of the last pass.
  double change() const { return change_; }
  int num_passes() const { return num_passes_; }
  int pivots() const { return pivots_; }

 private:
  bool solve_normal(Eigen::VectorXd& theta);

  const ConeProblem* problem_ = nullptr;
  int tangents_ = 2;
  Eigen::MatrixXd W_nn_, W_nt_, W_tn_;
  Eigen::VectorXd q_n_, q_t_, mu_, prior_;
  Eigen::VectorXd estimate_;  ///< theta that bounds friction
  Eigen::VectorXd found_;     ///< theta that it leads to
  Eigen::VectorXd f_;
  Eigen::VectorXd r_;
  BoxLcp normal_;
  KellerSolver keller_;
  std::vector<BoundState> states_;  ///< of the normal problem before
  DiscFriction friction_;
  BoxMixing mixing_;
  int num_passes_ = 0;
  int pivots_ = 0;
  double change_ = 0;
  double best_change_ = 0;
  int passes_since_best_ = 0;
};

}  // namespace stiction
