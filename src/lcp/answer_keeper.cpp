#include "answer_keeper.h"

#include "infinity.h"

#include <stiction/lcp/lcp_residual.h>

#include <algorithm>
#include <cmath>

namespace stiction {

void AnswerKeeper::start(const Lcp& problem, const LcpScaling& scaling) {
  best_.setZero(problem.q.size());
  scaled_w_.resize(problem.q.size());
  best_error_ = 0.0;
  for (Eigen::Index i = 0; i < problem.q.size(); ++i) {
    scaled_w_[i] = scaling.scale_w(problem.q[i], i);
    best_error_ = std::max(best_error_, -scaled_w_[i]);
  }
  best_residual_ = lcp_residual(problem, best_);
  best_error_ = std::max(best_error_, best_residual_);
}

double AnswerKeeper::offer(const Lcp& problem, const LcpScaling& scaling, Eigen::VectorXd& z) {
  if (!z.allFinite()) return kInfinity;
  z = z.cwiseMax(0.0);
  const double residual = lcp_residual(problem, z);
  double error = residual;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    scaled_w_[i] = scaling.scale_w(problem.M.row(i).dot(z) + problem.q[i], i);
    error = std::max(error, std::abs(std::min(scaling.scale_z(z[i], i), scaled_w_[i])));
  }
  if (!std::isfinite(error)) return kInfinity;
  if (error < best_error_) {
    best_ = z;
    best_error_ = error;
    best_residual_ = residual;
  }
  return error;
}

}  // namespace stiction
