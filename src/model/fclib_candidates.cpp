#include "fclib_candidates.h"

#include "infinity.h"

namespace stiction {

FclibCandidates::FclibCandidates(const FclibProblem& problem, double tolerance)
    : problem_(problem),
      tolerance_(tolerance),
      local_(make_local(problem)),
      best_residual_(kInfinity) {
  cone_.dimension = local_.dimension;
  cone_.W = Eigen::MatrixXd(local_.W);
  cone_.q = local_.q;
  cone_.mu = local_.mu;
  const double mean = cone_.size() > 0 ? cone_.W.diagonal().mean() : 1.0;
  const double W_unit = mean > 0 ? mean : 1.0;
  const double largest = cone_.size() > 0 ? cone_.q.lpNorm<Eigen::Infinity>() : 1.0;
  const double q_unit = largest > 0 ? largest : 1.0;
  cone_.W /= W_unit;
  cone_.q /= q_unit;
  impulse_unit_ = q_unit / W_unit;
  best_ = Eigen::VectorXd::Zero(cone_.size());
  answer_.r = best_;
  answer_.residual = best_residual_;
}

bool FclibCandidates::consider(const Eigen::VectorXd& r, FclibStage stage) {
  const Eigen::VectorXd impulses = impulse_unit_ * r;
  if (!impulses.allFinite()) return false;
  const double local = calc_fclib_residual(local_, impulses);
  const bool is_first = best_residual_ == kInfinity;
  if (!(local < best_residual_) && !is_first) return false;
  best_residual_ = local;
  best_ = r;
  answer_.r = impulses;
  answer_.residual = local;
  answer_.statistics.stage = stage;
  if (local <= tolerance_) answer_.residual = calc_fclib_residual(problem_, impulses);
  return answer_.residual <= tolerance_;
}

}  // namespace stiction
