#include <stiction/lcp/ppm.h>

#include "box_answer.h"
#include "box_polish.h"
#include "box_start.h"
#include "ppm_factored_answer.h"
#include "ppm_pivoting.h"
#include "problem_checks.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace stiction {
namespace {

void validate(const PpmOptions& options) {
  require_option(options.patience >= 1, "patience >= 1", options.patience);
  require_option(options.pivot_limit >= 0, "pivot_limit >= 0", options.pivot_limit);
  require_option(options.tolerance > 0, "tolerance > 0", options.tolerance);
}

int limit_of(const PpmOptions& options, Eigen::Index n) {
  return options.pivot_limit > 0 ? options.pivot_limit : 50 * static_cast<int>(n) + 500;
}

/// True if M is symmetric up to rounding errors of a product like J W J^T, which are measured
/// against the largest element that a semidefinite matrix can have there.
bool is_nearly_symmetric(const RowMajorMatrix& M) {
  constexpr double kRounding = 1e-12;
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      if (M(i, j) == M(j, i)) continue;
      const double largest = std::sqrt(std::max(M(i, i), 0.0)) * std::sqrt(std::max(M(j, j), 0.0));
      if (!(std::abs(M(i, j) - M(j, i)) <= kRounding * largest)) return false;
    }
  }
  return true;
}

}  // namespace

struct PpmSolver::Workspace {
  void solve_dense(const BoxLcp& problem, const PpmOptions& options);
  LcpStop run_dense(PpmRows& dense_rows, const BoxLcp& problem, const PpmRule& rule);
  void solve_factored(const FactoredBoxLcp& problem, const PpmOptions& options);
  LcpStop run_factored(const FactoredBoxLcp& problem, const PpmRule& rule);
  template <class Run, class Answer>
  LcpStop climb(const PpmOptions& options, Eigen::Index n, const Answer& answer, const Run& run);

  LcpSolution solution;
  BoxLcp box;     ///< of a plain problem
  BoxLcp bounds;  ///< of a problem in factors, without M
  BoxStart start;
  Eigen::VectorXd z;  ///< scaled start of a run, then the point that it reached
  PpmPivoting pivoting;
  KellerScaling<double> scaling;
  PpmCholeskyRows definite_rows;
  PpmEliminationRows rows;
  BoxAnswer answer;
  BoxPolish polish;
  PpmFactoredRows factored_rows;
  PpmFactoredAnswer factored_answer;
};

PpmSolver::PpmSolver() : workspace_(std::make_unique<Workspace>()) {}
PpmSolver::~PpmSolver() = default;
PpmSolver::PpmSolver(PpmSolver&&) noexcept = default;
PpmSolver& PpmSolver::operator=(PpmSolver&&) noexcept = default;

const LcpSolution& PpmSolver::solve(const Lcp& problem, const PpmOptions& options,
                                    const LcpStart& start) {
  stiction::validate(problem);
  assign_box(problem, workspace_->box);
  return solve(workspace_->box, options, start);
}

const LcpSolution& PpmSolver::solve(const BoxLcp& problem, const PpmOptions& options,
                                    const LcpStart& start) {
  stiction::validate(problem);
  validate(options);
  stiction::validate(start, static_cast<std::size_t>(problem.q.size()));
  workspace_->start.set(problem, start);  // before the solution is touched, which may be the start
  workspace_->solve_dense(problem, options);
  return workspace_->solution;
}

const LcpSolution& PpmSolver::solve(const FactoredBoxLcp& problem, const PpmOptions& options,
                                    const LcpStart& start) {
  stiction::validate(problem);
  validate(options);
  stiction::validate(start, static_cast<std::size_t>(problem.q.size()));
  workspace_->bounds = {{}, problem.q, problem.lower, problem.upper};
  workspace_->start.set(workspace_->bounds, start);
  workspace_->solve_factored(problem, options);
  return workspace_->solution;
}

/// Runs until an answer is accepted: first Algorithm 1 with its guard, then the least-index rule
/// alone.
template <class Run, class Answer>
LcpStop PpmSolver::Workspace::climb(const PpmOptions& options, Eigen::Index n, const Answer& best,
                                    const Run& run) {
  const int limit = limit_of(options, n);
  LcpStatistics& statistics = solution.statistics;
  LcpStop stop = LcpStop::complementary;
  for (const int patience : {options.patience, 0}) {
    statistics.restarts = patience > 0 ? 0 : 1;
    const int run_limit = patience > 0 ? limit / 2 : limit;
    stop = run(PpmRule{patience, {run_limit, options.may_go_on}});
    statistics.stage = statistics.pivots == 0 ? LcpStage::trivial : LcpStage::largest_pivot;
    ++statistics.runs[static_cast<std::size_t>(statistics.stage)];
    if (best.residual() <= options.tolerance) break;
  }
  return stop;
}

void PpmSolver::Workspace::solve_dense(const BoxLcp& problem, const PpmOptions& options) {
  solution.statistics = {};
  scaling.compute(problem);
  answer.start(problem, scaling, start.z);
  bool is_definite = is_nearly_symmetric(problem.M);
  const LcpStop stop = climb(options, problem.q.size(), answer, [&](const PpmRule& rule) {
    if (rule.patience == 0) start.set_cold(problem);
    if (is_definite) {
      definite_rows.reset(scaling);
      const LcpStop end = run_dense(definite_rows, problem, rule);
      if (end != LcpStop::not_applicable) return end;
      is_definite = false;
    }
    rows.reset(scaling);
    return run_dense(rows, problem, rule);
  });
  answer.finish(options.tolerance, stop, solution);
}

LcpStop PpmSolver::Workspace::run_dense(PpmRows& dense_rows, const BoxLcp& problem,
                                        const PpmRule& rule) {
  z.resize(start.z.size());
  for (Eigen::Index i = 0; i < z.size(); ++i) z[i] = scaling.scale_z(start.z[i], i);
  const LcpStop stop =
      pivoting.run(dense_rows, z, start.is_basic, rule, solution.statistics.pivots);
  if (stop == LcpStop::not_applicable) return stop;
  for (Eigen::Index i = 0; i < z.size(); ++i) z[i] = scaling.unscale_z(pivoting.z()[i], i);
  answer.offer(problem, scaling, z, pivoting.states());
  if (stop == LcpStop::complementary) {
    polish.run(problem, scaling, pivoting.states(), z, answer, solution.statistics);
  }
  return stop;
}

void PpmSolver::Workspace::solve_factored(const FactoredBoxLcp& problem,
                                          const PpmOptions& options) {
  solution.statistics = {};
  factored_answer.start(problem, start.z);
  LcpStop stop = LcpStop::diverged;
  if (factored_rows.reset(problem)) {
    stop = climb(options, problem.q.size(), factored_answer, [&](const PpmRule& rule) {
      if (rule.patience == 0) start.set_cold(bounds);
      return run_factored(problem, rule);
    });
  }
  factored_answer.finish(options.tolerance, stop, solution);
}

LcpStop PpmSolver::Workspace::run_factored(const FactoredBoxLcp& problem, const PpmRule& rule) {
  z.resize(start.z.size());
  for (Eigen::Index i = 0; i < z.size(); ++i) z[i] = factored_rows.scale_z(start.z[i], i);
  const LcpStop stop =
      pivoting.run(factored_rows, z, start.is_basic, rule, solution.statistics.pivots);
  for (Eigen::Index i = 0; i < z.size(); ++i) z[i] = factored_rows.unscale_z(pivoting.z()[i], i);
  factored_answer.offer(problem, z, pivoting.states());
  if (stop == LcpStop::complementary) {
    factored_answer.refine(problem, factored_rows, pivoting.states(), solution.statistics);
  }
  return stop;
}

}  // namespace stiction
