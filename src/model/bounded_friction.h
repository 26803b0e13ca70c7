#pragma once

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>

#include <memory>
#include <string_view>

#include "cone_problem.h"
#include "solver_work.h"

namespace stiction {

/// What a pass of `ConeSplitting` solves: Coulomb's problem where the bounds of friction are given.
class BoundedFriction {
 public:
  virtual ~BoundedFriction() = default;
  /// Takes the problem, which must outlive the passes.
  virtual void start(const ConeProblem& problem) = 0;
  /// Replaces r, in units of the problem, by an answer for friction bounds that are given, one a
  /// contact; `estimate` are the normal impulses that they come from. False if numbers went out of
  /// range, or no work is left.
  virtual bool solve(const Eigen::VectorXd& estimate, const Eigen::VectorXd& bounds,
                     Eigen::VectorXd& r, SolverWork& work) = 0;
  /// Whether the last problem was solved, and why its solver ended.
  virtual bool is_exact() const = 0;
  virtual LcpStop stop() const = 0;
};

/// Normal impulses and friction at once (Lacoursiere 2003, eq. 8), by a solver of the toolbox;
/// `has_exact_solves`: see `DiscProblem::Layout`.
std::unique_ptr<BoundedFriction> make_joint_friction(std::string_view solver,
                                                     bool has_exact_solves = false);

/// In turns (Kaufman, Sueda, James and Pai 2008; Erleben 2013, eqs 110-112), by Keller's method,
///
///     friction  minimise 1/2 f . W_tt f + (q_t + W_tn theta) . f   over |f_c| <= bound_c,
///     normal    0 <= W_nn theta + (q_n + W_nt f)  _|_  theta >= 0,
///
/// each exact to round-off, the first with the estimated normal impulses. Rows behind the contacts
/// are rows of both.
std::unique_ptr<BoundedFriction> make_staggered_friction();

}  // namespace stiction
