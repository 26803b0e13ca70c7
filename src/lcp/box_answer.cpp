#include "box_answer.h"

#include "box_start.h"

#include <stiction/lcp/lcp_residual.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// The larger one; +infinity if either is NaN.
double calc_error(double residual, double scaled_residual) {
  if (std::isnan(residual) || std::isnan(scaled_residual)) return kInfinity;
  return std::max(residual, scaled_residual);
}

}  // namespace

void BoxAnswer::start(const BoxLcp& problem, const KellerScaling<double>& scaling,
                      const Eigen::VectorXd& z) {
  z_ = z;
  states_.resize(static_cast<std::size_t>(z.size()));
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    states_[static_cast<std::size_t>(i)] = state_at(problem, z, i);
  }
  residual_ = lcp_residual(problem, z);
  error_ = calc_error(residual_, scaling.calc_error(z));
}

double BoxAnswer::offer(const BoxLcp& problem, const KellerScaling<double>& scaling,
                        Eigen::VectorXd& z, const std::vector<BoundState>& states) {
  if (!z.allFinite()) return kInfinity;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double lower = problem.lower[i];
    const double upper = problem.upper[i];
    const BoundState state = states[static_cast<std::size_t>(i)];
    z[i] = std::min(std::max(z[i], lower), upper);
    if (state == BoundState::lower && std::isfinite(lower)) z[i] = lower;
    if (state == BoundState::upper && std::isfinite(upper)) z[i] = upper;
  }
  const double residual = lcp_residual(problem, z);
  const double error = calc_error(residual, scaling.calc_error(z));
  if (!(error < error_)) return error;
  error_ = error;
  residual_ = residual;
  z_ = z;
  states_ = states;
  return error;
}

void BoxAnswer::finish(double tolerance, LcpStop stop, LcpSolution& solution) const {
  solution.z = z_;
  solution.states = states_;
  solution.residual = residual_;
  solution.statistics.iterations = solution.statistics.pivots;
  if (residual_ <= tolerance) {
    solution.status = LcpStatus::solved;
    solution.stop = LcpStop::residual;
    return;
  }
  solution.status =
      stop == LcpStop::iteration_limit ? LcpStatus::iteration_limit : LcpStatus::no_solution_found;
  solution.stop = stop;
}

}  // namespace stiction
