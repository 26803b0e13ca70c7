#include <stiction/lcp/psor.h>

#include "problem_checks.h"
#include "problem_rows.h"
#include "row_relaxation.h"
#include "splitting_iteration.h"

namespace stiction {
namespace {

void validate(const PsorOptions& options) {
  validate(options.stop);
  require_option(options.relaxation > 0 && options.relaxation < 2, "0 < relaxation < 2",
                 options.relaxation);
}

}  // namespace

struct PsorSolver::Workspace {
  template <class Problem>
  const LcpSolution& solve(const Problem& problem, const PsorOptions& options,
                           const LcpStart& start);

  LcpSolution solution;
  ProblemRows all_rows;
  SweptRows swept;
  SplittingIteration iteration;
};

PsorSolver::PsorSolver() : workspace_(std::make_unique<Workspace>()) {}
PsorSolver::~PsorSolver() = default;
PsorSolver::PsorSolver(PsorSolver&&) noexcept = default;
PsorSolver& PsorSolver::operator=(PsorSolver&&) noexcept = default;

template <class Problem>
const LcpSolution& PsorSolver::Workspace::solve(const Problem& problem, const PsorOptions& options,
                                                const LcpStart& start) {
  stiction::validate(problem);
  validate(options);
  stiction::validate(start, static_cast<std::size_t>(problem.q.size()));
  BoxPoint& point = iteration.point;
  point.start(problem, start);
  auto& rows = all_rows.start(problem);
  swept.start(rows, problem.q, point);
  iteration.run(
      problem, rows, options.stop, options.merit, swept.obstacle(),
      [&] { return relax_rows(rows, swept.moving(), options.relaxation, point); }, solution);
  return solution;
}

const LcpSolution& PsorSolver::solve(const Lcp& problem, const PsorOptions& options,
                                     const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& PsorSolver::solve(const BoxLcp& problem, const PsorOptions& options,
                                     const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& PsorSolver::solve(const SparseLcp& problem, const PsorOptions& options,
                                     const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& PsorSolver::solve(const SparseBoxLcp& problem, const PsorOptions& options,
                                     const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& PsorSolver::solve(const FactoredBoxLcp& problem, const PsorOptions& options,
                                     const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

}  // namespace stiction
