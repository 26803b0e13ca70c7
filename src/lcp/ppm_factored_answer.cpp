#include "ppm_factored_answer.h"

#include "polish_limits.h"

#include <stiction/lcp/lcp_residual.h>

#include <algorithm>
#include <cmath>

namespace stiction {

void PpmFactoredAnswer::start(const FactoredBoxLcp& problem, const Eigen::VectorXd& z) {
  z_ = z;
  residual_ = lcp_residual(problem, z);
  states_.resize(static_cast<std::size_t>(z.size()));
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    states_[static_cast<std::size_t>(i)] = z[i] == problem.lower[i]   ? BoundState::lower
                                           : z[i] == problem.upper[i] ? BoundState::upper
                                                                      : BoundState::between;
  }
}

void PpmFactoredAnswer::offer(const FactoredBoxLcp& problem, Eigen::VectorXd& z,
                              const std::vector<BoundState>& states) {
  if (!z.allFinite()) return;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double lower = problem.lower[i];
    const double upper = problem.upper[i];
    const BoundState state = states[static_cast<std::size_t>(i)];
    z[i] = std::min(std::max(z[i], lower), upper);
    if (state == BoundState::lower && std::isfinite(lower)) z[i] = lower;
    if (state == BoundState::upper && std::isfinite(upper)) z[i] = upper;
  }
  const double residual = lcp_residual(problem, z);
  if (!(residual < residual_)) return;
  residual_ = residual;
  z_ = z;
  states_ = states;
}

void PpmFactoredAnswer::refine(const FactoredBoxLcp& problem, const PpmFactoredRows& rows,
                               const std::vector<BoundState>& states, LcpStatistics& statistics) {
  ++statistics.polishes;
  const auto& basis = rows.basis();
  step_.resize(static_cast<Eigen::Index>(basis.size()));
  for (int refinement = 0; refinement < kNumRefinements; ++refinement) {
    const double before = residual_;
    candidate_ = z_;
    w_ = problem.J * (problem.inverse_mass * (problem.J.transpose() * candidate_)) + problem.q;
    for (std::size_t k = 0; k < basis.size(); ++k) {
      step_[static_cast<Eigen::Index>(k)] = -rows.scale_w(w_[basis[k]], basis[k]);
    }
    rows.solve_basic(step_);
    for (std::size_t k = 0; k < basis.size(); ++k) {
      candidate_[basis[k]] += rows.unscale_z(step_[static_cast<Eigen::Index>(k)], basis[k]);
    }
    offer(problem, candidate_, states);
    if (!(residual_ < before)) return;
  }
}

void PpmFactoredAnswer::finish(double tolerance, LcpStop stop, LcpSolution& solution) const {
  solution.z = z_;
  solution.states = states_;
  solution.residual = residual_;
  solution.statistics.iterations = solution.statistics.pivots;
  solution.stop = residual_ <= tolerance ? LcpStop::residual : stop;
  solution.status = solution.stop == LcpStop::residual          ? LcpStatus::solved
                    : solution.stop == LcpStop::iteration_limit ? LcpStatus::iteration_limit
                                                                : LcpStatus::no_solution_found;
}

}  // namespace stiction
