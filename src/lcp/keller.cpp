#include <stiction/lcp/keller.h>

#include "box_start.h"
#include "infinity.h"
#include "keller_pivoting.h"
#include "polish_limits.h"
#include "problem_checks.h"

#include <stiction/lcp/lcp_residual.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace stiction {
namespace {

constexpr int kNumRuns = 3;

struct Run {
  LcpStage stage;
  DrivingRule rule;
};
constexpr Run kRuns[kNumRuns] = {
    {LcpStage::largest_pivot, DrivingRule::largest_violation},
    {LcpStage::largest_pivot, DrivingRule::least_index},
    {LcpStage::extended_precision, DrivingRule::largest_violation},
};

void validate(const KellerOptions& options) {
  require_option(options.pivot_limit >= 0, "pivot_limit >= 0", options.pivot_limit);
  require_option(options.tolerance > 0, "tolerance > 0", options.tolerance);
}

}  // namespace

struct KellerSolver::Workspace {
  void start_solution(const BoxLcp& problem);
  void climb(const BoxLcp& problem, const KellerOptions& options);
  template <class Scalar>
  LcpStop run_in(KellerPivoting<Scalar>& pivoting, const BoxLcp& problem, DrivingRule rule,
                 const PivotLimit& limit);
  template <class Scalar>
  double offer(const KellerPivoting<Scalar>& pivoting, const BoxLcp& problem);

  BoxLcp plain;  ///< bounds added to a problem without bounds
  LcpSolution solution;
  BoxStart start;                 ///< of the next run
  Eigen::VectorXd z;              ///< the candidate answer
  double best_error = kInfinity;  ///< of the solution
  KellerPivoting<double> pivoting;
  KellerPivoting<long double> extended_pivoting;
};

KellerSolver::KellerSolver() : workspace_(std::make_unique<Workspace>()) {}
KellerSolver::~KellerSolver() = default;
KellerSolver::KellerSolver(KellerSolver&&) noexcept = default;
KellerSolver& KellerSolver::operator=(KellerSolver&&) noexcept = default;

const LcpSolution& KellerSolver::solve(const Lcp& problem, const KellerOptions& options,
                                       const LcpStart& start) {
  BoxLcp& box = workspace_->plain;
  box.M = problem.M;
  box.q = problem.q;
  box.lower.setZero(problem.q.size());
  box.upper.setConstant(problem.q.size(), kInfinity);
  return solve(box, options, start);
}

const LcpSolution& KellerSolver::solve(const BoxLcp& problem, const KellerOptions& options,
                                       const LcpStart& start) {
  stiction::validate(problem);
  validate(options);
  stiction::validate(start, static_cast<std::size_t>(problem.q.size()));
  Workspace& work = *workspace_;
  work.start.set(problem, start);  // before `solution` is changed, as `start` may be part of it
  work.start_solution(problem);
  work.climb(problem, options);
  LcpSolution& solution = work.solution;
  solution.statistics.iterations = solution.statistics.pivots;
  if (solution.residual <= options.tolerance) {
    solution.status = LcpStatus::solved;
    solution.stop = LcpStop::residual;
  }
  return work.solution;
}

void KellerSolver::Workspace::start_solution(const BoxLcp& problem) {
  z = start.z;
  solution.z = z;
  solution.residual = lcp_residual(problem, z);
  solution.statistics = {};
  best_error = kInfinity;
  solution.states.resize(static_cast<std::size_t>(z.size()));
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    solution.states[static_cast<std::size_t>(i)] = state_at(problem, z, i);
  }
}

/// Makes runs, each with an equal share of the pivots, until the judge accepts an answer.
void KellerSolver::Workspace::climb(const BoxLcp& problem, const KellerOptions& options) {
  const auto n = static_cast<int>(problem.q.size());
  const int limit = options.pivot_limit > 0 ? options.pivot_limit : 50 * n + 500;
  LcpStatistics& statistics = solution.statistics;
  for (int k = 0; k < kNumRuns; ++k) {
    const Run& run = kRuns[k];
    const int run_limit = static_cast<int>(static_cast<std::int64_t>(limit) * (k + 1) / kNumRuns);
    if (k > 0) start.set_cold(problem);
    statistics.restarts = k;
    const LcpStop stop =
        run.stage == LcpStage::extended_precision
            ? run_in(extended_pivoting, problem, run.rule, {run_limit, options.may_go_on})
            : run_in(pivoting, problem, run.rule, {run_limit, options.may_go_on});
    statistics.stage = statistics.pivots == 0 ? LcpStage::trivial : run.stage;
    ++statistics.runs[static_cast<std::size_t>(statistics.stage)];
    if (solution.residual <= options.tolerance) return;
    solution.status = stop == LcpStop::iteration_limit ? LcpStatus::iteration_limit
                                                       : LcpStatus::no_solution_found;
    solution.stop = stop;
  }
}

template <class Scalar>
LcpStop KellerSolver::Workspace::run_in(KellerPivoting<Scalar>& run, const BoxLcp& problem,
                                        DrivingRule rule, const PivotLimit& limit) {
  run.reset(problem, start.z, start.is_basic);
  const LcpStop stop = run.run(rule, limit, solution.statistics.pivots);
  for (Eigen::Index i = 0; i < z.size(); ++i) z[i] = run.z(i);
  offer(run, problem);
  if (stop != LcpStop::complementary) return stop;
  ++solution.statistics.polishes;
  for (int refinement = 0; refinement < kNumRefinements; ++refinement) {
    const double before = best_error;
    run.refine(problem, z);
    if (!(offer(run, problem) < before)) break;
  }
  return stop;
}

/// Moves z into the box, judges it and keeps it with the states if it is the best so far. Returns
/// its error, the larger of the residuals of the problem as given and as scaled.
template <class Scalar>
double KellerSolver::Workspace::offer(const KellerPivoting<Scalar>& run, const BoxLcp& problem) {
  if (!z.allFinite()) return kInfinity;
  z = z.cwiseMax(problem.lower).cwiseMin(problem.upper);
  const double residual = lcp_residual(problem, z);
  const double error = std::max(residual, run.scaling().calc_error(z));
  if (!(error < best_error)) return error;
  best_error = error;
  solution.residual = residual;
  solution.z = z;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    solution.states[static_cast<std::size_t>(i)] =
        run.is_basic(i) ? BoundState::between : state_at(problem, z, i);
  }
  return error;
}

}  // namespace stiction
