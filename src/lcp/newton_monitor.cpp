#include "newton_monitor.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr int kIterationLimit = 200;

}  // namespace

void NewtonMonitor::start(const NewtonProblem& problem, const StoppingCriteria& criteria) {
  problem_ = &problem;
  criteria_ = &criteria;
  limit_ = criteria.iteration_limit > 0 ? criteria.iteration_limit : kIterationLimit;
  monitor_.start(criteria, limit_);
}

std::optional<LcpStop> NewtonMonitor::observe(const Eigen::VectorXd& z, double merit) {
  problem_->unscale(z, given_z_);
  std::optional<LcpStop> stop = monitor_.observe(given_z_, merit, problem_->judge(given_z_));
  if (stop == LcpStop::stagnation && !stagnates(z)) {
    stop = monitor_.may_go_on() ? std::nullopt : std::optional(LcpStop::iteration_limit);
  }
  last_z_ = z;
  return stop;
}

/// max |z' - z| <= stagnation max(1, max |z'|), scaled (eq. 109).
bool NewtonMonitor::stagnates(const Eigen::VectorXd& z) const {
  if (z.size() == 0) return true;
  const double size = std::max(1.0, z.cwiseAbs().maxCoeff());
  return (z - last_z_).cwiseAbs().maxCoeff() <= criteria_->stagnation * size;
}

}  // namespace stiction
