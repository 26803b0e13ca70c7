#pragma once

#include <stiction/contact/fclib.h>
#include <stiction/model/fclib_solver.h>

#include <Eigen/Core>

#include "cone_problem.h"

namespace stiction {

/// Directions of a pyramid.
inline constexpr int kMostFclibDirections = 64;
/// Facets that turn by less have settled, rad.
inline constexpr double kFclibSettledTurn = 1e-12;
/// Multiplications, more or less, after which a solve ends with what it has.
inline constexpr double kMostFclibWork = 3e10;

/// An FCLIB problem on its way to an answer: its dimensionless local form, and the best candidate
/// that has been judged. The only judge is `calc_fclib_residual`.
class FclibCandidates {
 public:
  /// Throws std::invalid_argument if `make_local` does. The problem must outlive the candidates.
  FclibCandidates(const FclibProblem& problem, double tolerance);

  /// W with a mean diagonal of 1, and 1 the largest entry of q.
  const ConeProblem& cone() const { return cone_; }

  /// Has r, in units of `cone()`, judged on the local form and keeps it if it is the best. One that
  /// is good enough there is also judged on the problem as given; true if it is good enough.
  bool consider(const Eigen::VectorXd& r, FclibStage stage);

  /// The best r, in units of `cone()`, and its residual on the local form.
  const Eigen::VectorXd& best() const { return best_; }
  double best_residual() const { return best_residual_; }

  /// Books what the solvers do, and keeps the best candidate.
  FclibAnswer& answer() { return answer_; }

 private:
  const FclibProblem& problem_;
  double tolerance_;
  FclibProblem local_;
  ConeProblem cone_;
  double impulse_unit_ = 1;
  Eigen::VectorXd best_;
  double best_residual_;
  FclibAnswer answer_;
};

}  // namespace stiction
