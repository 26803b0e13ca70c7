#pragma once

#include <stiction/contact/fclib.h>
#include <stiction/model/fclib_solver.h>

#include <Eigen/Core>

#include <optional>

#include "cone_problem.h"
#include "fclib_units.h"

namespace stiction {

/// Multiplications, more or less, after which a way to an answer ends with what it has.
inline constexpr double kMostFclibWork = 3e10;

/// An FCLIB problem on its way to an answer: the best candidate that has been judged. The only
/// judge is `calc_fclib_residual`.
class FclibCandidates {
 public:
  /// The problem must outlive the candidates.
  FclibCandidates(const FclibProblem& problem, double tolerance);

  /// The dimensionless local form with a dense W, made when it is first asked for. Throws
  /// std::invalid_argument if `make_local` does.
  const ConeProblem& cone();

  /// Has r, in the file's units, judged and keeps it if it is the best. Judging the local form is
  /// cheap, so where that is there only what is good enough on it is judged on the problem as
  /// given. True if it is good enough.
  bool consider(const Eigen::VectorXd& r, FclibStage stage);
  /// The same of an r in units of `cone()`.
  bool consider_scaled(const Eigen::VectorXd& r, FclibStage stage) {
    return consider(units_.impulse() * r, stage);
  }

  /// Books what the solvers do, and keeps the best candidate, in the file's units.
  FclibAnswer& answer() { return answer_; }

 private:
  const FclibProblem& problem_;
  double tolerance_;
  std::optional<FclibProblem> local_;  ///< of a problem in global form, once it is needed
  std::optional<ConeProblem> cone_;
  FclibUnits units_;
  bool is_any_ = false;
  FclibAnswer answer_;
};

}  // namespace stiction
