#pragma once

#include <stiction/lcp/stopping_criteria.h>

#include <Eigen/Core>
#include <optional>

namespace stiction {

/// Applies `StoppingCriteria` to the points of an iterative method, and keeps the one with the
/// least residual. Allocates nothing for problems of the same size as the last.
class IterationMonitor {
 public:
  /// `default_limit` limits the iterations if the criteria do not. `criteria` must stay alive.
  void start(const StoppingCriteria& criteria, int default_limit);

  /// Call with the start, then with the point after each iteration: z within its bounds, the value
  /// of the method's merit function and the natural residual (`lcp_residual` of the problem as
  /// given; infinity if the method has not evaluated it). Returns the first criterion met, if any.
  /// For the start only the residual counts, since the other criteria concern the result of an
  /// iteration (Erleben 2013, eqs 107-109).
  std::optional<LcpStop> observe(const Eigen::VectorXd& z, double merit, double residual);

  /// True if a criterion or the caller of the solver needs both measures at every iteration.
  bool needs_measures() const;

  /// Call instead of `observe`, if `needs_measures` is false, after an iteration of which the
  /// method has evaluated no measure. If the point ends the solve it should then be offered.
  std::optional<LcpStop> pass(const Eigen::VectorXd& z);

  /// Keeps z, a finite point within its bounds, if its natural residual is the least so far.
  void offer(const Eigen::VectorXd& z, double residual);

  /// Asks whether another iteration is allowed; call once for each.
  bool may_go_on() const;

  int iterations() const { return iterations_; }
  double best_residual() const { return best_residual_; }

  /// Hands over the best point. Status and stop follow from its residual, else from `stop`.
  void finish(LcpStop stop, LcpSolution& solution) const;

 private:
  bool stagnates(const Eigen::VectorXd& z) const;
  std::optional<LcpStop> go_on_from(const Eigen::VectorXd& z);

  const StoppingCriteria* criteria_ = nullptr;
  int limit_ = 0;
  int iterations_ = -1;
  double merit_ = 0;      ///< of the previous point
  Eigen::VectorXd last_;  ///< the previous point
  Eigen::VectorXd best_;  ///< finite
  double best_residual_ = 0;
};

}  // namespace stiction
