#include <stiction/lcp/murty.h>

#include "box_dictionary.h"
#include "box_solve.h"
#include "murty_pivoting.h"
#include "problem_checks.h"

namespace stiction {
namespace {

void validate(const MurtyOptions& options) {
  require_option(options.pivot_limit >= 0, "pivot_limit >= 0", options.pivot_limit);
  require_option(options.tolerance > 0.0, "tolerance > 0", options.tolerance);
}

}  // namespace

struct MurtySolver::Workspace {
  const LcpSolution& solve(const BoxLcp& problem, const MurtyOptions& options,
                           const LcpStart& start);

  BoxSolve common;
  BoxDictionary dictionary;
  MurtyPivoting pivoting;
};

MurtySolver::MurtySolver() : workspace_(std::make_unique<Workspace>()) {}
MurtySolver::~MurtySolver() = default;
MurtySolver::MurtySolver(MurtySolver&&) noexcept = default;
MurtySolver& MurtySolver::operator=(MurtySolver&&) noexcept = default;

const LcpSolution& MurtySolver::solve(const Lcp& problem, const MurtyOptions& options,
                                      const LcpStart& start) {
  stiction::validate(problem);
  assign_box(problem, workspace_->common.box);
  return workspace_->solve(workspace_->common.box, options, start);
}

const LcpSolution& MurtySolver::solve(const BoxLcp& problem, const MurtyOptions& options,
                                      const LcpStart& start) {
  stiction::validate(problem);
  return workspace_->solve(problem, options, start);
}

const LcpSolution& MurtySolver::Workspace::solve(const BoxLcp& problem, const MurtyOptions& options,
                                                 const LcpStart& start) {
  validate(options);
  common.begin(problem, start);
  const auto n = static_cast<int>(problem.q.size());
  const int limit = options.pivot_limit > 0 ? options.pivot_limit : 500 * n + 1000;
  const LcpStop stop = common.pivot(problem, {limit, options.may_go_on}, dictionary, pivoting);
  return common.finish(options.tolerance, stop);
}

}  // namespace stiction
