#pragma once

#include <stiction/lcp/stopping_criteria.h>

#include <Eigen/Core>
#include <optional>

namespace stiction {

/// Applies `StoppingCriteria` to the points that an iterative method goes through, and keeps the
/// one with the least residual. Takes nothing from the heap for problems of the size of the last.
class IterationMonitor {
 public:
  /// `default_limit` caps the iterations where the criteria leave that to the method. `criteria`
  /// must stay alive.
  void start(const StoppingCriteria& criteria, int default_limit);

  /// The start, then the point after each iteration: z within its bounds, the value of the method's
  /// merit function and the natural residual (`lcp_residual` of the problem as given; infinity
  /// where the method has not evaluated it). Returns the criterion that is met first, if any; of
  /// the start only the residual counts, since the other criteria speak of what an iteration has
  /// made (Erleben 2013, eqs 107-109).
  std::optional<LcpStop> observe(const Eigen::VectorXd& z, double merit, double residual);

  /// Whether a criterion or the caller of the solver wants both measures at every iteration.
  bool needs_measures() const;

  /// Instead of `observe` where `needs_measures` is false: the point after an iteration of which
  /// the method has evaluated no measure. A point that ends the solve should then be offered.
  std::optional<LcpStop> pass(const Eigen::VectorXd& z);

  /// Keeps z, a finite point within its bounds, if its natural residual is the least so far.
  void offer(const Eigen::VectorXd& z, double residual);

  /// Asks whether there may be another iteration; once for each.
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
  double merit_ = 0;      ///< of the point before
  Eigen::VectorXd last_;  ///< the point before
  Eigen::VectorXd best_;  ///< finite
  double best_residual_ = 0;
};

}  // namespace stiction
