#include "iteration_monitor.h"

#include "infinity.h"

#include <algorithm>
#include <cmath>

namespace stiction {

void IterationMonitor::start(const StoppingCriteria& criteria, int default_limit) {
  criteria_ = &criteria;
  limit_ = criteria.iteration_limit > 0 ? criteria.iteration_limit : default_limit;
  iterations_ = -1;
  best_residual_ = kInfinity;
}

std::optional<LcpStop> IterationMonitor::observe(const Eigen::VectorXd& z, double merit,
                                                 double residual) {
  const bool is_start = ++iterations_ == 0;
  if (!z.allFinite()) return LcpStop::diverged;
  if (is_start) best_ = z;
  offer(z, residual);
  if (criteria_->on_iteration) criteria_->on_iteration({iterations_, merit, residual, z});
  if (residual <= criteria_->tolerance) return LcpStop::residual;
  if (!std::isfinite(merit)) return LcpStop::diverged;
  const double before = merit_;
  merit_ = merit;
  if (!is_start) {
    if (merit < criteria_->absolute) return LcpStop::absolute;
    if (std::abs(merit - before) < criteria_->relative * std::abs(before)) return LcpStop::relative;
    if (stagnates(z)) return LcpStop::stagnation;
  }
  return go_on_from(z);
}

bool IterationMonitor::needs_measures() const {
  return criteria_->absolute > 0.0 || criteria_->relative > 0.0 || criteria_->on_iteration;
}

std::optional<LcpStop> IterationMonitor::pass(const Eigen::VectorXd& z) {
  ++iterations_;
  if (!z.allFinite()) return LcpStop::diverged;
  if (stagnates(z)) return LcpStop::stagnation;
  return go_on_from(z);
}

void IterationMonitor::offer(const Eigen::VectorXd& z, double residual) {
  if (!(residual < best_residual_)) return;
  best_ = z;
  best_residual_ = residual;
}

bool IterationMonitor::may_go_on() const {
  return iterations_ < limit_ &&
         (!criteria_->may_go_on || !*criteria_->may_go_on || (*criteria_->may_go_on)());
}

/// max |z' - z| <= stagnation max(1, max |z'|)                       (Erleben 2013, eq. 109,
/// scaled)
bool IterationMonitor::stagnates(const Eigen::VectorXd& z) const {
  if (z.size() == 0) return true;
  const double size = std::max(1.0, z.cwiseAbs().maxCoeff());
  return (z - last_).cwiseAbs().maxCoeff() <= criteria_->stagnation * size;
}

/// Makes z the previous point, unless there is to be no further iteration.
std::optional<LcpStop> IterationMonitor::go_on_from(const Eigen::VectorXd& z) {
  if (!may_go_on()) return LcpStop::iteration_limit;
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
