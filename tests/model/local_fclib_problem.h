#pragma once

#include <stiction/contact/fclib.h>

#include <Eigen/Core>

namespace stiction {

/// A dense problem in the local form, with one contact per entry of mu.
inline FclibProblem make_local_problem(const Eigen::MatrixXd& W, const Eigen::VectorXd& q,
                                       const Eigen::VectorXd& mu) {
  FclibProblem problem;
  problem.dimension = static_cast<int>(q.size() / mu.size());
  problem.W = W.sparseView();
  problem.q = q;
  problem.mu = mu;
  return problem;
}

}  // namespace stiction
