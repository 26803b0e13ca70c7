#include <stiction/lcp/pgs.h>

#include "block_sweep.h"
#include "problem_rows.h"
#include "row_relaxation.h"
#include "splitting_iteration.h"

#include <stdexcept>
#include <string>

namespace stiction {
namespace {

/// Share of the answer's residual that the blocks may leave.
constexpr double kShareOfBlocks = 0.1;

void validate(const PgsOptions& options, std::size_t n) {
  validate(options.stop);
  const std::span<const int> block = options.block;
  if (block.empty()) return;
  if (block.size() != n) {
    throw std::invalid_argument("expected no blocks or one for each of " + std::to_string(n) +
                                " rows, got " + std::to_string(block.size()));
  }
  int last = -1;
  for (const int number : block) {
    if (number < 0 || (number != last && number != last + 1)) {
      throw std::invalid_argument("expected blocks that ascend from 0 without gaps, got " +
                                  std::to_string(number) + " after " + std::to_string(last));
    }
    last = number;
  }
}

}  // namespace

struct PgsSolver::Workspace {
  template <class Problem>
  const LcpSolution& solve(const Problem& problem, const PgsOptions& options,
                           const LcpStart& start);

  LcpSolution solution;
  ProblemRows all_rows;
  SweptRows swept;    ///< without blocks
  BlockSweep blocks;  ///< with them
  SplittingIteration iteration;
};

PgsSolver::PgsSolver() : workspace_(std::make_unique<Workspace>()) {}
PgsSolver::~PgsSolver() = default;
PgsSolver::PgsSolver(PgsSolver&&) noexcept = default;
PgsSolver& PgsSolver::operator=(PgsSolver&&) noexcept = default;

template <class Problem>
const LcpSolution& PgsSolver::Workspace::solve(const Problem& problem, const PgsOptions& options,
                                               const LcpStart& start) {
  stiction::validate(problem);
  const auto n = static_cast<std::size_t>(problem.q.size());
  validate(options, n);
  stiction::validate(start, n);
  BoxPoint& point = iteration.point;
  point.start(problem, start);
  auto& rows = all_rows.start(problem);
  if (options.block.empty()) {
    swept.start(rows, problem.q, point);
    iteration.run(
        problem, rows, options.stop, options.merit, swept.obstacle(),
        [&] { return relax_rows(rows, swept.moving(), 1.0, point); }, solution);
  } else {
    const double largest_residual = options.stop.tolerance * unit_of_residual(problem.q);
    blocks.start(rows, problem.q, options.block, kShareOfBlocks * largest_residual, point);
    iteration.run(
        problem, rows, options.stop, options.merit, blocks.obstacle(),
        [&] { return blocks.sweep(rows, point); }, solution);
  }
  return solution;
}

const LcpSolution& PgsSolver::solve(const Lcp& problem, const PgsOptions& options,
                                    const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& PgsSolver::solve(const BoxLcp& problem, const PgsOptions& options,
                                    const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& PgsSolver::solve(const SparseLcp& problem, const PgsOptions& options,
                                    const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& PgsSolver::solve(const SparseBoxLcp& problem, const PgsOptions& options,
                                    const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

const LcpSolution& PgsSolver::solve(const FactoredBoxLcp& problem, const PgsOptions& options,
                                    const LcpStart& start) {
  return workspace_->solve(problem, options, start);
}

}  // namespace stiction
