#include <stiction/lcp/block_pivot.h>

#include "block_pivoting.h"
#include "box_answer.h"
#include "box_polish.h"
#include "box_start.h"
#include "keller_scaling.h"
#include "problem_checks.h"

namespace stiction {
namespace {

LcpStop stop_of(BlockPivotEnd end) {
  switch (end) {
    case BlockPivotEnd::complementary:
      return LcpStop::complementary;
    case BlockPivotEnd::pivot_limit:
      return LcpStop::iteration_limit;
    case BlockPivotEnd::cycle:
      return LcpStop::cycle;
    case BlockPivotEnd::ray:
      return LcpStop::ray;
    case BlockPivotEnd::singular:
      return LcpStop::singular;
    case BlockPivotEnd::diverged:
      return LcpStop::diverged;
  }
  return LcpStop::not_applicable;
}

void validate(const BlockPivotOptions& options) {
  require_option(options.patience >= 1, "patience >= 1", options.patience);
  require_option(options.pivot_limit >= 0, "pivot_limit >= 0", options.pivot_limit);
  require_option(options.sweeps >= 0, "sweeps >= 0", options.sweeps);
  require_option(options.tolerance > 0.0, "tolerance > 0", options.tolerance);
}

}  // namespace

struct BlockPivotSolver::Workspace {
  const LcpSolution& solve(const BoxLcp& problem, const BlockPivotOptions& options,
                           const LcpStart& start);
  LcpStop run(const BoxLcp& problem, const BlockPivotOptions& options, bool is_cold);

  LcpSolution solution;
  BoxLcp box;  ///< an `Lcp` with its bounds
  KellerScaling<double> scaling;
  BoxStart start_point;
  BlockPivoting pivoting;
  Eigen::VectorXd z;
  BoxAnswer answer;
  BoxPolish polish;
};

BlockPivotSolver::BlockPivotSolver() : workspace_(std::make_unique<Workspace>()) {}
BlockPivotSolver::~BlockPivotSolver() = default;
BlockPivotSolver::BlockPivotSolver(BlockPivotSolver&&) noexcept = default;
BlockPivotSolver& BlockPivotSolver::operator=(BlockPivotSolver&&) noexcept = default;

const LcpSolution& BlockPivotSolver::solve(const Lcp& problem, const BlockPivotOptions& options,
                                           const LcpStart& start) {
  stiction::validate(problem);
  assign_box(problem, workspace_->box);
  return workspace_->solve(workspace_->box, options, start);
}

const LcpSolution& BlockPivotSolver::solve(const BoxLcp& problem, const BlockPivotOptions& options,
                                           const LcpStart& start) {
  stiction::validate(problem);
  return workspace_->solve(problem, options, start);
}

const LcpSolution& BlockPivotSolver::Workspace::solve(const BoxLcp& problem,
                                                      const BlockPivotOptions& options,
                                                      const LcpStart& start) {
  validate(options);
  stiction::validate(start, static_cast<std::size_t>(problem.q.size()));
  start_point.set(problem, start);  // before the solution is touched, which may be the start
  solution.statistics = {};
  scaling.compute(problem);
  answer.start(problem, scaling, start_point.z);
  const LcpStop stop = run(problem, options, start.z.empty() && start.states.empty());
  answer.finish(options.tolerance, stop, solution);
  return solution;
}

LcpStop BlockPivotSolver::Workspace::run(const BoxLcp& problem, const BlockPivotOptions& options,
                                         bool is_cold) {
  const auto n = static_cast<int>(problem.q.size());
  const int limit = options.pivot_limit > 0 ? options.pivot_limit : 100 * n + 1000;
  LcpStatistics& statistics = solution.statistics;
  pivoting.reset(scaling);
  if (is_cold) {
    pivoting.begin_cold(problem, start_point, options.sweeps);
  } else {
    pivoting.begin(problem, start_point);
  }
  const BlockPivotEnd end = pivoting.run(options.patience, limit, statistics.pivots);
  statistics.stage = statistics.pivots == 0 ? LcpStage::trivial : LcpStage::largest_pivot;
  ++statistics.runs[static_cast<std::size_t>(statistics.stage)];
  z.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) z[i] = pivoting.z(i);
  answer.offer(problem, scaling, z, pivoting.states());
  polish.run(problem, scaling, pivoting.states(), z, answer, statistics);
  return stop_of(end);
}

}  // namespace stiction
