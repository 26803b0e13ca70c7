#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>

#include <memory>
#include <string_view>

#include "cone_problem.h"
#include "solver_work.h"

namespace stiction {

/// The problem of one pass of `ConeSplitting`: Coulomb's problem with given bounds of friction.
class BoundedFriction {
 public:
  virtual ~BoundedFriction() = default;
  /// Takes the problem, which must outlive the passes.
  virtual void start(const ConeProblem& problem) = 0;
  /// Replaces r, in units of the problem, by an answer for the given friction bounds, one per
  /// contact. The bounds come from the normal impulses `estimate`. False if numbers went out of
  /// range, or no work is left.
  virtual bool solve(const Eigen::VectorXd& estimate, const Eigen::VectorXd& bounds,
                     Eigen::VectorXd& r, SolverWork& work) = 0;
  /// `is_exact`: the last problem was solved; `stop`: why its solver ended.
  virtual bool is_exact() const = 0;
  virtual LcpStop stop() const = 0;
};

/// Solves for normal impulses and friction at once (Lacoursiere 2003, eq. 8) by a solver of the
/// toolbox; for `has_exact_solves` see `DiscProblem::Layout`.
std::unique_ptr<BoundedFriction> make_joint_friction(std::string_view solver,
                                                     bool has_exact_solves = false);

/// Solves in turn (Kaufman, Sueda, James and Pai 2008; Erleben 2013, eqs 110-112), by Keller's
/// method,
///
///     friction  minimise 1/2 f . W_tt f + (q_t + W_tn theta) . f   over |f_c| <= bound_c,
///     normal    0 <= W_nn theta + (q_n + W_nt f)  _|_  theta >= 0,
///
/// each exact to round-off, the first with the estimated normal impulses. Rows after the contacts
/// are part of both.
std::unique_ptr<BoundedFriction> make_staggered_friction();

}  // namespace stiction
