#include <stiction/lcp/jacobi.h>

#include "problem_checks.h"
#include "problem_rows.h"
#include "row_relaxation.h"
#include "splitting_iteration.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// Below 1 by more than the rounding error of a sum.
constexpr double kDominance = 1.0 - 1e-12;

void validate(const JacobiOptions& options) {
  validate(options.stop);
  require_option(options.relaxation >= 0 && options.relaxation < 2, "0 <= relaxation < 2",
                 options.relaxation);
}

}  // namespace

struct JacobiSolver::Workspace {
  template <class Problem>
  const LcpSolution& solve(const Problem& problem, const JacobiOptions& options,
                           const LcpStart& start);

  template <class Rows>
  double safe_relaxation(Rows& rows);
  template <class Rows>
  SweepMeasure sweep(Rows& rows, double relaxation);

  LcpSolution solution;
  ProblemRows all_rows;
  SweptRows swept;
  SplittingIteration iteration;
  Eigen::VectorXd w;
  Eigen::VectorXd weight;  ///< of the columns, in the row sums that bound the relaxation
};

JacobiSolver::JacobiSolver() : workspace_(std::make_unique<Workspace>()) {}
JacobiSolver::~JacobiSolver() = default;
JacobiSolver::JacobiSolver(JacobiSolver&&) noexcept = default;
JacobiSolver& JacobiSolver::operator=(JacobiSolver&&) noexcept = default;

template <class Problem>
const LcpSolution& JacobiSolver::Workspace::solve(const Problem& problem,
                                                  const JacobiOptions& options,
                                                  const LcpStart& start) {
  stiction::validate(problem);
  validate(options);
  stiction::validate(start, static_cast<std::size_t>(problem.q.size()));
  BoxPoint& point = iteration.point;
  point.start(problem, start);
  auto& rows = all_rows.start(problem);
  swept.start(rows, problem.q, point);
  const double relaxation = options.relaxation > 0.0 ? options.relaxation : safe_relaxation(rows);
  iteration.run(
      problem, rows, options.stop, options.merit, swept.obstacle(),
      [&] { return sweep(rows, relaxation); }, solution);
  return solution;
}

/// 1 if each |M_ii| exceeds the sum of the other |M_ij|; else 1 / g with the largest row sum of the
/// scaled matrix, which is at least its largest eigenvalue:
///
///     g = max_i sum_j |M_ij| / sqrt(M_ii M_jj) >= lambda_max(D^-1/2 M D^-1/2).
///
/// Rows that do not move are not counted.
template <class Rows>
double JacobiSolver::Workspace::safe_relaxation(Rows& rows) {
  weight.setZero(iteration.point.z.size());
  for (const Eigen::Index i : swept.moving()) weight[i] = 1.0;
  const Eigen::VectorXd& sums = rows.absolute_sums(weight);
  bool is_dominant = true;
  for (const Eigen::Index i : swept.moving()) {
    is_dominant = is_dominant && sums[i] < kDominance * 2.0 * rows.diagonal(i);
  }
  if (is_dominant) return 1.0;
  for (const Eigen::Index i : swept.moving()) weight[i] = 1.0 / std::sqrt(rows.diagonal(i));
  const Eigen::VectorXd& scaled_sums = rows.absolute_sums(weight);
  double largest = 1.0;
  for (const Eigen::Index i : swept.moving()) {
    largest = std::max(largest, scaled_sums[i] * weight[i]);
  }
  return 1.0 / largest;
}

/// z <- mid(l, z - relaxation D^-1 (M z + q), u), all rows at once (Erleben 2013, eq. 52).
template <class Rows>
SweepMeasure JacobiSolver::Workspace::sweep(Rows& rows, double relaxation) {
  BoxPoint& point = iteration.point;
  SweepMeasure measure;
  w.resize(point.z.size());
  for (const Eigen::Index i : swept.moving()) {
    w[i] = rows.w(i, point.z);
    measure.see(point, i, w[i]);
  }
  for (const Eigen::Index i : swept.moving()) {
    move_row(rows, i, point.z[i] - relaxation * w[i] / rows.diagonal(i), point);
  }
  return measure;
}

const LcpSolution& JacobiSolver::solve(const Lcp& problem, const JacobiOptions& options,
                                       const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& JacobiSolver::solve(const BoxLcp& problem, const JacobiOptions& options,
                                       const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& JacobiSolver::solve(const SparseLcp& problem, const JacobiOptions& options,
                                       const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& JacobiSolver::solve(const SparseBoxLcp& problem, const JacobiOptions& options,
                                       const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& JacobiSolver::solve(const FactoredBoxLcp& problem, const JacobiOptions& options,
                                       const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

}  // namespace stiction
