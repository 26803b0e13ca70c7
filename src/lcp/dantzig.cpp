#include <stiction/lcp/dantzig.h>

#include "box_dictionary.h"
#include "box_solve.h"
#include "dantzig_pivoting.h"
#include "problem_checks.h"
#include "sor_prediction.h"

namespace stiction {
namespace {

void validate(const DantzigOptions& options) {
  require_option(options.sweeps >= 0, "sweeps >= 0", options.sweeps);
  require_option(options.pivot_limit >= 0, "pivot_limit >= 0", options.pivot_limit);
  require_option(options.tolerance > 0.0, "tolerance > 0", options.tolerance);
}

}  // namespace

struct DantzigSolver::Workspace {
  const LcpSolution& solve(const BoxLcp& problem, const DantzigOptions& options,
                           const LcpStart& start);

  BoxSolve common;
  SorPrediction prediction;
  BoxDictionary dictionary;
  DantzigPivoting pivoting;
};

DantzigSolver::DantzigSolver() : workspace_(std::make_unique<Workspace>()) {}
DantzigSolver::~DantzigSolver() = default;
DantzigSolver::DantzigSolver(DantzigSolver&&) noexcept = default;
DantzigSolver& DantzigSolver::operator=(DantzigSolver&&) noexcept = default;

const LcpSolution& DantzigSolver::solve(const Lcp& problem, const DantzigOptions& options,
                                        const LcpStart& start) {
  stiction::validate(problem);
  assign_box(problem, workspace_->common.box);
  return workspace_->solve(workspace_->common.box, options, start);
}

const LcpSolution& DantzigSolver::solve(const BoxLcp& problem, const DantzigOptions& options,
                                        const LcpStart& start) {
  stiction::validate(problem);
  return workspace_->solve(problem, options, start);
}

const LcpSolution& DantzigSolver::Workspace::solve(const BoxLcp& problem,
                                                   const DantzigOptions& options,
                                                   const LcpStart& start) {
  validate(options);
  common.begin(problem, start);
  const auto n = static_cast<int>(problem.q.size());
  const int limit = options.pivot_limit > 0 ? options.pivot_limit : 50 * n + 500;
  if (common.is_cold) prediction.improve(problem, common.scaling, options.sweeps, common.start);
  const LcpStop stop = common.pivot(problem, {limit, options.may_go_on}, dictionary, pivoting);
  return common.finish(options.tolerance, stop);
}

}  // namespace stiction
