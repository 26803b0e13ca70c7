#pragma once

#include "iteration_monitor.h"
#include "newton_problem.h"

#include <stiction/lcp/stopping_criteria.h>

#include <Eigen/Core>
#include <optional>

namespace stiction {

/// The iteration monitor of methods whose iterates are scaled and may leave the bounds. Points are
/// moved into the bounds before they are judged and kept. Stagnation is detected from the iterates
/// themselves, which may well move while all of them are cut off at the same bounds.
class NewtonMonitor {
 public:
  void start(const NewtonProblem& problem, const StoppingCriteria& criteria);

  /// Like `IterationMonitor::observe`, for a scaled iterate.
  std::optional<LcpStop> observe(const Eigen::VectorXd& z, double merit);

  void finish(LcpStop stop, LcpSolution& solution) const { monitor_.finish(stop, solution); }

 private:
  bool stagnates(const Eigen::VectorXd& z) const;

  const NewtonProblem* problem_ = nullptr;
  const StoppingCriteria* criteria_ = nullptr;
  int limit_ = 0;
  IterationMonitor monitor_;
  Eigen::VectorXd given_z_;  ///< in the caller's units and within the bounds
  Eigen::VectorXd last_z_;   ///< the previous iterate
};

}  // namespace stiction
