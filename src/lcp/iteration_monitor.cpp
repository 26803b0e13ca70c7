#include "iteration_monitor.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {

void IterationMonitor::start(const StoppingCriteria& criteria, int default_limit) {
  criteria_ = &criteria;
  limit_ = criteria.iteration_limit > 0 ? criteria.iteration_limit : default_limit;
  iterations_ = -1;
  best_residual_ = std::numeric_limits<double>::infinity();
}

std::optional<LcpStop> IterationMonitor::observe(const Eigen::VectorXd& z, double merit,
                                                 double residual) {
  const bool is_start = ++iterations_ == 0;
  if (!z.allFinite()) return LcpStop::diverged;
  if (is_start || residual < best_residual_) {
    best_ = z;
    best_residual_ = residual;
  }
  if (criteria_->on_iteration) criteria_->on_iteration({iterations_, merit, residual, z});
  if (residual <= criteria_->tolerance) return LcpStop::residual;
  if (!std::isfinite(merit)) return LcpStop::diverged;
  if (merit < criteria_->absolute) return LcpStop::absolute;
  if (!is_start) {
    if (std::abs(merit - merit_) < criteria_->relative * std::abs(merit_)) return LcpStop::relative;
    const double size = std::max(1.0, z.size() > 0 ? z.cwiseAbs().maxCoeff() : 0.0);
    const double change = z.size() > 0 ? (z - last_).cwiseAbs().maxCoeff() : 0.0;
    if (change <= criteria_->stagnation * size) return LcpStop::stagnation;
  }
  if (iterations_ >= limit_) return LcpStop::iteration_limit;
  merit_ = merit;
  last_ = z;
  return std::nullopt;
}

void IterationMonitor::finish(LcpStop stop, LcpSolution& solution) const {
  solution.z = best_;
  solution.residual = best_residual_;
  solution.statistics.iterations = std::max(iterations_, 0);
  const bool is_solved = best_residual_ <= criteria_->tolerance;
  solution.stop = is_solved ? LcpStop::residual : stop;
  solution.status = is_solved                          ? LcpStatus::solved
                    : stop == LcpStop::iteration_limit ? LcpStatus::iteration_limit
                                                       : LcpStatus::no_solution_found;
}

}  // namespace stiction
