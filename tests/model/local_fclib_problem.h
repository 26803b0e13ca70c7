#pragma once

#include <stiction/contact/fclib.h>

#include <Eigen/Core>

namespace stiction {

/// In the local form, dense; as many contacts as mu has entries.
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
