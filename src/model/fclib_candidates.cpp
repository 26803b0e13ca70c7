#include "fclib_candidates.h"

#include <utility>

namespace stiction {

FclibCandidates::FclibCandidates(const FclibProblem& problem, double tolerance)
    : problem_(problem), tolerance_(tolerance) {}

const ConeProblem& FclibCandidates::cone() {
  if (cone_) return *cone_;
  FclibProblem local = make_local(problem_);
  if (problem_.form == FclibProblem::Form::global) local_ = local;
  units_ = make_dimensionless(local);
  cone_ = {local.dimension, Eigen::MatrixXd(local.W), std::move(local.q), std::move(local.mu)};
  return *cone_;
}

bool FclibCandidates::consider(const Eigen::VectorXd& r, FclibStage stage) {
  if (!r.allFinite()) return false;
  double residual = calc_fclib_residual(local_ ? *local_ : problem_, r);
  if (local_ && residual <= tolerance_) residual = calc_fclib_residual(problem_, r);
  if (is_any_ && !(residual < answer_.residual)) return false;
  is_any_ = true;
  answer_.r = r;
  answer_.residual = residual;
  answer_.statistics.stage = stage;
  return residual <= tolerance_;
}

}  // namespace stiction
