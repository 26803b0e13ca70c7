#include <stiction/lcp/block_pivot.h>

#include "block_pivoting.h"
#include "box_dictionary.h"
#include "box_solve.h"
#include "murty_pivoting.h"
#include "problem_checks.h"
#include "sor_prediction.h"

namespace stiction {
namespace {

void validate(const BlockPivotOptions& options) {
  require_option(options.patience >= 1, "patience >= 1", options.patience);
  require_option(options.sweeps >= 0, "sweeps >= 0", options.sweeps);
  require_option(options.pivot_limit >= 0, "pivot_limit >= 0", options.pivot_limit);
  require_option(options.tolerance > 0.0, "tolerance > 0", options.tolerance);
}

}  // namespace

struct BlockPivotSolver::Workspace {
  const LcpSolution& solve(const BoxLcp& problem, const BlockPivotOptions& options,
                           const LcpStart& start);
  LcpStop run(const BoxLcp& problem, const BlockPivotOptions& options);
  LcpStop run_single_pivots(const BoxLcp& problem, const PivotLimit& limit);

  BoxSolve common;
  SorPrediction prediction;
  BlockPivoting pivoting;
  BoxDictionary dictionary;
  MurtyPivoting murty;
};

BlockPivotSolver::BlockPivotSolver() : workspace_(std::make_unique<Workspace>()) {}
BlockPivotSolver::~BlockPivotSolver() = default;
BlockPivotSolver::BlockPivotSolver(BlockPivotSolver&&) noexcept = default;
BlockPivotSolver& BlockPivotSolver::operator=(BlockPivotSolver&&) noexcept = default;

const LcpSolution& BlockPivotSolver::solve(const Lcp& problem, const BlockPivotOptions& options,
                                           const LcpStart& start) {
  stiction::validate(problem);
  assign_box(problem, workspace_->common.box);
  return workspace_->solve(workspace_->common.box, options, start);
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
  common.begin(problem, start);
  const LcpStop stop = run(problem, options);
  return common.finish(options.tolerance, stop);
}

LcpStop BlockPivotSolver::Workspace::run(const BoxLcp& problem, const BlockPivotOptions& options) {
  const auto n = static_cast<int>(problem.q.size());
  const PivotLimit limit = {options.pivot_limit > 0 ? options.pivot_limit : 100 * n + 1000,
                            options.may_go_on};
  if (common.is_cold) prediction.improve(problem, common.scaling, options.sweeps, common.start);
  pivoting.reset(problem, common.scaling, common.start);
  int& pivots = common.solution.statistics.pivots;
  const LcpStop stop = pivoting.run(options.patience, limit, pivots);
  common.count_run();
  common.z.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) common.z[i] = pivoting.z(i);
  common.offer(problem, pivoting.states(), stop);
  const bool is_stuck = stop == LcpStop::singular || stop == LcpStop::cycle;
  return is_stuck ? run_single_pivots(problem, limit) : stop;
}

/// Runs Murty's method from the best point found.
LcpStop BlockPivotSolver::Workspace::run_single_pivots(const BoxLcp& problem,
                                                       const PivotLimit& limit) {
  const Eigen::VectorXd& z = common.answer.z();
  common.start.set(problem, {.z = {z.data(), static_cast<std::size_t>(z.size())},
                             .states = common.answer.states()});
  ++common.solution.statistics.restarts;
  return common.pivot(problem, limit, dictionary, murty);
}

}  // namespace stiction
